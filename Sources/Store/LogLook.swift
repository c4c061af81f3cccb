import Glibc

/// What a directory's tables and their log are, looked at before SQLite opens them: it would take back what lies behind
/// a broken frame, or throw the log away, and tell nobody. Promise: nothing is changed.
struct LogLook: Sendable {
  /// nil where there is no log, or an empty one.
  let scan: LogScan?
  /// What was lost, in words; nil where all is well. Of a commit that nobody was told of nothing is said.
  let damage: String?

  /// - Parameter path: the database file.
  /// - Throws: `StorageFault.corrupt` where SQLite must not be let near it at all; `.disk` where the log cannot be read.
  init(_ path: String) throws(StorageFault) {
    try TableDatabase.checkLog(of: path)
    do throws(BlobFolder.Fault) {
      scan = try LogFile(beside: path).scan()
    } catch {
      throw .disk("\(TableDatabase.fileName)\(LogFile.suffix): \(error)")
    }
    damage = scan?.damage.map(Self.words)
  }

  private static let log = TableDatabase.fileName + LogFile.suffix

  private static func words(_ damage: LogScan.Damage) -> String {
    switch damage {
    case .header: "the header of \(log) is not as it was written, and commits lie behind it"
    case .frame(let number):
      "frame \(number) of \(log) is not as it was written, and later commits lie behind it"
    }
  }
}
