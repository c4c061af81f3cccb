import CSQLite
import Glibc
import SQLite
import Synchronization

/// Where SQLite's log ends, as far as it was committed.
struct LogEnd: Equatable, Sendable {
  let salts: UInt64
  let frames: Int
  /// From which the next frame goes on.
  let checksum: LogChecksum
}

/// Counts the frames of the log after each commit of one connection, as SQLite tells them.
final class LogFrames: Sendable {
  private let frames = Atomic<Int>(0)

  var count: Int { frames.load(ordering: .relaxed) }

  /// - Parameter found: how many there are before the first commit.
  init(_ found: Int) { frames.store(found, ordering: .relaxed) }

  /// From now on, as long as both live. SQLite has one place for this, which its own checkpoints would take.
  func watch(_ db: Database) {
    sqlite3_wal_hook(
      db.handle,
      { counter, _, _, frames in
        guard let counter else { return SQLITE_OK }
        Unmanaged<LogFrames>.fromOpaque(counter).takeUnretainedValue()
          .frames.store(Int(frames), ordering: .relaxed)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension LogFile {
  /// What lies before and at a frame.
  ///
  /// - Parameter frames: 0: the header alone.
  /// - Returns: nil where there is no log, or no commit of it ends there.
  func end(after frames: Int) throws(BlobFolder.Fault) -> LogEnd? {
    guard let file = try opened() else { return nil }
    defer { close(file) }
    guard let header = try Self.header(of: file) else { return nil }
    guard frames > 0 else { return LogEnd(salts: header.salts, frames: 0, checksum: header.checksum) }
    let head = try Self.bytes(of: file, at: header.offset(ofFrame: frames), countMax: LogFrame.headBytes)
    guard head.count == LogFrame.headBytes else { return nil }
    return head.withUnsafeBytes { bytes in
      let frame = LogFrame(bytes: bytes)
      guard frame.salts == header.salts, frame.filePages > 0 else { return nil }
      return LogEnd(salts: header.salts, frames: frames, checksum: frame.checksum)
    }
  }

  /// How many whole commits lie behind an end; nil where it is not an end of this log.
  func commits(behind end: LogEnd) throws(BlobFolder.Fault) -> Int? {
    guard let file = try opened() else { return nil }
    defer { close(file) }
    guard let header = try Self.header(of: file), header.salts == end.salts else { return nil }
    var (sum, number, count) = (end.checksum, end.frames + 1, 0)
    while true {
      let bytes = try Self.bytes(of: file, at: header.offset(ofFrame: number), countMax: header.frameBytes)
      guard bytes.count == header.frameBytes else { return count }
      let isWhole = bytes.withUnsafeBytes { bytes in
        let frame = LogFrame(bytes: bytes)
        guard frame.page > 0, frame.salts == header.salts else { return false }
        sum = frame.checksum(after: sum, isBigEndian: header.isBigEndian)
        guard sum == frame.checksum else { return false }
        if frame.filePages > 0 { count += 1 }
        return true
      }
      guard isWhole else { return count }
      number += 1
    }
  }

  /// Whether anything lies behind an end.
  func goesBeyond(_ end: LogEnd) throws(BlobFolder.Fault) -> Bool {
    guard let file = try opened() else { return false }
    defer { close(file) }
    guard let header = try Self.header(of: file) else { return false }
    var status = stat()
    return fstat(file, &status) == 0 && Int(status.st_size) > header.offset(ofFrame: end.frames + 1)
  }

  /// The log ends there, on the disk too. Of frames behind the end SQLite knows nothing.
  ///
  /// - Parameter again: a sync has failed. What it should have kept counts as written then, and no later one would.
  func cut(to end: LogEnd, again: Bool = false) throws(BlobFolder.Fault) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw BlobFolder.Fault("open") }
    defer { close(file) }
    guard let header = try Self.header(of: file), header.salts == end.salts else { return }
    let size = header.offset(ofFrame: end.frames + 1)
    if again { _ = ftruncate(file, off_t(size + header.frameBytes)) }
    guard ftruncate(file, off_t(size)) == 0 else { throw BlobFolder.Fault("ftruncate") }
    guard fdatasync(file) == 0 else { throw BlobFolder.Fault("fsync") }
  }

  /// What lies in it is on the disk: of a commit that was being synced when its server died, nobody knows.
  func sync() throws(BlobFolder.Fault) {
    guard let file = try opened() else { return }
    defer { close(file) }
    guard fdatasync(file) == 0 else { throw BlobFolder.Fault("fsync") }
  }
}
