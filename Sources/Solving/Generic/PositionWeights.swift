/// What makes a position look far from its goal. Found by trying: nothing but the order of a search depends on them.
struct PositionWeights {
  /// Each card that lies face down.
  var down = 10
  /// Each card that does not lie rightly; and, where runs of a suit are built in the tableau, that lies rightly but on
  /// another suit.
  var wrong = 4
  var otherSuit = 0
  /// Each card of the tableau, and each over a lower one of its suit.
  var card = 6
  var inversion = 6
  /// Each card that lies on the next one of its suit, which is good.
  var sameSuit = 2
  /// Each column that begins with another card than a king.
  var base = 0
  /// Each empty column, which is good.
  var empty = 8
  /// Each card there.
  var stock = 6
  var waste = 7
  var cell = 12
  var reserve = 9

  /// For the stages of a search: a line that one does not find is often found soon by the other.
  static let plain = [PositionWeights(), PositionWeights(down: 14, inversion: 8, stock: 12, waste: 13)]
  /// The same where runs are built in the tableau.
  static let forRuns = [
    PositionWeights(
      down: 12, wrong: 6, otherSuit: 5, card: 0, inversion: 0, sameSuit: 0, base: 3, empty: 8, stock: 5),
    PositionWeights(
      down: 20, wrong: 8, otherSuit: 6, card: 0, inversion: 0, sameSuit: 0, base: 6, empty: 6, stock: 8),
  ]
}
