import Cards
package import Patience

/// Random games for a stopwatch that is held outside, played as positions or as tables. Promise: both ways
/// the same games, move by move, so that their times can be compared; what comes out is the same too.
package struct RandomGames {
  private static let deals: UInt64 = 8
  private static let movesMax = 200

  private let rules: CompiledRules
  private let tables: [Table]
  private let openings: [Opening]

  /// - Returns: `nil` for a ruleset that makes no positions.
  package init?(of ruleset: Ruleset) {
    guard let rules = CompiledRules(ruleset) else { return nil }
    self.rules = rules
    tables = (1...Self.deals).map { Table(ruleset: ruleset, deal: Deal(number: $0, of: ruleset)) }
    openings = tables.compactMap { Opening($0, rules) }
    if openings.count < tables.count { return nil }
  }

  /// Looks for all moves of a position and makes one of them, so many times.
  package func playPositions(_ times: UInt32) -> UInt64 {
    var list = MoveList(for: rules)
    var (dice, sum) = (SplitMix64(seed: 1), UInt64(0))
    var (played, moves, game) = (0 as UInt32, 0, 0)
    var position = openings[0].position.copy()
    while played < times {
      position.moves(into: &list)
      if list.isEmpty || moves == Self.movesMax {
        (game, moves) = (game + 1, 0)
        position.become(openings[game % openings.count].position)
        continue
      }
      let number = Self.pick(&dice, of: list.count)
      sum = sum &* 31 &+ UInt64(list.count) &+ UInt64(number)
      position.apply(list[number])
      (played, moves) = (played + 1, moves + 1)
    }
    return sum
  }

  /// The same by the rules of tables.
  package func playTables(_ times: UInt32) -> UInt64 {
    var (dice, sum) = (SplitMix64(seed: 1), UInt64(0))
    var (played, moves, game) = (0 as UInt32, 0, 0)
    var table = tables[0]
    while played < times {
      let choices = table.choices(whileOthersHold: [])
      let count = choices.drops.reduce(choices.canTapStock ? 1 : 0) { $0 + $1.places.count }
      if count == 0 || moves == Self.movesMax {
        (game, moves) = (game + 1, 0)
        table = tables[game % tables.count]
        continue
      }
      let number = Self.pick(&dice, of: count)
      sum = sum &* 31 &+ UInt64(count) &+ UInt64(number)
      table.play(number, of: choices)
      (played, moves) = (played + 1, moves + 1)
    }
    return sum
  }

  @inline(__always)
  private static func pick(_ dice: inout SplitMix64, of count: Int) -> Int {
    Int(truncatingIfNeeded: ((dice.next() >> 32) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}

/// Where a game begins: a position that can be kept in a list.
private final class Opening {
  let position: Position

  init?(_ table: Table, _ rules: CompiledRules) {
    guard let position = Position(table, of: rules) else { return nil }
    self.position = position
  }
}

extension Table {
  /// Makes the choice of this number, places counted drop by drop, the stock last.
  fileprivate mutating func play(_ number: Int, of choices: Choices) {
    var left = number
    for drop in choices.drops {
      if left < drop.places.count {
        // In the order of piles, not the best first.
        let targets = drop.places.map { $0.pile }.sorted()
        try? move(stack(from: drop.handle), to: targets[left])
        return
      }
      left -= drop.places.count
    }
    try? turnStock()
  }
}
