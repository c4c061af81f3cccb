import Testing

@testable import Server

/// What was asked for and is not read: who asked waits, or is let go, and nobody else.
@Suite(.serialized) struct `What nobody reads` {
  private func server(_ change: (inout Configuration) -> Void) throws -> TestServer {
    try TestServer(loops: 1) {
      ($0.commandsBurst, $0.messagesBurst) = (60_000, 60_000)
      $0.proxies = believing("127.0.0.1")
      // What was asked is done in the turn in which it was read.
      $0.turnMicrosecondsMax = 1_000_000
      change(&$0)
    }
  }

  private func visitor(_ address: String, of server: borrowing TestServer) throws -> TestClient {
    let client = try TestClient(port: server.port)
    try client.upgrade("X-Forwarded-For: \(address)\r\n")
    try client.say(#"{"t":"hello","name":"Ann"}"#)
    client.welcome = try client.hear("welcome")
    return client
  }

  /// A table of so many steps that its lines are about 2 kB.
  private func openTable(_ player: TestClient) throws -> String {
    let (room, _) = try player.openTable()
    for _ in 0..<100 {
      #expect(
        try player.answer(to: try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))["t"]
          == "ok")
    }
    return room
  }

  /// Somebody for whom the system takes little: what they do not read waits at the server.
  private func lazy(_ address: String, at room: String, of server: borrowing TestServer) throws -> TestClient
  {
    let client = try visitor(address, of: server)
    client.takeLittle()
    _ = try client.join(room, as: "watch")
    return client
  }

  private func ask(_ count: Int, at room: String, by client: TestClient) throws -> [Int] {
    try (0..<count).map { _ in try client.ask(#""t":"q","r":"\#(room)","q":"lines""#) }
  }

  @Test func `is answered no further before it is read, and then in order`() throws {
    let server = try server { $0.unreadBytesMax = 8_000 }
    let player = try visitor("192.0.2.1", of: server)
    let room = try openTable(player)
    let lazy = try lazy("192.0.2.2", at: room, of: server)
    let asked = try ask(40, at: room, by: lazy)
    func comesByTable() throws {
      let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
      #expect(try player.answer(to: c)["t"] == "ok")
    }
    // What was read until then is answered, and nothing that comes behind it. The kernel's buffers are full once output
    // has waited at the server for ten turns in a row.
    var turns = 0
    try waits {
      try comesByTable()
      turns = server.server.shared.traffic.unread.bytesTaken >= 8_000 ? turns + 1 : 0
      return turns >= 10
    }
    let taken = server.server.shared.traffic.unread.bytesTaken
    let more = try ask(10, at: room, by: lazy)
    try comesByTable()
    #expect(server.server.shared.traffic.unread.bytesTaken <= taken + 2_000, "but for what all are told")
    lazy.takeMuch()
    for c in asked + more { #expect(try lazy.hear("lines").int("c") == c) }
    waits { server.server.shared.traffic.unread.bytesTaken == 0 }
  }

  /// Of the greedy, each asks for more than their network may leave unread.
  @Test func `A network beyond its share of unread output loses its connections`() throws {
    let server = try server {
      ($0.unreadBytesMax, $0.unreadBytesInFlightMax) = (30_000, 60_000)
      ($0.spectatorOutboxBytesMax, $0.slowReaderMillisecondsMax) = (1 << 20, 60_000)
      $0.waitingOfNetworkMax = 1_000
    }
    let player = try visitor("192.0.2.1", of: server)
    let room = try openTable(player)
    let other = try lazy("192.0.2.3", at: room, of: server)
    let few = try ask(8, at: room, by: other)
    let greedy = try (0..<4).map { _ in try lazy("192.0.2.2", at: room, of: server) }
    for client in greedy { _ = try ask(100, at: room, by: client) }
    try waits {
      let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
      #expect(try player.answer(to: c)["t"] == "ok")
      #expect(server.server.shared.traffic.unread.bytesTaken <= 60_000)
      return try metric(#"baize_slow_peers_total{what="unread"}"#, of: server) == greedy.count
    }
    for client in greedy {
      client.takeMuch()
      #expect(client.closeCode() == 4008)
    }
    other.takeMuch()
    for c in few { #expect(try other.hear("lines").int("c") == c) }
  }

  @Test func `is given back when the connection that did not read it is gone`() throws {
    let server = try server { $0.unreadBytesMax = 20_000 }
    let player = try visitor("192.0.2.1", of: server)
    let room = try openTable(player)
    do {
      let lazy = try lazy("192.0.2.2", at: room, of: server)
      _ = try ask(100, at: room, by: lazy)
      waits { server.server.shared.traffic.unread.bytesTaken >= 20_000 }
    }
    waits { server.server.shared.traffic.unread.bytesTaken == 0 }
  }

  @Test func `The output of a turn leaves in slices, and all of it arrives`() throws {
    let server = try server { ($0.sendBytesMax, $0.gatheredBytesMax) = (700, 100) }
    let client = try TestClient(port: server.port)
    let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    client.send(request + request)
    for _ in 0..<2 { #expect(try client.response().body == TestServer.files["/"]?.plain.bytes) }
    let (player, watcher) = (try visitor("192.0.2.1", of: server), try visitor("192.0.2.2", of: server))
    let (room, _) = try player.openTable()
    _ = try watcher.join(room, as: "watch")
    let asked = try (0..<50).map { _ in try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#) }
    for c in asked { #expect(try player.answer(to: c)["t"] == "ok") }
    for version in 2...51 { #expect(try watcher.hear("ev").int("v") == version) }
  }
}
