import SQLite

/// Looks through everything that a data directory holds of tables and blobs, and changes nothing.
package struct DirectoryCheck {
  package struct Report: Sendable {
    package var tables = 0
    package var records = 0
    package var bases = 0
    package var blobs = 0
    /// Blobs that are not what their names say.
    package var blobsWrong = 0
    /// Blobs that tables name, and that are not there.
    package var blobsLacking = 0
    /// Commits that were told lie in the log, and SQLite does not read them.
    package var logIsDamaged = false
    /// What is wrong, one sentence each; the log first, then pages, tables, blobs.
    package var problems: [String] = []
    /// Tables whose records are not to be trusted.
    package var damaged: [String] = []
    /// Tables whose records are whole and lead there, and whose base does not.
    package var withoutBase: [String] = []
    /// Tables that are played from their base: before it something is not as it was written.
    package var onlyFromBase: [String] = []
    /// Tables that begin with their base: before it nothing lies, and all that lies there is whole.
    package var begunWithBase: [String] = []
  }

  package let directory: String
  private let queue: DatabaseQueue
  private let log: LogLook

  /// - Throws: a sentence with the mend.
  package init(_ directory: String) throws(SQLiteTables.Unusable) {
    self.directory = directory
    do {
      log = try LogLook.atTables(in: directory)
      let path = directory + "/" + TableDatabase.fileName
      // What a damaged log leaves may be shorter than its first page says.
      queue = log.damage == nil ? try TableDatabase.openToRead(path) : try TableDatabase.openDamaged(path)
    } catch {
      throw SQLiteTables.Unusable(error, directory, to: .read)
    }
  }

  /// - Parameter each: shown every table that is whole; what it answers is wrong with it all the same.
  package func report(_ each: (StoredTable) -> String?) -> Report {
    var report = Report()
    var named: [BlobID: String] = [:]
    report.note(log, of: directory)
    report.problems += pages() + lists()
    for (room, id) in rooms(&report) {
      report.tables += 1
      do {
        let soundness = try queue.readWhatCan { TableSoundness(room, id: id, in: $0, each) }
        if case .fromBase = soundness {
          // A server reads also what it has answered, some of which may lie before the base.
          _ = try queue.read { try StoredTable(room, answeredMax: SQLiteTables.answeredMax, in: $0) }
        }
        report.note(soundness, of: room)
      } catch {
        report.damage(room, "\(StorageFault(error))")
      }
      // As far as they can be read; that they cannot was told.
      try? queue.read { try BlobCheck.note(room, id, to: &named, in: $0) }
    }
    // After the tables: a blob is there before it is named.
    report.note(blobs: directory + "/blobs", named)
    return report
  }

  /// What SQLite itself finds, at most twenty sentences.
  private func pages() -> [String] {
    do {
      let found = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(20)") }
      return found == ["ok"] ? [] : found
    } catch {
      return ["\(StorageFault(error))"]
    }
  }

  /// Whether everybody finds their tables again, and is who they were. Where it cannot be read, the pages have said
  /// why.
  private func lists() -> [String] {
    [Sitters.problems, SalvagedRows.problems, Persons.problems].flatMap { problems in
      (try? queue.read { try problems($0) }) ?? []
    }
  }

  private func rooms(_ report: inout Report) -> [(String, Int64)] {
    do {
      let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT room, id FROM tables ORDER BY id") }
      return try rows.compactMap { row in
        let id = try row.decode(Int64.self, atIndex: 1)
        if let room = try? row.decode(String.self, atIndex: 0) { return (room, id) }
        report.problems.append("the name of table \(id) is not as it was written")
        return nil
      }
    } catch {
      report.problems.append("\(StorageFault(error))")
      return []
    }
  }
}

extension DirectoryCheck.Report {
  fileprivate mutating func note(_ log: LogLook, of directory: String) {
    guard let damage = log.damage else { return }
    logIsDamaged = true
    problems.append("\(damage); \(SQLiteTables.mend(in: directory))")
  }

  fileprivate mutating func note(_ soundness: TableSoundness, of room: String) {
    switch soundness {
    case .whole(let count, let base):
      records += count
      if base != nil { bases += 1 }
    case .withoutBase(let count):
      records += count
      bases += 1
      withoutBase.append(room)
      problems.append(
        "\(room)'s base cannot be used; its records are whole, and a server plays it through from the first")
    case .fromBase(let base, let count, let why):
      records += count
      bases += 1
      guard let why else { return begunWithBase.append(room) }
      onlyFromBase.append(room)
      problems.append(
        "\(why); \(room) is played from its base at record \(base.sequence), and cannot be played through from the "
          + "first any more")
    case .damaged(let count, let why, _):
      records += count
      damage(room, why)
    }
  }

  fileprivate mutating func note(blobs root: String, _ named: [BlobID: String]) {
    do throws(BlobFolder.Fault) {
      let check = try BlobCheck(root)
      let lacking = check.lacking(of: named)
      (blobs, blobsWrong, blobsLacking) = (check.count, check.wrongCount, lacking.count)
      problems += check.problems(lacking: lacking)
    } catch {
      problems.append("the blobs in \(root) cannot be looked through (\(error))")
    }
  }

  fileprivate mutating func damage(_ room: String, _ why: String) {
    damaged.append(room)
    problems.append(why)
  }
}
