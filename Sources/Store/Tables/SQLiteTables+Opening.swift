import Foundation
import SQLite

/// How a directory is opened, and what is known of it before the first table is read.
extension SQLiteTables {
  /// A file up to this size is looked through before the first table is opened.
  private static let checkedBytesMax = 64 * 1024 * 1024

  /// What is known before the first table is read.
  struct Begun {
    let generation: [UInt8]
    let secret: [UInt8]
    let ledger: TableLedger
    let taken: RoomTaken
    let hasSitters: Bool
    let corruption: String?
  }

  /// Cuts off a commit that was not whole when a server died. It would lie behind the next commit and could be taken
  /// for a later one.
  static func cutRemains(of scan: LogScan, _ path: String) throws(BlobFolder.Fault) {
    let file = LogFile(beside: path)
    if scan.hasRemains, let end = try file.end(after: scan.end) { try file.cut(to: end) }
  }

  /// - Parameter damage: what is wrong with the log. A file that SQLite does not even open without it is no other
  ///   damage.
  static func open(asFound open: () throws -> DatabaseQueue, _ damage: String) throws -> DatabaseQueue {
    do {
      let writer = try open()
      try TableDatabase.checkFormat(writer)
      return writer
    } catch let error as SQLiteError {
      throw StorageFault(error).isCorrupt ? StorageFault.corrupt(damage) : error
    }
  }

  static func begin(
    _ open: () throws -> DatabaseQueue, _ frames: LogFrames
  ) throws -> (DatabaseQueue, damage: String?) {
    let writer = try open()
    writer.writeWithoutTransaction { frames.watch($0) }
    return (writer, try TableDatabase.migrate(writer, unless: corruption))
  }

  static func read(_ writer: DatabaseQueue, _ damage: String?) throws -> Begun {
    do {
      return try writer.read { db in
        let (ledger, taken, corruption) = try counts(of: db)
        return Begun(
          generation: try about("generation", in: db), secret: try about("secret", in: db), ledger: ledger,
          taken: taken, hasSitters: try Sitters.areThere(in: db), corruption: corruption)
      }
    } catch {
      // Whatever is not there may lie in what SQLite does not read of its log.
      guard let damage else { throw error }
      throw StorageFault.corrupt(damage)
    }
  }

  /// The tables for a server. It starts although they are damaged, so that what can be read is served.
  ///
  /// - Throws: a sentence with the mend, for anything but damage.
  package static func served(
    directory: String, syncs: Bool, limits: Limits, damaged: @escaping @Sendable (String) -> Void
  ) throws(Unusable) -> any TableStorage {
    do throws(Unusable) {
      return try SQLiteTables(directory: directory, syncs: syncs, limits: limits, damaged: damaged)
    } catch {
      guard error.isDamage else { throw error }
      return UnreadableTables(why: error.description)
    }
  }

  /// Whether this program could serve what lies in a directory, seen while another one does: nothing is changed.
  ///
  /// - Throws: a sentence with the mend, for anything but damage.
  package static func look(into directory: String) throws(Unusable) {
    let path = directory + "/" + TableDatabase.fileName
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      guard FileManager.default.isWritableFile(atPath: path) else {
        throw StorageFault.disk("\(path) cannot be written by this user")
      }
      try TableDatabase.checkFormat(TableDatabase.openToRead(path))
    } catch {
      let unusable = Unusable(error, directory)
      guard unusable.isDamage else { throw unusable }
    }
  }

  /// What the directory knows of itself.
  private static func about(_ key: String, in db: Database) throws -> [UInt8] {
    guard let row = try Row.fetchOne(db, sql: "SELECT value FROM about WHERE key = ?", arguments: [key])
    else {
      throw StorageFault.corrupt("\"\(key)\" is missing")
    }
    return try row.bytes(atIndex: 0)
  }

  /// What there is; nothing where pages are damaged, since nothing will be written then.
  private static func counts(
    of db: Database
  ) throws -> (TableLedger, RoomTaken, corruption: String?) {
    if let corruption = try corruption(of: db) { return (TableLedger(), try RoomTaken(of: db), corruption) }
    do {
      return (try TableLedger(of: db), try RoomTaken(of: db), nil)
    } catch {
      guard case .corrupt(let what) = StorageFault(error) else { throw error }
      return (TableLedger(), try RoomTaken(of: db), what)
    }
  }

  private static func corruption(of db: Database) throws -> String? {
    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let pageBytes = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    guard pages * pageBytes <= checkedBytesMax else { return nil }
    let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
    return found == "ok" ? nil : found
  }
}
