import Foundation
import TestFaults
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `Nothing undurable is seen` {
  @Test(arguments: [1, 2]) func `Nobody hears anything while the journal stalls, and all in order afterwards`(
    loops: Int
  ) throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: loops, journal: journal)
    let (player, room, watcher) = try table(on: server)
    // The last that either hears before the stall.
    for client in [player, watcher] { _ = try client.hear { $0["t"] == "crowd" && $0.int("watching") == 1 } }

    journal.change { $0.stalled = true }
    for _ in 0..<3 { try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#) }
    try player.ask(#""t":"lift","r":"\#(room)","item":27"#)
    player.pump(milliseconds: 200)
    // Somebody who comes now may not see it either, and a refusal would tell of it.
    let late = try server.client("Late")
    try late.ask(#""t":"sub","room":"\#(room)","as":"watch""#)
    late.pump(milliseconds: 100)
    #expect(player.drain().isEmpty)
    #expect(watcher.drain().isEmpty)
    #expect(late.drain().isEmpty)

    journal.change { $0.stalled = false }
    let versions = try (0..<3).map { _ in try watcher.hear("ev").int("v") }
    #expect(versions == [2, 3, 4])
    #expect(try player.hear("lease").int("v") == 4)
    #expect(try late.hear("snap").int("v") == 4)
  }

  @Test(arguments: [1, 2]) func `A step that the journal loses was never seen, and play goes on`(
    loops: Int
  ) throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: loops, journal: journal)
    let (player, room, watcher) = try table(on: server)
    let first = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    _ = try player.answer(to: first)
    let durable = try watcher.hear("ev")

    journal.change { $0.failingCommits = 1 }
    let lost = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    #expect(try player.answer(to: lost)["code"] == "paused")
    for client in [player, watcher] {
      let fallback = try client.hear { $0["why"] == "fallback" }
      #expect(fallback["h"] == durable["h"])
      #expect(fallback.int("v") == 2)
    }
    // The same command again, with the same number: it is carried out now.
    try player.say(#"{"c":\#(lost),"t":"cmd","r":"\#(room)","op":"tap","in":"stock"}"#)
    #expect(try player.answer(to: lost)["t"] == "ok")
    #expect(try watcher.hear("ev").int("v") == 3)
    let told = watcher.texts.count { String(decoding: $0, as: UTF8.self).contains(#""p":2,"v":3"#) }
    #expect(told == 1, "the event that was lost was told")
  }

  @Test(arguments: [1, 2]) func `a table whose opening is lost was never there`(loops: Int) async throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: loops, journal: journal)
    journal.change { $0.failingCommits = 1 }
    let client = try server.client()
    let c = try client.ask(#""t":"open","game":"klondike1","deal":{"kind":"open","n":7}"#)
    #expect(try client.answer(to: c)["code"] == "paused")
    #expect(await server.server.counts().rooms == 0)
    // Asked again with the same number it is opened now, once.
    for _ in 0..<2 {
      try client.say(#"{"c":\#(c),"t":"open","game":"klondike1","deal":{"kind":"open","n":7}}"#)
      let room = try #require(try client.answer(to: c)["room"])
      #expect(try client.join(room, as: "play").int("v") == 1)
    }
    #expect(await server.server.counts().rooms == 1)
  }

  @Test(arguments: [1, 2]) func `a slow journal delays, in order, and loses nothing`(loops: Int) throws {
    let journal = Journal.faulty()
    // Longer than a turn takes under a sanitizer, or nothing would wait for a commit.
    journal.change { $0.commitMicroseconds = 30_000 }
    let server = try TestServer(loops: loops, journal: journal) { $0.commandsBurst = 1000 }
    let (player, room, watcher) = try table(on: server)
    // In one message, so that they wait together however slow the client's thread is.
    let taps = (1...40).map { #"{"c":\#(100 + $0),"t":"cmd","r":"\#(room)","op":"tap","in":"stock"}"# }
    try player.say(taps.joined(separator: "\n"))
    let versions = try (0..<40).map { _ in try watcher.hear("ev").int("v") }
    #expect(versions == (2...41).map { $0 })
    // Grouped: the writer takes all that waits at each commit.
    #expect(journal.commits < 41)
  }

  @Test func `All records of one turn are committed at once`() throws {
    let journal = Journal.faulty()
    journal.change { $0.commitMicroseconds = 3000 }
    let server = try TestServer(loops: 1, journal: journal) {
      $0.commandsBurst = 1000
      $0.turnMicrosecondsMax = 60_000_000
    }
    let (player, room, watcher) = try table(on: server)
    let before = journal.commits
    let taps = (1...20).map { #"{"c":\#(100 + $0),"t":"cmd","r":"\#(room)","op":"tap","in":"stock"}"# }
    try player.say(taps.joined(separator: "\n"))
    for _ in 0..<20 { _ = try watcher.hear("ev") }
    #expect(journal.commits == before + 1)
  }

  /// The loop hears in one turn that a connection is gone, and that its join is durable.
  @Test func `A player who is gone when their join becomes durable is shown to others as gone`() throws {
    let (journal, hold) = (Journal.faulty(), HeldLoop())
    let server = try TestServer(loops: 1, journal: journal, log: hold.logger)
    let ada = try server.client("Ada")
    let (room, _) = try ada.openTable(seats: 2)
    let eve = try server.client("Eve")
    _ = try eve.join(room, as: "watch")
    var bob: TestClient? = try server.client("Bob")
    journal.change { $0.stalled = true }
    try bob?.ask(#""t":"sub","room":"\#(room)","as":"play""#)
    try waitsUntilRead(asking: try TestClient(port: server.port))
    hold.begins(at: "hello")
    let dan = try server.stranger()
    try dan.say(#"{"t":"hello","name":"Dan"}"#)
    hold.waits()
    // While the loop stands still both come to wait for it, in this order.
    bob = nil
    let isTold = DispatchSemaphore(value: 0)
    // The journal tells this behind all that was acknowledged.
    journal.delete("rNoTable1") { isTold.signal() }
    journal.change { $0.stalled = false }
    isTold.wait()
    hold.ends()
    let told = try eve.hear { $0["t"] == "crowd" && $0.line.contains(#""name":"Bob""#) }
    #expect(told.line.contains(#""name":"Bob","kind":"guest","on":false"#), "\(told)")
  }

  @Test func `A player who reads gets all that becomes durable at once, a little in each turn`() throws {
    let server = try TestServer(loops: 1, journal: Journal.faulty()) {
      ($0.commandsBurst, $0.turnMicrosecondsMax) = (1000, 60_000_000)
      ($0.galleryLogBytesMax, $0.sendBytesMax, $0.gatheredBytesMax) = (3_000, 700, 700)
    }
    let (player, room, watcher) = try table(on: server)
    // In one message, so that one turn carries out all.
    let taps = (1...40).map { #"{"c":\#(100 + $0),"t":"cmd","r":"\#(room)","op":"tap","in":"stock"}"# }
    try player.say(taps.joined(separator: "\n"))
    for number in 1...40 { #expect(try player.answer(to: 100 + number).int("v") == number + 1) }
    _ = try watcher.hear { $0.int("v") == 41 }
    #expect(try metric(#"baize_slow_peers_total{what="unread"}"#, of: server) == 0)
  }

  /// A player at a table of their own, and somebody who watches it.
  private func table(
    on server: borrowing TestServer
  ) throws -> (player: TestClient, room: String, watcher: TestClient) {
    let player = try server.client()
    let (room, _) = try player.openTable()
    let watcher = try server.client("Bob")
    _ = try watcher.join(room, as: "watch")
    return (player, room, watcher)
  }
}
