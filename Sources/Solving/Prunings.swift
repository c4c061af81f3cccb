/// Moves that a search leaves out. Promise of each: a position that can be won can be won without what it leaves out.
/// The proofs stand where they are done.
package struct Prunings: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Of empty piles that are alike only the first is begun. This one and the next are for the generic kernel: the
  /// others do not tell such piles apart.
  package static let alikePiles = Prunings(rawValue: 1)
  /// A whole pile does not go to an empty one that is like it.
  package static let wholePiles = Prunings(rawValue: 2)
  /// A card that is of no more use in the tableau goes to its foundation, and nothing else is tried.
  package static let safeCards = Prunings(rawValue: 4)
  /// A card that is of no more use in the tableau does not come back from its foundation.
  package static let safeBack = Prunings(rawValue: 8)

  /// In Klondike, what follows once a column can never be cleared.
  package static let deadColumns = Prunings(rawValue: 16)

  /// In Klondike with a draw of one, cards that leave the stock before they are of use.
  package static let lateStock = Prunings(rawValue: 32)

  package static let each: [Prunings] = [
    .alikePiles, .wholePiles, .safeCards, .safeBack, .deadColumns, .lateStock,
  ]
  package static let all = Prunings(each)
}
