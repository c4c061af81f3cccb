import CSQLite

/// One connection to a file. One thread uses it at a time: `DatabaseQueue` sees to that.
package final class Database {
  /// For what C functions are asked beside this module.
  package private(set) var handle: OpaquePointer?
  /// Compiled once, by their text.
  private var cached: [String: Statement] = [:]

  /// How long a connection waits for another one's lock, in milliseconds.
  private static let busyMilliseconds: Int32 = 5_000

  /// - Parameters:
  ///   - isReadOnly: false: a file that is not there is made.
  ///   - preparation: what to carry out before anything is read.
  init(_ path: String, isReadOnly: Bool, preparation: String) throws(SQLiteError) {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let result = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX, nil)
    guard result == SQLITE_OK else { throw SQLiteError(result, of: handle) }
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    sqlite3_extended_result_codes(handle, 1)
    try execute(sql: preparation)
    // A file that is no database is found now, and not at the first question.
    _ = try Row.fetchOne(self, sql: "SELECT * FROM sqlite_master LIMIT 1")
  }

  deinit { try? close() }

  /// The connection is not to be used after it.
  func close() throws(SQLiteError) {
    cached.removeAll()
    guard let open = handle else { return }
    handle = nil
    let result = sqlite3_close_v2(open)
    guard result == SQLITE_OK else { throw SQLiteError(result, of: nil) }
  }

  // MARK: - Statements

  func statement(_ sql: String) throws(SQLiteError) -> Statement {
    var rest = ""
    guard let statement = try Statement(sql, on: self, rest: &rest) else {
      throw SQLiteError(.error, "there is no statement", sql: sql)
    }
    return statement
  }

  /// Compiled at its first use, and kept.
  package func cachedStatement(sql: String) throws(SQLiteError) -> Statement {
    if let statement = cached[sql] { return statement }
    let statement = try statement(sql)
    cached[sql] = statement
    return statement
  }

  /// Carries out one statement or several; only one that stands alone has arguments.
  package func execute(sql: String, arguments: [any DatabaseConvertible] = []) throws(SQLiteError) {
    var rest = sql
    while !rest.isEmpty {
      guard let statement = try Statement(rest, on: self, rest: &rest) else { continue }
      try statement.execute(arguments: arguments)
    }
  }

  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  // MARK: - Transactions

  enum Transaction: String {
    case deferred = "BEGIN DEFERRED"
    case immediate = "BEGIN IMMEDIATE"
  }

  /// - Throws: what the body throws, after all that it did was taken back; or why it could not be committed.
  func inTransaction<Value>(_ kind: Transaction, _ body: (Database) throws -> Value) throws -> Value {
    try cachedStatement(sql: kind.rawValue).execute()
    do {
      let value = try body(self)
      try cachedStatement(sql: "COMMIT").execute()
      return value
    } catch {
      // Some failures end the transaction by themselves.
      if sqlite3_get_autocommit(handle) == 0 { try? cachedStatement(sql: "ROLLBACK").execute() }
      throw error
    }
  }

  /// Copies all of it to another connection's file.
  func backUp(to other: Database) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw SQLiteError(sqlite3_extended_errcode(other.handle), of: other.handle)
    }
    let stepped = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard stepped == SQLITE_DONE else { throw SQLiteError(stepped, of: other.handle) }
    guard finished == SQLITE_OK else { throw SQLiteError(finished, of: other.handle) }
  }
}
