import CLinux
import Glibc

/// A connected, non-blocking stream socket. "Would block" is a value, not an error.
package struct Socket: ~Copyable {
  private let descriptor: Descriptor

  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  package var raw: Int32 { descriptor.raw }

  package enum Received: Equatable {
    case bytes(Int)
    case wouldBlock
    /// The peer has finished sending, or the connection is broken.
    case ended
  }

  /// Reads what is there, at most `buffer.count` bytes.
  package borrowing func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received {
    while true {
      let count = clinux_receive(descriptor.raw, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      switch Int32(-count) {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .ended
      }
    }
  }

  package enum Sent: Equatable {
    /// How many bytes the kernel took; fewer than offered means that it is full.
    case bytes(Int)
    case ended
  }

  /// Offers bytes to the kernel once; never raises SIGPIPE.
  package borrowing func send(_ bytes: UnsafeRawBufferPointer) -> Sent {
    while true {
      let count = clinux_send(descriptor.raw, bytes.baseAddress, bytes.count)
      if count >= 0 { return .bytes(count) }
      switch Int32(-count) {
      case EINTR: continue
      case EAGAIN: return .bytes(0)
      default: return .ended
      }
    }
  }

  /// Tells the peer that nothing more will come, so that it reads to the end before the descriptor closes.
  package borrowing func finishSending() {
    _ = Glibc.shutdown(descriptor.raw, Int32(SHUT_WR))
  }

  /// The kernel takes more only while less than so many bytes wait unsent: what is behind them may still change.
  ///
  /// - Parameter bytes: nil for as many as it likes.
  package borrowing func limitUnsent(bytes: Int?) {
    // To the kernel zero is no limit of the socket's own (`tcp_notsent_lowat` in its ip-sysctl).
    clinux_limit_unsent(descriptor.raw, Int32(bytes ?? 0))
  }

  /// The peer at the other end; nil when it is gone already.
  package var peer: Peer? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor.raw, $0, &length) }
    }
    return found == 0 ? Listener.peer(&address) : nil
  }

  /// Small messages leave at once instead of waiting for a full segment.
  package borrowing func sendWithoutDelay() {
    var on: Int32 = 1
    setsockopt(descriptor.raw, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}

extension Socket {
  /// Connects to a numeric or named host; blocks while it connects (for clients, before their loop runs).
  ///
  /// - Parameter patienceSeconds: how long each address of the host may take to answer.
  /// - Throws: the `Errno` of the last address tried, or of a host that is not known.
  package static func connect(host: String, port: UInt16, patienceSeconds: Int = 10) throws(Errno) -> Socket {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let found = getaddrinfo(host, String(port), &hints, &list)
    guard found == 0, let first = list else { throw .unknownHost(found) }
    defer { freeaddrinfo(first) }
    var failure = Errno("connect", code: ENOENT)
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let address = next {
      next = address.pointee.ai_next
      let raw = Glibc.socket(
        address.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard raw >= 0 else {
        failure = Errno("socket")
        continue
      }
      let descriptor = Descriptor(owning: raw)
      // Linux: the time to send is also the time to connect, which then ends with EINPROGRESS.
      var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
      setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      if Glibc.connect(raw, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 {
        _ = fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK)
        let socket = Socket(descriptor)
        socket.sendWithoutDelay()
        return socket
      }
      failure = Errno("connect")
    }
    throw failure
  }
}
