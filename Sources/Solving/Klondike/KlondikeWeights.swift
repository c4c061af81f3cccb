/// What makes a position of Klondike look far from its end. Found by trying: nothing but the order of a search depends
/// on them.
struct KlondikeWeights {
  /// Each card that is left in stock and waste.
  let stock: Int
  /// What lies face down, and what that buries.
  let down: Int
  /// Each card that is home, which is good; and each locked card that nothing lies on.
  let home: Int
  let bare: Int

  /// For the stages of a search. A line that one of them does not find is often found soon by another one: one leaves
  /// the stock for last, one plays it first.
  static let stages: [(weights: KlondikeWeights, positionsMax: Int)] = [
    (KlondikeWeights(stock: 0, down: 2, home: 6, bare: 0), 20_000),
    (KlondikeWeights(stock: 60, down: 1, home: 1, bare: 0), 40_000),
    (KlondikeWeights(stock: 20, down: 2, home: 0, bare: 8), 60_000),
  ]
}
