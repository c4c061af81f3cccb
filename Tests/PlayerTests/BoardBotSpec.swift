import Boards
import Cards
import TestDice
import Testing
import Wire

@testable import Player

let boardKinds = BoardCatalogue.kinds.map(\.name)

@Suite struct `A bot on a board` {
  @Test(arguments: boardKinds)
  func `does what the table offers, and is refused what nobody may`(kind: String) throws {
    for seed in 1...UInt64(rounds(3)) {
      let stage = BoardStage(kind, seed: seed, players: 1, steps: 80)
      try stage.play()
      let bot = try #require(stage.guests[0].bot as? BoardBot)
      #expect(bot.isOver && bot.tried == 80, "seed \(seed)")
      // Alone at the table nobody is faster.
      #expect(bot.surprises == [], "seed \(seed)")
      #expect(bot.beaten == 0 && bot.refusals > 0 && bot.done.count > 40, "seed \(seed)")
    }
  }

  @Test(arguments: boardKinds)
  func `sits beside another and somebody who watches, and all see the same`(kind: String) throws {
    var beaten = 0
    for seed in 1...UInt64(rounds(2)) {
      let stage = BoardStage(kind, seed: 100 * seed, players: 3, steps: 40)
      try stage.play()
      let versions = Set(stage.guests.map(\.known.version))
      let hashes = Set(stage.guests.map(\.known.hash))
      #expect(versions.count == 1 && hashes.count == 1, "seed \(seed): \(versions) \(hashes)")
      #expect(stage.guests.allSatisfy { $0.known.mismatches == 0 }, "seed \(seed)")
      for guest in stage.guests {
        let bot = guest.bot as? BoardBot
        #expect(bot?.surprises ?? [] == [], "seed \(seed)")
        beaten += bot?.beaten ?? 0
      }
    }
    // They would not be at one table if they never came in each other's way.
    if kind == "four-aces" || kind == "cards" { #expect(beaten > 0) }
  }

  @Test func `says the same each time`() throws {
    let transcripts = try (0..<2).map { _ in
      let stage = BoardStage("contacts", seed: 8, steps: 30, linesMax: 4000)
      try stage.play()
      return stage.lines
    }
    #expect(transcripts[0] == transcripts[1])
    let other = BoardStage("contacts", seed: 9, steps: 30, linesMax: 4000)
    try other.play()
    #expect(other.lines != transcripts[0])
  }

  // MARK: - Where a server goes wrong

  /// Fruits beside a basket.
  private static func snapshot(hash: String? = nil, game: GameTold? = nil) -> ServerMessage {
    func fruit(_ handle: Int, _ name: String) -> ItemTold {
      ItemTold(handle: handle, content: ItemContent(text: name))
    }
    let available = RegionTold(
      name: "available",
      runs: [RunTold(collection: "available", drag: true, items: [fruit(0, "Apple"), fruit(1, "Banana")])])
    var basket = RegionTold(
      name: "basket", runs: [RunTold(collection: "basket", drag: false, items: [fruit(2, "Cherry")])])
    basket.takes = ["text/plain"]
    return .snapshot(
      Snapshot(
        room: "r1", epoch: "0000000a", version: 1,
        hash: hash ?? Small.hash("available:0=Apple|||||,1=Banana|||||;basket:2=Cherry|||||;"), why: .join,
        game: game ?? GameTold(id: "fruits", name: "Fruit basket", kind: .board), deal: nil,
        regions: [available, basket], status: Small.status, seats: [], watching: 0, live: []))
  }

  private static let dests = ServerMessage.dests(
    Dests(
      room: "r1", version: 1,
      sources: [.init(items: [0, 1], destinations: [.init(collection: "basket", reveals: false)])], taps: [],
      sends: [], canFinish: false, canUndo: false, canRedo: false))

  /// A bot that sits at a table, with its first request, if it was told where things may go.
  private func seated(
    seed: UInt64, hearing told: [ServerMessage] = [snapshot(), dests]
  ) throws -> (bot: BoardBot, numbers: RequestNumbers, acts: [BotAct]) {
    var bot = BoardBot(.at(Invitation(room: "r1")), kind: "fruits", steps: 1000, seed: seed)
    var numbers = RequestNumbers()
    #expect(bot.begin(&numbers) == [.tell(.subscribe(c: 1, room: "r1", as: .play))])
    var acts: [BotAct] = []
    for message in [.ok(c: 1, Agreement(room: "r1", seat: 0, version: 1))] + told {
      acts += try bot.hear(message, &numbers)
    }
    return (bot, numbers, acts)
  }

  @Test func `complains when a server carries out what it has to refuse`() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let failure = #expect(throws: PlayerFailure.self, "seed \(seed)") {
        var (bot, numbers, acts) = try seated(seed: seed)
        // Whatever is asked is agreed to.
        for _ in 0..<200 {
          guard case .play(let message)? = acts.last, let c = message.c else { return }
          let answer: ServerMessage =
            switch message {
            case .lift:
              .lease(
                c: c,
                Lease(
                  room: "r1", version: 1, drag: 5, items: [0], index: 0, formation: "default",
                  destinations: ["basket"], silenceMillisecondsMax: 10_000))
            case .query: .data(c: c, room: "r1", [ItemData(handle: 0, ways: [])])
            default: .ok(c: c, Agreement(room: "r1", version: 1))
            }
          acts = try bot.hear(answer, &numbers)
        }
      }
      guard case .accepted(let what, "r1", 1)? = failure else {
        Issue.record("seed \(seed): \(String(describing: failure))")
        continue
      }
      #expect(!what.isEmpty && "\(PlayerFailure.accepted(what, room: "r1", version: 1))".contains(what))
    }
  }

  @Test func `complains when a hash is not what it sees`() throws {
    #expect(throws: PlayerFailure.wrongHash("r1", times: 1)) {
      try seated(seed: 1, hearing: [Self.snapshot(hash: "00000000")])
    }
    var (bot, numbers, _) = try seated(seed: 1)
    let event = Event(
      room: "r1", from: 1, to: 2, seat: 1, operation: "move",
      moves: [ItemsMoved(items: [2], collection: "available")], up: [], down: [], hash: "00000000",
      status: Small.status)
    #expect(throws: PlayerFailure.wrongHash("r1", times: 1)) { try bot.hear(.event(event), &numbers) }
  }

  @Test func `stays away from what it was not sent to`() throws {
    let list = GameTold(id: "list", name: "List", kind: .board)
    #expect(throws: PlayerFailure.otherBoard("r1", there: "list", wanted: "fruits")) {
      try seated(seed: 1, hearing: [Self.snapshot(game: list)])
    }
    #expect(throws: PlayerFailure.otherBoard("r1", there: "klondike1", wanted: "fruits")) {
      try seated(seed: 1, hearing: [Small.snapshot()])
    }
    // And the other way round: who plays patience does not know what to do here.
    let strategy = try #require(BotStrategy(name: "greedy", seed: 1, deal: 1))
    var game = BotGame(.at(Invitation(room: "r1")), strategy: strategy)
    var numbers = RequestNumbers()
    _ = game.begin(&numbers)
    #expect(throws: PlayerFailure.otherBoard("r1", there: "fruits", wanted: nil)) {
      try game.hear(Self.snapshot(), &numbers)
    }
  }

  @Test(arguments: [RefusalCode.rate, .paused])
  func `asks the same again under a new number when it is to wait`(code: RefusalCode) throws {
    var (bot, numbers, acts) = try seated(seed: 3)
    guard case .play(let asked)? = acts.last, let c = asked.c else {
      Issue.record("nothing was asked: \(acts)")
      return
    }
    let waiting = try bot.hear(.no(Refusal(c: c, code: code, resetMilliseconds: 70)), &numbers)
    #expect(waiting == [.hold(milliseconds: 70)])
    acts = bot.proceed(&numbers)
    guard case .play(let again)? = acts.last else {
      Issue.record("nothing was asked again: \(acts)")
      return
    }
    #expect(again.c == c + 1)
    #expect("\(again)" == "\(asked)".replacing("c: \(c)", with: "c: \(c + 1)"))
    #expect(bot.tried == 0)
  }

  @Test(arguments: [RefusalCode.full, .gone, .role, .bad])
  func `ends with the server's reason when a seat is refused`(code: RefusalCode) throws {
    var bot = BoardBot(.at(Invitation(room: "r1")), kind: nil, steps: 1, seed: 1)
    var numbers = RequestNumbers()
    _ = bot.begin(&numbers)
    #expect(throws: PlayerFailure.refused(code, why: nil, what: "us a seat")) {
      try bot.hear(.no(Refusal(c: 1, code: code)), &numbers)
    }
  }

  @Test func `asks for destinations that it was not sent, and gives up on a server that is silent`() throws {
    var (bot, numbers, acts) = try seated(seed: 1, hearing: [Self.snapshot()])
    #expect(acts.isEmpty)
    acts = try bot.quiet(&numbers)
    #expect(acts == [.tell(.query(c: 2, room: "r1", .dests))])
    for _ in 1..<BotLimits.quietSecondsMax { _ = try bot.quiet(&numbers) }
    #expect(throws: PlayerFailure.silent(seconds: 30)) { try bot.quiet(&numbers) }
  }

  @Test func `asks for what it missed, and does nothing until it has it`() throws {
    var (bot, numbers, _) = try seated(seed: 1, hearing: [Self.snapshot()])
    let ahead = ServerMessage.heartbeat(now: 0, versions: [RoomVersion(room: "r1", version: 7)])
    #expect(try bot.hear(ahead, &numbers) == [.tell(.sync(room: "r1", why: "gap"))])
    #expect(try bot.hear(Self.dests, &numbers) == [])
    #expect(bot.positions == [Hello.Position(room: "r1", epoch: "0000000a", version: 0)])
    #expect(try bot.hear(Self.snapshot(), &numbers) == [])
    #expect(try bot.hear(Self.dests, &numbers).count == 1)
  }

  @Test func `shows its drags slowly where people watch`() throws {
    var bot = BoardBot(.at(Invitation(room: "r1")), kind: nil, steps: 400, seed: 5, hoverMilliseconds: 60)
    var numbers = RequestNumbers()
    var acts = bot.begin(&numbers)
    for message in [.ok(c: 1, Agreement(room: "r1", seat: 0, version: 1)), Self.snapshot(), Self.dests] {
      acts = try bot.hear(message, &numbers)
    }
    // Refused whatever it asks, until it lifts what it may.
    while case .play(let message)? = acts.last, let c = message.c {
      if case .lift(_, _, let item) = message, item < 2 { break }
      acts = try bot.hear(.no(Refusal(c: c, room: "r1", version: 2, code: .illegal)), &numbers)
    }
    guard case .play(.lift(let c, _, let item))? = acts.last else {
      Issue.record("it never lifted anything")
      return
    }
    let lease = Lease(
      room: "r1", version: 1, drag: 5, items: [item], index: 0, formation: "default",
      destinations: ["basket"],
      silenceMillisecondsMax: 10_000)
    acts = try bot.hear(.lease(c: c, lease), &numbers)
    var hovers = 0
    while case .hold(60)? = acts.last {
      guard acts.count == 2, case .tell(.hover(_, let hover)) = acts[0], hover.drag == 5 else {
        Issue.record("not a hover and a pause: \(acts)")
        return
      }
      hovers += 1
      acts = bot.proceed(&numbers)
    }
    #expect(hovers > 0)
    guard case .play(let end)? = acts.last else {
      Issue.record("the drag does not end: \(acts)")
      return
    }
    #expect(end.c == c + 1)
  }
}
