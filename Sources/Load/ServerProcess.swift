import CLinux
import Glibc

/// A server that was started for a measurement. Promise: it ends when its owner does, or when this process does.
package final class ServerProcess {
  package let process: Int32
  package let usage: ProcessUsage
  private let output: Int32
  private let command: String
  private var isReaped = false

  private static let startSecondsMax = 20.0

  /// - Parameters:
  ///   - core: where all of its threads run; nil for anywhere.
  ///   - saysPort: its output is read, else thrown away.
  package init(_ arguments: [String], core: Int?, saysPort: Bool) throws(LoadFailure) {
    command = arguments.joined(separator: " ")
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .system("no pipe for \(command)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    process = clinux_spawn(words, Int32(core ?? -1), saysPort ? ends[1] : nowhere)
    usage = ProcessUsage(process: process)
    output = ends[0]
    close(ends[1])
    close(nowhere)
    guard process > 0 else { throw .notStarted(command, why: String(cString: strerror(errno))) }
  }

  deinit {
    // Read until its end: what it says last must find somebody.
    defer { close(output) }
    guard process > 0, !hasEnded() else { return }
    kill(process, SIGTERM)
    for _ in 0..<150 where !hasEnded() { usleep(10_000) }
    guard !hasEnded() else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Once it has, its number may be another's: it is never asked for or ended again.
  private func hasEnded() -> Bool {
    if !isReaped { isReaped = waitpid(process, nil, WNOHANG) != 0 }
    return isReaped
  }

  /// Our own server says where it listens.
  package func portSaid() throws(LoadFailure) -> UInt16 {
    var said: [UInt8] = []
    let deadline = Nanoseconds.now() + Nanoseconds.of(seconds: Self.startSecondsMax)
    while Nanoseconds.now() < deadline {
      try Interruption.check()
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else { continue }
      var piece = [UInt8](repeating: 0, count: 256)
      let got = read(output, &piece, piece.count)
      guard got > 0 else { break }
      said += piece[..<got]
      if let port = Self.port(in: String(decoding: said, as: UTF8.self)) { return port }
    }
    throw .notStarted(command, why: "it does not say where it listens")
  }

  /// "baize: http://127.0.0.1:41234/" says 41234.
  static func port(in text: String) -> UInt16? {
    guard let start = text.firstRange(of: "http://"), let end = text[start.upperBound...].firstIndex(of: "/")
    else { return nil }
    return text[start.upperBound..<end].split(separator: ":").last.flatMap { UInt16($0) }
  }

  /// Another server is there when it can be connected to.
  package func wait(for target: Target) throws(LoadFailure) {
    let deadline = Nanoseconds.now() + Nanoseconds.of(seconds: Self.startSecondsMax)
    while Nanoseconds.now() < deadline {
      if hasEnded() { throw .notStarted(command, why: "it ended at once") }
      if Self.listens(target) { return }
      try Nanoseconds.sleep(seconds: 0.02)
    }
    throw .notStarted(command, why: "nothing listens at \(target.place)")
  }

  private static func listens(_ target: Target) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    return Fleet.withAddress(target.address, target.port) { Glibc.connect(socket, $0, $1) } == 0
  }

  /// A port that nobody listens at just now.
  package static func freePort() throws(LoadFailure) -> UInt16 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw .system("no socket") }
    defer { close(socket) }
    guard Fleet.withAddress([127, 0, 0, 1], 0, { bind(socket, $0, $1) }) == 0 else {
      throw .system("no free port")
    }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// Which cores the two sides of a measurement run on.
package enum Cores {
  package static var count: Int { Int(clinux_cores()) }

  /// Binds the calling thread, and all that it starts from here on without a core of their own; `count` is 1 then.
  package static func bind(to core: Int) { _ = clinux_pin(Int32(core)) }
}
