import Cards
import Contests
import Patience
import Solving
import Testing
import Wire

@testable import Rooms

@Suite struct `Whether a game can be won` {
  private func stage(
    _ game: String = "freecell", deal: UInt64 = 7, seats: Int = 1, solves: Bool = true
  ) throws -> (RoomStage, ada: ConnectionID) {
    let stage = try RoomStage(deal: deal, game: game, seats: seats)
    if solves { stage.solver = StageSolver(positions: 300_000) }
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
    return (stage, ada)
  }

  private func verdict(
    _ stage: RoomStage, _ detail: ClientMessage.Query.Detail = .none, from connection: ConnectionID
  ) throws -> VerdictTold {
    let c = stage.nextC()
    stage.hear(.query(c: c, .verdict(detail)), from: connection)
    let told = try stage.messages(to: connection).compactMap { message -> VerdictTold? in
      if case .verdict(c, let room, let version, let told) = message {
        #expect(room == stage.room.id.text && version == stage.room.version)
        return told
      }
      return nil
    }
    try #require(told.count == 1, "\(told.count) answers")
    return told[0]
  }

  private func refusal(
    _ stage: RoomStage, _ detail: ClientMessage.Query.Detail = .none, from connection: ConnectionID
  ) throws -> Answer {
    try stage.ask({ .query(c: $0, .verdict(detail)) }, from: connection)
  }

  /// Plays a line as a client would.
  private func play(_ line: [StepTold], on stage: RoomStage, from connection: ConnectionID) throws {
    for step in line {
      let operation: Command.Operation =
        step.item.map { .move(item: $0, into: step.place) } ?? .tap(place: step.place, item: nil)
      try #require(try stage.ask(operation, from: connection).isOK)
    }
  }

