import Patience
import Testing
import Wire

@testable import Rooms

@Suite struct `A command` {
  let stage: RoomStage
  let ada: ConnectionID
  let bob: ConnectionID
  let eve: ConnectionID

  init() throws {
    let company = try Company()
    (stage, ada, bob, eve) = (company.stage, company.ada, company.bob, company.eve)
  }

  @Test func `An accepted command is answered with its version, and everybody gets the event`() throws {
    let answer = try stage.ask(.move(item: 7, into: "t0", before: nil), from: ada)
    #expect(answer == .ok(Agreement(room: "rTestRoom", version: 2)))
    for connection in [ada, bob, eve] {
      let events = try stage.messages(to: connection).compactMap {
        if case .event(let it) = $0 { it } else { nil }
      }
      try #require(events.count == 1)
      #expect(events[0].seat == 0 && events[0].operation == "move")
      #expect(events[0].moves == [ItemsMoved(items: [7], collection: "t0")])
      #expect(events[0].up == [ItemTold(handle: 1, face: "JC")] && events[0].down.isEmpty)
    }
  }

  @Test func `A command of each kind does what it says`() throws {
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    #expect(stage.cards(in: .waste) == [28])
    #expect(try stage.ask(.send(item: 25), from: bob).isOK)
    #expect(stage.cards(in: .foundation(0)) == [25])
    #expect(try stage.ask(.send(item: 28), from: bob).isOK)
    #expect(stage.cards(in: .foundation(0)) == [25, 28])
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(stage.cards(in: .foundation(0)) == [25])
    #expect(try stage.ask(.redo, from: bob).isOK)
    #expect(stage.cards(in: .foundation(0)) == [25, 28])
    #expect(try stage.ask(.restart, from: ada).question != nil)
    try stage.agree(bob)
    #expect(stage.cards(in: .stock).count == 24 && stage.cards(in: .foundation(0)).isEmpty)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(stage.cards(in: .foundation(0)) == [25, 28], "a fresh start can be taken back")
    #expect(try stage.ask(.set(auto: .safe), from: ada).isOK)
    #expect(stage.room.game.status(now: stage.now).auto == .safe)
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(stage.room.game.status(now: stage.now).auto == .safe, "a switch is no step of the game")
    stage.silence()
    #expect(try stage.ask(.deal(.open(8), game: "klondike3"), from: bob).isOK)
    try stage.agree(ada)
    let told = try stage.messages(to: eve)
    let snapshot = told.compactMap { if case .snapshot(let it) = $0 { it } else { nil } }.first
    #expect(snapshot?.why == .deal && snapshot?.game.draw == 3 && snapshot?.deal == .open(8))
    #expect(
      snapshot?.status.undo == 0 && snapshot?.status.clockMilliseconds == 0 && snapshot?.status.auto == .safe)
  }

  @Test func `A command to finish plays everything to the foundations when that is certain`() throws {
    let stage = try RoomStage(cards: nearlyWon, timed: false)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(try stage.ask(.finish, from: ada) == .no(.illegal, why: "notYetOpen"))
    var turns = 0
    while turns < 200, !stage.room.game.dests(room: "", version: 0, seat: SeatNumber(0)).canFinish {
      let send = stage.room.game.dests(room: "", version: 0, seat: SeatNumber(0)).sends.first
      stage.say(send.map { .send(item: $0.item) } ?? .tap(place: "stock", item: nil), from: ada)
      turns += 1
    }
    #expect(try stage.ask(.finish, from: ada).isOK)
    #expect(stage.room.isOver && stage.room.game.board.standing.up == 52)
    for operation: Command.Operation in [
      .undo, .redo, .go(ply: 1), .finish, .tap(place: "stock", item: nil), .send(item: 3),
    ] {
      #expect(try stage.ask(operation, from: ada) == .no(.illegal, why: "gameOver"))
    }
    // The same deal again is a game of its own: nothing of the old one, its clock included.
    stage.now += 60_000
    #expect(try stage.ask(.restart, from: ada).isOK)
    let status = stage.room.game.status(now: stage.now)
    #expect(!stage.room.isOver && status.moves == 0 && status.undo == 0)
    #expect(status.clockMilliseconds == 0 && !status.clockRuns && status.ticks == 0)
  }

  @Test func `A command that plays many cards lists them in the order of play`() throws {
    let stage = try RoomStage(cards: nearlyWon, safe: true)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
    var left = (0..<7 as Range<UInt8>).map { stage.cards(in: .tableau($0)) }
    #expect(try stage.ask(.send(item: 0), from: ada).isOK)
    let told = try stage.messages(to: ada).compactMap { if case .event(let it) = $0 { it } else { nil } }
    let played = try #require(told.first).moves.flatMap(\.items)
    #expect(played.count > 10, "hardly any card went by itself")
    for item in played {
      let column = try #require(left.firstIndex { $0.contains(item) })
      #expect(left[column].last == item, "\(item) was told before what lay on it")
      left[column].removeLast()
    }
  }

  // MARK: - Refusals

  /// Every code that a room gives, with what brings it.
  static let refused: [(Command.Operation, [Command.Top], RefusalCode, String?)] = [
    (.move(item: 7, into: "t3", before: nil), [], .illegal, "notNextRank"),
    (.move(item: 1, into: "t0", before: nil), [], .illegal, "faceDown"),
    (.move(item: 28, into: "t0", before: nil), [], .illegal, "staysThere"),
    (.move(item: 7, into: "t9", before: nil), [], .illegal, "noSuchPile"),
    (.move(item: 7, into: "", before: nil), [], .illegal, "noSuchPile"),
    (.move(item: 60_000, into: "t0", before: nil), [], .illegal, "nothingThere"),
    (.tap(place: "t0", item: nil), [], .illegal, "notAllowedThere"),
    (.tap(place: "nowhere", item: nil), [], .illegal, "noSuchPile"),
    (.send(item: 7), [], .illegal, "noFoundationTakesIt"),
    (.finish, [], .illegal, "notYetOpen"), (.undo, [], .illegal, "nothingToUndo"),
    (.redo, [], .illegal, "nothingToRedo"),
    (.drop(drag: 77, into: "t0", before: nil), [], .gone, nil),
    (
      .deal(.open(1), game: "chess"), [], .bad,
      "that game is not known at this table; open a new table for it"
    ),
    (.tap(place: "stock", item: nil), [Command.Top(collection: "t0", item: 1)], .stale, nil),
    (.tap(place: "stock", item: nil), [Command.Top(collection: "f0", item: 1)], .stale, nil),
    (.tap(place: "stock", item: nil), [Command.Top(collection: "t0", item: nil)], .stale, nil),
    (
      .tap(place: "stock", item: nil), [Command.Top(collection: "t9", item: nil)], .bad,
      "\"if\" names \"t9\", which is not a collection here"
    ),
    (
      .tap(place: "stock", item: nil),
      [Command.Top(collection: "t0", item: 1), Command.Top(collection: "hand", item: nil)], .bad,
      "\"if\" names \"hand\", which is not a collection here"
    ),
  ]

  @Test(arguments: refused)
  func `A refused command says why, and changes nothing at all`(
    operation: Command.Operation, tops: [Command.Top], code: RefusalCode, why: String?
  ) throws {
    let before = (
      stage.room.patience.engine.model, stage.room.game.status(now: stage.now), stage.room.game.clock
    )
    let records = stage.log
    #expect(try stage.ask(operation, if: tops, from: ada) == .no(code, why: why))
    #expect(stage.room.patience.engine.model == before.0)
    #expect(stage.room.game.status(now: stage.now) == before.1)
    #expect(stage.room.game.clock == before.2)
    // Nothing is kept of it either, or a player who is refused again and again would fill the disk.
    #expect(stage.room.version == 1 && stage.log == records)
    #expect(stage.lines(to: bob).isEmpty && stage.lines(to: eve).isEmpty)
  }

  @Test func `A command of a spectator or a stranger is refused by role`() throws {
    let stranger = ConnectionID(loop: 0, slot: 50, generation: 1)
    for connection in [eve, stranger] {
      #expect(try stage.ask(.tap(place: "stock", item: nil), from: connection).code == .role)
      #expect(try stage.ask({ .query(c: $0, .dests) }, from: connection).code == .role)
      #expect(try stage.ask({ .lift(c: $0, item: 7) }, from: connection).code == .role)
      #expect(try stage.ask({ .cancel(c: $0, drag: 1) }, from: connection).code == .role)
    }
    #expect(stage.room.version == 1 && stage.isQuiet)
  }

  @Test func `A command on tops that somebody else changed has lost a race`() throws {
    #expect(try stage.ask(.move(item: 22, into: "t0", before: nil), from: bob).isOK)
    // The place where it went, and the place from where it came.
    for (pile, item) in [("t0", 0), ("t4", 22)] {
      let tops = [Command.Top(collection: pile, item: item)]
      #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), if: tops, from: ada).code == .lostRace)
      #expect(
        try stage.ask(.tap(place: "stock", item: nil), if: tops, from: bob).code == .stale,
        "one's own move is no race")
    }
    let right = [Command.Top(collection: "t0", item: 22), Command.Top(collection: "waste", item: nil)]
    #expect(try stage.ask(.tap(place: "stock", item: nil), if: right, from: ada).isOK)
  }

  @Test func `Eight commands for one place have one winner`() throws {
    let stage = try RoomStage(cards: board, seats: 8)
    let players = (0..<8).map { stage.join(stage.visitor($0 == 0 ? "ada" : "p\($0)"), at: UInt32($0)) }
    var answers: [Answer] = []
    for (index, player) in players.enumerated() {
      let tops = [Command.Top(collection: "t0", item: 0)]
      answers.append(
        try stage.ask(.move(item: index % 2 == 0 ? 7 : 22, into: "t0", before: nil), if: tops, from: player))
    }
    #expect(answers.filter(\.isOK).count == 1)
    #expect(answers.filter { $0.code == .lostRace }.count == 7)
  }

  // MARK: - Once only

  @Test func `A command that is sent again gets the same answer, and has no second effect`() throws {
    let c = stage.nextC()
    let first = try stage.ask(.tap(place: "stock", item: nil), c: c, from: ada)
    stage.silence()
    for _ in 0..<3 { #expect(try stage.ask(.tap(place: "stock", item: nil), c: c, from: ada) == first) }
    #expect(stage.cards(in: .waste) == [28] && stage.isQuiet)
    let refused = stage.nextC()
    #expect(try stage.ask(.send(item: 7), c: refused, from: ada).code == .illegal)
    #expect(try stage.ask(.undo, c: refused, from: ada).code == .illegal)
    #expect(stage.cards(in: .waste) == [28])
  }

  @Test func `is known again on another connection of the same visit, and only there`() throws {
    let c = stage.nextC()
    #expect(try stage.ask(.tap(place: "stock", item: nil), c: c, from: ada).isOK)
    stage.hear(.lost, from: ada)
    let again = stage.join(stage.visitor("ada"), at: 7)
    #expect(try stage.ask(.tap(place: "stock", item: nil), c: c, from: again).isOK)
    #expect(stage.cards(in: .waste) == [28])
    let other = stage.join(stage.visitor("ada", visit: "other"), at: 8)
    #expect(try stage.ask(.tap(place: "stock", item: nil), c: c, from: other).isOK)
    #expect(stage.cards(in: .waste) == [28, 29])
  }

  @Test func `is known again however many watch and ask meanwhile`() throws {
    let company = try Company(at: "sections")
    let (stage, ada) = (company.stage, company.ada)
    let (c, move) = (stage.nextC(), Command.Operation.move(item: 0, to: Landing("others")))
    let first = try stage.ask(move, c: c, from: ada)
    for number in 0...Answers.visitsMax {
      let watcher = stage.join(stage.visitor("w\(number)"), at: 100 + UInt32(number), as: .watch)
      #expect(try stage.ask({ .query(c: $0, .export(item: 9_999)) }, from: watcher).code == .illegal)
    }
    #expect(try stage.ask(move, c: c, from: ada) == first)
    #expect(stage.room.version == 2)
  }

  @Test func `is known again whatever the order in which it came`() throws {
    for c in [1_010, 1_012, 1_011, 1_005] {
      #expect(try stage.ask(.tap(place: "stock", item: nil), c: c, from: ada).isOK)
    }
    let version = stage.room.version
    for c in [1_012, 1_005, 1_011, 1_010] {
      #expect(try stage.ask(.tap(place: "stock", item: nil), c: c, from: ada).isOK)
    }
    #expect(stage.room.version == version)
  }

  @Test func `A command of long ago is not carried out again, even when its answer is forgotten`() throws {
    let first = stage.nextC()
    #expect(try stage.ask(.tap(place: "stock", item: nil), c: first, from: ada).isOK)
    for _ in 0..<Answers.perVisitMax * 2 { stage.say(.send(item: 7), from: ada) }
    let version = stage.room.version
    #expect(try stage.ask(.tap(place: "stock", item: nil), c: first, from: ada).code == .gone)
    #expect(stage.room.version == version)
  }

  @Test func `is one of those that each have one answer`() throws {
    let messages: [(Int) -> RoomMessage] = [
      { .command(c: $0, Command(.tap(place: "stock", item: nil))) }, { .query(c: $0, .dests) },
      { .lift(c: $0, item: 7) },
      { .lift(c: $0, item: 1) }, { .cancel(c: $0, drag: 1) }, { .cancel(c: $0, drag: 1) },
      { .command(c: $0, Command(.drop(drag: 1, into: "t0", before: nil))) },
      { .join(c: $0, stage.visitor("ada"), as: .play, resume: nil) },
      { .join(c: $0, stage.visitor("zoe"), as: .play, resume: nil) }, { .leave(c: $0) },
      { .command(c: $0, Command(.undo)) },
    ]
    for connection in [ada, eve, ConnectionID(loop: 1, slot: 70, generation: 1)] {
      for message in messages {
        let c = stage.nextC()
        stage.hear(message(c), from: connection)
        #expect(stage.answers[connection]?[c] == 1)
      }
    }
  }
}
