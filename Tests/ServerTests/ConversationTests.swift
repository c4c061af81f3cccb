import Foundation
import Reactor
import Rooms
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
      { $0.put = WaitingPut() },
      { $0.lobbySerial = -1 },
      { $0.badMessages = 1 },
      { _ = $0.spending.hovers.take(now: 60_000, .init(perSecond: 1, burst: 1)) },
      { _ = $0.spending.opens.take(now: 60_000, .init(perSecond: 1, burst: 1)) },
    ] as [@Sendable (Conversation) -> Void])
  func `goes on while there is something to remember`(remember: @Sendable (Conversation) -> Void) throws {
    remember(try #require(connection.conversation))
    #expect(!connection.endConversation(now: start + 55_000))
    #expect(connection.conversation != nil)
  }

  @Test func `counts what no other counted anew`() {
    for _ in 0..<3 { #expect(connection.bearsUncounted(framesMax: 3)) }
    #expect(!connection.bearsUncounted(framesMax: 3))
    connection.begin(Conversation(Self.visitor))
    #expect(connection.bearsUncounted(framesMax: 3))
  }
}

@Suite(.serialized) struct `Who only watches` {
  /// Waits until so many have a conversation.
  private func waits(forTalking count: Int, _ server: borrowing TestServer) throws {
    var talking = -1
    for _ in 0..<200 where talking != count {
      usleep(20_000)
      talking = try metric("baize_conversations", of: server)
    }
    #expect(talking == count)
  }

  @Test func `speaks up as if the conversation had never ended`() throws {
    let server = try TestServer(loops: 1)
    let player = try server.client("Player")
    let (room, _) = try player.openTable()
    let (other, _) = try player.openTable(deal: 9)
    let watcher = try server.client("Watcher")
    _ = try watcher.join(room, as: "watch")
    try waits(forTalking: 1, server)  // the player is in two rooms
    // Pongs and pings want none; a second room does, and it stays while that lasts.
    for _ in 0..<3 { watcher.send([0x89, 0x80, 0, 0, 0, 0]) }
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
    try waits(forTalking: 1, server)
    let f = try player.ask(#""t":"cmd","r":"\#(other)","op":"tap","in":"stock""#)
    #expect(try player.answer(to: f)["t"] == "ok")
    #expect(try watcher.hear("ev")["r"] == other)
    // Who they are was not forgotten.
    try watcher.say(#"{"t":"hello"}"#)
    #expect(try watcher.hear("no")["code"] == "bad")
  }

  @Test(arguments: [1, 2]) func `comes to a second room late, when all else is said`(loops: Int) throws {
    let journal = Journal()
    let server = try TestServer(loops: loops, journal: journal)
    let player = try server.client("Player")
    let (room, _) = try player.openTable()
    let (slow, _) = try player.openTable(deal: 9)
    let watcher = try server.client("Watcher")
    _ = try watcher.join(room, as: "watch")
    // Two moves that are durable one after the other: joining waits for the first, and joining again for the second.
    journal.change { $0.commitMicroseconds = 600_000 }
    try player.ask(#""t":"cmd","r":"\#(slow)","op":"tap","in":"stock""#)
    usleep(100_000)
    try watcher.ask(#""t":"sub","room":"\#(slow)","as":"watch""#)
    try watcher.ask(#""t":"unsub","room":"\#(slow)""#)
    usleep(200_000)
    try player.ask(#""t":"cmd","r":"\#(slow)","op":"tap","in":"stock""#)
    usleep(100_000)
    try watcher.ask(#""t":"sub","room":"\#(slow)","as":"watch""#)
    for _ in 0..<2 { _ = try watcher.hear { $0["t"] == "snap" && $0["r"] == slow } }
    journal.change { $0.commitMicroseconds = 0 }
    let c = try player.ask(#""t":"cmd","r":"\#(slow)","op":"tap","in":"stock""#)
    #expect(try player.answer(to: c)["t"] == "ok")
    _ = try watcher.hear { $0["t"] == "ev" && $0["r"] == slow && $0.int("v") == 4 }
  }

  @Test func `has said what was bad for ever, with however many pauses`() throws {
    let server = try TestServer(loops: 1) { $0.badMessagesMax = 2 }
    let watcher = try server.client("Watcher")
    for number in 0..<3 {
      try watcher.say(#"{"t":"nonsense"}"#)
      if number < 2 { _ = try watcher.hear("no") }
      usleep(400_000)
    }
    #expect(watcher.endsWithin())
  }

  @Test func `answers pings for ever, and floods nobody`() throws {
    let server = try TestServer(loops: 1) {
      $0.messagesPerSecond = 50
      $0.messagesBurst = 50
    }
    let quiet = try server.client("Quiet")
    let loud = try server.client("Loud")
    let pong: [UInt8] = [0x8A, 0x80, 0, 0, 0, 0]
    // More than cost nothing, and each of them in its time.
    for _ in 0..<40 {
      quiet.send(pong)
      usleep(25_000)
    }
    loud.send(Array(repeatElement(pong, count: 200).joined()))
    #expect(loud.endsWithin())
    try quiet.say(#"{"t":"hb"}"#)
    #expect(try quiet.hear("hb")["t"] == "hb")
  }
}
