import Patience

/// Room for all moves of a position, and for what is noted while they are looked for: made once, used for
/// every position of a game. Invariant: count ≤ room, which is enough for any position of its rules.
@usableFromInline  // as `Position` is
package struct MoveList: ~Copyable {
  package internal(set) var count = 0
  /// More moves no position has.
  package let capacity: Int
  let moves: UnsafeMutablePointer<Move>
  let notes: MoveNotes

  package init(for rules: CompiledRules) {
    let (piles, cards) = (rules.pileIDs.count, rules.ruleset.cardCount())
    capacity = cards * piles + 1
    moves = .allocate(capacity: capacity)
    notes = MoveNotes(piles: piles)
  }

  deinit {
    moves.deallocate()
    notes.deallocate()
  }

  package var isEmpty: Bool { count == 0 }

  /// - Precondition: index < count
  package subscript(index: Int) -> Move {
    precondition(index >= 0 && index < count, "there is no such move")
    return moves[index]
  }
}
