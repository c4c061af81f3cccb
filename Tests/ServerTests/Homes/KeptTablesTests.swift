import Foundation
import SQLite
import TestFaults
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `Tables that are kept` {
  let directory = TestDirectory()

  private func server(
    loops: Int = 2, _ limits: SQLiteTables.Limits = SQLiteTables.Limits(),
    _ change: (inout Server.Configuration) -> Void = { _ in }
  ) throws -> KeptServer {
    let tables = try SQLiteTables(directory: directory.path, limits: limits)
    return KeptServer(
      try TestServer(loops: loops, journal: Journal.faulty(on: tables), in: directory, change))
  }

  /// What a lost client says first when it comes back.
  private func hello(_ client: TestClient, _ room: String, _ snap: Heard, version: Int) throws -> String {
    let (token, visit) = (try #require(client.welcome?["tok"]), try #require(client.welcome?["sid"]))
    let held = #"[["\#(room)","\#(try #require(snap["e"]))",\#(version)]]"#
    return #"{"t":"hello","tok":"\#(token)","want":["dests"],"resume":{"sid":"\#(visit)","rooms":\#(held)}}"#
  }

  @Test func `are there after a restart, in the same visit, on the same seat, and nothing is done twice`()
    throws
  {
    var server: KeptServer? = try self.server()
    let ada = try #require(server).client("Ada")
    #expect(ada.welcome?.json["keeps"] as? Bool == true)
    let (room, snap) = try ada.openTable()
    let c = try ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    let event = try ada.hear("ev")
    let answer = try ada.answer(to: c)
    let back = try hello(ada, room, snap, version: 2)
    server = nil

    server = try self.server()
    let again = try #require(server).stranger()
    again.countOn(from: ada)
    try again.say(back)
    let welcome = try again.hear("welcome")
    #expect(welcome.json["resumed"] as? Bool == true && welcome["sid"] == ada.welcome?["sid"])
    // Its clock stood, so the table is told as it stands: view for view.
    let shown = try again.hear { ["snap", "ev", "gone"].contains($0["t"]) }
    #expect(shown["t"] == "snap" && shown["why"] == "resume" && shown.int("v") == 2)
    #expect(shown["h"] == event["h"] && shown["e"] == snap["e"])
    #expect(shown.line.contains(#""kind":"guest","on":true"#))
    try again.say(#"{"c":\#(c),"t":"cmd","r":"\#(room)","op":"tap","in":"stock"}"#)
    #expect(try again.answer(to: c).line == answer.line)
    let next = try again.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    #expect(try again.answer(to: next).int("v") == 3)
    // Who lacks more than that gets the table as it stands.
    let eve = try #require(server).client("Eve")
    let table = try eve.join(room, as: "watch")
    #expect(table.int("v") == 3 && table["e"] == snap["e"] && table["h"] != event["h"])
  }

  @Test(arguments: [1, 2]) func `tell the rules of what was described for them before anybody comes back`(
    loops: Int
  )
    throws
  {
    var server: KeptServer? = try self.server(loops: loops)
    let text =
      #"{"game":"tiny","title":"Tiny","stock":{},"waste":{},"foundation":{},"#
      + #""tableau":{"count":4,"up":2,"build":"down"}}"#
    let opened = try TestClient(port: try #require(server).port).postGame(text)
    let room = try #require(opened.json["room"] as? String)
    server = nil

    server = try self.server(loops: loops)
    let reader = try TestClient(port: try #require(server).port)
    let answer = try reader.get("/api/rooms/\(room)/game", TestClient.bearer)
    #expect(answer.status == 200 && answer.json["id"] as? String == "tiny")
    #expect(try reader.get("/api/rooms/rAbCdEfGh/game").error == "notFound")
  }

  @Test func `keep who watched among those who watch`() throws {
    var server: KeptServer? = try self.server()
    let ada = try #require(server).client("Ada")
    let (room, snap) = try ada.openTable()
    let eve = try #require(server).client("Eve")
    _ = try eve.join(room, as: "watch")
    let back = try hello(eve, room, snap, version: 1)
    server = nil
    server = try self.server()
    let again = try #require(server).stranger()
    try again.say(back)
    let crowd = try again.hear("crowd")
    #expect(crowd.int("watching") == 1 && crowd.line.contains(#""name":"Ada","kind":"guest","on":false"#))
  }

  @Test func `are opened once by one message, also when a restart comes between`() throws {
    var server: KeptServer? = try self.server()
    let ada = try #require(server).client("Ada")
    let open = #""t":"open","game":"klondike1","deal":{"kind":"sealed"}"#
    let room = try ada.answer(to: try ada.ask(open))["room"]
    let nowhere = Heard(json: ["e": "00000000"], line: "")
    let back = try hello(ada, "rXXXXXXXX", nowhere, version: 0)
    server = nil
    server = try self.server()
    let again = try #require(server).stranger()
    try again.say(back)
    _ = try again.hear("welcome")
    #expect(try again.hear("gone")["why"] == "idle", "of a table that never was")
    try again.say(#"{"c":1,\#(open)}"#)
    #expect(try again.answer(to: 1)["room"] == room)
    try again.say(#"{"c":2,\#(open)}"#)
    #expect(try again.answer(to: 2)["room"] != room)
  }

  @Test func `may be boards that somebody described`() throws {
    var server: KeptServer? = try self.server()
    let example = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Public/boards/kanban.json")
    let posted = try TestClient(port: try #require(server).port).post(
      try String(contentsOf: example, encoding: .utf8))
    let room = try #require(posted.json["room"] as? String)
    let ada = try #require(server).stranger()
    try ada.say(#"{"t":"hello","tok":"\#(TestClient.token)"}"#)
    _ = try ada.join(room, as: "play")
    let c = try ada.ask(#""t":"cmd","r":"\#(room)","op":"move","item":0,"in":"doing""#)
    let hash = try ada.hear("ev")["h"]
    #expect(try ada.answer(to: c)["t"] == "ok")
    server = nil
    server = try self.server()
    #expect(try #require(server).client("Eve").join(room, as: "watch")["h"] == hash)
  }

  @Test func `may be games that somebody described`() throws {
    var server: KeptServer? = try self.server()
    let example = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Public/games/example.json")
    let posted = try TestClient(port: try #require(server).port).postGame(
      try String(contentsOf: example, encoding: .utf8))
    let room = try #require(posted.json["room"] as? String)
    let keys = try #require(posted.json["keys"] as? [String: String])
    let ada = try #require(server).stranger()
    try ada.say(#"{"t":"hello","tok":"\#(TestClient.token)","want":["dests"]}"#)
    _ = try ada.join(room, as: "play")
    for command in [
      #""op":"deal","deal":{"kind":"open","n":5},"game":"king-albert:empty=king""#, #""op":"restart""#,
    ] {
      let c = try ada.ask(#""t":"cmd","r":"\#(room)",\#(command)"#)
      #expect(try ada.answer(to: c)["t"] == "ok")
    }
    try ada.say(#"{"t":"sync","r":"\#(room)","why":"gap"}"#)
    let hash = try ada.hear { $0["t"] == "snap" && $0["why"] == "sync" }["h"]
    #expect(hash != nil)
    server = nil
    server = try self.server()
    let snap = try #require(server).client("Eve").join(room, as: "watch", key: keys["watch"])
    #expect(snap["h"] == hash && snap.line.contains(#""id":"king-albert:empty=king""#))
  }

  @Test func `fall asleep when nobody is there, and wake when somebody comes`() async throws {
    let server = try self.server { $0.roomAwakeMillisecondsMax = 0 }
    let (room, _) = try server.client("Ada").openTable(seats: 2)  // who leaves at once
    let (own, _) = try server.client("Cleo").openTable()
    _ = try server.client("Bob").join(room, as: "play")
    let deadline = Date().addingTimeInterval(patience)
    // Bob's seat is kept for a while, and so long the table is awake. Cleo's is hers for as long as the table is kept,
    // and nobody sits at Eve's: these two sleep.
    let eve = try server.client("Eve")
    let other = try eve.answer(to: try eve.ask(#""t":"open","game":"fruits""#))["room"]
    while await server.counts().rooms > 1, Date() < deadline { usleep(10_000) }
    #expect(await server.counts().rooms == 1)
    #expect(try eve.join(try #require(other), as: "watch").int("v") == 1)
    #expect(try eve.join(room, as: "watch").int("v") == 1)
    #expect(await server.counts().rooms == 2)
    #expect(try eve.join(own, as: "watch").int("v") == 1)
  }

  @Test func `A damaged table is closed with a plain word, and no other is`() throws {
    var server: KeptServer? = try self.server()
    let ada = try #require(server).client("Ada")
    let (bad, snap) = try ada.openTable()
    let (good, _) = try ada.openTable(deal: 8)
    let back = try hello(ada, bad, snap, version: 1)
    server = nil
    try DatabaseQueue(path: directory.path + "/tables.db").write { db in
      try db.execute(
        sql: """
          UPDATE records SET body = x'7B7D' WHERE sequence = 2
          AND tableID = (SELECT id FROM tables WHERE room = ?)
          """,
        arguments: [bad])
    }
    server = try self.server()
    let again = try #require(server).stranger()
    try again.say(back)
    #expect(try again.hear("gone")["why"] == "damaged")
    let c = try again.ask(#""t":"sub","room":"\#(bad)","as":"watch""#)
    let refusal = try again.answer(to: c)
    #expect(refusal["code"] == "gone" && refusal["why"] == "damaged")
    #expect(try again.join(good, as: "watch").int("v") == 1)
  }

  @Test func `are no more than each may have`() throws {
    var limits = SQLiteTables.Limits()
    limits.tablesPerGuestMax = 2
    let server = try self.server(limits)
    let ada = try server.client("Ada")
    for _ in 0..<2 { _ = try ada.openTable() }
    let c = try ada.ask(#""t":"open","game":"fruits""#)
    let refusal = try ada.answer(to: c)
    #expect(refusal["code"] == "full" && refusal["why"]?.contains("2 tables") == true)
    #expect(try server.client("Bob").openTable().room != "")
  }

  @Test func `are no more than each may have, however many are opened at once`() throws {
    var limits = SQLiteTables.Limits()
    limits.tablesPerGuestMax = 3
    let journal = Journal.faulty(on: try SQLiteTables(directory: directory.path, limits: limits))
    let server = try TestServer(loops: 2, journal: journal, in: directory) { $0.opensBurst = 100 }
    let ada = try server.client("Ada")
    let token = try #require(ada.welcome?["tok"])
    var clients = [ada]
    for _ in 1..<10 {
      let client = try server.stranger()
      try client.say(#"{"t":"hello","tok":"\#(token)"}"#)
      _ = try client.hear("welcome")
      clients.append(client)
    }
    // Nothing is durable before all were heard.
    journal.change { $0.stalled = true }
    for client in clients { for _ in 0..<10 { try client.ask(#""t":"open","game":"fruits""#) } }
    try waits {
      let refused = try metric(#"baize_commands_total{outcome="full"}"#, of: server)
      return refused + journal.waiting == 100
    }
    #expect(journal.waiting == 3)
    journal.change { $0.stalled = false }
    var answers: [String: Int] = [:]
    for client in clients {
      for _ in 0..<10 {
        let answer = try client.hear { $0.int("c") != nil }
        answers[answer["code"] ?? "ok", default: 0] += 1
      }
    }
    #expect(answers == ["ok": 3, "full": 97])
  }

  @Test func `A table that could not be opened is not counted`() throws {
    var limits = SQLiteTables.Limits()
    limits.tablesPerGuestMax = 1
    let disk = try FailingTables(SQLiteTables(directory: directory.path, limits: limits))
    let server = try TestServer(loops: 1, journal: Journal.faulty(on: disk), in: directory)
    let ada = try server.client("Ada")
    func open(_ game: String) throws -> String? {
      let c = try ada.ask(#""t":"open","game":"\#(game)""#)
      return try ada.answer(to: c)["code"]
    }
    disk.fails.store(true, ordering: .relaxed)
    for _ in 0..<2 { #expect(try open("fruits") == "paused") }
    disk.fails.store(false, ordering: .relaxed)
    for _ in 0..<2 { #expect(try open("no-such-game") == "bad") }
    #expect(try open("fruits") == nil)
    #expect(try open("fruits") == "full")
  }

  @Test func `stand still while they take all the room there is, and go on when there is more`() throws {
    let tables = try SQLiteTables(directory: directory.path)
    let server = try TestServer(loops: 1, journal: Journal.faulty(on: tables), in: directory)
    let ada = try server.client("Ada")
    let (room, _) = try ada.openTable()
    var limits = SQLiteTables.Limits()
    limits.bytesMax = 1
    tables.set(limits)
    let move = #""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#
    #expect(try ada.answer(to: try ada.ask(move))["code"] == "paused")
    #expect(try ada.answer(to: try ada.ask(#""t":"open","game":"fruits""#))["code"] == "full")
    #expect(try server.client("Eve").join(room, as: "watch").int("v") == 1)
    tables.set(SQLiteTables.Limits())
    #expect(try ada.answer(to: try ada.ask(move)).int("v") == 2)
  }

  @Test func `A table that nobody used for long is forgotten, unless somebody is there`() throws {
    var server: KeptServer? = try self.server()
    let ada = try #require(server).client("Ada")
    let (old, _) = try ada.openTable()
    let (used, _) = try ada.openTable(deal: 8)
    server = nil
    try DatabaseQueue(path: directory.path + "/tables.db").write { db in
      try db.execute(sql: "UPDATE tables SET usedAt = 1000")
    }
    server = try self.server {
      $0.keepDays = 1
      $0.retentionMilliseconds = 1_500
    }
    let eve = try #require(server).client("Eve")
    _ = try eve.join(used, as: "watch")
    let tables = try SQLiteTables(directory: directory.path)
    waits { (try? tables.table(old)) == .some(nil) }
    #expect(try tables.table(used) != nil)
  }

  @Test func `A table that is being forgotten is gone for a guest who comes just then`() throws {
    let (server, journal, old) = try serverThatForgets()
    let eve = try server.client("Eve")
    let c = try eve.ask(#""t":"sub","room":"\#(old)","as":"watch""#)
    journal.change { $0.stalled = false }
    #expect(try eve.answer(to: c)["code"] == "gone")
    #expect(try SQLiteTables(directory: directory.path).table(old) == nil)
  }

  @Test func `A table that is being forgotten has no rules for a client that asks just then`() throws {
    let (server, journal, old) = try serverThatForgets()
    let (asker, other) = (try TestClient(port: server.port), try TestClient(port: server.port))
    asker.send("GET /api/rooms/\(old)/game HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try waitsUntilRead(asking: other)
    journal.change { $0.stalled = false }
    // Sooner than the server would give up.
    #expect(try asker.response(within: 10).status == 404)
  }

  /// A server that is about to forget a table, whose journal does not answer yet.
  private func serverThatForgets() throws -> (server: KeptServer, journal: Journal, room: String) {
    var first: KeptServer? = try self.server()
    let (old, _) = try #require(first).client("Ada").openTable()
    first = nil
    try DatabaseQueue(path: directory.path + "/tables.db").write { db in
      try db.execute(sql: "UPDATE tables SET usedAt = 1000")
    }
    let journal = Journal.faulty(on: try SQLiteTables(directory: directory.path))
    journal.change { $0.stalled = true }
    let looks = journal.looks
    let server = KeptServer(
      try TestServer(loops: 1, journal: journal, in: directory) {
        $0.keepDays = 1
        $0.retentionMilliseconds = 200
      })
    waits { journal.looks > looks + 1 }
    return (server, journal, old)
  }

  @Test func `Openings are refused at once where the tables cannot be read at all`() throws {
    let server = try TestServer(
      loops: 1, journal: Journal.faulty(on: UnreadableTables(why: "damaged")), in: directory)
    let ada = try server.client("Ada")
    for opening in [#""t":"open","game":"fruits""#, #""t":"open","game":"solitaire""#] {
      // Sooner than a disk that may mend itself would be given up.
      let answer = try ada.answer(to: ada.ask(opening), within: 10)
      #expect(answer["code"] == "paused")
    }
  }

  @Test func `A table that is there is not woken, and nobody waits for it, where no table can be read`()
    throws
  {
    var first: KeptServer? = try self.server()
    let (room, _) = try #require(first).client("Ada").openTable()
    first = nil
    let server = try TestServer(
      loops: 1, journal: Journal.faulty(on: UnreadableTables(why: "damaged")), in: directory)
    let ada = try server.client("Ada")
    for presence in ["play", "watch"] {
      // Sooner than a disk that may mend itself would be given up.
      let c = try ada.ask(#""t":"sub","room":"\#(room)","as":"\#(presence)""#)
      let answer = try ada.answer(to: c, within: 10)
      #expect(answer["code"] == "gone" && answer["why"] == "damaged")
    }
  }

  @Test func `go on by themselves when the disk takes what is written again`() throws {
    let disk = try FailingTables(SQLiteTables(directory: directory.path))
    let server = try TestServer(loops: 1, journal: Journal.faulty(on: disk), in: directory)
    let ada = try server.client("Ada")
    let (room, _) = try ada.openTable()
    let eve = try server.client("Eve")
    _ = try eve.join(room, as: "watch")
    disk.fails.store(true, ordering: .relaxed)
    for _ in 0..<3 {
      let c = try ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
      #expect(try ada.answer(to: c)["code"] == "paused")
    }
    let c = try ada.ask(#""t":"open","game":"fruits""#)
    #expect(try ada.answer(to: c)["code"] == "paused")
    // Who watches goes on watching, and who comes is shown the table as the disk has it.
    #expect(try eve.hear { $0["why"] == "fallback" }.int("v") == 1)
    #expect(try server.client("Dan").join(room, as: "watch").int("v") == 1)
    disk.fails.store(false, ordering: .relaxed)
    let next = try ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    #expect(try ada.answer(to: next).int("v") == 2)
    #expect(try eve.hear("ev").int("v") == 2)
  }
}
