import Foundation
import Reactor
import Rooms
import TestFaults
import Testing
import WebSocket

@testable import Server
@testable import Store

@Suite struct `A conversation` {
  private static let settings = Configuration()
  private let rates = SpendingRates(settings)
  private let start = Instant(milliseconds: 5_000)
  private let connection: Connection

  init() throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    let socket = try Socket.connect(host: "127.0.0.1", port: listener.port)
    connection = Connection(
      token: Token(slot: 0, generation: 1), loop: 0, socket: socket, addressKey: 0, settings: Self.settings,
      now: start)
    connection.endRequests()
    connection.begin(Conversation(Self.visitor))
  }

  private static let visitor = Visitor(
    guest: GuestID(digest: 0..<16), visit: VisitID(random: 0..<16), name: "Ann", isBot: false,
    wantsDests: false,
    wantsDrag: false)

  @Test func `ends when everything that was spent is there again, and leaves who it was`() {
    _ = connection.conversation?.spending.messages.take(now: start.milliseconds, rates.messages)
    _ = connection.conversation?.spending.commands.take(now: start.milliseconds, rates.commands)
    #expect(!connection.endConversation(now: start))
    #expect(!connection.endConversation(now: start + 1000 / Int64(Self.settings.commandsPerSecond) + -1))
    #expect(connection.conversation != nil)
    #expect(connection.endConversation(now: start + 1000 / Int64(Self.settings.commandsPerSecond)))
    #expect(connection.conversation == nil && connection.visitor === Self.visitor)
    #expect(connection.endConversation(now: start), "there is none to go on")
  }

  @Test(
    arguments: [
      { $0.asked = [RoomID(random: Array(repeating: 1, count: 8))] },
      { $0.further = [Membership(gallery: Gallery(room: nil, version: 0, logBytesMax: 1), place: 0)] },
      { $0.isPutting = true },
      { $0.behind = [.heartbeat] },
      { $0.lobbySerial = -1 },
      { $0.badMessages = 1 },
      { _ = $0.spending.hovers.take(now: 60_000, .init(perSecond: 1, burst: 1)) },
    ] as [@Sendable (Conversation) -> Void])
  func `goes on while there is something to remember`(remember: @Sendable (Conversation) -> Void) throws {
    remember(try #require(connection.conversation))
    #expect(!connection.endConversation(now: start + 55_000))
    #expect(connection.conversation != nil)
  }

  @Test func `counts frames anew after a new conversation begins`() {
    for _ in 0..<3 { #expect(connection.bearsWithoutConversation(framesMax: 3)) }
    #expect(!connection.bearsWithoutConversation(framesMax: 3))
    connection.begin(Conversation(Self.visitor))
    #expect(connection.bearsWithoutConversation(framesMax: 3))
  }
}

@Suite(.serialized) struct `Who only watches` {
  /// Waits until so many have a conversation.
  private func waitsFor(talking count: Int, _ server: borrowing TestServer) throws {
    try waits { try metric("baize_conversations", of: server) == count }
  }

  @Test func `speaks up as if the conversation had never ended`() throws {
    let server = try TestServer(loops: 1)
    let player = try server.client("Player")
    let (room, _) = try player.openTable()
    let (other, _) = try player.openTable(deal: 9)
    let watcher = try server.client("Watcher")
    _ = try watcher.join(room, as: "watch")
    try waitsFor(talking: 1, server)  // the player is in two rooms
    // Pings want none, nor do pongs; a second room does, and it stays while that lasts.
    let received = try metric("baize_received_bytes_total", of: server)
    for _ in 0..<3 { watcher.send([0x89, 0x80, 0, 0, 0, 0, 0x8A, 0x80, 0, 0, 0, 0]) }
    try waits { try metric("baize_received_bytes_total", of: server) >= received + 36 }
    #expect(try metric("baize_conversations", of: server) == 1)
    let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    #expect(try player.answer(to: c)["t"] == "ok")
    #expect(try watcher.hear("ev")["r"] == room)
    _ = try watcher.join(other, as: "watch")
    let d = try player.ask(#""t":"cmd","r":"\#(other)","op":"tap","in":"stock""#)
    #expect(try player.answer(to: d)["t"] == "ok")
    #expect(try watcher.hear("ev")["r"] == other)
    #expect(try metric("baize_conversations", of: server) == 2, "both are in two rooms")
    let e = try watcher.ask(#""t":"unsub","room":"\#(room)""#)
    #expect(try watcher.answer(to: e)["t"] == "ok")
    try waitsFor(talking: 1, server)
    let f = try player.ask(#""t":"cmd","r":"\#(other)","op":"tap","in":"stock""#)
    #expect(try player.answer(to: f)["t"] == "ok")
    #expect(try watcher.hear("ev")["r"] == other)
    // Who they are was not forgotten.
    try watcher.say(#"{"t":"hello"}"#)
    #expect(try watcher.hear("no")["code"] == "bad")
  }

  @Test(arguments: [1, 2]) func `comes to a second room late, when all else is said`(loops: Int) throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: loops, journal: journal)
    let player = try server.client("Player")
    let (room, _) = try player.openTable()
    let (slow, _) = try player.openTable(deal: 9)
    let watcher = try server.client("Watcher")
    _ = try watcher.join(room, as: "watch")
    // Two moves that are durable one after the other: joining waits for the first, and joining again for the second.
    journal.change { $0.commitMicroseconds = 600_000 }
    try player.ask(#""t":"cmd","r":"\#(slow)","op":"tap","in":"stock""#)
    player.pump(milliseconds: 100)
    try watcher.ask(#""t":"sub","room":"\#(slow)","as":"watch""#)
    try watcher.ask(#""t":"unsub","room":"\#(slow)""#)
    player.pump(milliseconds: 200)
    try player.ask(#""t":"cmd","r":"\#(slow)","op":"tap","in":"stock""#)
    player.pump(milliseconds: 100)
    try watcher.ask(#""t":"sub","room":"\#(slow)","as":"watch""#)
    for _ in 0..<2 { _ = try watcher.hear { $0["t"] == "snap" && $0["r"] == slow } }
    journal.change { $0.commitMicroseconds = 0 }
    let c = try player.ask(#""t":"cmd","r":"\#(slow)","op":"tap","in":"stock""#)
    #expect(try player.answer(to: c)["t"] == "ok")
    _ = try watcher.hear { $0["t"] == "ev" && $0["r"] == slow && $0.int("v") == 4 }
  }

  @Test func `A watcher's bad messages are never forgotten, with however many pauses`() throws {
    let server = try TestServer(loops: 1) { $0.badMessagesMax = 2 }
    let (watcher, other) = (try server.client("Watcher"), try server.client("Other"))
    for _ in 0..<2 {
      try watcher.say(#"{"t":"nonsense"}"#)
      _ = try watcher.hear("no")
      // When the other's conversation is over, this one's was looked at too.
      try other.say(#"{"t":"hb"}"#)
      _ = try other.hear("hb")
      try waitsFor(talking: 1, server)
    }
    try watcher.say(#"{"t":"nonsense"}"#)
    #expect(watcher.endsWithin())
  }

  @Test func `answers pings for ever, and floods nobody`() throws {
    let server = try TestServer(loops: 1) {
      $0.messagesPerSecond = 200
      $0.messagesBurst = 20
    }
    let quiet = try server.client("Quiet")
    let loud = try server.client("Loud")
    let pong: [UInt8] = [0x8A, 0x80, 0, 0, 0, 0]
    // More than cost nothing and may come at once, each of them in its time.
    for _ in 0..<60 {
      quiet.send(pong)
      quiet.pump(milliseconds: 5)
    }
    loud.send(Array(repeatElement(pong, count: 200).joined()))
    #expect(loud.endsWithin())
    try quiet.say(#"{"t":"hb"}"#)
    #expect(try quiet.hear("hb")["t"] == "hb")
  }
}
