import Glibc
import Testing

@testable import Reactor

@Suite struct `A Unix socket` {
  @Test func `is listened on, and found by its file, with the permissions that were asked for`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    let listener = try Listener(path: path, mode: 0o660)
    #expect(listener.port == 0)
    #expect(try mode(of: path) == 0o660)
    let client = try Socket.connect(path: path)
    guard case .socket(let socket, let peer) = listener.accept() else {
      Issue.record("nothing was accepted")
      return
    }
    #expect(peer == .unix)
    #expect([7].withUnsafeBytes { socket.send($0) } == .bytes(8))
    var buffer = [UInt8](repeating: 0, count: 9)
    #expect(buffer.withUnsafeMutableBytes { client.receive(into: $0) } == .bytes(8))
  }

  @Test func `A socket at which somebody answers is not replaced`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    let first = try Listener(path: path, mode: 0o600)
    let error = #expect(throws: Errno.self) { _ = try Listener(path: path, mode: 0o600).raw }
    #expect(error?.isAddressInUse == true)
    let client = try Socket.connect(path: path)
    #expect(client.raw >= 0 && first.raw >= 0, "and it is found as before")
  }

  @Test func `A socket file that outlived its program is replaced`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    func leave() throws { _ = try Listener(path: path, mode: 0o600).raw }
    try leave()
    let refused = #expect(throws: Errno.self) { _ = try Socket.connect(path: path).raw }
    #expect(refused?.isRefused == true)
    let listener = try Listener(path: path, mode: 0o640)
    #expect(try mode(of: path) == 0o640)
    let client = try Socket.connect(path: path)
    #expect(client.raw >= 0 && listener.raw >= 0)
  }

  @Test func `does not replace a file or a link`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/notes"
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    close(file)
    let error = #expect(throws: Errno.self) { _ = try Listener(path: path, mode: 0o600).raw }
    #expect(error?.code == ENOTSOCK)
    #expect(access(path, F_OK) == 0)
    let link = folder.path + "/link"
    #expect(symlink(path, link) == 0)
    let second = #expect(throws: Errno.self) { _ = try Listener(path: link, mode: 0o600).raw }
    #expect(second?.code == ENOTSOCK)
  }

  @Test func `needs a folder, and a path that fits`() throws {
    let folder = try TestFolder()
    for (path, code) in [
      (folder.path + "/none/socket", ENOENT), (String(repeating: "a", count: 108), ENAMETOOLONG),
      ("", EINVAL),
      ("a\u{0}b", EINVAL),
    ] {
      let error = #expect(throws: Errno.self) { _ = try Listener(path: path, mode: 0o600).raw }
      #expect(error?.code == code, "\(path)")
    }
  }

  @Test func `is taken away at the end, unless it is another's by then`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    func listen() throws -> SocketFile {
      let listener = try Listener(path: path, mode: 0o600)
      return try withExtendedLifetime(listener.raw) { try SocketFile(at: path) }
    }
    let first = try listen()
    first.remove()
    #expect(access(path, F_OK) != 0)
    first.remove()
    // A file system may give a freed number to the next file at once; one in between keeps them apart.
    let old = try listen()
    let other = try Listener(path: folder.path + "/other", mode: 0o600)
    #expect(rename(folder.path + "/other", path) == 0)
    old.remove()
    #expect(access(path, F_OK) == 0 && other.raw >= 0)
  }

  @Test func `is one in several loops, and a connection goes to one of them`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    let first = try Listener(path: path, mode: 0o600)
    let one = try Poller()
    let two = try Poller()
    let token = Token(slot: 0, generation: 0)
    try one.register(first.raw, as: token, for: [.readable, .exclusive])
    try two.register(first.raw, as: token, for: [.readable, .exclusive])
    let client = try Socket.connect(path: path)
    var ready: [Poller.Ready] = []
    one.wait(milliseconds: 0, into: &ready)
    two.wait(milliseconds: 0, into: &ready)
    #expect(!ready.isEmpty && ready.allSatisfy { $0.token == token && $0.readable })
    var accepted = 0
    if case .socket = first.accept() { accepted += 1 }
    if case .socket = first.accept() { accepted += 1 }
    #expect(accepted == 1)
    ready.removeAll()
    one.wait(milliseconds: 0, into: &ready)
    two.wait(milliseconds: 0, into: &ready)
    #expect(ready.isEmpty)
    #expect(client.raw >= 0)
  }

  @Test func `A listener that has ended is reached by nobody, through any of its descriptors`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    let first = try Listener(path: path, mode: 0o600)
    let second = try Listener(inheriting: dup(first.raw))
    first.end()
    let refused = #expect(throws: Errno.self) { _ = try Socket.connect(path: path).raw }
    #expect(refused?.isRefused == true && second.raw >= 0)
    let tcp = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let waiting = try Socket.connect(host: "127.0.0.1", port: tcp.port)
    tcp.end()
    let port = tcp.port
    let error = #expect(throws: Errno.self) { _ = try Socket.connect(host: "127.0.0.1", port: port).raw }
    #expect(error?.isRefused == true && waiting.raw >= 0)
    guard case .ended = tcp.accept(), case .wouldBlock = second.accept() else {
      Issue.record("nobody comes any more")
      return
    }
    let poller = try Poller()
    try poller.register(second.raw, as: Token(slot: 0, generation: 0), for: [.readable, .exclusive])
    try poller.register(tcp.raw, as: Token(slot: 1, generation: 0), for: [.readable, .exclusive])
    var ready: [Poller.Ready] = []
    poller.wait(milliseconds: 0, into: &ready)
    #expect(ready.count == 2 && ready.allSatisfy(\.broken), "a poller reports an ended socket")
  }
}

