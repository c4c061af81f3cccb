import Glibc
import SQLite

/// Deals that can be won, kept until a table takes them: `DIRECTORY/bank.db`. One thread uses it at a time.
///
/// Promise: a sealed deal that was taken is not given again, also after the power was lost, since it leaves the file
/// before anybody hears of it. The number of an open deal may be found a second time. What is lost with the file costs
/// only the time to find it again. So a file that is damaged, or of another format, is begun anew; and copies of a data
/// directory leave it out, or deals that were played would be dealt again.
package final class DealBank: Sendable {
  package struct Deal: Sendable, Equatable {
    package let isSealed: Bool
    /// The number of an open deal, or what a sealed one is made of.
    package let source: [UInt8]
    /// How it is won, in the form of the program that wrote it.
    package let line: [UInt8]
    /// How many positions the solver met.
    package let positions: Int

    package init(isSealed: Bool, source: [UInt8], line: [UInt8], positions: Int) {
      self.isSealed = isSealed
      self.source = source
      self.line = line
      self.positions = positions
    }
  }

  package static let fileName = "bank.db"
  private static let format = 1
  /// How exactly the bank knows when a game was used, in milliseconds. Each note writes to the disk.
  package static let usedAtStep: Int64 = 60_000

  private let queue: DatabaseQueue
  /// The same file, for writes that may be lost with the power. They are not synced: moves would wait behind them.
  private let unsynced: DatabaseQueue

  /// - Parameter directory: nil: nothing lasts.
  /// - Throws: what SQLite says about a file that cannot be made.
  package init(in directory: String?) throws {
    guard let directory else {
      queue = try Self.open(":memory:")
      unsynced = queue
      return
    }
    let path = directory + "/" + Self.fileName
    let isThere = access(path, F_OK) == 0
    if !isThere {
      let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file >= 0 { Glibc.close(file) }
    }
    do {
      queue = try Self.open(path)
    } catch {
      guard isThere else { throw error }
      for name in [path, path + "-journal"] { unlink(name) }
      let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file >= 0 { Glibc.close(file) }
      queue = try Self.open(path)
    }
    unsynced = try DatabaseQueue(path: path, preparation: "PRAGMA synchronous = OFF")
  }

  /// - Throws: also for a file that is no bank of this format.
  private static func open(_ path: String) throws -> DatabaseQueue {
    // EXTRA syncs the folder that the journal is deleted from. Otherwise taken deals could come back with the power.
    let queue = try DatabaseQueue(path: path, preparation: "PRAGMA synchronous = EXTRA")
    try queue.write { db in
      // What was dealt leaves no trace.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      if found == format {
        guard try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok" else {
          throw StorageFault.corrupt("the bank is damaged")
        }
        return
      }
      guard found == 0, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
        throw StorageFault.corrupt("the bank has another format")
      }
      try db.execute(sql: formatSQL)
    }
    return queue
  }

  private static let formatSQL = """
    CREATE TABLE games (
      id INTEGER PRIMARY KEY, rules BLOB NOT NULL UNIQUE, used_at INTEGER NOT NULL,
      easy_max INTEGER, medium_max INTEGER
    );
    CREATE TABLE deals (
      id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games (id), sealed INTEGER NOT NULL,
      positions INTEGER NOT NULL, source BLOB NOT NULL, line BLOB NOT NULL
    );
    CREATE INDEX deals_of_game ON deals (game, sealed, positions);
    PRAGMA user_version = \(format);
    """

  package func close() {
    try? unsynced.close()
    try? queue.close()
  }

  // MARK: - Games

  /// The number of a game here; made at its first use.
  ///
  /// - Parameter rules: bytes that tell it from all others.
  package func game(of rules: [UInt8], at now: Int64) throws -> Int64 {
    try unsynced.write { db in
      let known = try Row.fetchOne(
        db, sql: "SELECT id FROM games WHERE rules = ?", arguments: [rules])
      if let id = try known?.decode(Int64.self, atIndex: 0) {
        try db.execute(
          sql: "UPDATE games SET used_at = ? WHERE id = ? AND used_at <= ?",
          arguments: [now, id, now - Self.usedAtStep])
        return id
      }
      try db.execute(
        sql: "INSERT INTO games (rules, used_at) VALUES (?, ?)", arguments: [rules, now])
      return db.lastInsertedRowID
    }
  }

  /// The most positions that an easy deal and one of medium difficulty take; nil where that was not measured yet.
  package func bounds(of game: Int64) throws -> (easyMax: Int, mediumMax: Int)? {
    try queue.read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT easy_max, medium_max FROM games WHERE id = ? AND easy_max IS NOT NULL",
        arguments: [game])
      return try row.map { (try $0.decode(Int.self, atIndex: 0), try $0.decode(Int.self, atIndex: 1)) }
    }
  }

  package func set(easyMax: Int, mediumMax: Int, of game: Int64) throws {
    try queue.write { db in
      try db.execute(
        sql: "UPDATE games SET easy_max = ?, medium_max = ? WHERE id = ?",
        arguments: [easyMax, mediumMax, game])
    }
  }

  /// Of games that were not used for long all is forgotten, so that no more than so many are left.
  ///
  /// - Returns: how many games are forgotten.
  @discardableResult
  package func keepNewest(_ countMax: Int) throws -> Int {
    try queue.write { db in
      let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM games") ?? 0
      guard count > countMax else { return 0 }
      let old = "SELECT id FROM games ORDER BY used_at DESC, id LIMIT -1 OFFSET \(countMax)"
      try db.execute(sql: "DELETE FROM deals WHERE game IN (\(old))")
      try db.execute(sql: "DELETE FROM games WHERE id IN (\(old))")
      return count - countMax
    }
  }

  // MARK: - Deals

  package func put(_ deals: [Deal], of game: Int64) throws {
    try unsynced.write { db in
      for deal in deals {
        try db.execute(
          sql: "INSERT INTO deals (game, sealed, positions, source, line) VALUES (?, ?, ?, ?, ?)",
          arguments: [
            game, deal.isSealed, deal.positions, deal.source, deal.line,
          ])
      }
    }
  }

  /// Takes deals out, any of those that there are.
  ///
  /// - Parameter positions: how much work they were.
  package func take(
    _ countMax: Int, of game: Int64, isSealed: Bool, positions: ClosedRange<Int>
  ) throws -> [Deal] {
    try queue.write { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, source, line, positions FROM deals
          WHERE game = ? AND sealed = ? AND positions BETWEEN ? AND ? ORDER BY random() LIMIT ?
          """,
        arguments: [game, isSealed, positions.lowerBound, positions.upperBound, countMax])
      var deals: [Deal] = []
      for row in rows {
        try db.execute(
          sql: "DELETE FROM deals WHERE id = ?", arguments: [try row.decode(Int64.self, atIndex: 0)])
        deals.append(
          Deal(
            isSealed: isSealed, source: try row.decode([UInt8].self, atIndex: 1),
            line: try row.decode([UInt8].self, atIndex: 2), positions: try row.decode(Int.self, atIndex: 3)))
      }
      return deals
    }
  }

  package func count(of game: Int64, isSealed: Bool, positions: ClosedRange<Int>) throws -> Int {
    try queue.read { db in
      try Row.fetchOne(
        db,
        sql: "SELECT count(*) FROM deals WHERE game = ? AND sealed = ? AND positions BETWEEN ? AND ?",
        arguments: [game, isSealed, positions.lowerBound, positions.upperBound])?
        .decode(Int.self, atIndex: 0) ?? 0
    }
  }

  /// How many there are of all games.
  package func count() throws -> Int {
    try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM deals") ?? 0 }
  }
}
