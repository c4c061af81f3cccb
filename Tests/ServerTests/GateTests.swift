import Foundation
import Rooms
import Testing

@testable import Server
@testable import Store

@Suite struct `The gate` {
  private let connection = ConnectionID(loop: 0, slot: 1, generation: 1)

  @Test func `what reflects an undurable revision waits, and all behind it`() {
    var gate = Gate()
    gate.open(upTo: 1)
    gate.hold(.tell(connection, line: [1]), at: 1)
    gate.hold(.publish(revision: 2, line: [2]), at: 2)
    gate.hold(.answer(connection, line: [3], ifLost: [33]), at: 2)
    gate.hold(.hover(line: [4], except: nil), at: 3)
    #expect(released(&gate) == [.tell(connection, line: [1])])
    #expect(released(&gate).isEmpty)
    gate.open(upTo: 2)
    #expect(
      released(&gate) == [.publish(revision: 2, line: [2]), .answer(connection, line: [3], ifLost: [33])])
    gate.open(upTo: 3)
    #expect(released(&gate) == [.hover(line: [4], except: nil)])
    #expect(gate.isEmpty)
  }

  @Test func `what is lost is never told: answers say so, presence holds`() {
    var gate = Gate()
    gate.open(upTo: 1)
    gate.hold(.tell(connection, line: [1]), at: 1)
    gate.hold(.publish(revision: 2, line: [2]), at: 2)
    gate.hold(.answer(connection, line: [3], ifLost: [33]), at: 2)
    gate.hold(.admit(connection, seat: 0, version: 2, wantsDrag: true), at: 2)
    gate.hold(.tell(connection, line: [4]), at: 2)
    gate.hold(.crowd(line: [5]), at: 2)
    gate.hold(.answer(connection, line: [6], ifLost: nil), at: 2)
    gate.hold(.dismiss(connection), at: 2)
    var effects: [Effect] = []
    gate.lose(into: &effects)
    #expect(
      effects == [
        .tell(connection, line: [1]), .answer(connection, line: [33], ifLost: nil),
        .admit(connection, seat: 0, version: 2, wantsDrag: true), .answer(connection, line: [6], ifLost: nil),
        .dismiss(connection),
      ])
    #expect(gate.isEmpty)
  }

  @Test func `hovers do not pile up while the journal is slow`() {
    var gate = Gate()
    let other = ConnectionID(loop: 0, slot: 2, generation: 1)
    gate.hold(.hover(line: [1], except: connection), at: 1)
    gate.hold(.hover(line: [2], except: connection), at: 1)
    #expect(gate.count == 1)
    gate.hold(.hover(line: [3], except: other), at: 1)
    gate.open(upTo: 1)
    #expect(released(&gate) == [.hover(line: [3], except: nil)])
  }

  private func released(_ gate: inout Gate) -> [Effect] {
    var effects: [Effect] = []
    gate.release(into: &effects)
    return effects
  }
}

@Suite(.serialized) struct `Nothing undurable is seen` {
  @Test(arguments: [1, 2]) func `while the journal stalls nobody hears anything, then all in order`(
    loops: Int
  ) throws {
    let journal = Journal()
    let server = try TestServer(loops: loops, journal: journal)
    let player = try server.client()
    let (room, _) = try player.openTable()
    let watcher = try server.client("Bob")
    _ = try watcher.join(room, as: "watch")
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

  @Test(arguments: [1, 2]) func `what the journal loses was never seen, and play goes on`(loops: Int) throws {
    let journal = Journal()
    let server = try TestServer(loops: loops, journal: journal)
    let player = try server.client()
    let (room, _) = try player.openTable()
    let watcher = try server.client("Bob")
    _ = try watcher.join(room, as: "watch")
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
    let journal = Journal()
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
    let journal = Journal()
    journal.change { $0.commitMicroseconds = 3000 }
    let server = try TestServer(loops: loops, journal: journal) { $0.commandsBurst = 1000 }
    let player = try server.client()
    let (room, _) = try player.openTable()
    let watcher = try server.client("Bob")
    _ = try watcher.join(room, as: "watch")
    // In one message, so that they wait together however slow the client's thread is.
    let taps = (1...40).map { #"{"c":\#(100 + $0),"t":"cmd","r":"\#(room)","op":"tap","in":"stock"}"# }
    try player.say(taps.joined(separator: "\n"))
    let versions = try (0..<40).map { _ in try watcher.hear("ev").int("v") }
    #expect(versions == (2...41).map { $0 })
    // Grouped: the writer takes all that waits at each commit.
    #expect(journal.commits < 41)
  }
}
