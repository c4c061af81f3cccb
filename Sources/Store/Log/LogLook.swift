import Glibc
import SQLite

/// Looks at a directory's tables and their log before SQLite opens them. SQLite would take back what lies behind a
/// broken frame, throw the log away, or begin anew, all without a word. Promise: nothing is changed.
struct LogLook: Sendable {
  /// nil where there is no log, or an empty one.
  let scan: LogScan?
  /// What was lost, in words; nil where all is well. Commits that were never acknowledged are not mentioned.
  let damage: String?

  /// - Parameter path: the database file.
  /// - Throws: `StorageFault.corrupt` where there is no file to be read, and there was one; `.disk` where the log
  ///   cannot be read.
  init(_ path: String) throws(StorageFault) {
    try Self.checkFile(path)
    var (scan, damage): (LogScan?, String?) = (nil, nil)
    for _ in 0..<Self.triesMax {
      // Before the log, which may grow meanwhile.
      let mark = LogMarkFile(beside: path).read()
      do throws(BlobFolder.Fault) {
        scan = try LogFile(beside: path).scan()
      } catch {
        throw .disk("\(Self.log): \(error)")
      }
      damage = scan?.damage.map(Self.words) ?? mark.flatMap { Self.lacks($0, scan, path) }
      // The writer may have deleted the table that the mark names; then the mark has changed, and we look again.
      if damage == nil || LogMarkFile(beside: path).read() == mark { break }
    }
    self.scan = scan
    self.damage = damage
  }

  /// Looks at the log of tables that have to be there.
  ///
  /// - Throws: `TableDatabase.Unusable` where there is no such directory, or no tables in it; else as `init` does.
  static func atTables(in directory: String) throws -> LogLook {
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw TableDatabase.Unusable(description: "there is no directory \(directory)")
    }
    let path = directory + "/" + TableDatabase.fileName
    let look = try LogLook(path)
    guard access(path, F_OK) == 0 else {
      throw TableDatabase.Unusable(description: "there are no tables in \(directory)")
    }
    return look
  }

  private static let triesMax = 5
  private static let file = TableDatabase.fileName
  private static let log = file + LogFile.suffix
  private static let mark = file + LogMark.suffix

  private static func words(_ damage: LogScan.Damage) -> String {
    switch damage {
    case .header: "the header of \(log) is not as it was written, and commits lie behind it"
    case .frame(let number):
      "frame \(number) of \(log) is not as it was written, and later commits lie behind it"
    }
  }

  // MARK: - A file that was there

  private static func checkFile(_ path: String) throws(StorageFault) {
    try TableDatabase.checkLog(of: path)
    guard TableDatabase.bytes(of: path) == 0 else { return }
    let begun =
      LogMarkFile(beside: path).isThere ? mark : hasBlobs(beside: path) ? "blobs" : nil
    guard let begun else { return }
    throw .corrupt(
      "\(file) is missing or empty, although \(begun), which is created after it, exists; to start over, empty the "
        + "directory")
  }

  /// Nobody brings a blob before the tables were begun; the folders are made earlier.
  private static func hasBlobs(beside path: String) -> Bool {
    let blobs = (path.hasSuffix(file) ? String(path.dropLast(file.utf8.count)) : path + "/../") + "blobs"
    var has = false
    func look(_ folder: String, _ body: (String) -> Void) { try? BlobFolder.forEachName(in: folder, body) }
    look(blobs) { name in
      guard !has, name.utf8.count == 2 else { return }
      look("\(blobs)/\(name)") { _ in has = true }
    }
    return has
  }

  // MARK: - What the mark calls for

  /// What is not there of what a mark says, in words.
  private static func lacks(_ mark: LogMark, _ scan: LogScan?, _ path: String) -> String? {
    if let scan, mark.frames > 0, scan.header.salts == mark.salts {
      guard scan.end < mark.frames else { return nil }
      return "\(log) can be read up to frame \(scan.end), and was on the disk up to frame \(mark.frames)"
    }
    // All of that log was moved into the file before it was begun anew, or thrown away.
    guard mark.table > 0, isLacking(mark, path) else { return nil }
    return
      "record \(mark.sequence) of table \(mark.table) is neither in \(file) nor in \(log), although "
      + "\(Self.mark) says that it was saved; if you put an older \(file) there on purpose, remove \(Self.mark)"
  }

  private static func isLacking(_ mark: LogMark, _ path: String) -> Bool {
    do {
      let newest = try TableDatabase.openToRead(path).read { db in
        try Int64.fetchOne(
          db, sql: "SELECT max(sequence) FROM records WHERE tableID = ?", arguments: [mark.table])
      }
      return UInt64(bitPattern: newest ?? 0) < mark.sequence
    } catch {
      // Unreadable pages are reported when they are read. A missing SQL table means that the file was replaced.
      return (error as? SQLiteError)?.code == .error
    }
  }
}