  @Test(arguments: [AutoMoves.off, .safe, .all])
  func `is told with a line that wins by commands`(auto: AutoMoves) throws {
    let (stage, ada) = try stage()
    if auto != .off { try #require(try stage.ask(.set(auto: auto), from: ada).isOK) }
    let told = try verdict(stage, .line, from: ada)
    let line = try #require(told.line)
    #expect(told.answer == .winnable && told.moves == line.count && told.next == line.first)
    if told.needsAutoOff { try #require(try stage.ask(.set(auto: .off), from: ada).isOK) }
    try play(line, on: stage, from: ada)
    #expect(stage.room.game.board.state == .won)
    #expect(try verdict(stage, from: ada).moves == 0)
  }

  @Test func `is told with the next step alone unless the line is asked for`() throws {
    let (stage, ada) = try stage()
    let told = try verdict(stage, from: ada)
    #expect(told.answer == .winnable && told.line == nil && told.next != nil && told.won == nil)
  }

  @Test func `is told of a deal that cannot be won, without a line`() throws {
    let (stage, ada) = try stage(deal: 11982)
    let told = try verdict(stage, .line, from: ada)
    #expect(told == VerdictTold(.impossible))
  }

  @Test func `is not told where cards lie face down, to nobody and at no time of the game`() throws {
    let (stage, ada) = try stage("klondike1")
    for detail in ClientMessage.Query.Detail.allCases {
      #expect(try refusal(stage, detail, from: ada) == .no(.illegal, why: "hiddenCards"))
    }
    #expect(stage.questions.isEmpty)
    try #require(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    #expect(try refusal(stage, from: ada).code == .illegal)
  }

  @Test func `is told after the game, when all cards are open`() throws {
    let (stage, ada) = try stage("klondike1")
    try #require(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    try #require(try stage.ask(.resign, from: ada).isOK)
    let told = try verdict(stage, .past, from: ada)
    #expect(told.answer != .unknown)
  }

  @Test func `is told where cards lie face down that everybody knows`() throws {
    let id = try #require(Catalogue.rulesets.first { $0.id.text.contains("thoughtful") }?.id.text)
    let (stage, ada) = try stage(id)
    #expect(try verdict(stage, from: ada).answer == .winnable)
  }

  @Test func `is told to nobody who only watches`() throws {
    let (stage, _) = try stage()
    let eve = stage.join(stage.visitor("eve"), at: 5, as: .watch)
    stage.silence()
    #expect(try refusal(stage, from: eve).code == .role)
  }

  @Test func `is not told of a board`() throws {
    let stage = try RoomStage(opening: OpenTable(game: "fruits", deal: nil))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
    #expect(try refusal(stage, from: ada) == .no(.illegal, why: "notSolvable"))
  }

  @Test func `is not told at a table of a race`() throws {
    let stage = try RoomStage(
      opening: OpenTable(game: "freecell", deal: .sealed, entry: Racing.entry()))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
    #expect(try refusal(stage, from: ada) == .no(.illegal, why: "notAtThisTable"))
  }

  // MARK: - Versions

  @Test func `is told of the version that was asked about, or of none`() throws {
    let (stage, ada) = try stage(solves: false)
    let c = stage.nextC()
    stage.hear(.query(c: c, .verdict(.none)), from: ada)
    let question = try #require(stage.questions.first)
    #expect(stage.lines(to: ada).isEmpty)
    // A move comes first, and the asker hears that at once.
    let hint = try #require(stage.room.game.board.hints(for: 0).first)
    guard case .move(let item, let place) = hint.action else { return #expect(Bool(false)) }
    #expect(try stage.ask(.move(item: item, into: place), from: ada).isOK)
    #expect(try stage.answer(to: c, from: ada) == .no(.stale, why: nil))
    stage.silence()
    stage.hear(.solved(StageSolver(positions: 300_000).answer(question)), from: .none)
    #expect(stage.isQuiet, "an answer that is late is told to nobody")
  }

  @Test func `is asked once for all who ask about the same version`() throws {
    let (stage, ada) = try stage(seats: 2, solves: false)
    let ben = stage.join(stage.visitor("ben"), at: 1)
    stage.silence()
    stage.hear(.query(c: 900, .verdict(.none)), from: ada)
    stage.hear(.query(c: 901, .verdict(.line)), from: ben)
    #expect(stage.questions.count == 1)
    stage.hear(.solved(StageSolver(positions: 300_000).answer(stage.questions[0])), from: .none)
    for (connection, hasLine) in [(ada, false), (ben, true)] {
      let told = try stage.messages(to: connection)
      guard told.count == 1, case .verdict(_, _, _, let verdict) = told[0] else {
        Issue.record("\(told)")
        continue
      }
      #expect((verdict.line != nil) == hasLine)
    }
  }

  @Test func `is refused when the journal loses what it is about`() throws {
    let stage = try RoomStage(opening: OpenTable(game: "freecell", deal: .open(7)))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
    stage.isPrompt = false
    let hint = try #require(stage.room.game.board.hints(for: 0).first)
    guard case .move(let item, let place) = hint.action else { return #expect(Bool(false)) }
    stage.say(.move(item: item, into: place), from: ada)
    let c = stage.nextC()
    stage.hear(.query(c: c, .verdict(.none)), from: ada)
    #expect(stage.fail())
    #expect(try stage.answer(to: c, from: ada) == .no(.paused, why: nil))
    #expect(stage.room.askings.open.isEmpty)
  }

  @Test func `has so many askers at most`() throws {
    let (stage, ada) = try stage(solves: false)
    for _ in 0..<Asking.askersMax { stage.hear(.query(c: stage.nextC(), .verdict(.none)), from: ada) }
    #expect(stage.isQuiet)
    #expect(try refusal(stage, from: ada) == .no(.full, why: "asked"))
  }

  // MARK: - Where it was lost

  /// Makes random moves until the game cannot be won any more.
  private func lose(_ stage: RoomStage, from ada: ConnectionID) throws -> Int {
    var dice = SplitMix64(seed: 5)
    for step in 0..<200 {
      if try verdict(stage, from: ada).answer == .impossible { return step }
      let dests = stage.room.game.dests(room: "", version: 0, seat: SeatNumber(0))
      let moves = dests.sources.flatMap { source in
        source.destinations.map { (source.items[0], $0.collection) }
      }
      let (item, place) = moves[Int(dice.next() % UInt64(moves.count))]
      try #require(try stage.ask(.move(item: item, into: place), from: ada).isOK)
    }
    throw LoadFailure()
  }

  private struct LoadFailure: Error {}

  @Test func `was lost at a step that is named, and can be gone back to`() throws {
    let (stage, ada) = try stage()
    let lost = try lose(stage, from: ada)
    // Some more steps into the dark.
    for _ in 0..<3 {
      guard case .move(let item, let place)? = stage.room.game.board.hints(for: 0).first?.action else {
        break
      }
      stage.say(.move(item: item, into: place), from: ada)
    }
    stage.silence()
    let told = try verdict(stage, .past, from: ada)
    #expect(told.answer == .impossible)
    #expect(told.lost?.moves == lost && told.won?.moves == lost - 1)
    // Given up, it goes on from there.
    try #require(try stage.ask(.resign, from: ada).isOK)
    let after = try verdict(stage, .past, from: ada)
    #expect(after.won == told.won && after.lost == told.lost)
    let ply = try #require(after.won?.ply)
    try #require(try stage.ask(.go(ply: ply), from: ada).isOK)
    #expect(stage.room.game.board.state == .playing && stage.room.game.clock.isLive)
    let back = try verdict(stage, .line, from: ada)
    try play(try #require(back.line), on: stage, from: ada)
    #expect(stage.room.game.board.state == .won)
  }

  @Test func `was never lost where it still can be won`() throws {
    let (stage, ada) = try stage()
    let told = try verdict(stage, .past, from: ada)
    #expect(told.answer == .winnable && told.won == PlaceInGame(ply: 0, moves: 0) && told.lost == nil)
  }

  @Test func `was lost from the deal on where that cannot be won`() throws {
    let (stage, ada) = try stage(deal: 11982)
    guard case .move(let item, let place)? = stage.room.game.board.hints(for: 0).first?.action else {
      return #expect(Bool(false))
    }
    stage.say(.move(item: item, into: place), from: ada)
    stage.silence()
    let told = try verdict(stage, .past, from: ada)
    #expect(told.won == nil && told.lost == PlaceInGame(ply: 0, moves: 0))
  }

  @Test func `is looked for behind the last new start`() throws {
    let (stage, ada) = try stage()
    _ = try lose(stage, from: ada)
    try #require(try stage.ask(.restart, from: ada).isOK)
    stage.silence()
    let told = try verdict(stage, .past, from: ada)
    #expect(told.answer == .winnable && told.won?.moves == 0 && told.lost == nil)
  }

  // MARK: - A game that was given up

  @Test func `A game that is won, or was raced in, is not taken up again`() throws {
    let (stage, ada) = try stage()
    try play(try #require(try verdict(stage, .line, from: ada).line), on: stage, from: ada)
    #expect(try stage.ask(.go(ply: 0), from: ada).code == .illegal)
    let sealed = SealedDeal(random: entropy(1)(), start: "race")
    var board = PatienceBoard(
      ruleset: .klondike1, dealing: .sealed(sealed), deal: Deal(number: 7, of: .klondike1),
      options: TableOptions())
    board.ending.isGivenUp = true
    let isTakenUp = board.takeUpAgain()
    #expect(!isTakenUp)
  }

  @Test func `A game taken up again comes back from its log and from its base`() throws {
    let stage = try RoomStage(opening: OpenTable(game: "klondike1", deal: .sealed))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    for _ in 0..<3 { try #require(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK) }
    try #require(try stage.ask(.resign, from: ada).isOK)
    try #require(try stage.ask(.go(ply: 2), from: ada).isOK)
    let base = stage.room.game.base(now: stage.now)
    let game = try #require(Game(base: base))
    #expect(game.base(now: stage.now) == base && base.first == Bases.fourthFormat)
    #expect(game.board.dealTold?.reveal != nil && game.patience?.ending.isOpened == true)
    #expect(game.board.state == .playing)
  }
}
