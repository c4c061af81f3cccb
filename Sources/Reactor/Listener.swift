import CLinux
import Glibc

/// A listening socket. Each loop opens its own on the same port (`SO_REUSEPORT`), so the kernel spreads new
/// connections over the loops and none ever moves; a Unix socket is one, and each loop has a descriptor of it.
package struct Listener: ~Copyable {
  private let descriptor: Descriptor
  /// The port that is really bound, also when 0 was asked for; 0 for a Unix socket.
  package let port: UInt16

  package var raw: Int32 { descriptor.raw }

  /// What a loop's poller has to be asked for.
  package var interest: Poller.Interest { isShared ? [.readable, .exclusive] : .readable }
  /// The loops have descriptors of one socket, not sockets of their own.
  private let isShared: Bool

  /// What was sent and not acknowledged for so long ends a connection, and so does a peer that keeps its window
  /// closed: a host that lost its power says no goodbye.
  private static let unansweredMillisecondsMax: Int32 = 65_000
  /// Where nothing is sent the kernel asks after so long whether anybody is still there, and then this often.
  private static let quietSecondsMax: Int32 = 60
  private static let askingSeconds: Int32 = 15
  private static let backlogMax: Int32 = 1024

  /// Binds and listens on a numeric address ("127.0.0.1", "::1", "0.0.0.0") or a name.
  ///
  /// - Parameter sharing: with other listeners of this process (`SO_REUSEPORT`). The first bind of a server
  ///   is made without it, as a probe: otherwise a port that another Baize holds would be taken silently as
  ///   well.
  /// - Throws: `Errno` of socket, bind or listen.
  package init(host: String, port: UInt16, sharing: Bool) throws(Errno) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let address = list else {
      throw Errno("getaddrinfo", code: EADDRNOTAVAIL)
    }
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
    isShared = false
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
    isShared = true
    self.descriptor = descriptor
  }

  private init(_ descriptor: consuming Descriptor, port: UInt16) {
    self.descriptor = descriptor
    self.port = port
    isShared = true
  }

  /// The same socket for another loop.
  package borrowing func another() throws(Errno) -> Listener {
    let raw = fcntl(descriptor.raw, F_DUPFD_CLOEXEC, 0)
    guard raw >= 0 else { throw Errno("fcntl") }
    return Listener(Descriptor(owning: raw), port: port)
  }

  package enum Accepted: ~Copyable {
    case socket(Socket, from: Peer)
    case wouldBlock
    /// Nothing can be accepted now, for want of descriptors most often; the peer stays in the backlog.
    case failed(Errno)
  }

  /// The next connection of the backlog.
  package borrowing func accept() -> Accepted {
    var address = sockaddr_storage()
    while true {
      let raw = clinux_accept(descriptor.raw, &address, UInt32(MemoryLayout<sockaddr_storage>.size))
      if raw >= 0 { return .socket(Socket(Descriptor(owning: raw)), from: Self.peer(&address)) }
      let error = Errno("accept")
      switch error.code {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      default: return .failed(error)
      }
    }
  }

  /// Nobody new can connect from now on, through whichever descriptor of the socket; who waits unaccepted is reset.
  package borrowing func end() {
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
    set(SOL_SOCKET, SO_KEEPALIVE, 1, on: raw)
    set(tcp, TCP_KEEPIDLE, quietSecondsMax, on: raw)
    set(tcp, TCP_KEEPINTVL, askingSeconds, on: raw)
  }

  private static func set(_ level: Int32, _ option: Int32, _ value: Int32, on raw: Int32) {
    var value = value
    setsockopt(raw, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
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
