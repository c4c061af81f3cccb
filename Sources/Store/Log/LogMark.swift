import Glibc

/// What is known to be on the disk, kept beside the tables, `DIRECTORY/tables.db-mark`: how far the log was synced, and
/// a record that was committed by then. A log that was cut where a commit ends, or a file that is not there, says
/// nothing of itself. That the mark is there means that the tables were begun; it is made after their first commit.
///
///     0  "baizelog"   8  salts   16  frames   24  table  32  sequence   40  checksum   48
///
/// It is shorter than a sector, which a disk writes whole: power that is lost leaves the old one or the new.
struct LogMark: Equatable, Sendable {
  static let suffix = "-mark"
  static let byteCount = 48

  /// Of the log that is meant; another one was begun when all of this was in the file.
  var salts: UInt64 = 0
  /// Synced at least; 0: nothing is expected of the log.
  var frames = 0
  /// The number of a table, and of a record of it that is there, or a later one; 0 for none.
  var table: Int64 = 0
  var sequence: UInt64 = 0

  private static let name = Array("baizelog".utf8)

  init() {}

  /// - Returns: nil where they are not as they were written, and so say nothing.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, Array(bytes[..<8]) == Self.name,
      Self.checksum(bytes[..<40]) == Array(bytes[40...])
    else { return nil }
    func number(_ offset: Int) -> UInt64 { bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    guard let frames = Int(exactly: number(16)) else { return nil }
    self.frames = frames
    salts = number(8)
    table = Int64(bitPattern: number(24))
    sequence = number(32)
  }

  mutating func forgetRecord() { (table, sequence) = (0, 0) }

  var bytes: [UInt8] {
    var bytes = Self.name
    for number in [salts, UInt64(frames), UInt64(bitPattern: table), sequence] {
      bytes += withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    return bytes + Self.checksum(bytes[...])
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let sum = bytes.withUnsafeBytes { LogChecksum().adding($0, isBigEndian: true) }
    return withUnsafeBytes(of: (sum.first.bigEndian, sum.second.bigEndian)) { Array($0) }
  }
}

/// The mark's file. Promise: what `write` returned from is on the disk, its name included.
struct LogMarkFile: Sendable {
  let path: String

  /// - Parameter tables: the database file that it lies beside.
  init(beside tables: String) { path = tables + LogMark.suffix }

  var isThere: Bool { access(path, F_OK) == 0 }

  /// nil where there is no mark, or one that cannot be read.
  func read() -> LogMark? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: LogMark.byteCount)
    return pread(file, &bytes, bytes.count, 0) == bytes.count ? LogMark(bytes) : nil
  }

  func write(_ mark: LogMark) throws(BlobFolder.Fault) {
    let isNew = !isThere
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BlobFolder.Fault("open") }
    defer { close(file) }
    let bytes = mark.bytes
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { throw BlobFolder.Fault("write") }
    guard fdatasync(file) == 0 else { throw BlobFolder.Fault("fsync") }
    if isNew { try sync() }
  }

  /// Nothing is known any more.
  func remove() { unlink(path) }

  private func sync() throws(BlobFolder.Fault) {
    guard let slash = path.lastIndex(of: "/") else { return try BlobFolder.sync(folder: ".") }
    try BlobFolder.sync(folder: slash == path.startIndex ? "/" : String(path[..<slash]))
  }
}
