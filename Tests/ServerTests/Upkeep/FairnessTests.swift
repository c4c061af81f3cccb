import Foundation
import HTTP
import Reactor
import Rooms
import Synchronization
import Testing
import WebSocket
import Wire

@testable import Server
@testable import Store

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

  @Test(arguments: [1, 2]) func `A limited number of one network's messages waits, and another's are heard`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops) {
      $0.proxies = believing("127.0.0.1")
      $0.commandsBurst = 1000
      ($0.turnMicrosecondsMax, $0.waitingOfNetworkMax) = (1, 5)
    }
    func come(from address: String) throws -> TestClient {
      let client = try TestClient(port: server.port)
      try client.upgrade("X-Forwarded-For: \(address)\r\n")
      try client.say(#"{"t":"hello","name":"Ann"}"#)
      _ = try client.hear("welcome")
      return client
    }
    let (mob, ada) = (try come(from: "198.51.100.1"), try come(from: "192.0.2.1"))
    let (held, room) = (try mob.openTable().room, try ada.openTable().room)
    let taps = (1...40).map { #"{"c":\#(100 + $0),"t":"cmd","r":"\#(held)","op":"tap","in":"stock"}"# }
    try mob.say(taps.joined(separator: "\n"))
    let tap = try ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    #expect(try ada.answer(to: tap)["t"] == "ok")
    // What is refused is told before what waits.
    let answers = try (101...140).map { _ in try mob.hear(where: { ($0.int("c") ?? 0) > 100 }) }
    let refused = answers.filter { $0["code"] == "rate" && $0.int("reset") == 1000 }
    #expect(
      !refused.isEmpty && refused.count <= 35 && answers.count { $0["t"] == "ok" } == 40 - refused.count)
    // What was refused was not done, and may be asked for again.
    let again = try mob.ask(#""t":"cmd","r":"\#(held)","op":"tap","in":"stock""#)
    #expect(try mob.answer(to: again).int("v") == 2 + 40 - refused.count)
  }

  @Test func `One network may look for a limited number of tables, and another is still answered`() throws {
    let directory = TestDirectory()
    let server = try TestServer(
      loops: 1, journal: Journal(try SQLiteTables(directory: directory.path)), in: directory
    ) {
      $0.proxies = believing("127.0.0.1")
      ($0.wakingsPerSecond, $0.wakingsBurst) = (1, 2)
    }
    func subscribe(from address: String, to count: Int) throws -> [String?] {
      let client = try TestClient(port: server.port)
      try client.upgrade("X-Forwarded-For: \(address)\r\n")
      try client.say(#"{"t":"hello","name":"Ann"}"#)
      _ = try client.hear("welcome")
      return try (0..<count).map { number in
        let c = try client.ask(#""t":"sub","room":"r0000000\#(number)","as":"watch""#)
        return try client.answer(to: c)["code"]
      }
    }
    #expect(try subscribe(from: "198.51.100.1", to: 4) == ["gone", "gone", "full", "full"])
    #expect(try subscribe(from: "192.0.2.1", to: 2) == ["gone", "gone"])
    #expect(try (0..<3).flatMap { _ in try subscribe(from: "127.0.0.1", to: 2) }.allSatisfy { $0 == "gone" })
  }

  @Test func `A limited number of requests is answered in a turn, of all connections together`() throws {
    let loop = try #require(TurnedLoop { $0.requestsPerTurnOfAllMax = 2 })
    for _ in 0..<2 { _ = try #require(loop.connect()) }
    for _ in 0..<5 { loop.peersSend("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") }
    var counts: [Int] = []
    waits {
      let before = loop.events.loop.counters.requests
      _ = loop.events.turn()
      counts.append(loop.events.loop.counters.requests - before)
      return loop.events.loop.counters.requests == 15
    }
    #expect(counts.allSatisfy { $0 <= 2 })
  }

  @Test func `Connections that ask for much at once are all answered in the end`() throws {
    let server = try TestServer(loops: 1) { $0.requestsPerTurnOfAllMax = 2 }
    let clients = try (0..<5).map { _ in try TestClient(port: server.port) }
    let request = "GET /api/games HTTP/1.1\r\nHost: a\r\n\r\n"
    for client in clients { client.send(String(repeating: request, count: 40)) }
    #expect(try TestClient(port: server.port).get("/healthz").status == 200)
    for client in clients {
      for _ in 0..<40 { #expect(try client.response().status == 200) }
    }
  }

  @Test
  func `A limited number of one network's descriptions waits, and all are read in their order`()
    throws
  {
    let desk = DescriptionDesk()
    let guest = GuestID(digest: [UInt8](repeating: 1, count: 16))
    let told = Mutex<[UInt32?]>([])
    func read(_ network: UInt32?) -> Bool {
      desk.read(Array("{}".utf8), as: .check, by: guest, beside: [], of: network) { outcome in
        if case .mistaken = outcome { told.withLock { $0.append(network) } }
      }
    }
    #expect((0..<20).count { _ in read(7) } == DescriptionDesk.perNetworkMax)
    #expect(read(8) && (0..<20).allSatisfy { _ in read(nil) })
    desk.end()
    desk.run()
    #expect(told.withLock { $0 } == [7, 7, 7, 7, 8] + [UInt32?](repeating: nil, count: 20))
  }

  /// While the desk's thread stands still, the loop hears players, and refuses what is too much of one network.
  @Test func `descriptions are read beside the loop`() throws {
    let server = try TestServer(loops: 1) { $0.proxies = believing("127.0.0.1") }
    let (stands, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let guest = GuestID(digest: [UInt8](repeating: 1, count: 16))
    let isTaken = server.server.shared.tables.descriptions.read(
      [], as: .check, by: guest, beside: [], of: nil
    ) {
      _ in
      stands.signal()
      goesOn.wait()
    }
    #expect(isTaken)
    stands.wait()
    func post(_ address: String) throws -> TestClient {
      let client = try TestClient(port: server.port)
      let head = "Authorization: Bearer g1.0123456789abcdef100\r\nX-Forwarded-For: \(address)\r\n"
      client.send(client.request("POST", "/api/games?check", head, body: Array("{}".utf8)))
      try waitsUntilRead(asking: try TestClient(port: server.port))
      return client
    }
    let waiting = try (0..<DescriptionDesk.perNetworkMax).map { _ in try post("192.0.2.1") }
    #expect(try post("192.0.2.1").response().status == 503)
    let other = try post("192.0.2.2")
    let player = try server.client()
    try player.say(#"{"t":"hb"}"#)
    _ = try player.hear("hb")
    goesOn.signal()
    for client in waiting + [other] { #expect(try client.response().status == 400) }
  }

  /// The loop is held in one turn after the other, for milliseconds, at somebody's hello.
  @Test func `Bodies are read at a limited rate in all, and each has its turns`() throws {
    let (perTurn, hold) = (10_000, HeldLoop())
    let server = try TestServer(loops: 1, log: hold.logger) { $0.bulkBytesPerMillisecondMax = perTurn }
    let others = try (0..<4).map { _ in try server.stranger() }
    let uploads = try [1_000_000, 1_000_000, perTurn].map { size in
      let client = try TestClient(port: server.port)
      let head = TestClient.bearer + "Expect: 100-continue\r\nContent-Length: \(size)\r\n\r\n"
      client.send("PUT /api/blobs HTTP/1.1\r\nHost: a\r\n" + head)
      #expect(try client.response(bodyless: true).status == 100)
      return client
    }
    for (turn, other) in others.enumerated() {
      hold.begins(at: "hello")
      try other.say(#"{"t":"hello","name":"Ann"}"#)
      usleep(2_000)
      if turn > 0 { hold.ends() }
      hold.waits()
      switch turn {
      case 0:
        // All of it has come when the next turn begins.
        uploads[0].send([UInt8](repeating: UInt8(ascii: "a"), count: 10 * perTurn))
        uploads[1].send([UInt8](repeating: UInt8(ascii: "b"), count: 10 * perTurn))
        uploads[2].send([UInt8](repeating: UInt8(ascii: "c"), count: perTurn))
      case 1, 2: #expect(server.server.uploadBytesInFlight == turn * perTurn)
      // The last in line did not wait for all of those before it.
      default: #expect((2...3).contains(server.server.uploadBytesInFlight / perTurn))
      }
    }
    hold.ends()
    #expect(try uploads[2].response().status == 201)
    waits { server.server.uploadBytesInFlight == 20 * perTurn }
  }

  @Test func `A limited number of those who look at the lobby is told in a turn`() throws {
    let loop = try #require(TurnedLoop { $0.lobbyTellsPerTurnMax = 2 })
    let connections = try [loop.connection] + (0..<4).map { _ in try #require(loop.connect()) }
    let conversations = connections.enumerated().map { number, connection in
      let visitor = Visitor(
        guest: GuestID(digest: 0..<16), visit: VisitID(random: Array(repeating: UInt8(number), count: 16)),
        name: "Ann", isBot: false, wantsDests: false, wantsDrag: false)
      let conversation = Conversation(visitor)
      loop.events.connections.begin(conversation, on: connection)
      // It was told of no list yet.
      conversation.lobbySerial = -1
      return conversation
    }
    let table = TableSummary(
      id: TurnedLoop.room.text, game: "fruits", deal: nil, players: [], seats: 1, watching: 0, moves: 0,
      score: 0, up: 0, status: .playing)
    loop.events.loop.shared.tables.lobby.put([table], of: 0)
    let fanout = loop.events.fanout
    fanout.beginTellingLobby()
    var counts: [Int] = []
    repeat {
      // What a turn does of it.
      fanout.tellLobby()
      counts.append(conversations.count { $0.lobbySerial != -1 })
    } while fanout.hasWork && counts.count < 10
    #expect(counts == [2, 4, 5])
  }

  @Test func `Everybody who looks at a lobby is told in the end`() throws {
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

  @Test func `a guest who opens tables only to leave them keeps nobody out`() throws {
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

  /// The head of a file was gathered, its body was to leave next, and the kernel took nothing.
  @Test func `sends what was cut before what was about to begin`() {
    var outbox = Outbox()
    outbox.append([7, 8, 9])
    outbox.begin()
    ([1, 2] as [UInt8]).withUnsafeBytes { outbox.keep($0) }
    #expect(outbox.withUnsent { Array($0) } == [1, 2])
    outbox.sent(2)
    #expect(outbox.takeEntries().map(\.bytes) == [[7, 8, 9]])
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

  @Test func `sends what is large in slices, from where it lies, and what follows behind it`() {
    var outbox = Outbox()
    outbox.append([1, 2, 3, 4, 5])
    outbox.append([6])
    outbox.begin()
    #expect(outbox.withUnsent(bytesMax: 2) { Array($0) } == [1, 2])
    outbox.sent(2)
    #expect(outbox.hasUnsent && outbox.bytesWaiting == 4)
    #expect(outbox.withUnsent { Array($0) } == [3, 4, 5])
    outbox.sent(3)
    #expect(!outbox.hasUnsent && outbox[0]?.bytes == [6] && outbox[1] == nil)
    outbox.removeFirst(1)
    #expect(outbox.isEmpty && outbox.bytesWaiting == 0)
  }

  @Test func `lets go of all but what has begun to leave`() {
    var outbox = Outbox()
    outbox.append([1, 2])
    outbox.begin()
    outbox.append([3])
    #expect(outbox.takeEntries().map(\.bytes) == [[3]])
    #expect(outbox.withUnsent { Array($0) } == [1, 2])
  }

  @Test func `pays for what is there for it alone, as long as it is`() {
    let budget = MemoryBudget(bytesMax: 2000)
    var shared = Response(.ok, body: [UInt8](repeating: 7, count: 5_000), to: nil, date: "")
    let own = shared
    shared.shareBody()
    var outbox = Outbox()
    outbox.append(shared)
    #expect(outbox.bytesWaiting > 5_000 && outbox.pay(budget, for: 1))
    #expect((1..<1000).contains(budget.bytesTaken), "its head")
    outbox.append(own)
    #expect(!outbox.pay(budget, for: 1))
    _ = outbox.takeEntries()
    #expect(budget.bytesTaken == 0)
  }
}
