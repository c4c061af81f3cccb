import Contests
import Patience
import Testing
import Wire

@testable import Rooms

/// What tests of races have in common.
enum Racing {
  static let salt = "000102030405060708090a0b0c0d0e0f"
  static let race = RoomID(random: Array(repeating: 7, count: 8))
  static let reveal = Reveal(
    seed: String(repeating: "ab", count: 32), salt: String(repeating: "cd", count: 16),
    start: "baize deal 2\nklondike1\nauto=off timed=1 seconds=600 undo=1 hint=0\n0 \(salt)\n1 bot\n")

  static func entry(undo: Bool = true, hint: Bool = false) -> RaceEntry {
    RaceEntry(
      race: race.text, number: 0, commit: SealedDeal(reveal)?.commit ?? "", undo: undo, hint: hint)
  }

  /// Ada's table, before the race begins.
  static func table(undo: Bool = true, hint: Bool = false) throws -> (RoomStage, ada: ConnectionID) {
    let stage = try RoomStage(
      opening: OpenTable(game: "klondike1", deal: .sealed, entry: entry(undo: undo, hint: hint)))
    return (stage, stage.join(stage.visitor("ada"), at: 0))
  }

  static let both: Set<GuestID> = [GuestID(named: "ada"), GuestID(named: "bob")]
}

extension RoomStage {
  /// The race says something to its table, or a table to its race.
  func write(_ letter: RoomLetter, from room: RoomID = Racing.race) {
    hear(.letter(letter, from: room), from: .none)
  }

  /// The race begins now.
  func begin(racing: Set<GuestID> = Racing.both) {
    write(.start(Racing.reveal, at: now, racing: racing))
  }

  func snapshot(to connection: ConnectionID) throws -> Snapshot {
    let snapshots = try messages(to: connection).compactMap { message -> Snapshot? in
      if case .snapshot(let snapshot) = message { snapshot } else { nil }
    }
    return try #require(snapshots.last)
  }
}

@Suite struct `The table of an entrant` {
  @Test func `shows backs before the race begins, and lets nothing be done`() throws {
    let (stage, ada) = try Racing.table(hint: true)
    let snapshot = try stage.snapshot(to: ada)
    #expect(snapshot.status.status == .waiting)
    let items = snapshot.regions.flatMap { $0.runs.flatMap(\.items) }
    #expect(items.count == 52 && items.allSatisfy { $0.face == nil })
    #expect(snapshot.regions.allSatisfy { $0.runs.allSatisfy { !$0.drag } })
    for operation in [Command.Operation.tap(place: "stock", item: nil), .finish, .send(item: 0), .resign] {
      #expect(try stage.ask(operation, from: ada) == .no(.illegal, why: "notBegun"), "\(operation)")
    }
    #expect(try stage.ask({ .lift(c: $0, item: 27) }, from: ada) == .no(.illegal, why: "notBegun"))
    #expect(stage.room.game.board.hints(for: 0).isEmpty)
    #expect(stage.room.version == 1, "and nothing was recorded")
  }

  @Test func `deals the cards of the text at the moment that the race has named`() throws {
    let (stage, ada) = try Racing.table()
    stage.write(.start(Racing.reveal, at: stage.now + 300, racing: Racing.both))
    stage.pass(milliseconds: 299)
    #expect(stage.room.patience.isAwaited)
    stage.silence()
    stage.pass(milliseconds: 1)
    let snapshot = try stage.snapshot(to: ada)
    #expect(snapshot.why == .start && snapshot.status.status == .playing && snapshot.status.clockRuns)
    var generator = try #require(SealedDeal(Racing.reveal)).generator
    #expect(stage.room.patience.deal == Deal(of: .klondike1, using: &generator))
    #expect(snapshot.deal == .sealed(commit: Racing.entry().commit, reveal: nil))
    let (version, deal) = (stage.room.version, stage.room.patience.deal)
    stage.begin()
    stage.pass(milliseconds: 10)
    #expect(stage.room.version == version && stage.room.patience.deal == deal, "it begins once")
  }

  @Test func `of a start that does not come to be is over`() throws {
    let (stage, ada) = try Racing.table()
    stage.write(.close)
    #expect(stage.room.summary.status == .over)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK == false)
  }

