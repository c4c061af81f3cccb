import Cards
import Patience
import Positions

/// Looks for a way to win an open deal, all cards known: in each step the best positions that the last ones lead to are
/// kept, no position twice. It finds no shortest way, and finding none proves nothing.
struct Search {
  /// How a position was reached.
  private struct Way {
    let move: Move
    let before: Int
  }

  /// A position that can be kept in a list.
  private final class Reached {
    let position: Position
    let way: Int
    let worth: Int

    init(_ position: consuming Position, way: Int, worth: Int) {
      self.position = position
      self.way = way
      self.worth = worth
    }
  }

  private let rules: CompiledRules
  private let piles: [Zone.Role]
  private let dealsOnColumns: Bool
  /// So many positions are kept of each step.
  let width: Int
  let movesMax: Int

  /// - Returns: nil for a ruleset that makes no positions.
  init?(_ ruleset: Ruleset, width: Int, movesMax: Int) {
    guard let rules = CompiledRules(ruleset) else { return nil }
    self.rules = rules
    self.width = width
    self.movesMax = movesMax
    piles = rules.pileIDs.map { $0.role }
    dealsOnColumns = ruleset.stock?.target == .tableau
  }

  /// - Returns: nil if no way was found.
  func way(from table: Table) -> [Move]? {
    guard let first = Position(table, of: rules) else { return nil }
    var ways = [Way(move: .turn, before: -1)]
    var known: Set<UInt64> = [first.key]
    var best = [Reached(first, way: 0, worth: 0)]
    var list = MoveList(for: rules)
    for _ in 0..<movesMax {
      var found: [Reached] = []
      for reached in best {
        reached.position.moves(into: &list)
        for index in 0..<list.count {
          var next = reached.position.copy()
          next.apply(list[index])
          guard known.insert(next.key).inserted else { continue }
          ways.append(Way(move: list[index], before: reached.way))
          if next.isWon { return moves(ways, ways.count - 1) }
          let worth = worth(next)
          found.append(Reached(next, way: ways.count - 1, worth: worth))
        }
      }
      if found.isEmpty { return nil }
      found.sort { ($0.worth, $1.way) > ($1.worth, $0.way) }
      best = Array(found.prefix(width))
    }
    return nil
  }

  private func moves(_ ways: [Way], _ last: Int) -> [Move] {
    var (moves, way) = ([Move](), last)
    while way > 0 {
      moves.append(ways[way].move)
      way = ways[way].before
    }
    return moves.reversed()
  }

  /// Cards that are done count most, then cards that lie face down or above lower ones, and cards that lie on the next
  /// higher one of their suit.
  private func worth(_ position: borrowing Position) -> Int {
    var worth = 0
    for (pile, role) in piles.enumerated() {
      switch role {
      case .foundation: worth += 12 * position.count(of: pile)
      case .cell: worth -= 4 * position.count(of: pile)
      // What the stock deals lies in the way at first, and yet it has to come.
      case .stock where dealsOnColumns: worth -= 8 * position.count(of: pile)
      case .tableau:
        let cards = position.cards(of: pile)
        let down = position.down(of: pile)
        worth -= 9 * down
        if cards.isEmpty { worth += 6 }
        var lowest = UInt8.max
        for (index, card) in cards.enumerated() {
          let rank = card.rank.rawValue
          if rank > lowest { worth -= 3 }
          lowest = min(lowest, rank)
          if index > down, cards[index - 1].rank.rawValue == rank + 1 {
            worth += cards[index - 1].suit == card.suit ? 4 : 1
          }
        }
        // What has to be cleared away is done when it is gone.
        if rules.ruleset.win != .foundationsFull { worth -= 2 * cards.count }
      default: break
      }
    }
    return worth
  }
}
