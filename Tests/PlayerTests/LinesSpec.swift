import Reactor
import Synchronization
import Testing
import WebSocket
import Wire

@testable import Player

/// What a watched table comes to, however its lines are carried.
@Suite struct `Lines of one message` {
  private static let there = ItemsMoved(items: [6], collection: "t0")
  private static let back = ItemsMoved(items: [6], collection: "t1")
  private static let start = "t0:4,5=7S;t1:6=6D;"
  private static let moved = "t0:4,5=7S,6=6D;t1:;"

  /// Each leads from the one before, the first from version 1.
  private static func event(_ from: Int) -> ServerMessage {
    from % 2 == 1
      ? Small.event([there], from: from, after: moved) : Small.event([back], from: from, after: start)
  }

  /// A table is joined and moves are made; the client falls behind, and gets a snapshot with the moves before it.
  private static func story(_ c: Int) -> [ServerMessage] {
    [.ok(c: c, Agreement(room: "r1")), Small.snapshot()] + (1...12).map(event)
      + [Small.snapshot(version: 15), event(12), event(11), event(15), .gone(room: "r1", why: "idle")]
  }

  /// What a spectator is shown, and what their client said.
  private static func watched(
    as manner: Stage.Manner, inflates: Bool = true,
    _ story: @escaping @Sendable (ClientMessage) -> [ServerMessage]?
  ) throws -> (shown: String, said: [ClientMessage], isCompressed: Bool) {
    let said = Mutex<[ClientMessage]>([])
    let stage = try Stage(
      as: manner,
      [
        { message in
          said.withLock { $0.append(message) }
          if case .hello = message { return [welcome()] }
          return story(message)
        }
      ])
    let client = try PlayerClient(stage.address, name: "Ada", inflates: inflates)
    let isCompressed = client.isCompressed
    var shown = ""
    let visit = Result { try WatchRun(Invitation(room: "r1"), on: client).watch { shown += $0 } }
    client.close()
    stage.end()
    try visit.get()
    return (shown, said.withLock { $0 }, isCompressed)
  }

  private static let manners: [(Stage.Manner, inflates: Bool, isCompressed: Bool)] = [
    (.together, true, false), (.compressed(.shared), true, true), (.compressed(.noContext), true, true),
    (.compressed(.off), true, false), (.compressed(.shared), false, false),
    (.compressed(.noContext), false, false),
  ]

  @Test(arguments: manners.indices)
  func `show the same however they come, and what is contained only once`(at: Int) throws {
    let (manner, inflates, isCompressed) = Self.manners[at]
    let script: @Sendable (ClientMessage) -> [ServerMessage]? = { message in
      if case .subscribe(let c, _, _, _) = message { Self.story(c) } else { nil }
    }
    let plain = try Self.watched(as: .apart, inflates: false, script)
    let other = try Self.watched(as: manner, inflates: inflates, script)
    #expect(other.isCompressed == isCompressed)
    #expect(other.shown == plain.shown)
    #expect(other.said.count == 2, "nothing is asked for: \(other.said)")
    let versions = plain.shown.split(separator: "\n").filter { $0.hasPrefix("v") }
      .map { String($0.prefix { $0 != " " }) }
    #expect(versions == (1...13).map { "v\($0)" } + ["v15", "v16"])
  }

  @Test func `Unreadable lines lead to one request for a snapshot, and the others count`() throws {
    let (shown, said, _) = try Self.watched(as: .garbled) { message in
      switch message {
      case .subscribe(let c, _, _, _):
        [.ok(c: c, Agreement(room: "r1")), Small.snapshot()] + (1...3).map(Self.event)
      case .sync: [Small.snapshot(version: 20), .gone(room: "r1", why: "idle")]
      default: nil
      }
    }
    #expect(said.filter { $0 == .sync(room: "r1", why: "gap") }.count == 1)
    #expect(shown.contains("\nv20 ") || shown.hasPrefix("v20 "))
    #expect(shown.hasSuffix("table r1 has ended (idle)\n"))
  }

