import Cards
import Patience
import Positions
import TestDice
import TestRulesets
import Testing

/// Positions are held against tables, move by move.
@Suite struct `A position and a table` {
  /// Games, dealt to all rulesets and ways of automatic moves alike.
  static let games = rounds(isLong() ? 10_000 : 300)
  static let movesMax = 150
  static let autoMoves: [Ruleset.Automatic.Foundation] = [.off, .off, .safe, .all]

  @Test(arguments: Catalogue.rulesets) func `play the same games`(ruleset: Ruleset) throws {
    let each = max(Self.autoMoves.count, Self.games / Catalogue.rulesets.count)
    var compared = 0
    for (index, autoMoves) in Self.autoMoves.enumerated() {
      let rules = try #require(CompiledRules(ruleset, autoMoves: autoMoves))
      for number in stride(from: index, to: each, by: Self.autoMoves.count) {
        let seed = UInt64(number)
        let deal = Deal(number: seed, of: ruleset)
        let both = try #require(SideBySide(rules, deal: deal, seed: seed), "seed \(seed)")
        compared += try both.play(movesMax: Self.movesMax)
      }
    }
    #expect(compared > 3 * Self.games / Catalogue.rulesets.count, "hardly anything was played")
  }

  @Test func `play the same games, whatever is varied`() throws {
    for (number, ruleset) in variants.enumerated() {
      let rules = try #require(CompiledRules(ruleset, autoMoves: number % 3 == 0 ? .safe : .off))
      for seed in 0..<UInt64(rounds(isLong() ? 40 : 1)) {
        let deal = Deal(number: seed &+ 7, of: ruleset)
        let both = try #require(SideBySide(rules, deal: deal, seed: seed))
        _ = try both.play(movesMax: Self.movesMax)
      }
    }
    #expect(variants.count > 40)
  }

  @Test(arguments: 0..<4 as Range<UInt64>) func `play the same games, whatever the rules`(seed: UInt64) throws
  {
    print("seed \(seed)")
    var dice = Dice(seed: seed)
    var (compared, moved, won) = (0, 0, 0)
    for number in 0..<rounds(isLong() ? 4000 : 100) {
      let ruleset = Ruleset.random(using: &dice)
      let rules = try #require(CompiledRules(ruleset, autoMoves: Self.autoMoves[number % 4]))
      let deal = Deal(number: dice.next(), of: ruleset)
      let both = try #require(
        SideBySide(rules, deal: deal, seed: dice.next()), "seed \(seed), ruleset \(number)")
      let count = try both.play(movesMax: 60)
      compared += count
      if count > 5 { moved += 1 }
      if both.position.isWon { won += 1 }
    }
    #expect(moved > least(25) && (won > 0 || !isLong()), "\(compared) positions, \(moved) games, \(won) won")
  }

  @Test(arguments: Catalogue.rulesets) func `are measured on the same games`(ruleset: Ruleset) throws {
    let games = try #require(RandomGames(of: ruleset))
    #expect(games.playPositions(300) == games.playTables(300))
  }

  /// Every game with each of its parameters changed once.
  private var variants: [Ruleset] {
    Catalogue.games.flatMap { game in
      game.variations.flatMap { variation in
        variation.values.compactMap { game.ruleset(with: [(variation.parameter, $0)]) }
      }
    }
  }
}
