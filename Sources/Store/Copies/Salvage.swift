import Glibc
import SQLite

/// Copies what is readable of a data directory into another one.
///
/// Promise: what a server still shows of a table is in the copy, and nothing is written to what is damaged. Of a table
/// that is not whole it is all that its base leads to; where that cannot be trusted, its records up to the first that
/// cannot. Where the log is damaged, of each table the most is taken that is to be had: of what SQLite reads, of the
/// file without its log, into which newer pages may have been moved already, and of the file with all of the log that
/// is as it was written.
package struct Salvage {
  package struct Salvaged: Sendable {
    package var tables = 0
    package var records = 0
    /// Tables of which not everything could be read, and up to which record they were.
    package var cut: [(room: String, records: Int)] = []
    /// Tables that begin with their base, and at which record that is.
    package var fromBase: [(room: String, sequence: UInt64)] = []
    /// What is kept beside tables and could not be read as a whole, by name.
    package var listsCut: [String] = []
  }

  package let directory: String
  private let look: LogLook
  private let queue: DatabaseQueue

  /// - Throws: a sentence with the mend.
  package init(_ directory: String) throws(SQLiteTables.Unusable) {
    self.directory = directory
    do {
      look = try LogLook.atTables(in: directory)
      queue = try TableDatabase.openDamaged(directory + "/" + TableDatabase.fileName)
    } catch {
      throw Self.unreadable(error, directory)
    }
  }

  /// - Parameters:
  ///   - other: a directory that is not there yet, or holds no tables.
  ///   - each: as `DirectoryCheck.report` is given.
  /// - Throws: a sentence with the mend; what was begun is taken away again.
  package func copy(
    to other: String, _ each: (StoredTable) -> String?
  ) throws(SQLiteTables.Unusable) -> Salvaged {
    let path = other + "/" + TableDatabase.fileName
    var isBegun = false
    var made: [String] = []
    defer { for copy in made { Self.remove(copy) } }
    do {
      var sources = [Source(queue: queue, tables: [])]
      let fault = sources[0].find()
      if let fault, sources[0].tables.isEmpty, look.damage == nil { throw Self.unreadable(fault, directory) }
      try CopiedFiles.makeFolders(other)
      // A log without its file may hold all that there is.
      guard access(path, F_OK) != 0, access(path + "-wal", F_OK) != 0,
        access(path + LogMark.suffix, F_OK) != 0
      else {
        throw TableDatabase.Unusable(
          description: "there are tables in \(other) already; name an empty directory")
      }
      isBegun = true
      if look.damage != nil {
        for isWithLog in [true, false] {
          made.append(path + (isWithLog ? "-with-log" : "-without-log"))
          sources.append(
            Source(queue: try copyFile(to: made[made.count - 1], withLog: isWithLog), tables: []))
          sources[sources.count - 1].find()
        }
        if let fault, sources.allSatisfy(\.tables.isEmpty) { throw Self.unreadable(fault, directory) }
      }
      let writer = try TableDatabase.open(path, syncs: true)
      try TableDatabase.begin(writer)
      let salvaged = try writer.write { db in
        var salvaged = try copy(from: sources, to: db, each)
        // What has all of the log that is as it was written is the newest.
        let newest = sources.count > 1 ? [sources[1], sources[0]] + sources[2...] : sources
        salvaged.listsCut = try SalvagedRows.copy(from: newest.map(\.queue), to: db)
        // An older source has people who were erased since. A server erases them again as soon as it starts.
        let people = try Persons.all(in: db)
        let erased = Set(people.erased + people.erasing.map(ErasedHash.init(of:)))
        _ = try Persons.mark(ErasedList(erased), at: Int64(time(nil)) * 1_000, beside: [], in: db)
        return salvaged
      }
      if salvaged.tables == 0, sources.contains(where: { !$0.tables.isEmpty }) {
        throw Self.unreadable(StorageFault.corrupt("no table has a record that is whole"), directory)
      }
      for source in sources.dropFirst() { try source.queue.close() }
      _ = try writer.writeWithoutTransaction { try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      try writer.close()
      try CopiedFiles.sync(path)
      try BlobFolder.sync(folder: other)
      return salvaged
    } catch {
      if isBegun { Self.remove(path) }
      if let unusable = error as? SQLiteTables.Unusable { throw unusable }
      throw SQLiteTables.Unusable(error, other, to: .copy)
    }
  }

  private static func remove(_ path: String) {
    for name in [path, path + "-wal", path + "-shm"] { unlink(name) }
  }

  /// A copy of the file that is damaged, to be looked into and removed again.
  private func copyFile(to copy: String, withLog: Bool) throws -> DatabaseQueue {
    let path = directory + "/" + TableDatabase.fileName
    try CopiedFiles.copy(path, to: copy)
    if withLog { try LogPages(LogFile(beside: path)).write(to: copy) }
    return try TableDatabase.openDamaged(copy)
  }

  /// To copy once more would not help against damage.
  private static func unreadable(_ error: any Error, _ directory: String) -> SQLiteTables.Unusable {
    let fault = StorageFault(error)
    switch (fault, (error as? SQLiteError)?.code) {
    // An empty file lacks all that is asked of it.
    case (.corrupt, _), (.disk, .error?):
      let description =
        "nothing can be read of the tables in \(directory) (\(fault)); go back to a backup with: "
        + "baize restore BACKUP NEW-DIRECTORY"
      return SQLiteTables.Unusable(TableDatabase.Unusable(description: description), directory)
    case (.disk, _), (.damaged, _), (.undecided, _): return SQLiteTables.Unusable(error, directory, to: .read)
    }
  }

  // MARK: - What is there

  /// A table's number, and the names that it may have: of two one is a damaged page's.
  private typealias Named = (id: Int64, rooms: [String])

  /// One way to read what is damaged.
  private struct Source {
    let queue: DatabaseQueue
    var tables: [Named]

    @discardableResult mutating func find() -> (any Error)? {
      let (tables, fault) = Salvage.tablesThatCanBeNamed(in: queue)
      self.tables = tables
      return fault
    }
  }

  /// Looked for in the tables and in their index, from both ends, so that a page that cannot be read costs only its
  /// own.
  private static func tablesThatCanBeNamed(in queue: DatabaseQueue) -> ([Named], fault: (any Error)?) {
    var rooms: [Int64: [String]] = [:]
    var fault: (any Error)?
    func note(_ row: Row) {
      guard let id = try? row.decode(Int64.self, atIndex: 0),
        let room = try? row.decode(String.self, atIndex: 1), rooms[id]?.contains(room) != true
      else { return }
      rooms[id, default: []].append(room)
    }
    for order in ["id", "id DESC", "room", "room DESC"] {
      do {
        try queue.read { db in
          let rows = try Row.fetchCursor(db, sql: "SELECT id, room FROM tables ORDER BY \(order)")
          while let row = try rows.next() { note(row) }
        }
      } catch {
        fault = fault ?? error
      }
    }
    if fault != nil, let first = rooms.keys.min(), let last = rooms.keys.max(),
      last - first < soughtMax
    {
      for id in first...last where rooms[id] == nil {
        let row = try? queue.read { db in
          try Row.fetchOne(db, sql: "SELECT id, room FROM tables WHERE id = ?", arguments: [id])
        }
        if let row { note(row) }
      }
    }
    return (rooms.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, fault)
  }

  /// Between two tables that can be named so many are tried one by one.
  private static let soughtMax: Int64 = 10_000_000

  // MARK: - Copying

  /// What one way to read a table gives.
  private struct Candidate {
    let soundness: TableSoundness
    let table: SalvagedTable?

    /// More is better: up to which record it goes, then how much is sound of what lies before.
    var worth: (UInt64, Int) {
      guard table != nil else { return (0, -1) }
      switch soundness {
      case .whole(let records, _): return (UInt64(records), 3)
      case .withoutBase(let records): return (UInt64(records), 2)
      case .fromBase(let base, let records, _): return (base.sequence + UInt64(max(0, records - 2)), 1)
      case .damaged(let records, _, _): return (UInt64(records), 0)
      }
    }
  }

  private func copy(
    from sources: [Source], to db: Database, _ each: (StoredTable) -> String?
  ) throws -> Salvaged {
    var salvaged = Salvaged()
    var copied: Set<String> = []
    for (place, source) in sources.enumerated() {
      for (_, rooms) in source.tables {
        for room in rooms where !copied.contains(room) {
          guard let best = try best(of: room, in: sources[place...], each) else { continue }
          switch best.soundness {
          case .fromBase(let base, _, _) where best.table != nil:
            salvaged.fromBase.append((room, base.sequence))
          case .damaged(let records, _, isCut: true):
            salvaged.cut.append((room, best.table == nil ? 0 : records))
          case .whole, .withoutBase, .fromBase, .damaged:
            if best.table == nil { salvaged.cut.append((room, 0)) }
          }
          guard let table = best.table else { continue }
          try table.write(to: db)
          copied.insert(room)
          salvaged.tables += 1
          salvaged.records += table.recordsCount
          break
        }
      }
    }
    return salvaged
  }

  /// The best that any source has of a table; the first of those that are as good.
  private func best(
    of room: String, in sources: ArraySlice<Source>, _ each: (StoredTable) -> String?
  ) throws -> Candidate? {
    var best: Candidate?
    for source in sources {
      guard let id = source.tables.first(where: { $0.rooms.contains(room) })?.id else { continue }
      // Whatever goes wrong here is the damage; what goes wrong further down is not.
      let found = try source.queue.readWhatCan { db in
        let soundness = TableSoundness(room, id: id, in: db, each)
        return Candidate(soundness: soundness, table: try? SalvagedTable(room, id: id, soundness, in: db))
      }
      if best.map({ $0.worth < found.worth }) ?? true { best = found }
    }
    return best
  }
}
