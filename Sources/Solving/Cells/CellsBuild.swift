/// Cards as the kernel counts them: rank · 4 + suit, ranks from 0; suits of a colour are neighbours, so that the two
/// cards that may lie under another one are.
enum CellsCard {
  static let count = 52

  /// By suit, its place in the order of suits of `Card`.
  static let foundationOfSuit = [0, 3, 1, 2]

  /// Clubs and spades are 0 and 1, diamonds and hearts 2 and 3.
  static func of(raw: UInt8) -> Int {
    (Int(raw & 15) - 1) * 4 + [0, 2, 3, 1][Int(raw >> 4)]
  }
}

/// Which cards lie on which: a type, so that each search is compiled for its own.
protocol CellsBuild {
  /// The first of the cards under which a card may lie, and how many of them there are, as a mask of neighbours.
  static func parents(of card: Int) -> (first: Int, mask: UInt64)
  static func lies(_ card: Int, on other: Int) -> Bool
  /// Whether a card is of no more use where it is, by the heights of the foundations.
  static func isSafe(rank: Int, suit: Int, _ home: UnsafePointer<UInt8>) -> Bool
}

enum BuildAlternate: CellsBuild {
  @inline(__always)
  static func parents(of card: Int) -> (first: Int, mask: UInt64) {
    ((card & ~3) &+ 4 &+ ((card & 2) ^ 2), 3)
  }

  @inline(__always)
  static func lies(_ card: Int, on other: Int) -> Bool {
    other &>> 2 == card &>> 2 &+ 1 && (other ^ card) & 2 != 0
  }

  /// The two cards that could lie on it are home, or can go there at once: then so can what could lie on those.
  @inline(__always)
  static func isSafe(rank: Int, suit: Int, _ home: UnsafePointer<UInt8>) -> Bool {
    let other = (suit & 2) ^ 2
    let others = Int(min(home[other], home[other &+ 1]))
    return rank <= others || rank <= others &+ 1 && rank <= Int(home[suit ^ 1]) &+ 2
  }
}

enum BuildSameSuit: CellsBuild {
  @inline(__always)
  static func parents(of card: Int) -> (first: Int, mask: UInt64) { (card &+ 4, 1) }

  @inline(__always)
  static func lies(_ card: Int, on other: Int) -> Bool { other == card &+ 4 }

  /// The one card that could lie on it is home.
  @inline(__always)
  static func isSafe(rank: Int, suit: Int, _ home: UnsafePointer<UInt8>) -> Bool { true }
}