  @Test func `obeys its own race and no other`() throws {
    let (stage, _) = try Racing.table()
    let other = try #require(RoomID("rOther000"))
    for letter in [RoomLetter.start(Racing.reveal, at: stage.now, racing: []), .end, .close, .racing([])] {
      stage.write(letter, from: other)
    }
    stage.pass(milliseconds: 10)
    #expect(stage.room.patience.isAwaited && stage.room.version == 1)
    #expect(stage.room.isHidden(from: GuestID(named: "eve")))
  }

  @Test func `is shown to nobody who still plays, and to others from the start on`() throws {
    let (stage, _) = try Racing.table()
    func come(_ name: String, at slot: UInt32, as presence: RoomMessage.Presence = .watch) throws -> Answer {
      let connection = ConnectionID(loop: 0, slot: slot, generation: 1)
      return try stage.ask(
        { .join(c: $0, stage.visitor(name), as: presence, resume: nil) }, from: connection)
    }
    #expect(try come("eve", at: 5) == .no(.role, why: "stillPlaying"), "the race has not said who plays")
    stage.begin()
    #expect(try come("bob", at: 6) == .no(.role, why: "stillPlaying"))
    #expect(try come("bob", at: 6, as: .mini) == .no(.role, why: "stillPlaying"))
    #expect(try come("eve", at: 5).isOK)
    stage.write(.racing(nil))
    #expect(try come("cat", at: 7) == .no(.role, why: "stillPlaying"), "it is not known who plays")
    stage.write(.racing([GuestID(named: "ada")]))
    #expect(try come("bob", at: 6).isOK, "who is done may watch")
    #expect(try come("cat", at: 7, as: .play).isOK)
    #expect(stage.room.seats.guests == [GuestID(named: "ada")], "and takes no seat")
  }

  @Test func `keeps to what the race allows`() throws {
    let (stage, ada) = try Racing.table(undo: false)
    stage.begin()
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    for operation in [Command.Operation.undo, .redo, .go(ply: 0), .restart, .deal(.sealed, game: nil)] {
      #expect(try stage.ask(operation, from: ada) == .no(.illegal, why: "notAtThisTable"), "\(operation)")
    }
    let (free, eve) = try Racing.table()
    free.begin()
    #expect(try free.ask(.tap(place: "stock", item: nil), from: eve).isOK)
    #expect(try free.ask(.undo, from: eve).isOK)
    #expect(try free.ask(.deal(.open(7), game: nil), from: eve) == .no(.illegal, why: "notAtThisTable"))
  }

