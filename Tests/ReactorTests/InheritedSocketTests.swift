import Glibc
import Testing

@testable import Reactor

@Suite struct `A socket that somebody else opened` {
  @Test func `accepts callers as before, also in another process that holds it`() throws {
    let first = try Listener(host: "127.0.0.1", port: 0, sharing: true)
    let waiting = try Socket.connect(host: "127.0.0.1", port: first.port)
    let second = try Listener(inheriting: dup(first.raw))
    #expect(second.port == first.port)
    #expect(
      second.place == .host(IPAddress(v4: 0x7F00_0001), port: first.port) && second.place == first.place)
    guard case .socket(_, let peer) = second.accept() else {
      Issue.record("a caller from before should still be waiting")
      return
    }
    #expect(peer.isLocal && waiting.raw >= 0)
    #expect(fcntl(second.raw, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(second.raw, F_GETFD) & FD_CLOEXEC != 0)
    guard case .wouldBlock = second.accept() else {
      Issue.record("nobody else should have come")
      return
    }
  }

  @Test func `tells the path of a Unix socket`() throws {
    let folder = try TestFolder()
    let path = folder.path + "/socket"
    let first = try Listener(path: path, mode: 0o600)
    let second = try Listener(inheriting: dup(first.raw))
    #expect(second.place == .unix(path) && second.port == 0)
  }

  @Test func `is refused where nobody can be listened for, and closed`() throws {
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    let unbound = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let connection = try Socket.connect(host: "127.0.0.1", port: listener.port)
    for (raw, code) in [
      (pipes[0], ENOTSOCK), (pipes[1], ENOTSOCK), (unbound, EINVAL), (datagrams, EINVAL),
      (dup(connection.raw), EINVAL), (9999, EBADF),
    ] {
      let error = #expect(throws: Errno.self) { _ = try Listener(inheriting: raw) }
      #expect(error?.code == code, "\(raw)")
    }
  }
}

@Suite struct `What a service manager passes on` {
  @Test func `is for the process that is named, from descriptor 3 on`() throws {
    func read(
      _ count: String?, _ process: String?, _ names: String? = nil
    ) throws -> [ActivatedSockets.Named] {
      try ActivatedSockets.read(count: count, process: process, names: names, own: 42)
    }
    #expect(try read("2", "42", "web:") == [.init(raw: 3, name: "web"), .init(raw: 4, name: "")])
    #expect(try read("2", "42", "web") == [.init(raw: 3, name: "web"), .init(raw: 4, name: "unknown")])
    #expect(try read("1", "42") == [.init(raw: 3, name: "unknown")])
    #expect(try read("0", "42").isEmpty)
    #expect(try read("64", "42").count == 64)
    // Another process was meant, or nobody.
    #expect(try read("1", "41").isEmpty && read("many", "41").isEmpty)
    #expect(try read(nil, "42").isEmpty && read("1", nil).isEmpty && read(nil, nil).isEmpty)
  }

  @Test(arguments: [
    ("65", "42", "LISTEN_FDS"), ("-1", "42", "LISTEN_FDS"), ("", "42", "LISTEN_FDS"),
    ("one", "42", "LISTEN_FDS"),
    ("99999999999", "42", "LISTEN_FDS"), ("1", "me", "LISTEN_PID"), ("1", "", "LISTEN_PID"),
    ("1", "-42", "LISTEN_PID"), ("1", " 42", "LISTEN_PID"),
  ])
  func `is refused where it makes no sense`(count: String, process: String, named: String) {
    let nonsense = #expect(throws: ActivatedSockets.Nonsense.self) {
      _ = try ActivatedSockets.read(count: count, process: process, names: nil, own: 42)
    }
    #expect(nonsense?.description.contains(named) == true)
  }
}

@Suite struct `News for a service manager` {
  @Test(arguments: [
    (ServiceManager.News.ready(process: 7), "READY=1\nMAINPID=7"), (.stopping, "STOPPING=1"),
    (.replaced(by: 8), "MAINPID=8"),
  ])
  func `is one datagram, to a file or to a name`(news: ServiceManager.News, text: String) throws {
    let folder = try TestFolder()
    for place in [folder.path + "/notify", "@baize-\(getpid())-\(text.utf8.count)"] {
      let raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      defer { close(raw) }
      var address = try SocketFile.address(of: place)
      var length = socklen_t(MemoryLayout<sockaddr_un>.size)
      if place.hasPrefix("@") {
        withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 }
        length = socklen_t(2 + place.utf8.count)
      }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, length) }
      }
      try #require(bound == 0)
      #expect(ServiceManager.tell(news, at: place))
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = recv(raw, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      #expect(String(decoding: bytes[..<max(0, count)], as: UTF8.self) == text)
    }
  }

  @Test func `goes to nobody where nobody listens`() throws {
    let folder = try TestFolder()
    let long = "/" + String(repeating: "a", count: 120)
    for place in [folder.path + "/notify", "notify", "", "@", long] {
      #expect(!ServiceManager.tell(.stopping, at: place), "\(place)")
    }
    #expect(!ServiceManager.tell(.stopping))
  }
}

/// A folder of its own, gone with what is in it when nobody holds it any more.
final class TestFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/baize-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Errno("mkdtemp") }
    path = String(cString: made)
  }

  deinit {
    for name in ["socket", "other", "notes", "link", "notify"] { unlink(path + "/" + name) }
    rmdir(path)
  }
}