  @Test func `Lines that can never be read end the visit`() throws {
    let failure = try #require(throws: PlayerFailure.self) {
      try Self.watched(as: .garbled) { message in
        switch message {
        case .subscribe(let c, _, _, _): [.ok(c: c, Agreement(room: "r1"))] + (1...20).map(Self.event)
        default: []
        }
      }
    }
    guard case .badServerMessage = failure else {
      Issue.record("\(failure)")
      return
    }
  }

  @Test func `Missed lines are asked for at most once in ten seconds`() throws {
    var missed = MissedLines()
    let start = Instant.now()
    var asked: [Bool] = [missed.take(now: start)]
    try missed.note("noise")
    try missed.note("noise")
    for after in [0, 0, MissedLines.againMilliseconds - 1, MissedLines.againMilliseconds] {
      asked.append(missed.take(now: start + after))
      try missed.note("noise")
    }
    #expect(asked == [false, true, false, false, true])
  }

  @Test func `Too many missed lines are a fault of the server`() throws {
    var missed = MissedLines()
    for _ in 0..<MissedLines.linesMax { try missed.note("noise") }
    #expect(throws: PlayerFailure.badServerMessage("noise")) { try missed.note("noise") }
  }

  @Test func `leave the mirror as it is when it has them already`() {
    var mirror = TableMirror(room: "r1")
    _ = mirror.hear(Small.snapshot())
    for from in 1...3 { _ = mirror.hear(Self.event(from)) }
    let before = (mirror.places, mirror.version)
    for from in [1, 2, 3, 3, 2, 1] { #expect(mirror.hear(Self.event(from)) == .none) }
    #expect(mirror.places == before.0 && mirror.version == before.1 && mirror.mismatches == 0)
    #expect(mirror.hear(Self.event(5)) == .wantsSync(.gap))
    #expect(mirror.hear(Self.event(6)) == .none)
  }

  @Test(arguments: [Snapshot.Reason.deal, .fallback])
  func `A snapshot that was sent to everybody is a step that counts once`(why: Snapshot.Reason) {
    var mirror = TableMirror(room: "r1")
    _ = mirror.hear(Small.snapshot())
    let step = Small.snapshot(version: 3, why: why)
    #expect(mirror.hear(step) == .snapshot(why))
    #expect(mirror.hear(Self.event(3)) != .none)
    #expect(mirror.hear(step) == .none)
    #expect(mirror.version == 4 && mirror.mismatches == 0)
    #expect(mirror.hear(Self.event(5)) == .wantsSync(.gap))
    #expect(mirror.hear(step) == .snapshot(why))
    #expect(mirror.hear(Small.snapshot(version: 2)) == .snapshot(.join))
  }

  @Test func `Missed lines make the mirror wait for a snapshot, and ask once`() {
    var mirror = TableMirror(room: "r1")
    _ = mirror.hear(Small.snapshot())
    #expect(mirror.missed() == .wantsSync(.gap))
    #expect(mirror.missed() == .none)
    #expect(mirror.hear(Self.event(1)) == .none)
    #expect(mirror.hear(Small.snapshot(version: 3)) == .snapshot(.join))
    #expect(mirror.version == 3 && mirror.mismatches == 0)
  }

  @Test func `A bot asks once for missed lines, and not before it has a table`() throws {
    let strategy = try #require(BotStrategy(name: "greedy", seed: 1, deal: 1))
    var numbers = RequestNumbers()
    var game = BotGame(.at(Invitation(room: "r1")), strategy: strategy)
    #expect(game.missed() == [])
    _ = game.begin(&numbers)
    _ = try game.hear(Small.snapshot(), &numbers)
    #expect(game.missed() == [.tell(.sync(room: "r1", why: "gap"))])
    #expect(game.missed() == [])
    var board = BoardBot(.at(Invitation(room: "r1")), kind: nil, steps: 1, seed: 1)
    #expect(board.missed() == [])
    _ = board.begin(&numbers)
    #expect(board.missed() == [.tell(.sync(room: "r1", why: "gap"))])
    #expect(board.missed() == [])
  }
}
