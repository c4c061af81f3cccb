/// A playing card on a board without rules. Promise: its identifier says nothing of its face.
package struct PlayingCard: Identifiable, Hashable, Sendable {
  package let id: UInt8
  /// Rank and suit, such as "5H".
  package let face: String
  package var isFaceUp: Bool

  package init(id: UInt8, face: String, isFaceUp: Bool = true) {
    self.id = id
    self.face = face
    self.isFaceUp = isFaceUp
  }

  /// The faces of a pack, suit by suit.
  package static let pack: [String] = "CDHS".flatMap { suit in
    "A23456789TJQK".map { rank in "\(rank)\(suit)" }
  }

  /// A pack in an order that the seed decides.
  static func shuffledPack(seed: UInt64) -> [String] {
    var generator = SeededGenerator(state: seed)
    return pack.shuffled(using: &generator)
  }

  /// What is written on it, or nothing while it lies face down.
  var content: ItemContent? {
    isFaceUp ? ItemContent(text: name, face: face) : nil
  }

  /// Such as "5 of hearts".
  private var name: String {
    let ranks: [Character: String] = ["A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"]
    let suits: [Character: String] = ["C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"]
    guard let rank = face.first, let suit = face.last else { return "" }
    return "\(ranks[rank] ?? String(rank)) of \(suits[suit] ?? String(suit))"
  }
}

/// Numbers that look random and follow from a seed (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