@Suite struct `The limit of open descriptors` {
  @Test func `is raised as high as it may be, and returned`() {
    let limit = OpenFiles.raiseLimit()
    #expect(limit >= 256)
    #expect(OpenFiles.raiseLimit() == limit)
  }
}

@Suite struct `An accepted connection` {
  @Test func `has what its listener was set to, and tells whose it is`() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let client = try Socket.connect(host: "127.0.0.1", port: listener.port)
    guard case .socket(let socket, let peer) = listener.accept() else {
      Issue.record("nothing was accepted")
      return
    }
    #expect(peer == .host(IPAddress(v4: 0x7F00_0001)) && client.raw >= 0)
    func option(_ level: Int32, _ name: Int32) -> Int32 {
      var value: Int32 = -1
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(socket.raw, level, name, &value, &size)
      return value
    }
    let tcp = Int32(IPPROTO_TCP)
    #expect(option(tcp, TCP_NODELAY) == 1)
    #expect(option(SOL_SOCKET, SO_KEEPALIVE) == 1)
    #expect(option(tcp, TCP_KEEPIDLE) == 60)
    #expect(option(tcp, TCP_KEEPINTVL) == 15)
    #expect(option(tcp, TCP_USER_TIMEOUT) == 65_000)
  }

  @Test(.enabled(if: hasIPv6)) func `A connection over IPv6 tells whose it is`() throws {
    let listener = try Listener(host: "::1", port: 0, sharing: false)
    let client = try Socket.connect(host: "::1", port: listener.port)
    guard case .socket(_, let peer) = listener.accept() else {
      Issue.record("nothing was accepted")
      return
    }
    #expect(peer == .host(IPAddress(high: 0, low: 1)) && client.raw >= 0)
  }
}

// MARK: - Helpers

/// Not every machine has it.
private var hasIPv6: Bool { (try? Listener(host: "::1", port: 0, sharing: false).port) != nil }

private func mode(of path: String) throws -> UInt32 {
  var facts = stat()
  guard lstat(path, &facts) == 0 else { throw Errno("lstat") }
  return facts.st_mode & 0o777
}