  @Test(arguments: [false, true]) func `hints are given where the race gives them`(hint: Bool) throws {
    let (stage, ada) = try Racing.table(hint: hint)
    stage.begin()
    stage.silence()
    stage.hear(.query(c: stage.nextC(), .hint), from: ada)
    let heard = try stage.messages(to: ada)
    let isGiven = heard.contains { if case .hints = $0 { true } else { false } }
    #expect(isGiven == hint)
    if !hint {
      let refusal = try #require(
        heard.compactMap { message -> Wire.Refusal? in
          if case .no(let refusal) = message { refusal } else { nil }
        }.first)
      #expect(refusal.code == .illegal && refusal.why == "notAtThisTable")
    }
  }

  @Test func `giving up ends it for good, and the deal stays sealed until the race has ended`() throws {
    let (stage, ada) = try Racing.table()
    stage.begin()
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    stage.silence()
    #expect(try stage.ask(.resign, from: ada).isOK)
    #expect(stage.room.game.board.state == .over)
    for operation in [Command.Operation.undo, .tap(place: "stock", item: nil), .resign, .restart] {
      let answer = try stage.ask(operation, from: ada)
      #expect(answer == .no(.illegal, why: operation == .restart ? "notAtThisTable" : "gameOver"))
    }
    let before = stage.lines(to: ada).flatMap(\.self)
    #expect(before.ranges(of: Array(Racing.reveal.seed.utf8)).isEmpty)
    let final = stage.letters.compactMap { letter -> RaceStanding? in
      if case .standing(let standing, _, _) = letter.letter { standing } else { nil }
    }
    #expect(final.last?.state == .over && final.last?.moves == 1)
    stage.write(.close)
    let events = try stage.messages(to: ada).compactMap { message -> Event? in
      if case .event(let event) = message { event } else { nil }
    }
    #expect(events.map(\.operation) == ["closed"] && events[0].seat == -1)
    #expect(events[0].reveal == Racing.reveal)
    let version = stage.room.version
    stage.write(.close)
    #expect(stage.room.version == version, "and that once")
  }

  @Test func `the end of the time ends it, and says how far it came`() throws {
    let (stage, ada) = try Racing.table()
    stage.begin()
    stage.now += 4_000
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    stage.write(.end)
    #expect(stage.room.game.board.state == .over)
    guard case .standing(let standing, _, _)? = stage.letters.last?.letter else {
      return #expect(Bool(false), "the race is told")
    }
    #expect(standing.state == .over && standing.moves == 1 && standing.milliseconds == 4_000)
  }

  @Test func `woken in the middle it waits for the race to say where the clock stands`() throws {
    let (stage, ada) = try Racing.table()
    stage.begin()
    stage.now += 4_000
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    let again = RoomStage(room: try stage.reopened(), durable: stage.room.sequence)
    again.now = 60_000
    let back = again.join(again.visitor("ada"), at: 3)
    again.silence()
    #expect(try again.ask(.tap(place: "stock", item: nil), from: back) == .no(.paused, why: nil))
    #expect(try again.ask({ .lift(c: $0, item: 27) }, from: back).code == .paused)
    guard case .standing(_, let isHeld, let isDealt)? = again.letters.first?.letter else {
      return #expect(Bool(false), "the race hears that it is awake")
    }
    #expect(isHeld && isDealt)
    again.write(.proceed(clockMilliseconds: 9_000, racing: Racing.both))
    again.now += 500
    #expect(try again.ask(.tap(place: "stock", item: nil), from: back).isOK)
    #expect(again.room.game.clock.milliseconds(now: again.now) == 9_500)
  }

  @Test func `its clock does not stand where nobody is there`() throws {
    let (stage, ada) = try Racing.table()
    stage.begin()
    stage.hear(.lost, from: ada)
    stage.now += 10_000
    #expect(stage.room.game.clock.milliseconds(now: stage.now) == 10_000)
    #expect(stage.room.isRacing(now: stage.now), "and it stays awake")
  }
}

@Suite struct `Giving up` {
  @Test func `opens a sealed deal, and cannot be taken back`() throws {
    let sealed = SealedDeal(random: Array(repeating: 3, count: 48))
    let stage = try RoomStage(opening: OpenTable(game: "klondike1", deal: .sealed)) {
      Array(repeating: 3, count: 48)
    }
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    stage.silence()
    #expect(try stage.ask(.resign, from: ada).isOK)
    let reveals = try stage.messages(to: ada).compactMap { message -> Reveal? in
      if case .event(let event) = message { event.reveal } else { nil }
    }
    #expect(reveals == [sealed.reveal])
    #expect(try stage.ask(.undo, from: ada) == .no(.illegal, why: "gameOver"))
    #expect(stage.winners.isEmpty, "nobody has won")
    // As after a win, the same cards can be played from the start, or others.
    #expect(try stage.ask(.restart, from: ada).isOK)
    #expect(stage.room.game.board.state == .playing)
  }

  @Test func `is a question where others play`() throws {
    let company = try Company()
    let stage = company.stage
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: company.ada).isOK)
    guard case .ok(let agreement) = try stage.ask(.resign, from: company.ada) else {
      return #expect(Bool(false), "it is asked")
    }
    #expect(agreement.question != nil && stage.room.game.board.state == .playing)
    let asked = try stage.messages(to: company.bob).compactMap { message -> QuestionTold? in
      if case .question(_, let question) = message { question } else { nil }
    }
    #expect(asked.last?.resigns == true)
    try stage.agree(company.bob)
    #expect(stage.room.game.board.state == .over)
  }

  @Test func `survives a restart`() throws {
    let stage = try RoomStage()
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    #expect(try stage.ask(.resign, from: ada).isOK)
    #expect(try stage.reopened().game.board.state == .over)
  }
}
