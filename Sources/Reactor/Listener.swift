import CLinux
import Glibc

/// A listening socket; it closes when nobody holds it any more. Several may share a port (`SO_REUSEPORT`), so that the
/// kernel spreads new connections over them; and several loops may accept from one.
package final class Listener: Sendable {
  private let descriptor: Descriptor
  /// The port that is really bound, also when 0 was asked for; 0 for a Unix socket.
  package let port: UInt16

  package var raw: Int32 { descriptor.raw }

  /// A connection ends when sent bytes stay unacknowledged for so long, or the peer keeps its window closed: a host
  /// that lost its power says no goodbye.
  private static let unansweredMillisecondsMax: Int32 = 65_000
  /// Where nothing is sent the kernel asks after so long whether anybody is still there, and then this often.
  private static let quietSecondsMax: Int32 = 60
  private static let askingSeconds: Int32 = 15
  private static let backlogMax: Int32 = 1024
  /// The kernel's receive buffer for each connection. By itself it grows to megabytes, and each small read lets the
  /// kernel take in as much again at once.
  private static let unreadBytesMax: Int32 = 256 * 1024

  /// Binds and listens on a numeric address ("127.0.0.1", "::1", "0.0.0.0") or a name.
  ///
  /// - Parameter sharing: with other listeners of this process (`SO_REUSEPORT`). The first bind of a server
  ///   is made without it, as a probe: otherwise a port that another Baize holds would be taken silently as
  ///   well.
  /// - Throws: `Errno` of socket, bind or listen, or of a host that is not known.
  package init(host: String, port: UInt16, sharing: Bool) throws(Errno) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let found = getaddrinfo(host, String(port), &hints, &list)
    guard found == 0, let address = list else { throw .unknownHost(found) }
    defer { freeaddrinfo(address) }
    let raw = clinux_stream_socket(address.pointee.ai_family)
    guard raw >= 0 else { throw Errno("socket") }
    let descriptor = Descriptor(owning: raw)
    Self.set(SOL_SOCKET, SO_REUSEADDR, 1, on: raw)
    if sharing { Self.set(SOL_SOCKET, SO_REUSEPORT, 1, on: raw) }
    Self.setWhatIsInherited(on: raw)
    guard bind(raw, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else { throw Errno("bind") }
    guard listen(raw, Self.backlogMax) == 0 else { throw Errno("listen") }
    self.port = Self.boundPort(of: raw)
    self.descriptor = descriptor
  }

  /// Binds and listens on a Unix socket. A file that outlived its program is replaced.
  ///
  /// - Parameter mode: who may connect, as the file's permissions say: 0o660.
  /// - Throws: `Errno`; EADDRINUSE when somebody answers there, ENOTSOCK when the path is something else.
  package init(path: String, mode: UInt32) throws(Errno) {
    var address = try SocketFile.address(of: path)
    let raw = clinux_stream_socket(AF_UNIX)
    guard raw >= 0 else { throw Errno("socket") }
    let descriptor = Descriptor(owning: raw)
    // The file is made with no more than its owner's permissions; at no time may others connect who must not.
    fchmod(raw, mode & 0o600)
    if let error = Self.name(raw, &address) {
      guard error.isAddressInUse else { throw error }
      try SocketFile.removeStale(at: path, &address)
      if let error = Self.name(raw, &address) { throw error }
    }
    guard listen(raw, Self.backlogMax) == 0 else { throw Errno("listen") }
    guard chmod(path, mode) == 0 else { throw Errno("chmod") }
    port = 0
    self.descriptor = descriptor
  }

  /// Takes over a socket at which somebody else listens already; it is ours from now on, also to close.
  ///
  /// - Throws: `Errno`; EINVAL where it is no stream socket that listens, or neither of IP nor a Unix socket.
  package init(inheriting raw: Int32) throws(Errno) {
    let descriptor = Descriptor(owning: raw)
    let family = try Self.option(SOL_SOCKET, SO_DOMAIN, of: raw)
    guard try Self.option(SOL_SOCKET, SO_TYPE, of: raw) == Int32(SOCK_STREAM.rawValue),
      try Self.option(SOL_SOCKET, SO_ACCEPTCONN, of: raw) == 1,
      [AF_INET, AF_INET6, AF_UNIX].contains(family)
    else { throw Errno("listen", code: EINVAL) }
    guard fcntl(raw, F_SETFD, FD_CLOEXEC) == 0, fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK) == 0
    else { throw Errno("fcntl") }
    if family != AF_UNIX { Self.setWhatIsInherited(on: raw) }
    port = family == AF_UNIX ? 0 : Self.boundPort(of: raw)
    self.descriptor = descriptor
  }

  /// Where it listens.
  package enum Place: Hashable, Sendable {
    case host(IPAddress, port: UInt16)
    /// A path, or `@` and a name that is no file's; empty for a socket without any.
    case unix(String)
  }

  package var place: Place {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(raw, $0, &length) }
    }
    if case .host(let address) = Self.peer(&storage) { return .host(address, port: port) }
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    return withUnsafeBytes(of: &storage) { bytes in
      let name = bytes[start..<max(start, Int(length))]
      guard name.first == 0 else { return .unix(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)) }
      return .unix("@" + String(decoding: name.dropFirst(), as: UTF8.self))
    }
  }

  package enum Accepted: ~Copyable {
    case socket(Socket, from: Peer)
    case wouldBlock
    /// It has ended, perhaps by another loop that accepts from it too; a Unix socket would block instead.
    case ended
    /// Nothing can be accepted now, for want of descriptors most often; the peer stays in the backlog.
    case failed(Errno)
  }

  /// The next connection of the backlog.
  package func accept() -> Accepted {
    var address = sockaddr_storage()
    while true {
      let raw = clinux_accept(descriptor.raw, &address, UInt32(MemoryLayout<sockaddr_storage>.size))
      if raw >= 0 { return .socket(Socket(Descriptor(owning: raw)), from: Self.peer(&address)) }
      let error = Errno("accept")
      switch error.code {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      // It is a socket that listened, so there is no other reason.
      case EINVAL: return .ended
      default: return .failed(error)
      }
    }
  }

  /// Blocks the calling thread until somebody connects, or the listener has ended.
  package func waitForSomebody() {
    var poll = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
    while Glibc.poll(&poll, 1, -1) < 0, errno == EINTR {}
  }

  /// Nobody new can connect from now on, through whichever descriptor of the socket; who waits unaccepted is reset.
  package func end() {
    _ = shutdown(descriptor.raw, Int32(SHUT_RDWR))
  }

  static func peer(_ address: inout sockaddr_storage) -> Peer {
    let family = Int32(address.ss_family)
    return withUnsafeBytes(of: &address) { bytes in
      switch family {
      case AF_INET: .host(IPAddress(bytes.loadUnaligned(as: sockaddr_in.self).sin_addr))
      case AF_INET6: .host(IPAddress(bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr))
      default: .unix
      }
    }
  }

  /// Linux gives each connection what its listener was set to, so that this costs nothing when one is accepted.
  private static func setWhatIsInherited(on raw: Int32) {
    let tcp = Int32(IPPROTO_TCP)
    set(tcp, TCP_NODELAY, 1, on: raw)  // small messages leave at once
    set(tcp, TCP_USER_TIMEOUT, unansweredMillisecondsMax, on: raw)
    set(SOL_SOCKET, SO_RCVBUF, unreadBytesMax / 2, on: raw)  // the kernel doubles it
    set(SOL_SOCKET, SO_KEEPALIVE, 1, on: raw)
    set(tcp, TCP_KEEPIDLE, quietSecondsMax, on: raw)
    set(tcp, TCP_KEEPINTVL, askingSeconds, on: raw)
  }

  private static func set(_ level: Int32, _ option: Int32, _ value: Int32, on raw: Int32) {
    var value = value
    setsockopt(raw, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func option(_ level: Int32, _ option: Int32, of raw: Int32) throws(Errno) -> Int32 {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(raw, level, option, &value, &length) == 0 else { throw Errno("getsockopt") }
    return value
  }

  /// nil when it was bound.
  private static func name(_ raw: Int32, _ address: inout sockaddr_un) -> Errno? {
    withSocketAddress(&address) { bind(raw, $0, $1) == 0 ? nil : Errno("bind") }
  }

  private static func boundPort(of raw: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(raw, $0, &length) }
      // The port stands at the same place in sockaddr_in and sockaddr_in6.
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }
}
