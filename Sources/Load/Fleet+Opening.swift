import CLinux
import Glibc

/// The opening of a fleet: TCP, then the handshake of RFC 6455, some hundred lines at a time.
extension Fleet {
  private static let atOnce = 128
  private static let patienceSeconds = 15.0
  /// A port number is 16 bits, and the system gives about 28,000 of them to each address of ours.
  private static let linesPerSource = 20_000

  /// The example of RFC 6455 §1.3: a key need not be new for a measurement, but its answer is checked.
  private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  private static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  func open() throws(LoadFailure) {
    try OpenFiles.allow(connections: count)
    let request = Array(self.request.utf8)
    let nobody = Nobody()
    while opened < count {
      let until = min(count, opened + Self.atOnce)
      for index in opened..<until { try connect(index, saying: request) }
      let deadline = Nanoseconds.now() + Nanoseconds.of(seconds: Self.patienceSeconds)
      while opened < until {
        try turn(nobody, waiting: 50_000_000)
        guard Nanoseconds.now() < deadline else { throw .missing(until - opened, "the handshake at \(path)") }
      }
      // Lines that say a greeting are answered before the next are opened: people do not arrive all at once.
      while style.greeting != nil, try turn(nobody, waiting: 2_000_000) > 0 {}
    }
    guard style.isDeaf else { return }
    for index in 0..<count { _ = epoll_ctl(epoll, EPOLL_CTL_DEL, lines[index].socket, nil) }
  }

  private var request: String {
    var lines = [
      "GET \(path) HTTP/1.1", "Host: \(target.place)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(Self.key)",
    ]
    if let name = style.subprotocol { lines.append("Sec-WebSocket-Protocol: \(name)") }
    if style.offersDeflate {
      let terms = style.wantsNoContext ? "; server_no_context_takeover" : "; client_max_window_bits"
      lines.append("Sec-WebSocket-Extensions: permessage-deflate\(terms)")
    }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  private func connect(_ index: Int, saying request: [UInt8]) throws(LoadFailure) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw .system("no more sockets: \(String(cString: strerror(errno)))") }
    lines[index].socket = socket
    if target.address[0] == 127, firstSource + index >= Self.linesPerSource {
      bindSource(socket, firstSource + index)
    }
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    let result = Self.withAddress(target.address, target.port) { Glibc.connect(socket, $0, $1) }
    guard result == 0 else { throw .unreachable(target.place, why: String(cString: strerror(errno))) }
    register(index, EPOLL_CTL_ADD, CLINUX_EPOLLIN)
    send(request, on: index)
  }

  /// Another address of this machine for every so many lines, so that ports do not run out.
  private func bindSource(_ socket: Int32, _ index: Int) {
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &on, 4)
    let source: [UInt8] = [127, 0, 1, UInt8(index / Self.linesPerSource % 250 + 1)]
    _ = Self.withAddress(source, 0) { bind(socket, $0, $1) }
  }

  static func withAddress(
    _ bytes: [UInt8], _ port: UInt16, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.littleEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Looks for the end of the answer; frames may follow it in the same read.
  /// - Returns: how many messages followed it.
  func shake(_ index: Int, _ bytes: UnsafePointer<UInt8>, _ count: Int) throws(LoadFailure) -> Int {
    let head = answers[index, default: []] + UnsafeBufferPointer(start: bytes, count: count)
    guard let end = Self.endOfHead(head) else {
      answers[index] = head
      return 0
    }
    answers[index] = nil
    try check(String(decoding: head[..<end], as: UTF8.self), index)
    lines[index].phase = .open
    opened += 1
    bytesShaken += end
    if let greeting = style.greeting { send(greeting(index), on: index) }
    let following = Array(head[end...])
    guard !following.isEmpty else { return 0 }
    return following.withUnsafeBufferPointer { frames in
      guard let first = frames.baseAddress else { return 0 }
      return pass(index, first, frames.count)
    }
  }

  private func check(_ head: String, _ index: Int) throws(LoadFailure) {
    let first = head.prefix { $0 != "\r\n" && $0 != "\r" && $0 != "\n" }
    guard head.hasPrefix("HTTP/1.1 101"), head.contains(Self.accept) else {
      throw .notAWebSocket(path, answer: String(first))
    }
    lines[index].takesDeflate = head.contains("permessage-deflate")
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for end in 4...bytes.count where bytes[(end - 4)..<end].elementsEqual([13, 10, 13, 10]) { return end }
    return nil
  }
}
