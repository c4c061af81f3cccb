import Foundation
import HTTP
import Logging
import Reactor
import TestFaults
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `A server that stops` {
  @Test(arguments: [1, 2]) func `says goodbye to visits and waits for theirs`(loops: Int) throws {
    let stopping = try Stopping(loops: loops)
    let clients = try (0..<6).map { _ in try stopping.client() }
    stopping.begin()
    for client in clients {
      #expect(try client.hear("bye")["code"] == "drain")
      #expect(client.closeCode() == 1001)
      #expect(client.endsWithin())
    }
    #expect(stopping.end() < 5)
  }

  @Test func `does not wait for those who say nothing`() throws {
    let stopping = try Stopping(loops: 1)
    let deaf = try stopping.client()
    stopping.begin()
    #expect(stopping.end() < 5)
    #expect(deaf.closeCode() == 1001)
  }

  @Test func `ends idle connections, and answers what was asked before`() throws {
    let stopping = try Stopping(loops: 1)
    let idle = try TestClient(port: stopping.port)
    #expect(try idle.get("/healthz").status == 200)
    let fresh = try TestClient(port: stopping.port)
    stopping.begin()
    #expect(idle.endsWithin() && idle.raw.isEmpty)
    #expect(fresh.endsWithin() && fresh.raw.isEmpty)
    #expect(stopping.end() < 5)
  }

  @Test func `ends requests and uploads that are still coming with 503`() throws {
    let stopping = try Stopping(loops: 1)
    let asking = try TestClient(port: stopping.port)
    asking.send("GET /healthz HTTP/1.1\r\nHo")
    let sized = try TestClient(port: stopping.port)
    sized.send("PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 100\r\n\r\nabc")
    let chunks = try TestClient(port: stopping.port)
    chunks.send(
      "PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
    )
    waits { stopping.server.uploadBytesInFlight == 6 }
    stopping.begin()
    for client in [asking, sized, chunks] {
      let answer = try client.response()
      #expect(answer.status == 503)
      #expect(answer.headers["retry-after"] == "5" && answer.headers["connection"] == "close")
      #expect(client.endsWithin())
    }
    #expect(stopping.end() < 5)
    #expect(stopping.server.uploadBytesInFlight == 0)
  }

  @Test func `sends what is on its way`() throws {
    let stopping = try Stopping(loops: 1)
    let bytes = picture(byteCount: 500_000)
    let reader = try TestClient(port: stopping.port)
    let blob = try #require(try reader.put(bytes).blob)
    reader.send("GET /api/blobs/\(blob) HTTP/1.1\r\nHost: a\r\n\r\n")
    reader.readWithoutAnswering(milliseconds: 20_000)
    stopping.begin()
    let answer = try reader.response()
    #expect(answer.status == 200)
    #expect(answer.body == bytes)
    #expect(reader.endsWithin())
    #expect(stopping.end() < 5)
  }

  @Test func `waits for answers that others work on, and says that they are the last`() throws {
    let journal = Journal.faulty()
    let stopping = try Stopping(loops: 1, journal: journal) { $0.goodbyeMillisecondsMax = 40_000 }
    let board = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Public/boards/kanban.json")
    let calm = journal.looks
    journal.change { $0.stalled = true }
    waits { journal.looks > calm }
    let looks = journal.looks
    let client = try TestClient(port: stopping.port)
    client.send(client.request("POST", "/api/boards", body: Array(try Data(contentsOf: board))))
    waits { journal.looks > looks }
    stopping.begin()
    waits { (try? TestClient(port: stopping.port)) == nil }
    journal.change { $0.stalled = false }
    let answer = try client.response()
    #expect(answer.status == 201)
    #expect(answer.headers["connection"] == "close")
    #expect(client.endsWithin())
    client.finishSending()
    #expect(stopping.end() < 15)
  }

  @Test func `can be connected to no more, and leaves no file`() throws {
    let folder = TestDirectory()
    let path = folder.path + "/socket"
    let stopping = try Stopping(loops: 2) { $0.unixPath = path }
    let client = try TestClient(path: path)
    #expect(try client.get("/healthz").status == 200)
    stopping.begin()
    #expect(client.endsWithin())
    #expect(stopping.end() < 5)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: Errno.self) { _ = try TestClient(path: path) }
    let other = try Stopping(loops: 1)
    let (port, held) = (other.port, try other.client())
    other.begin()
    #expect(held.closeCode() == 1001, "by then nobody listens")
    let refused = #expect(throws: Errno.self) { _ = try TestClient(port: port) }
    #expect(refused?.isRefused == true)
    #expect(other.end() < 5)
  }

  /// One loop is done before another, and ends the socket that the other still watches.
  @Test func `has nothing to complain of where its loops share a socket`() throws {
    let lines = LogLines()
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let stopping = try Stopping(
      loops: 3, sockets: SocketsLeft([listener], areKept: false), log: lines.sink(.warning).logger())
    let clients = try (0..<200).map { _ in try TestClient(port: listener.port) }
    for client in clients { #expect(try client.get("/healthz").status == 200) }
    stopping.begin()
    #expect(stopping.end() < 10)
    #expect(lines.all.isEmpty)
  }

  @Test(arguments: [1, 2]) func `answers every command that was heard, when it is durable`(loops: Int) throws
  {
    let journal = Journal.faulty()
    let stopping = try Stopping(loops: loops, journal: journal) { $0.partingMillisecondsMax = 60_000 }
    let players = try (0..<4).map { _ in try stopping.client() }
    let rooms = try players.map { try $0.openTable().0 }
    let calm = journal.looks
    journal.change { $0.stalled = true }
    waits { journal.looks > calm }
    let asked = try zip(players, rooms).map { player, room in
      try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    }
    waits { journal.waiting == 4 }
    stopping.begin()
    waits { (try? TestClient(port: stopping.port)) == nil }
    // What comes now is not heard, and said again after coming back.
    let late = try zip(players, rooms).map { player, room in
      try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    }
    for player in players {
      player.pump(milliseconds: 20)
      #expect(!player.drain().contains { $0["t"] == "ok" || $0["t"] == "bye" })
    }
    journal.change { $0.stalled = false }
    for (index, player) in players.enumerated() {
      #expect(try player.answer(to: asked[index])["t"] == "ok")
      #expect(try player.hear("bye")["code"] == "drain")
      #expect(player.closeCode() == 1001)
      #expect(!player.drain().contains { $0.int("c") == late[index] })
    }
    #expect(stopping.end() < 15)
  }

  @Test func `waits no longer than it may for a disk that does not answer`() throws {
    let tables = MemoryTables()
    let journal = Journal.faulty(on: tables)
    let stopping = try Stopping(loops: 1, journal: journal) { $0.partingMillisecondsMax = 100 }
    let player = try stopping.client()
    let room = try player.openTable().0
    let before = tables.records(of: room).count
    let calm = journal.looks
    journal.change { $0.stalled = true }
    waits { journal.looks > calm }
    let asked = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    stopping.begin()
    #expect(player.closeCode() == 1001)
    #expect(!player.drain().contains { $0.int("c") == asked })
    #expect(stopping.end() < 10)
    #expect(tables.records(of: room).count > before, "it is remembered all the same")
  }

  @Test func `is alive and not ready while it takes leave, and lets nobody new in`() throws {
    let stopping = try Stopping(loops: 1) {
      $0.drainMilliseconds = 60_000
      $0.drainTellsPerSecondMin = 1
      $0.keepAliveMillisecondsMax = 120_000
    }
    // The first connection is told first, whether the server still counts the quiet visitors as players or not.
    let before = try TestClient(port: stopping.port)
    #expect(try before.get("/readyz").status == 200)
    // Leave is taken of one turn's worth at once, and of as many over half a minute, unless they go by themselves.
    var visitors = try (0..<Drain.perTurnMax * 2).map { _ in try stopping.client() }
    #expect(try before.get("/readyz").status == 200)
    stopping.begin()
    #expect(before.endsWithin(), "leave is being taken")
    let healthy = try TestClient(port: stopping.port).get("/healthz")
    #expect(healthy.status == 200 && healthy.headers["connection"] == "close")
    let ready = try TestClient(port: stopping.port).get("/readyz")
    #expect(ready.status == 503 && String(decoding: ready.body, as: UTF8.self).contains("draining"))
    let stranger = try TestClient(port: stopping.port)
    stranger.send(TestClient.upgradeRequest())
    let refusal = try stranger.response()
    #expect(refusal.status == 503 && refusal.headers["retry-after"] == "5")
    visitors.removeLast(Drain.perTurnMax - 2)
    var windows: [Int] = []
    for visitor in visitors {
      windows.append(try #require((try visitor.hear("bye").json["in"] as? [Int])?.first))
      #expect(visitor.closeCode() == 1001)
    }
    #expect(
      try #require(windows.max()) > 30_000 && windows.allSatisfy { $0 >= 200 }, "after the last was told")
    waits { (try? TestClient(port: stopping.port)) == nil }
    #expect(stopping.end() < 25)
  }
}

/// A server that a test stops itself.
final class Stopping {
  let server: BaizeServer
  private let directory = TestDirectory()
  private var stopper: Reactor.Thread?
  private var began = Date()
  var port: UInt16 { server.port }

  init(
    loops: Int, journal: Journal = Journal.faulty(), sockets: SocketsLeft? = nil,
    log: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
    _ change: (inout Server.Configuration) -> Void = { _ in }
  ) throws {
    var settings = Server.Configuration()
    settings.port = 0
    settings.loops = loops
    change(&settings)
    server = try BaizeServer.start(
      settings, files: TestServer.files, journal: journal, blobs: try Blobs(directory: directory.path),
      log: log, sockets: sockets)
  }

  func client() throws -> TestClient {
    let client = try TestClient(port: port)
    try client.upgrade()
    try client.say(#"{"t":"hello","name":"Ann"}"#)
    client.welcome = try client.hear("welcome")
    return client
  }

  func begin(_ farewell: Farewell = .drain) {
    began = Date()
    let server = self.server
    stopper = Reactor.Thread(name: "stopper") { server.stop(farewell) }
  }

  /// Waits until it has stopped; the seconds that took.
  func end() -> Double {
    stopper?.join()
    stopper = nil
    return Date().timeIntervalSince(began)
  }

  deinit { stopper?.join() }
}
