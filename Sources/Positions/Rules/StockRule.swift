/// How the first stock is turned.
struct StockRule {
  /// The piles of the stock and of its waste; negative if the game has no such pile.
  var pile = -1
  var waste = -1
  var draw = 0
  /// So many cards lie at most on a pile that it is turned to.
  var capacity = Int.max
  var dealsToTableau = false
  var needsFullTableau = false
  /// How often it may be gone through; 0 for ever.
  var passesMax: UInt16 = 0
  var isCounted = false
  /// The waste is never turned over, whatever passes are left.
  var isFinal = false
}
