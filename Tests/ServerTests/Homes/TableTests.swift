import Foundation
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `A table over real sockets` {
  @Test(arguments: [1, 2]) func `A move reaches the player and all who watch in the same bytes`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops)
    let player = try server.client("Ada")
    let (room, snap) = try player.openTable()
    // Several, so that with two loops some are on the other one.
    let watchers = try (0..<6).map { try server.client("Watcher \($0)") }
    for watcher in watchers { #expect(try watcher.join(room, as: "watch")["h"] == snap["h"]) }

    let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    let event = try player.hear("ev")
    #expect(try player.answer(to: c).int("v") == event.int("v"))
    for watcher in watchers { #expect(try watcher.hear("ev").line == event.line) }
  }

  @Test(arguments: [1, 2]) func `A watcher cannot move`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let player = try server.client()
    let (room, _) = try player.openTable()
    let watcher = try server.client("Bob")
    let full = try watcher.ask(#""t":"sub","room":"\#(room)","as":"play""#)
    #expect(try watcher.answer(to: full)["code"] == "full")
    _ = try watcher.join(room, as: "watch")
    for fields in [
      #""t":"cmd","op":"tap","in":"stock""#, #""t":"lift","item":27"#, #""t":"q","q":"dests""#,
      #""t":"cancel","d":1"#,
    ] {
      let c = try watcher.ask(#"\#(fields),"r":"\#(room)""#)
      #expect(try watcher.answer(to: c)["code"] == "role")
    }
    #expect(player.drain().allSatisfy { $0["t"] != "ev" })
  }

  @Test(arguments: [1, 2])
  func `A watcher who has left hears nothing more, and has a place for another table`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops) { $0.roomsPerConnectionMax = 1 }
    let (ada, eve) = (try server.client("Ada"), try server.client("Eve"))
    let (room, other) = (try ada.openTable().room, try eve.openTable(deal: 8).room)
    let watcher = try server.client("Bob")
    _ = try watcher.join(room, as: "watch")
    let c = try watcher.ask(#""t":"unsub","room":"\#(room)""#)
    #expect(try watcher.answer(to: c)["t"] == "ok")
    _ = try watcher.join(other, as: "watch")
    try ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    _ = try ada.hear("ev")
    #expect(watcher.drain().allSatisfy { $0["r"] != room })
  }

  @Test(arguments: [1, 2]) func `several may sit at one table`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let ada = try server.client("Ada")
    let (room, _) = try ada.openTable(seats: 2)
    let bob = try server.client("Bob")
    _ = try bob.join(room, as: "play")
    let c = try bob.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    #expect(try bob.answer(to: c)["t"] == "ok")
    #expect(try ada.hear("ev").int("by") == 1)
    // One card, two hands: the second lift is refused.
    let lift = try ada.ask(#""t":"lift","r":"\#(room)","item":27"#)
    #expect(try ada.answer(to: lift)["t"] == "lease")
    let second = try bob.ask(#""t":"lift","r":"\#(room)","item":27"#)
    #expect(try bob.answer(to: second)["code"] == "leased")
  }

  @Test(arguments: [1, 2]) func `live drags are seen by the others and end with the hand that was lost`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops)
    let player = try server.client()
    let (room, _) = try player.openTable()
    let watcher = try server.client("Bob")
    _ = try watcher.join(room, as: "watch")
    let lift = try player.ask(#""t":"lift","r":"\#(room)","item":27"#)
    let drag = try #require(try player.answer(to: lift).int("d"))
    try player.say(#"{"t":"hover","r":"\#(room)","d":\#(drag),"x":5000,"y":2500,"o":"t1"}"#)
    let seen = try watcher.hear { $0["t"] == "drag" && $0.line.contains("5000") }
    #expect(seen.line.contains(#""items":[27]"#))
    // The name of a room is left to chance, and may have these letters.
    #expect(!seen.line.replacing(room, with: "").contains("TS"))
    #expect(player.drain().allSatisfy { $0["t"] != "drag" })

    player.finishSending()
    let end = try watcher.hear { $0["t"] == "drag" && $0.line.contains(#""live":[]"#) }
    #expect(end["r"] == room)
  }

  @Test(arguments: [1, 2]) func `a lost connection is resumed in place, and nothing is done twice`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops)
    let first = try server.client("Ada")
    let (room, snap) = try first.openTable()
    let visit = try #require(first.welcome?["sid"])
    let token = try #require(first.welcome?["tok"])
    let epoch = try #require(snap["e"])
    let version = try #require(snap.int("v"))
    let c = try first.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    let answered = try first.answer(to: c)
    first.finishSending()

    let second = try server.stranger()
    try second.say(
      #"{"t":"hello","tok":"\#(token)","resume":{"sid":"\#(visit)","rooms":[["\#(room)","\#(epoch)",\#(version)]]}}"#
    )
    let welcome = try second.hear("welcome")
    #expect(welcome.json["resumed"] as? Bool == true)
    #expect(welcome["sid"] == visit)
    // What was missed comes as the event itself.
    #expect(try second.hear("ev").int("v") == version + 1)
    // The command is sent again, as by a client that saw no answer.
    try second.say(#"{"c":\#(c),"t":"cmd","r":"\#(room)","op":"tap","in":"stock"}"#)
    #expect(try second.answer(to: c).line == answered.line)
    #expect(second.drain().allSatisfy { $0["t"] != "ev" })
  }

  @Test func `a visit of somebody else is not resumed`() throws {
    let server = try TestServer(loops: 1)
    let ada = try server.client("Ada")
    let visit = try #require(ada.welcome?["sid"])
    let thief = try server.stranger()
    try thief.say(#"{"t":"hello","resume":{"sid":"\#(visit)","rooms":[]}}"#)
    #expect(try thief.hear("welcome").json["resumed"] as? Bool == false)
  }

  @Test(arguments: [1, 2]) func `an open that is sent again opens nothing twice`(loops: Int) async throws {
    let server = try TestServer(loops: loops)
    let client = try server.client()
    let line = #"{"c":5,"t":"open","game":"klondike1","deal":{"kind":"open","n":7}}"#
    try client.say(line)
    let room = try client.answer(to: 5)["room"]
    try client.say(line)
    #expect(try client.answer(to: 5)["room"] == room)
    #expect(await server.server.counts().rooms == 1)
  }

  @Test(arguments: [1, 2]) func `the lobby lists live tables and forgets those that are left`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops) { $0.lobbyMilliseconds = 50 }
    let guest = try server.client("Guest")
    try guest.ask(#""t":"lobby","on":true"#)
    _ = try guest.hear("tables")
    let player = try server.client("Ada")
    let (room, _) = try player.openTable(deal: 11)
    let listed = try guest.hear { $0["t"] == "tables" && $0.line.contains(room) && $0.line.contains("Ada") }
    #expect(listed.line.contains(#""n":11"#))
    player.finishSending()
    _ = try guest.hear { $0["t"] == "tables" && !$0.line.contains(room) }
  }

  @Test func `A guest in the lobby hears of each new table, also while others come to look`() throws {
    let server = try TestServer(loops: 2) { $0.lobbyMilliseconds = 100 }
    func look() throws -> (client: TestClient, list: Heard) {
      let client = try server.client("Guest")
      try client.ask(#""t":"lobby","on":true"#)
      return (client, try client.hear("tables"))
    }
    let guests = try (0..<4).map { _ in try look().client }
    let player = try server.client("Ada")
    for deal in 1...4 {
      let (room, _) = try player.openTable(deal: UInt64(deal))
      var newcomers = 0
      try waits {
        if try look().list.line.contains(room) { newcomers += 1 }
        return newcomers >= 8
      }
      for guest in guests { _ = try guest.hear { $0["t"] == "tables" && $0.line.contains(room) } }
    }
  }

  @Test func `a reader that stops is given a snapshot when it reads on, and players do not notice`() throws {
    let server = try TestServer(loops: 2) {
      $0.galleryLogBytesMax = 8 * 1024
      // It does not answer pings either, and a busy machine takes long over so many moves.
      $0.silenceMillisecondsMax = 600_000
      $0.commandsBurst = 60_000
      $0.messagesBurst = 60_000
    }
    let player = try server.client()
    let (room, _) = try player.openTable()
    let lazy = try server.client("Lazy")
    lazy.takeLittle()
    _ = try lazy.join(room, as: "watch")
    // More than sockets and gallery hold; the spectator reads nothing meanwhile.
    for _ in 0..<2_000 {
      let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
      #expect(try player.answer(to: c)["t"] == "ok")
    }
    let last = try player.ask(#""t":"cmd","r":"\#(room)","op":"undo""#)
    let version = try #require(try player.answer(to: last).int("v"))
    let behind = try lazy.hear { $0["why"] == "behind" }
    #expect(behind["t"] == "snap")
    if behind.int("v") != version { _ = try lazy.hear { $0.int("v") == version } }
  }

  @Test(arguments: [1, 2])
  func `A watcher has little in the kernel's queue, and a player has no limit`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops) { $0.spectatorUnsentBytesMax = 12_345 }
    let player = try server.client("Player")
    let (room, _) = try player.openTable()
    let (other, _) = try server.client("Other").openTable()
    #expect(try unsentBytesMax(of: player, at: server) == 0)
    _ = try player.join(other, as: "watch")
    #expect(try unsentBytesMax(of: player, at: server) == 0, "it still sits at the first")
    let c = try player.ask(#""t":"unsub","room":"\#(room)""#)
    #expect(try player.answer(to: c)["t"] == "ok")
    try waits { try unsentBytesMax(of: player, at: server) == 12_345 }
    _ = try player.join(room, as: "play")
    #expect(try unsentBytesMax(of: player, at: server) == 0)
  }

  /// As the server's end of the connection has it; 0 is no limit.
  private func unsentBytesMax(of client: TestClient, at server: borrowing TestServer) throws -> Int32 {
    let (here, there) = (server.port, client.localPort)
    let socket = (0..<4096 as Range<Int32>).first {
      portOf(getsockname, $0) == here && portOf(getpeername, $0) == there
    }
    var bytes: Int32 = -1
    var size = socklen_t(MemoryLayout<Int32>.size)
    let lowWaterMark: Int32 = 25  // TCP_NOTSENT_LOWAT, which Glibc's headers leave out
    #expect(getsockopt(try #require(socket), Int32(IPPROTO_TCP), lowWaterMark, &bytes, &size) == 0)
    return bytes
  }

  @Test(arguments: [1, 2]) func `a server that stops says so and is gone soon`(loops: Int) throws {
    var codes: [Int?] = []
    var clients: [TestClient] = []
    let began: Date
    do {
      let server = try TestServer(loops: loops)
      clients = try (0..<4).map { try server.client("Client \($0)") }
      began = Date()
      _ = consume server
    }
    // Alone it takes a few hundredths of a second; a busy machine gets more than the promised one.
    #expect(Date().timeIntervalSince(began) < 5)
    for client in clients {
      #expect(try client.hear("bye")["code"] == "drain")
      codes.append(client.closeCode())
    }
    #expect(codes.allSatisfy { $0 == 1001 })
  }

  @Test(arguments: [1, 2]) func `connections that went leave nothing behind`(loops: Int) async throws {
    let server = try TestServer(loops: loops)
    do {
      let player = try server.client()
      let (room, _) = try player.openTable()
      let watchers = try (0..<10).map { try server.client("W\($0)") }
      for watcher in watchers { _ = try watcher.join(room, as: "watch") }
    }
    var counts = await server.server.counts()
    for _ in 0..<1000 where counts.connections > 0 || counts.galleries > 0 {
      try await Task.sleep(for: .milliseconds(20))
      counts = await server.server.counts()
    }
    #expect(counts.connections == 0)
    #expect(counts.galleries == 0)
    #expect(counts.rooms == 1)
  }
}
