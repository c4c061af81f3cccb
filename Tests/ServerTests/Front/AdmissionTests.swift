import Foundation
import Reactor
import Testing

@testable import Server

@Suite(.serialized) struct `Admission of connections` {
  // MARK: - Of one address

  @Test(arguments: [1, 2])
  func `counts the client that a proxy names, and not the proxy`(loops: Int) throws {
    let server = try TestServer(loops: loops) {
      $0.connectionsPerAddressMax = 2
      $0.proxies = believing("127.0.0.0/8")
    }
    let first = try visitor("203.0.113.9", of: server)
    let second = try visitor("203.0.113.9", of: server)
    let third = try TestClient(port: server.port)
    let answer = try third.get("/healthz", "X-Forwarded-For: 203.0.113.9\r\n")
    #expect(answer.status == 503)
    #expect(answer.headers["retry-after"] == "5")
    #expect(answer.headers["connection"] == "close")
    #expect(third.endsWithin())
    // Others are not in their way.
    let other = try visitor("203.0.113.10", of: server)
    #expect(try metric("baize_addresses", of: server) == 2)
    // Another loop's figures may be a second old.
    try waits { try metric(#"baize_connections_refused_total{reason="address"}"#, of: server) == 1 }
    first.finishSending()
    #expect(first.endsWithin())
    // Its end is seen here before it is counted there.
    var fourth: TestClient?
    waits {
      fourth = fourth ?? (try? visitor("203.0.113.9", of: server))
      return fourth != nil
    }
    withExtendedLifetime((second, other, fourth)) {}
  }

  @Test func `counts a proxy's kept connection only while it asks for somebody`() throws {
    let server = try TestServer(loops: 1) {
      $0.connectionsPerAddressMax = 1
      $0.proxies = believing("127.0.0.1")
    }
    let kept = try (0..<3).map { _ in try TestClient(port: server.port) }
    for _ in 0..<3 {
      for client in kept {
        #expect(try client.get("/healthz", "X-Forwarded-For: 203.0.113.9\r\n").status == 200)
      }
    }
    #expect(try metric("baize_addresses", of: server) == 0)
    let table = try visitor("203.0.113.9", of: server)
    #expect(try kept[0].get("/healthz", "X-Forwarded-For: 203.0.113.9\r\n").status == 503)
    #expect(try kept[1].get("/healthz", "X-Forwarded-For: 203.0.113.8\r\n").status == 200)
    withExtendedLifetime(table) {}
  }

  @Test func `does not believe whom a stranger names`() throws {
    let server = try TestServer(loops: 1) {
      $0.connectionsPerAddressMax = 1
      $0.proxies = believing("192.0.2.1")
    }
    // This machine's own programs are not counted, whatever they say.
    let clients = try (0..<4).map { _ in try visitor("203.0.113.9", of: server) }
    #expect(try metric("baize_addresses", of: server) == 0)
    withExtendedLifetime(clients) {}
  }

  @Test func `counts the proxy itself where it names its client in no way that is understood`() throws {
    let server = try TestServer(loops: 1) {
      $0.connectionsPerAddressMax = 1
      $0.proxies = believing("127.0.0.1")
    }
    let clients = try ["", "garbage", "203.0.113.9,"].map { try visitor($0, of: server) }
    #expect(try metric("baize_addresses", of: server) == 0)
    withExtendedLifetime(clients) {}
  }

  @Test(.enabled(if: ownAddress() != nil, "this machine has an address beside its loopback's"))
  func `counts who comes from elsewhere`() throws {
    let own = try #require(ownAddress())
    let server = try TestServer(loops: 1) {
      $0.host = "0.0.0.0"
      $0.connectionsPerAddressMax = 2
    }
    let clients = try (0..<2).map { _ in try TestClient(host: own, port: server.port) }
    for client in clients { #expect(try client.get("/healthz").status == 200) }
    let third = try TestClient(host: own, port: server.port)
    #expect(try third.response().status == 503, "before it has asked")
    #expect(third.endsWithin())
    #expect(try clients[0].get("/metrics").status == 404, "figures are shown to this machine alone")
    #expect(try TestClient(port: server.port).get("/healthz").status == 200)
    clients[0].finishSending()
    #expect(clients[0].endsWithin())
    #expect(try TestClient(host: own, port: server.port).get("/healthz").status == 200)
  }

  // MARK: - Of all

  @Test(arguments: [1, 2]) func `has one limit over all loops`(loops: Int) throws {
    let server = try TestServer(loops: loops) { $0.connectionsMax = 5 }
    let clients = try (0..<5).map { _ in try TestClient(port: server.port) }
    for client in clients { #expect(try client.get("/healthz").status == 200) }
    for _ in 0..<3 {
      let late = try TestClient(port: server.port)
      let answer = try late.response()
      #expect(answer.status == 503 && answer.headers["retry-after"] == "5")
      #expect(late.endsWithin())
    }
    // Those that are here notice nothing, and who leaves makes room.
    for client in clients { #expect(try client.get("/healthz").status == 200) }
    clients[4].finishSending()
    #expect(clients[4].endsWithin())
    // The end is sent a moment before the loop that sent it counts one connection less, and two loops let people in.
    var newcomer: TestClient?
    try waits {
      let next = try newcomer ?? TestClient(port: server.port)
      newcomer = try next.get("/healthz").status == 200 ? next : nil
      return newcomer != nil
    }
  }

  @Test func `answers 503 even to those who have asked already, and in a flood`() async throws {
    let server = try TestServer(loops: 1) { $0.connectionsMax = 1 }
    let first = try server.client()
    let flood = try (0..<150).map { _ in
      let client = try TestClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      return client
    }
    for client in flood {
      #expect(try client.response().status == 503)
      #expect(client.endsWithin())
    }
    try first.say(#"{"t":"hb"}"#)
    #expect(try first.hear("hb")["t"] == "hb")
    #expect(await server.server.counts().connections < 66)
    first.finishSending()
    #expect(first.endsWithin())
    #expect(try metric(#"baize_connections_refused_total{reason="full"}"#, of: server) == 150)
  }

  @Test func `forgets who is gone`() throws {
    let server = try TestServer(loops: 2) { $0.proxies = believing("127.0.0.1") }
    do {
      let clients = try (0..<20).map { try visitor("203.0.113.\($0)", of: server) }
      #expect(try metric("baize_addresses", of: server) == 20)
      withExtendedLifetime(clients) {}
    }
    try waits { try metric("baize_addresses", of: server) == 0 }
  }

  // MARK: - Figures

  @Test(arguments: [1, 2]) func `Figures are shown to this machine, and to nobody through a proxy`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops)
    let client = try TestClient(port: server.port)
    let answer = try client.get("/metrics")
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
    #expect(answer.headers["cache-control"] == "no-store")
    #expect(try client.get("/metrics", method: "HEAD").status == 200)
    #expect(try client.get("/metrics", method: "POST").status == 405)
    for header in ["X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 a"] {
      #expect(try client.get("/metrics", header + "\r\n").status == 404, "\(header)")
    }
  }

  /// A page whose name was made to lead here is asked by a browser under that name.
  @Test(arguments: [
    ("localhost", 200), ("LocalHost:8080", 200), ("127.0.0.1", 200), ("127.8.8.8:1", 200), ("[::1]", 200),
    ("[::1]:8080", 200), ("[0:0::1]", 200),
    ("evil.example", 404), ("localhost.evil.example", 404), ("evil.example:8080", 404), ("192.0.2.1", 404),
    ("[2001:db8::1]", 404), ("127.0.0.1.evil.example", 404), ("localhost:8080:1", 404), ("127.1", 404),
    ("::1", 404), ("[localhost]", 404), ("[::1]evil.example", 404),
  ])
  func `Figures are shown under a name of this machine alone`(host: String, status: Int) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(try client.response().status == status)
  }

  @Test func `Figures are not shown to a request that names no host`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send("GET /metrics HTTP/1.0\r\n\r\n")
    #expect(try client.response().status == 404)
  }

  @Test func `Figures are shown through a trusted proxy to the operator's token alone`() throws {
    let token = "an-operators-token-of-36-characters."
    let folder = TestDirectory()
    let server = try TestServer(loops: 1) {
      $0.operatorToken = OperatorToken(token)
      $0.proxies = believing("127.0.0.1")
    }
    let unix = try TestServer(loops: 1) {
      $0.unixPath = folder.path + "/socket"
      $0.operatorToken = OperatorToken(token)
      $0.proxies = believing("unix")
    }
    for client in [try TestClient(port: server.port), try TestClient(path: folder.path + "/socket")] {
      #expect(try client.get("/metrics").status == 404)
      #expect(try client.get("/metrics", "Authorization: Bearer \(token)\r\n").status == 200)
      #expect(try client.get("/metrics", "Authorization: Bearer \(token)x\r\n").status == 404)
    }
    // From anywhere, and under any name.
    let client = try TestClient(port: server.port)
    client.send(
      "GET /metrics HTTP/1.1\r\nHost: play.example\r\nX-Forwarded-For: 203.0.113.9\r\n"
        + "Authorization: Bearer \(token)\r\n\r\n")
    #expect(try client.response().status == 200)
    #expect(try client.get("/metrics", "X-Forwarded-For: 203.0.113.9\r\n").status == 404)
    withExtendedLifetime(unix.port) {}
  }

  @Test func `Figures are not shown to an address that tried too many tokens`() throws {
    let token = "an-operators-token-of-36-characters."
    let server = try TestServer(loops: 1) {
      $0.operatorToken = OperatorToken(token)
      $0.proxies = believing("127.0.0.1")
    }
    let client = try TestClient(port: server.port)
    func status(_ token: String, from address: String) throws -> Int {
      try client.get("/metrics", "X-Forwarded-For: \(address)\r\nAuthorization: Bearer \(token)\r\n").status
    }
    for _ in 0..<15 { #expect(try status("a-wrong-guess", from: "203.0.113.9") == 404) }
    #expect(try status(token, from: "203.0.113.9") == 404)
    #expect(try status(token, from: "203.0.113.10") == 200)
  }

  @Test func `Figures are shown at a Unix socket that no proxy uses`() throws {
    let folder = TestDirectory()
    let server = try TestServer(loops: 1) { $0.unixPath = folder.path + "/socket" }
    #expect(try TestClient(path: folder.path + "/socket").get("/metrics").status == 200)
    withExtendedLifetime(server.port) {}
  }

  @Test func `Figures count the bytes of WebSockets, and how they end`() throws {
    let server = try TestServer(loops: 1)
    let client = try server.client()
    let (opened, received) = try (
      metric("baize_websockets_opened_total", of: server), metric("baize_received_bytes_total", of: server)
    )
    #expect(opened == 1)
    try client.say(#"{"t":"hb","pad":"\#(String(repeating: "x", count: 2000))"}"#)
    _ = try client.hear("hb")
    #expect(try metric("baize_received_bytes_total", of: server) > received + 2000)
    #expect(try metric("baize_sent_bytes_total", of: server) > 500)
    #expect(try metric("baize_requests_total", of: server) >= 5)
    // One leaves without a word, one is sent away, one breaks the protocol.
    client.finishSending()
    #expect(client.endsWithin())
    let silent = try server.stranger()
    try silent.say(#"{"t":"hb"}"#)
    #expect(silent.closeCode() == 4401)
    let broken = try server.stranger()
    broken.send([0xFF, 0x80, 0, 0, 0, 0])
    #expect(broken.closeCode() == 1002)
    for code in [1006, 4401, 1002] {
      let name = #"baize_websockets_closed_total{mode="plain",code="\#(code)"}"#
      #expect(try metric(name, of: server) == 1, "\(code)")
    }
  }
}

// MARK: - Helpers

/// A WebSocket that a proxy opens for somebody.
private func visitor(_ address: String, of server: borrowing TestServer) throws -> TestClient {
  let client = try TestClient(port: server.port)
  try client.upgrade(path: "/ws", "X-Forwarded-For: \(address)\r\n")
  return client
}

/// An IPv4 address of this machine that is not its loopback's.
private func ownAddress() -> String? {
  var list: UnsafeMutablePointer<ifaddrs>?
  guard getifaddrs(&list) == 0 else { return nil }
  defer { freeifaddrs(list) }
  var next = list
  while let interface = next {
    next = interface.pointee.ifa_next
    guard let address = interface.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
      continue
    }
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
      var host = $0.pointee.sin_addr
      inet_ntop(AF_INET, &host, &text, socklen_t(text.count))
    }
    let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if !name.hasPrefix("127.") { return name }
  }
  return nil
}
