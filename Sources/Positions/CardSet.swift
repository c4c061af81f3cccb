package import Cards

/// A set of faces as bits, one for each raw value of a card. Invariant: bits that are no card are never asked
/// for.
package struct CardSet: Hashable, Sendable, BitwiseCopyable {
  var bits: UInt64

  static let none = CardSet(bits: 0)
  static let all = CardSet { _ in true }

  init(bits: UInt64) {
    self.bits = bits
  }

  /// All cards of which something is true.
  init(where isIn: (Card) -> Bool) {
    bits = 0
    for code in 0..<64 as Range<UInt8> {
      if let card = Card(rawValue: code), isIn(card) { bits |= 1 << UInt64(code) }
    }
  }

  /// No card is of rank 0.
  static func ofRank(_ rank: UInt8) -> CardSet {
    CardSet { $0.rank.rawValue == rank }
  }

  static func ofSuit(_ suit: UInt8) -> CardSet {
    CardSet { $0.suit.rawValue == suit }
  }

  package func contains(_ card: Card) -> Bool { contains(card.rawValue) }

  @inline(__always)
  func contains(_ code: UInt8) -> Bool {
    bits &>> UInt64(code) & 1 != 0
  }

  @inline(__always)
  static func | (a: CardSet, b: CardSet) -> CardSet { CardSet(bits: a.bits | b.bits) }

  @inline(__always)
  static func & (a: CardSet, b: CardSet) -> CardSet { CardSet(bits: a.bits & b.bits) }

  @inline(__always)
  static func |= (a: inout CardSet, b: CardSet) { a.bits |= b.bits }
}
