/// A position of Klondike without the order of its open cards: any part of a run moves, so that it does not matter
/// which of two twins a run lies on while one of them is bare.
struct KlondikeNode: BitwiseCopyable {
  /// Open cards of the tableau.
  var open: UInt64
  /// Cards of the tableau that have not moved since the search began, but for what lay on others in runs. The others
  /// are free.
  var locked: UInt64
  /// By suit the card that its foundation waits for; behind the king another bit, so that a complete suit can come
  /// back.
  var due: UInt64
  /// The cards that are left in stock and waste, by their places in it.
  var stock: UInt32
  /// By column, a nibble each: how many of its cards are locked. And the same as one small number.
  var held: UInt32
  var heldCode: UInt32
  /// By suit, a nibble each: how many cards are home.
  var home: UInt16
  /// How many of the cards that are left are in the waste, and how many there are.
  var drawn: UInt8
  var left: UInt8

  static let allHome: UInt16 = 0xDDDD

  @inline(__always)
  func height(_ suit: Int) -> Int { Int(home &>> UInt16(truncatingIfNeeded: 4 &* suit) & 15) }

  @inline(__always)
  func held(_ column: Int) -> Int { Int(held &>> UInt32(truncatingIfNeeded: 4 &* column) & 15) }

  // MARK: - What changes it

  @inline(__always)
  mutating func sendHome(_ card: Int) {
    let suit = KlondikeCard.suit(card)
    home &+= 1 &<< UInt16(truncatingIfNeeded: 4 &* suit)
    due ^= 1 &<< UInt64(card) | 1 &<< UInt64(KlondikeCard.code(rank: card &>> 2 &+ 1, suit: suit))
  }

  /// A free card goes from the tableau to its foundation.
  @inline(__always)
  mutating func goUp(_ card: Int) {
    sendHome(card)
    open ^= 1 &<< UInt64(card)
  }

  /// The card on top of a foundation comes back.
  @inline(__always)
  mutating func comeDown(_ card: Int) {
    let suit = KlondikeCard.suit(card)
    home &-= 1 &<< UInt16(truncatingIfNeeded: 4 &* suit)
    due ^= 1 &<< UInt64(card) | 1 &<< UInt64(KlondikeCard.code(rank: card &>> 2 &+ 1, suit: suit))
    open ^= 1 &<< UInt64(card)
  }
}

/// A step of a search. Turning the stock is not a step: all cards that it can lead to are at hand.
struct KlondikeMove: BitwiseCopyable, Hashable {
  enum Kind: UInt8 { case tableauHome, stockHome, homeTableau, stockTableau, reveal }

  var kind: Kind
  var card: UInt8

  @inline(__always)
  init(_ kind: Kind, _ card: Int) {
    self.kind = kind
    self.card = UInt8(truncatingIfNeeded: card)
  }
}
