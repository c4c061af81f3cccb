import Glibc
import SQLite

@testable import Store

/// A connection that reads and does not end, as a backup does: what it sees stays where it is until `close`.
struct HeldRead {
  private let queue: DatabaseQueue

  init(of path: String) throws {
    queue = try DatabaseQueue(path: path, isReadOnly: true)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN")
      _ = try Row.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
    }
  }

  func close() throws { try queue.close() }
}

extension SQLiteTables {
  /// What needs the log for itself, as soon as nobody reads in it: the tidying may, for a moment.
  func carryOutAlone(_ change: StoredChange) throws {
    for _ in 0..<200 {
      if (try? carryOut(change)) != nil { return }
      usleep(20_000)
    }
    try carryOut(change)
  }
}
