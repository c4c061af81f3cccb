import Patience
import TestDice
import Testing
import Wire

@testable import Player

@Suite struct `A bot that plays by the solver` {
  private static let solver = BotStrategy.solver(SolverStrategy())
  private static let greedy = BotStrategy.greedy(.init())

  private static func game(
    _ ruleset: String, deal: UInt64, _ strategy: BotStrategy = solver, auto: AutoMoves = .off
  ) -> BotGame {
    let table = OpenTable(game: ruleset, deal: .open(deal), auto: auto, access: .public)
    return BotGame(.new(table), strategy: strategy)
  }

  /// Of a game that the solver played.
  private static func searches(in game: BotGame) throws -> Int {
    guard case .solver(let mind) = game.strategy else {
      Issue.record("not the solver's")
      return -1
    }
    return mind.searches
  }

  // MARK: - Where no card is hidden

  @Test(arguments: AutoMoves.allCases)
  func `wins with one search, whatever goes up by itself`(auto: AutoMoves) throws {
    var stops = 0
    for deal in (1...UInt64(rounds(25))) + [617] {
      let end = try played(Self.game("freecell", deal: deal, auto: auto)).game
      #expect(end.result == .won && end.status?.up == 52, "deal \(deal)")
      #expect(try Self.searches(in: end) == 1 && end.mismatches == 0, "deal \(deal)")
      let sets = end.played.count { $0.op == "set" }
      #expect(end.status?.auto == (sets == 0 ? auto : .off) && sets <= 1, "deal \(deal)")
      stops += sets
    }
    // Cards that may still be of use go up; those that are safe are in nobody's way.
    #expect((stops > 0) == (auto == .all))
  }

  @Test(arguments: AutoMoves.allCases)
  func `leaves a deal that is proved to be impossible`(auto: AutoMoves) throws {
    let end = try played(Self.game("freecell", deal: 11982, auto: auto))
    #expect(end.game.result == .impossible && end.game.played.isEmpty && end.game.status?.moves == 0)
    // A bot that does not search cannot say so.
    let greedy = try played(Self.game("freecell", deal: 11982, Self.greedy, auto: auto)).game
    #expect(greedy.result == .gaveUp || greedy.result == .stuck)
    #expect(!greedy.played.isEmpty)
  }

  @Test func `wins Thoughtful Klondike, whose hidden cards are known`() throws {
    for deal in 2...UInt64(1 + rounds(5)) {
      let end = try played(Self.game("thoughtful", deal: deal)).game
      #expect(end.result == .won && end.status?.up == 52, "deal \(deal)")
      #expect(try Self.searches(in: end) == 1 && end.mismatches == 0, "deal \(deal)")
    }
    #expect(try played(Self.game("thoughtful", deal: 1)).game.result == .impossible)
  }

  @Test func `goes on where the table says that nothing makes progress, if cards can come back`() throws {
    var isStuck = false
    let end = try played(
      Self.game("thoughtful", deal: 5),
      spoil: { message in
        if case .event(let event) = message, event.status.status == .stuck { isStuck = true }
        return [message]
      })
    #expect(isStuck && end.game.result == .won)
  }

  @Test func `begins to search when the last hidden card is turned`() throws {
    let end = try played(Self.game("yukon", deal: 2)).game
    let greedy = try played(Self.game("yukon", deal: 2, Self.greedy)).game
    #expect(end.result == .won)
    #expect(try Self.searches(in: end) == 1)
    let same = zip(end.played, greedy.played).prefix { $0 == $1 }.count
    #expect(same > 20 && same < end.played.count)
  }

  private static let all = Catalogue.rulesets.map(\.id.text)

  @Test(arguments: all)
  func `ends in each game, and never differs from the room`(ruleset: String) throws {
    for deal in 1...UInt64(rounds(3)) {
      let strategy = BotStrategy.solver(SolverStrategy(positionsMax: 5_000))
      let end = try played(Self.game(ruleset, deal: deal, strategy)).game
      #expect(end.result != nil && end.mismatches == 0, "deal \(deal)")
      #expect((end.result == .won) == (end.status?.up == end.mirror?.game?.of), "deal \(deal)")
    }
  }

  // MARK: - Where it is greedy

