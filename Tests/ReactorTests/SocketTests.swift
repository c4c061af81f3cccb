import Glibc
import Testing

@testable import Reactor

@Suite struct `A listener` {
  @Test func `takes a free port when asked for 0, and says which`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    #expect(listener.port > 0)
  }

  @Test func `finds a port that another holds taken`() throws {
    let first = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let port = first.port
    let error = #expect(throws: Errno.self) {
      _ = try Listener(host: "127.0.0.1", port: port, sharing: false).port
    }
    #expect(error?.isAddressInUse == true)
    #expect(error?.description.hasPrefix("bind: ") == true)
    #expect(first.raw >= 0)
  }

  @Test func `finds a shared port taken when it does not share itself`() throws {
    let first = try Listener(host: "127.0.0.1", port: 0, sharing: true)
    let port = first.port
    let error = #expect(throws: Errno.self) {
      _ = try Listener(host: "127.0.0.1", port: port, sharing: false).port
    }
    #expect(error?.isAddressInUse == true)
    #expect(first.raw >= 0)
  }

  @Test func `shares its port with others that share`() throws {
    let first = try Listener(host: "127.0.0.1", port: 0, sharing: true)
    let second = try Listener(host: "127.0.0.1", port: first.port, sharing: true)
    #expect(second.port == first.port)
  }

  @Test func `frees its port when it ends`() throws {
    func held() throws -> UInt16 { try Listener(host: "127.0.0.1", port: 0, sharing: false).port }
    let port = try held()
    let again = try Listener(host: "127.0.0.1", port: port, sharing: false)
    #expect(again.port == port)
  }

  @Test func `refuses a host that is not of this machine`() throws {
    let error = #expect(throws: Errno.self) {
      _ = try Listener(host: "192.0.2.1", port: 0, sharing: false).port
    }
    #expect(error?.isAddressInUse == false && error?.isUnknownHost == false)
  }

  @Test(arguments: ["no host", "256.256.256.256"])
  func `finds no host by a name that is nobody's, and says so`(name: String) throws {
    let listening = #expect(throws: Errno.self) {
      _ = try Listener(host: name, port: 0, sharing: false).port
    }
    let connecting = #expect(throws: Errno.self) { _ = try Socket.connect(host: name, port: 1).raw }
    for error in [listening, connecting] {
      #expect(error?.isUnknownHost == true && error?.isMissing == false)
      #expect(error?.description.hasPrefix("getaddrinfo: ") == true)
      #expect(error?.description.contains("assign requested address") == false)
    }
  }

  @Test func `has nothing to accept while nobody connects`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    guard case .wouldBlock = listener.accept() else {
      Issue.record("something was accepted")
      return
    }
  }
}

@Suite struct `A socket` {
  @Test func `carries bytes both ways over loopback`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
    let server = try accept(listener)
    let there = Array("ping, with zeros \0\0 and ü".utf8)
    #expect(send(there, on: client) == .bytes(there.count))
    let heard = try receive(there.count, on: server)
    #expect(heard == there)
    #expect(send(Array(heard.reversed()), on: server) == .bytes(there.count))
    #expect(try receive(there.count, on: client) == Array(there.reversed()))
  }

  @Test func `would block when nothing has come`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
    let server = try accept(listener)
    #expect(receiveOnce(on: server) == .wouldBlock)
    #expect(receiveOnce(on: client) == .wouldBlock)
  }

  @Test func `takes fewer bytes than offered when the peer does not read`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
    let server = try accept(listener)
    let block = [UInt8](repeating: 7, count: 1 << 20)
    var sent = 0
    var turns = 0
    while turns < 1_000 {
      turns += 1
      guard case .bytes(let count) = send(block, on: client) else { break }
      sent += count
      if count < block.count { break }
    }
    #expect(turns < 1_000 && sent > 0)
    #expect(send(block, on: client) == .bytes(0))
    #expect(try receive(1, on: server) == [7])
  }

  @Test func `says that its peer has ended, after all that was sent`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let server: Socket
    do {
      let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
      server = try accept(listener)
      #expect(send([1, 2, 3], on: client) == .bytes(3))
      client.finishSending()
      #expect(try receive(3, on: server) == [1, 2, 3])
      try waitUntilReadable(server.raw)
      #expect(receiveOnce(on: server) == .ended)
      #expect(send([4], on: server) == .bytes(1), "the other way is still open")
    }
  }

  @Test func `ends, and raises no signal, when the peer is gone`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    func connectAndLeave() throws -> Socket {
      let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
      _ = send([1], on: client)
      return try accept(listener)
    }
    let server = try connectAndLeave()
    var last = Socket.Sent.bytes(1)
    for _ in 0..<1_000 where last != .ended {
      try waitUntilReadable(server.raw)
      last = send([2], on: server)
    }
    #expect(last == .ended)
  }

  @Test func `refuses to connect where nobody listens`() throws {
    func closedPort() throws -> UInt16 { try Listener(host: "127.0.0.1", port: 0, sharing: false).port }
    let port = try closedPort()
    let error = #expect(throws: Errno.self) { _ = try Socket.connect(host: "127.0.0.1", port: port).raw }
    #expect(error?.code == ECONNREFUSED)
  }

  @Test func `hands the kernel no more than may lie unsent, and all it takes when that is lifted`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let deaf = try Socket.connect(host: "127.0.0.1", port: listener.port)
    let socket = try accept(listener)
    socket.limitUnsent(bytes: 16 * 1024)
    let limited = try taken(by: socket)
    socket.limitUnsent(bytes: nil)
    let unlimited = try limited + taken(by: socket)
    // What the other end's window holds is taken in both cases.
    #expect(limited > 0 && unlimited > limited + 256 * 1024, "\(limited), \(unlimited)")
    #expect(deaf.raw >= 0)
  }

  /// How many bytes it takes until it is full, offered a page at a time.
  private func taken(by socket: borrowing Socket) throws -> Int {
    let page = [UInt8](repeating: 0, count: 4096)
    var sum = 0
    // What is on its way already makes room once more.
    for _ in 0..<5 {
      while case .bytes(let count) = send(page, on: socket), count > 0 { sum += count }
      var room = pollfd(fd: socket.raw, events: Int16(POLLOUT), revents: 0)
      poll(&room, 1, 20)
    }
    return sum
  }
}

