import CLinux
import Glibc

/// A listening TCP socket. Each loop opens its own on the same address (`SO_REUSEPORT`), so the kernel
/// spreads new connections over the loops and none ever moves.
package struct Listener: ~Copyable {
  private let descriptor: Descriptor
  /// The port that is really bound, also when 0 was asked for.
  package let port: UInt16

  package var raw: Int32 { descriptor.raw }

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
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(raw, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if sharing { setsockopt(raw, SOL_SOCKET, SO_REUSEPORT, &on, size) }
    guard bind(raw, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else { throw Errno("bind") }
    guard listen(raw, 1024) == 0 else { throw Errno("listen") }
    self.port = Self.boundPort(of: raw)
    self.descriptor = descriptor
  }

  package enum Accepted: ~Copyable {
    case socket(Socket)
    case wouldBlock
    /// Nothing can be accepted now, for want of descriptors most often; the peer stays in the backlog.
    case failed(Errno)
  }

  /// The next connection of the backlog.
  package borrowing func accept() -> Accepted {
    while true {
      let raw = clinux_accept(descriptor.raw)
      if raw >= 0 {
        let socket = Socket(Descriptor(owning: raw))
        socket.sendWithoutDelay()
        return .socket(socket)
      }
      let error = Errno("accept")
      switch error.code {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      default: return .failed(error)
      }
    }
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
