import CLinux
import Glibc

/// A talk between two programs of this machine, a line at a time by turns, with descriptors beside a line.
/// Promise: nobody waits for longer than they say, and no line is longer than `lineBytesMax`.
package final class LocalLine: Sendable {
  private let descriptor: Descriptor

  package static let lineBytesMax = 512
  /// As many descriptors as may go with one line.
  package static let passedMax = Int(CLINUX_PASSED_MAX)

  /// The process at the other end, as the kernel knows it.
  package struct Peer: Hashable, Sendable {
    package let process: Int32
    package let user: UInt32
  }

  /// Descriptors that came with a line. Whatever is not taken is closed.
  package final class Passed {
    private var raw: [Int32]

    fileprivate init(_ raw: [Int32]) { self.raw = raw }
    deinit { for each in raw { close(each) } }

    package var count: Int { raw.count }

    /// They are the caller's now.
    package func take() -> [Int32] {
      defer { raw = [] }
      return raw
    }
  }

  /// Connects to the process that listens at the path.
  package init(calling path: String) throws(Errno) {
    var address = try SocketFile.address(of: path)
    let raw = clinux_stream_socket(AF_UNIX)
    guard raw >= 0 else { throw Errno("socket") }
    descriptor = Descriptor(owning: raw)
    if let error = withSocketAddress(&address, { connect(raw, $0, $1) == 0 ? nil : Errno("connect") }) {
      throw error
    }
  }

  /// Accepts the next caller; nil when nobody called, or the call cannot be accepted.
  package init?(answering listener: Listener) {
    let raw = clinux_accept(listener.raw, nil, 0)
    guard raw >= 0 else { return nil }
    descriptor = Descriptor(owning: raw)
  }

  /// - Throws: `Errno` where it is no Unix socket.
  package func peer() throws(Errno) -> Peer {
    var process: Int32 = 0
    var user: UInt32 = 0
    guard clinux_peer(descriptor.raw, &process, &user) == 0 else { throw Errno("getsockopt") }
    return Peer(process: process, user: user)
  }

  /// Sends a line. It never waits for the peer to read: a line fits into the kernel's buffer.
  package func say(_ text: String, passing passed: [Int32] = []) throws(Errno) {
    let bytes = Array((text + "\n").utf8)
    precondition(bytes.count <= Self.lineBytesMax && passed.count <= Self.passedMax, "a line is short")
    let sent = bytes.withUnsafeBytes { bytes in
      clinux_send_passing(descriptor.raw, bytes.baseAddress, bytes.count, passed, Int32(passed.count))
    }
    guard sent == bytes.count else { throw Errno("sendmsg", code: sent < 0 ? -sent : EAGAIN) }
  }

  /// The next line, without its end, and what came with it; nil when none came in time, the peer is gone, or says
  /// what is no line.
  package func hear(within milliseconds: Int64) -> (text: String, passed: Passed)? {
    let end = Instant.now() + milliseconds
    var bytes: [UInt8] = []
    var raw: [Int32] = []
    while true {
      if bytes.last == UInt8(ascii: "\n") { break }
      guard bytes.count < Self.lineBytesMax, waitToHear(until: end) else {
        _ = Passed(raw)
        return nil
      }
      let (part, passed) = receive(bytesMax: Self.lineBytesMax - bytes.count)
      raw += passed
      guard let part, !part.isEmpty else {
        _ = Passed(raw)
        return nil
      }
      bytes += part
    }
    let passed = Passed(raw)
    // One line is said at a time, so nothing follows its end.
    guard let text = String(validating: bytes.dropLast(), as: UTF8.self), !text.contains("\n") else {
      return nil
    }
    return (text, passed)
  }

  /// Ends the talk: a call of `hear` that waits returns, and the peer gets nothing more.
  package func end() {
    _ = shutdown(descriptor.raw, Int32(SHUT_RDWR))
  }

  private func waitToHear(until end: Instant) -> Bool {
    while true {
      let left = end - Instant.now()
      guard left > 0 else { return false }
      var poll = pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0)
      let count = Glibc.poll(&poll, 1, Int32(clamping: left))
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
  }

  /// nil when there is nothing, or nobody.
  private func receive(bytesMax: Int) -> ([UInt8]?, passed: [Int32]) {
    var bytes = [UInt8](repeating: 0, count: bytesMax)
    var raw = [Int32](repeating: -1, count: Self.passedMax)
    var passed: Int32 = 0
    let count = bytes.withUnsafeMutableBytes {
      clinux_receive_passed(descriptor.raw, $0.baseAddress, $0.count, &raw, &passed)
    }
    return (count > 0 ? Array(bytes[..<Int(count)]) : nil, Array(raw[..<Int(passed)]))
  }
}