@Suite struct `A poller` {
  @Test func `reports what is ready under the token it was given`() throws {
    let poller = try Poller()
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let (ours, theirs) = (Token(slot: 9, generation: 4), Token(slot: 2, generation: 1))
    try poller.register(listener.raw, as: ours, for: .readable)
    #expect(ready(poller).isEmpty)
    let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
    #expect(ready(poller, milliseconds: 5_000).map(\.token) == [ours])
    let server = try accept(listener)
    try poller.register(server.raw, as: theirs, for: [.readable, .writable])
    let first = ready(poller, milliseconds: 5_000)
    #expect(first.map(\.token) == [theirs] && first.first?.writable == true && first.first?.readable == false)
    poller.rearm(server.raw, as: theirs, for: .readable)
    #expect(ready(poller).isEmpty)
    #expect(send([1], on: client) == .bytes(1))
    let second = ready(poller, milliseconds: 5_000)
    #expect(second.first?.readable == true)
    #expect(ready(poller).count == 1, "what is not read stays ready")
    poller.unregister(server.raw)
    #expect(ready(poller).isEmpty)
  }

  @Test func `reports the token that a socket was registered under last`() throws {
    let poller = try Poller()
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
    let server = try accept(listener)
    #expect(send([1], on: client) == .bytes(1))
    for generation in [3, 4] as [UInt32] {
      let token = Token(slot: 7, generation: generation)
      try poller.register(server.raw, as: token, for: .readable)
      #expect(ready(poller, milliseconds: 5_000).map(\.token) == [token])
      poller.unregister(server.raw)
    }
  }

  @Test func `says that a peer has gone`() throws {
    let poller = try Poller()
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    func leave() throws -> Socket {
      let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
      #expect(client.raw >= 0)
      return try accept(listener)
    }
    let server = try leave()
    try poller.register(server.raw, as: Token(slot: 0, generation: 1), for: .readable)
    #expect(ready(poller, milliseconds: 5_000).first?.readable == true)
    #expect(receiveOnce(on: server) == .ended)
  }

  @Test func `does not take a descriptor that there is not`() throws {
    let poller = try Poller()
    #expect(throws: Errno.self) { try poller.register(-1, as: Token(slot: 0, generation: 0), for: .readable) }
  }
}

// MARK: - Helpers

private func accept(_ listener: borrowing Listener) throws -> Socket {
  try waitUntilReadable(listener.raw)
  switch listener.accept() {
  case .socket(let socket, _): return socket
  case .wouldBlock: throw Errno("accept", code: EAGAIN)
  case .ended: throw Errno("accept", code: EINVAL)
  case .failed(let error): throw error
  }
}

private func waitUntilReadable(_ raw: Int32) throws {
  var poll = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
  guard Glibc.poll(&poll, 1, 5_000) == 1 else { throw Errno("poll", code: ETIMEDOUT) }
}

private func send(_ bytes: [UInt8], on socket: borrowing Socket) -> Socket.Sent {
  bytes.withUnsafeBytes { socket.send($0) }
}

private func receiveOnce(on socket: borrowing Socket) -> Socket.Received {
  var buffer = [UInt8](repeating: 0, count: 64)
  return buffer.withUnsafeMutableBytes { socket.receive(into: $0) }
}

private func receive(_ count: Int, on socket: borrowing Socket) throws -> [UInt8] {
  var bytes: [UInt8] = []
  while bytes.count < count {
    try waitUntilReadable(socket.raw)
    var buffer = [UInt8](repeating: 0, count: count - bytes.count)
    let got = buffer.withUnsafeMutableBytes { socket.receive(into: $0) }
    guard case .bytes(let more) = got else { throw Errno("recv", code: EPIPE) }
    bytes += buffer.prefix(more)
  }
  return bytes
}

private func ready(_ poller: borrowing Poller, milliseconds: Int32 = 0) -> [Poller.Ready] {
  var ready: [Poller.Ready] = []
  poller.wait(milliseconds: milliseconds, into: &ready)
  return ready
}
