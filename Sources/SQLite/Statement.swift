import CSQLite

/// A compiled statement. It is used for one query at a time: binding it anew ends the query that was being read.
package final class Statement {
  private let handle: OpaquePointer
  /// It outlives its statements.
  private unowned let database: Database

  /// Compiles the first statement of a text.
  ///
  /// - Parameter rest: set to what comes behind it.
  /// - Returns: nil where there is no statement, only space or comments.
  init?(_ sql: String, on database: Database, rest: inout String) throws(SQLiteError) {
    var handle: OpaquePointer?
    var (result, left) = (SQLITE_OK, "")
    sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      result = sqlite3_prepare_v2(database.handle, text, -1, &handle, &tail)
      if let tail { left = String(cString: tail) }
    }
    guard result == SQLITE_OK else { throw SQLiteError(result, of: database.handle, sql: sql) }
    rest = left
    guard let handle else { return nil }
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Begins anew, with other arguments.
  func bind(_ arguments: [any DatabaseConvertible]) throws(SQLiteError) {
    sqlite3_reset(handle)
    precondition(
      arguments.count == Int(sqlite3_bind_parameter_count(handle)), "each place has its argument: \(sql)")
    for (index, argument) in arguments.enumerated() {
      let place = Int32(index + 1)
      let result =
        switch argument.databaseValue {
        case .null: sqlite3_bind_null(handle, place)
        case .integer(let number): sqlite3_bind_int64(handle, place, number)
        case .real(let number): sqlite3_bind_double(handle, place, number)
        case .text(let bytes):
          bytes.withUnsafeBytes {
            let text = $0.assumingMemoryBound(to: CChar.self).baseAddress
            return text == nil
              ? sqlite3_bind_text(handle, place, "", 0, Self.transient)
              : sqlite3_bind_text(handle, place, text, Int32($0.count), Self.transient)
          }
        case .blob(let bytes):
          bytes.withUnsafeBytes {
            $0.isEmpty
              ? sqlite3_bind_zeroblob(handle, place, 0)
              : sqlite3_bind_blob(handle, place, $0.baseAddress, Int32($0.count), Self.transient)
          }
        }
      guard result == SQLITE_OK else { throw SQLiteError(result, of: database.handle, sql: sql) }
    }
  }

  /// Goes on to the next row.
  ///
  /// - Returns: nil behind the last one.
  func step() throws(SQLiteError) -> Row? {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return Row((0..<sqlite3_column_count(handle)).map(value))
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return nil
    case let result:
      let error = SQLiteError(result, of: database.handle, sql: sql)
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs it to its end, whatever rows it gives.
  package func execute(arguments: [any DatabaseConvertible] = []) throws(SQLiteError) {
    try bind(arguments)
    while try step() != nil {}
  }

  /// Ends what is being read from it, so that no transaction waits for that.
  func end() { sqlite3_reset(handle) }

  private var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  private func value(_ column: Int32) -> DatabaseValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: return .text(bytes(column, at: UnsafeRawPointer(sqlite3_column_text(handle, column))))
    case SQLITE_BLOB: return .blob(bytes(column, at: sqlite3_column_blob(handle, column)))
    default: return .null
    }
  }

  private func bytes(_ column: Int32, at start: UnsafeRawPointer?) -> [UInt8] {
    [UInt8](
      UnsafeRawBufferPointer(
        start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
  }
}
