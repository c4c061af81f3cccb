import Cards
import Patience
import Positions
import TestDice
import Testing

@testable import Solving

/// What must not change a verdict.
@Suite struct `Symmetries of verdicts` {
  private static let budget = Budget(positions: 200_000, bytes: 128 << 20)

  private func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .winnable: "winnable"
    case .impossible: "impossible"
    case .unknown: "unknown"
    }
  }

  private func solve(_ picture: String, _ ruleset: Ruleset) throws -> Verdict {
    let rules = try #require(CompiledRules(ruleset))
    let position = try SolvingTests.position(of: Table(picture: picture, ruleset: ruleset), rules)
    var solver = Solver(for: rules, bytes: Self.budget.bytes)
    return solver.solve(position, within: Self.budget)
  }

  private func picture(_ ruleset: Ruleset, _ number: UInt64) -> String {
    Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset)).pictureWithHiddenCards
  }

  /// The same piles under other names, in the order of their names.
  private func permuted(_ picture: String, _ letter: Character, using dice: inout Dice) -> String {
    var rows = picture.split(separator: "\n").map(String.init)
    let places = rows.indices.filter { rows[$0].first == letter }
    let names = places.map { rows[$0].prefix { $0 != ":" } }.shuffled(using: &dice)
    let piles = places.map { rows[$0].drop { $0 != ":" } }
    for (place, (name, pile)) in zip(places, zip(names, piles)) { rows[place] = String(name + pile) }
    return rows.joined(separator: "\n")
  }

  /// Cards with other suits: those of one colour change places, or the colours do.
  private func recoloured(_ picture: String, using dice: inout Dice) -> String {
    let maps: [[Character: Character]] = [
      ["C": "S", "S": "C"], ["D": "H", "H": "D"], ["C": "D", "D": "C", "S": "H", "H": "S"],
    ]
    let map = maps[Int(dice.next() % 3)]
    var text = ""
    for row in picture.split(separator: "\n") {
      let name = row.prefix { $0 != ":" }
      text += name + row.dropFirst(name.count).map { String(map[$0] ?? $0) }.joined() + "\n"
    }
    return text
  }

  @Test(arguments: [
    Ruleset.freeCell, .bakersGame, .seahavenTowers, .klondike3, .klondike1, .yukon, .beleagueredCastle,
  ])
  func `are columns in another order, and suits for one another`(ruleset: Ruleset) throws {
    var dice = Dice(seed: 5)
    var compared = 0
    for number in 1...UInt64(rounds(10)) {
      let picture = picture(ruleset, number)
      let verdict = word(try solve(picture, ruleset))
      if verdict == "unknown" { continue }
      // Klondike deals its columns face down in steps: in another order they are another table, but the same game.
      for other in [permuted(picture, "t", using: &dice), recoloured(picture, using: &dice)] {
        let again = word(try solve(other, ruleset))
        #expect(again == verdict || again == "unknown", "\(ruleset.id.text) \(number)")
        if again == verdict { compared += 1 }
      }
    }
    #expect(compared > 0)
  }

  @Test(arguments: [Ruleset.freeCell, .klondike3, .yukon, .canfield])
  func `hold along a game: all that a won line passes can be won, and nothing after a lost position`(
    ruleset: Ruleset
  ) throws {
    let rules = try #require(CompiledRules(ruleset))
    var dice = Dice(seed: 9)
    var solver = Solver(for: rules, bytes: Self.budget.bytes)
    var list = MoveList(for: rules)
    var decided = 0
    for number in 1...UInt64(rounds(5)) {
      let table = Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset))
      var position = try SolvingTests.position(of: table, rules)
      var isLost = false
      for _ in 0..<60 {
        position.moves(into: &list)
        if list.isEmpty { break }
        let verdict = solver.solve(position, within: Self.budget)
        if word(verdict) != "unknown" { decided += 1 }
        switch verdict {
        case .winnable(let line):
          #expect(!isLost, "\(ruleset.id.text) \(number)")
          var on = position.copy()
          for move in line.moves.prefix(3) { on.apply(move) }
          if case .impossible = solver.solve(on, within: Self.budget) {
            Issue.record("\(ruleset.id.text) \(number): a line leads to a lost position")
          }
        case .impossible: isLost = true
        case .unknown: break
        }
        position.moves(into: &list)
        position.apply(list[Int(dice.next() % UInt64(list.count))])
      }
    }
    #expect(decided > 0)
  }
}
