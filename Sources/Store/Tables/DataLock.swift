import Glibc

/// One server's claim to a data directory: a lock on the file `lock` in it, which also names the process, for people.
/// Promise: at most one holds it, and the kernel takes it from a process that ends, however that ends.
package final class DataLock: Sendable {
  package enum Refusal: Error, Equatable, CustomStringConvertible {
    /// Somebody else has it; their process, where it can be told.
    case held(by: Int32?)
    /// There can be no lock there.
    case impossible(String)

    package var description: String {
      switch self {
      case .held(let process?): "held by process \(process)"
      case .held(nil): "held by another process"
      case .impossible(let why): why
      }
    }
  }

  private let file: Int32

  private static let retryMicroseconds: UInt32 = 5_000

  /// - Parameter milliseconds: how long to wait for somebody who lets go of it; 0 tries once.
  package init(directory: String, waiting milliseconds: Int = 0) throws(Refusal) {
    file = try Self.claim(
      directory + "/lock", triesMax: 1 + milliseconds * 1000 / Int(Self.retryMicroseconds))
    // The name is for people alone; a full disk is no reason to refuse.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(file, 0) == 0 { _ = pwrite(file, text, text.count, 0) }
  }

  /// Closing gives the lock back; the file stays, for a lock on a file that is gone would be nobody's.
  deinit { close(file) }

  private static func claim(_ path: String, triesMax: Int) throws(Refusal) -> Int32 {
    let file = try open(path)
    var triesLeft = triesMax
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      triesLeft -= 1
      guard code == EWOULDBLOCK, triesLeft > 0 else {
        defer { close(file) }
        throw code == EWOULDBLOCK ? .held(by: holder(file)) : impossible("flock", code)
      }
      usleep(retryMicroseconds)
    }
    return file
  }

  private static func open(_ path: String) throws(Refusal) -> Int32 {
    var file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // What cannot be written can be locked all the same.
    if file < 0, [EROFS, EACCES].contains(errno) {
      file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    }
    guard file >= 0 else { throw impossible("open", errno) }
    return file
  }

  private static func impossible(_ call: String, _ code: Int32) -> Refusal {
    .impossible("\(call): \(String(cString: strerror(code)))")
  }

  /// The process that the file names.
  private static func holder(_ file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0, count < bytes.count else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    guard text.hasSuffix("\n"), let process = Int32(text.dropLast()), process > 0 else { return nil }
    return process
  }
}
