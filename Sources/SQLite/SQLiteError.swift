import CSQLite

/// Why SQLite did not do what it was asked for, and what it was asked.
package struct SQLiteError: Error, CustomStringConvertible {
  /// A result code of SQLite's (https://sqlite.org/rescode.html).
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let error = Code(rawValue: SQLITE_ERROR)
    package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    package static let readOnly = Code(rawValue: SQLITE_READONLY)
    /// Extended ones: numbers of the primary code, with a reason above its eight bits.
    package static let writeFailed = Code(rawValue: SQLITE_IOERR | 3 << 8)
    package static let syncFailed = Code(rawValue: SQLITE_IOERR | 4 << 8)
    package static let folderSyncFailed = Code(rawValue: SQLITE_IOERR | 5 << 8)
  }

  /// With its reason.
  package let extended: Code
  /// As SQLite says it.
  package let message: String
  package let sql: String?

  /// What kind of failure it is.
  package var code: Code { Code(rawValue: extended.rawValue & 0xFF) }

  package init(_ extended: Code, _ message: String, sql: String? = nil) {
    self.extended = extended
    self.message = message
    self.sql = sql
  }

  /// What went wrong last on a connection; nil: it could not even be made.
  init(_ result: Int32, of handle: OpaquePointer?, sql: String? = nil) {
    let message = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)
    self.init(
      Code(rawValue: result), message.map { String(cString: $0) } ?? "SQLite error \(result)", sql: sql)
  }

  package var description: String {
    "\(message) (SQLite error \(extended.rawValue))" + (sql.map { ": \($0)" } ?? "")
  }
}

/// A value is not of the type that was asked for.
package struct Mistyped: Error {
  package init() {}
}
