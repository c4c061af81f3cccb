import Foundation
import TestDice
import TestFaults
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `Hostile and clumsy peers` {
  @Test func `a client that has finished asking still gets the answer`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    client.finishSending()
    #expect(try client.response().status == 200)
    #expect(client.endsWithin())
  }

  @Test func `a refusal arrives although the peer goes on sending`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 300_000))
    #expect(try client.response().status == 431)
    #expect(client.endsWithin())
  }

  @Test func `a flood of pings that nobody reads the answers of ends that connection only`() async throws {
    let server = try TestServer(loops: 1) {
      $0.outboxBytesMax = 64 * 1024
      // Who says nothing for long is ended as well, and a sanitizer on a busy machine takes long.
      $0.silenceMillisecondsMax = 600_000
    }
    let quiet = try server.client("Quiet")
    let loud = try server.client("Loud")
    loud.takeLittle()
    // A ping of 125 bytes; its pong is never read.
    let ping = [0x89, 0xFD, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 125)
    let many = Array(repeatElement(ping, count: 500).joined())
    for _ in 0..<200 where await server.server.counts().connections == 2 { loud.send(many) }
    for _ in 0..<1000 where await server.server.counts().connections == 2 {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(await server.server.counts().connections == 1)
    try quiet.say(#"{"t":"hb"}"#)
    #expect(try quiet.hear("hb")["t"] == "hb")
  }

  @Test func `A limited number of commands is taken in while the journal stalls`() throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: 1, journal: journal) {
      $0.commandsBurst = 60_000
      $0.messagesBurst = 60_000
    }
    let player = try server.client()
    let (room, _) = try player.openTable()
    journal.change { $0.stalled = true }
    let asked = RoomHost.waitingMax + 200
    for _ in 0..<asked { try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#) }
    // Refused at once, since nothing more may wait.
    #expect(try player.hear { $0["code"] == "paused" }["r"] == room)
    journal.change { $0.stalled = false }
    _ = try player.hear { $0["t"] == "ev" }
    _ = player.drain()
    let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"undo""#)
    #expect(try player.answer(to: c)["t"] == "ok")
  }

  @Test(
    arguments: [
      ("Ada\\u0000\\u202EdlroW", "AdadlroW"), ("  two   words ", "two words"), ("\\u200B\\n", nil),
      (String(repeating: "x", count: 40), String(repeating: "x", count: 24)), ("Zoë 王", "Zoë 王"),
    ] as [(String, String?)])
  func `names are cleaned of what plays tricks`(given: String, shown: String?) throws {
    let server = try TestServer(loops: 1)
    let client = try server.stranger()
    try client.say(#"{"t":"hello","name":"\#(given)"}"#)
    let name = (try client.hear("welcome").json["you"] as? [String: Any])?["name"] as? String
    if let shown { #expect(name == shown) } else { #expect(name?.hasPrefix("Guest ") == true) }
  }

  @Test(arguments: [1, 2]) func `coming back does not fill up what one may spend`(loops: Int) throws {
    let server = try TestServer(loops: loops) {
      $0.commandsBurst = 10
      $0.commandsPerSecond = 1
    }
    let first = try server.client()
    for _ in 0..<10 { try first.ask(#""t":"lobby","on":false"#) }
    _ = try first.answer(to: 10)
    let token = try #require(first.welcome?["tok"])
    let visit = try #require(first.welcome?["sid"])
    first.finishSending()
    #expect(first.endsWithin())
    let second = try server.stranger()
    try second.say(#"{"t":"hello","tok":"\#(token)","resume":{"sid":"\#(visit)","rooms":[]}}"#)
    #expect(try second.hear("welcome").json["resumed"] as? Bool == true)
    var refused = 0
    for c in 11...22 {
      try second.say(#"{"c":\#(c),"t":"lobby","on":false}"#)
      if try second.answer(to: c)["code"] == "rate" { refused += 1 }
    }
    #expect(refused >= 3)
  }

  @Test func `tables that are full take up no place`() throws {
    let server = try TestServer(loops: 2) { $0.roomsPerConnectionMax = 2 }
    let owner = try server.client("Owner")
    let rooms = try (0..<2).map { try owner.openTable(deal: $0).room }
    let guest = try server.client("Guest")
    for _ in 0..<3 {
      for room in rooms {
        let c = try guest.ask(#""t":"sub","room":"\#(room)","as":"play""#)
        #expect(try guest.answer(to: c)["code"] == "full")
      }
    }
    #expect(try guest.openTable(deal: 9).snap.int("v") == 1)
  }

  @Test(arguments: [1, 2]) func `a connection that fell silent gives way to the one that resumes`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops)
    let first = try server.client("Ada")
    let (room, snap) = try first.openTable()
    let watcher = try server.client("Bob")
    _ = try watcher.join(room, as: "watch")
    let (token, visit) = (try #require(first.welcome?["tok"]), try #require(first.welcome?["sid"]))
    let (epoch, version) = (try #require(snap["e"]), try #require(snap.int("v")))
    let second = try server.stranger()
    let held = #"[["\#(room)","\#(epoch)",\#(version)]]"#
    try second.say(
      #"{"t":"hello","tok":"\#(token)","resume":{"sid":"\#(visit)","rooms":\#(held)}}"#)
    #expect(try second.hear("welcome").json["resumed"] as? Bool == true)
    #expect(first.endsWithin())
    try second.say(#"{"c":50,"t":"cmd","r":"\#(room)","op":"tap","in":"stock"}"#)
    #expect(try second.answer(to: 50)["t"] == "ok")
    #expect(try watcher.hear("ev").int("by") == 0)
  }

  @Test func `A table that nobody came to is given up soon`() async throws {
    let server = try TestServer(loops: 1) { $0.roomUnusedIdleMillisecondsMax = 100 }
    let client = try server.client()
    let c = try client.ask(#""t":"open","game":"klondike1","deal":{"kind":"open","n":7}"#)
    #expect(try client.answer(to: c)["t"] == "ok")
    var rooms = await server.server.counts().rooms
    for _ in 0..<1000 where rooms > 0 {
      try await Task.sleep(for: .milliseconds(20))
      rooms = await server.server.counts().rooms
    }
    #expect(rooms == 0)
  }

  @Test func `rooms that are not there take up no place`() throws {
    let server = try TestServer(loops: 2) {
      $0.roomsPerConnectionMax = 3
      $0.commandsBurst = 100
    }
    let client = try server.client()
    for number in 0..<10 {
      let c = try client.ask(#""t":"sub","room":"rAAAAAA0\#(number)","as":"watch""#)
      #expect(try client.answer(to: c)["code"] == "gone")
    }
    _ = try client.openTable()
    _ = try client.openTable(deal: 8)
    _ = try client.openTable(deal: 9)
    let fourth = try server.client("Other").openTable().room
    let c = try client.ask(#""t":"sub","room":"\#(fourth)","as":"watch""#)
    #expect(try client.answer(to: c)["code"] == "full")
  }

  @Test(arguments: [1, 2]) func `leaving and joining again at once keeps the place`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let player = try server.client()
    let (room, _) = try player.openTable()
    for _ in 0..<5 {
      try player.ask(#""t":"unsub","room":"\#(room)""#)
      _ = try player.join(room, as: "play")
    }
    let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    #expect(try player.hear("ev").int("v") == 2)
    #expect(try player.answer(to: c)["t"] == "ok")
  }

  @Test func `random bytes after the handshake never stop the server, and leave nothing behind`() async throws
  {
    let server = try TestServer(loops: 1)
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var dice = Dice(seed: seed)
    for _ in 0..<60 {
      let client = try server.stranger()
      client.send((0..<200).map { _ in UInt8.random(in: 0...255, using: &dice) })
    }
    #expect(try TestClient(port: server.port).get("/healthz").status == 200, "seed \(seed)")
    var counts = await server.server.counts()
    for _ in 0..<1000 where counts.connections > 0 {
      try await Task.sleep(for: .milliseconds(20))
      counts = await server.server.counts()
    }
    #expect(counts.connections == 0, "seed \(seed)")
  }
}
