import Foundation
import Reactor
import Rooms
import Testing
import WebSocket

@testable import Server

/// What one peer does costs another nothing.
@Suite struct `Nobody waits for others` {
  @Test func `pings before the hello are counted`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    try client.upgrade()
    client.send(Array(repeating: [0x89, 0x80, 0, 0, 0, 0] as [UInt8], count: 17).flatMap { $0 })
    #expect(client.closeCode() == 4401)
  }

  @Test func `some pings before the hello are answered`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    try client.upgrade()
    client.send(Array(repeating: [0x89, 0x80, 0, 0, 0, 0] as [UInt8], count: 15).flatMap { $0 })
    try client.say(#"{"t":"hello","name":"Ann"}"#)
    _ = try client.hear("welcome")
  }

  @Test func `many requests at once are answered in their order, some in each turn`() throws {
    let server = try TestServer(loops: 1) { $0.requestsPerTurnMax = 3 }
    let client = try TestClient(port: server.port)
    let paths = (0..<100).map { $0 % 2 == 0 ? "/healthz" : "/nothing" }
    client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
    for path in paths { #expect(try client.response().status == (path == "/healthz" ? 200 : 404)) }
    #expect(try client.get("/healthz").status == 200)
  }

  @Test(arguments: [0, 1, 7])
  func `described boards are opened so many in each turn, and players are heard between`(
    perTurn: Int
  ) throws {
    let server = try TestServer(loops: 1) { $0.descriptionsPerTurnMax = perTurn }
    let player = try server.client()
    let example = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Public/boards/kanban.json")
    let body = Array(try Data(contentsOf: example))
    let clients = try (0..<20).map { number in
      let client = try TestClient(port: server.port)
      let bearer = "Authorization: Bearer g1.0123456789abcdef\(100 + number)\r\n"
      client.send(client.request("POST", "/api/boards", bearer, body: body))
      return client
    }
    for _ in 0..<10 {
      try player.say(#"{"t":"hb"}"#)
      _ = try player.hear("hb")
    }
    for client in clients {
      if perTurn > 0 {
        #expect(try client.response().status == 201)
      } else {
        client.readWithoutAnswering(milliseconds: 0)
        #expect(throws: Waited.self, "none is opened in no turn") { try client.response(within: 0) }
      }
    }
  }

  @Test func `a full lobby is told in several turns`() throws {
    let server = try TestServer(loops: 1) {
      $0.lobbyTellsPerTurnMax = 2
      $0.lobbyMilliseconds = 50
    }
    let clients = try (0..<7).map { _ in
      let client = try server.client()
      _ = try client.answer(to: try client.ask(#""t":"lobby","on":true"#))
      _ = try client.hear("tables")
      return client
    }
    let (room, _) = try clients[0].openTable()
    for client in clients {
      _ = try client.hear { $0["t"] == "tables" && $0.line.contains(room) }
    }
  }

  @Test func `whoever opens tables only to leave them keeps nobody out`() throws {
    let server = try TestServer(loops: 1) {
      $0.roomsMax = 3
      $0.roomUnusedMillisecondsMin = -1
    }
    let client = try server.client()
    let opening = #""t":"open","game":"klondike1","deal":{"kind":"open","n":7}"#
    let rooms = try (0..<6).map { _ in try client.answer(to: try client.ask(opening))["room"] }
    #expect(try client.join(try #require(rooms.last ?? nil), as: "play").int("v") == 1)
  }

  @Test func `tables that are used are not given up for new ones`() throws {
    let server = try TestServer(loops: 1) {
      $0.roomsMax = 1
      $0.roomUnusedMillisecondsMin = -1
    }
    let client = try server.client()
    _ = try client.openTable()
    let c = try client.ask(#""t":"open","game":"klondike1","deal":{"kind":"open","n":7}"#)
    #expect(try client.answer(to: c)["code"] == "full")
  }
}

@Suite struct `An outbox` {
  @Test func `keeps one pong, the newest`() {
    var outbox = Outbox()
    outbox.append(pong: [1, 2, 3])
    outbox.append([9])
    outbox.append(pong: [4])
    #expect(outbox.takeEntries().map(\.bytes) == [[9], [4]])
    #expect(outbox.bytesWaiting == 0)
  }

  @Test func `sends what was cut before all else`() {
    var outbox = Outbox()
    [1, 2, 3].withUnsafeBytes { outbox.keep(UnsafeRawBufferPointer(rebasing: $0[..<8])) }
    #expect(outbox.hasUnsent && outbox.bytesWaiting == 8)
    outbox.sent(5)
    #expect(outbox.withUnsent { $0.count } == 3)
    outbox.sent(3)
    #expect(outbox.isEmpty)
  }
}