  @Test(arguments: ["klondike1", "klondike3", "doubleklondike", "spider1"])
  func `plays as greedy does where cards are hidden`(ruleset: String) throws {
    for deal in 1...UInt64(rounds(5)) {
      let end = try played(Self.game(ruleset, deal: deal))
      let greedy = try played(Self.game(ruleset, deal: deal, Self.greedy))
      #expect(end.told == greedy.told && end.game.result == greedy.game.result, "deal \(deal)")
      #expect(try Self.searches(in: end.game) == 0, "deal \(deal)")
    }
  }

  @Test func `plays as greedy does at the table of a race`() throws {
    let entry = RaceEntry(race: "rBBBBBBBB", number: 0, commit: "00", undo: true, hint: false)
    let end = try played(Self.game("freecell", deal: 1)) { message in
      guard case .snapshot(var snapshot) = message else { return [message] }
      snapshot.entry = entry
      return [.snapshot(snapshot)]
    }
    #expect(try Self.searches(in: end.game) == 0)
    #expect(end.told == (try played(Self.game("freecell", deal: 1, Self.greedy)).told))
    #expect(end.told != (try played(Self.game("freecell", deal: 1)).told))
  }

  @Test func `plays as greedy does for a while after a search that found nothing out`() throws {
    for deal in 1...UInt64(rounds(4)) {
      let strategy = BotStrategy.solver(SolverStrategy(positionsMax: 0))
      let end = try played(Self.game("freecell", deal: deal, strategy))
      let greedy = try played(Self.game("freecell", deal: deal, Self.greedy))
      #expect(end.told == greedy.told && end.game.result == greedy.game.result, "deal \(deal)")
      let (moves, searches) = (end.game.played.count, try Self.searches(in: end.game))
      // At 0, after 5 moves, after 10 more, 20 more and so on, and once more where greedy gave up.
      var (due, next) = (0, 0)
      while next < moves { (due, next) = (due + 1, next + 5 << due) }
      #expect(searches == due || searches == due + 1, "deal \(deal): \(searches) in \(moves) moves")
    }
  }

  // MARK: - Where somebody else moves

  @Test func `searches again when a move was taken back, and wins`() throws {
    for deal in 1...UInt64(rounds(5)) {
      let end = try played(
        Self.game("freecell", deal: deal), meddle: { [3, 10, 11].contains($0) ? .undo : nil })
      #expect(end.game.result == .won, "deal \(deal)")
      #expect(try Self.searches(in: end.game) > 1 && end.game.mismatches == 0, "deal \(deal)")
    }
  }

  @Test func `goes on as the table does when cards begin to go up by themselves, or stop to`() throws {
    for deal in 1...UInt64(rounds(5)) {
      let settings: [Int: AutoMoves] = [4: .all, 12: .off, 20: .safe]
      let end = try played(
        Self.game("freecell", deal: deal), meddle: { move in settings[move].map { .set(auto: $0) } })
      #expect(end.game.result == .won, "deal \(deal)")
      #expect(try Self.searches(in: end.game) > 1 && end.game.mismatches == 0, "deal \(deal)")
    }
  }

  /// A table at which somebody else makes some moves at random.
  private static func shared(deal: UInt64, seed: UInt64, with other: BotStrategy) throws -> [BotGame] {
    let table = OpenTable(game: "freecell", deal: .open(deal), timed: false, seats: 2)
    let bots = [
      BotGame(.new(table), strategy: solver),
      BotGame(.at(Invitation(room: BoardStage.roomName)), strategy: other),
    ]
    let stage = BoardStage(bots, seed: seed)
    try stage.play()
    return stage.guests.compactMap { $0.bot as? BotGame }
  }

  @Test func `is not broken by somebody else's moves`() throws {
    var (won, again) = (0, 0)
    for seed in 1...UInt64(rounds(16)) {
      let games = try Self.shared(
        deal: seed, seed: seed, with: .random(.init(seed: seed, movesMax: 6)))
      let bot = games[0]
      let result = try #require(bot.result, "seed \(seed)")
      #expect(result == .won || result == .impossible, "seed \(seed): \(result)")
      #expect(games.allSatisfy { $0.mismatches == 0 }, "seed \(seed)")
      won += bot.result == .won ? 1 : 0
      again += try Self.searches(in: bot) > 1 ? 1 : 0
    }
    #expect(again > least(8) && won > least(8))
  }

  @Test func `wins at one table with another such bot`() throws {
    for deal in 1...UInt64(rounds(8)) {
      let games = try Self.shared(deal: deal, seed: 7 * deal, with: Self.solver)
      #expect(games.allSatisfy { $0.result == .won && $0.mismatches == 0 }, "deal \(deal)")
    }
  }
}
