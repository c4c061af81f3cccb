import CSQLite

/// The bytes of a connection's file, beneath its pages: for looking at what no statement shows any more.
///
/// Through SQLite's own handle. A file that this process opened beside it would take SQLite's locks away when it is
/// closed (POSIX).
package struct DatabaseFile {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  package init(of db: Database) throws(SQLiteError) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let result = sqlite3_file_control(db.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard result == SQLITE_OK, let file, let methods = file.pointee.pMethods else {
      throw SQLiteError(result, of: db.handle)
    }
    (self.file, self.methods) = (file, methods.pointee)
  }

  package func byteCount() throws(SQLiteError) -> Int {
    var size: sqlite3_int64 = 0
    try check(methods.xFileSize?(file, &size))
    return Int(size)
  }

  /// Reads as many bytes as the buffer takes. Where the file ends before, zeros stand for the rest.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SQLiteError) {
    let result = methods.xRead?(file, buffer.baseAddress, Int32(buffer.count), sqlite3_int64(offset))
    if result != Self.shortRead { try check(result) }
  }

  /// - Precondition: nobody else writes, the log beside the file is empty, and no page of the connection is cached.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteError) {
    try check(methods.xWrite?(file, bytes.baseAddress, Int32(bytes.count), sqlite3_int64(offset)))
  }

  package func sync() throws(SQLiteError) { try check(methods.xSync?(file, SQLITE_SYNC_NORMAL)) }

  /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift does not see.
  private static let shortRead = SQLITE_IOERR | 2 << 8

  private func check(_ result: Int32?) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw SQLiteError(result ?? SQLITE_ERROR, of: nil) }
  }
}
