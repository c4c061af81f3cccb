/// Cards before they are dealt. Invariant: shuffling keeps every card.
public struct Deck: Hashable, Sendable {
  public private(set) var cards: [Card]

  /// In canonical order: pack by pack, suit by suit, ace to king.
  ///
  /// - Parameters:
  ///   - packs: of 52 cards each.
  ///   - suits: which suits a pack has its 52 cards of, each as often as the others: all four, hearts and
  ///     spades, or spades alone.
  public init(packs: UInt8 = 1, suits: Suits = .four) {
    cards = []
    cards.reserveCapacity(Int(packs) * 52)
    for _ in 0..<packs {
      for suit in suits.ofPack {
        for rank in Rank.all { cards.append(Card(rank, suit)) }
      }
    }
  }

  /// How many different suits are played with; the number of cards stays the same.
  public enum Suits: UInt8, Hashable, Sendable, CaseIterable {
    case one = 1
    case two = 2
    case four = 4

    /// Four suits, the same one several times where there are fewer.
    var ofPack: [Card.Suit] {
      switch self {
      case .one: [.spades, .spades, .spades, .spades]
      case .two: [.hearts, .hearts, .spades, .spades]
      case .four: Card.Suit.allCases
      }
    }
  }

  /// The order of Microsoft's deals: rank by rank from the aces, within a rank clubs, diamonds, hearts, spades.
  ///
  /// - Parameter number: 1…2^31 − 1; the deal of that number in the Windows program, as its cards are dealt across
  ///   the columns, row by row.
  public init(microsoft number: UInt32) {
    var left: [Card] = []
    for rank in Rank.all {
      for suit in Card.Suit.allCases { left.append(Card(rank, suit)) }
    }
    cards = []
    cards.reserveCapacity(52)
    var state = number
    while !left.isEmpty {
      state = (state &* 214_013 &+ 2_531_011) & 0x7FFF_FFFF
      // The card that was picked makes room for the last one.
      left.swapAt(Int(state >> 16) % left.count, left.count - 1)
      cards.append(left.removeLast())
    }
  }

  /// Every order is equally likely if the generator is good. The steps are fixed for ever: deals
  /// are remembered by the number that seeds them, so they do not rest on a library's shuffle,
  /// which may change.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    var left = UInt64(cards.count)
    while left > 1 {
      cards.swapAt(Int(left) - 1, Int(generator.number(below: left)))
      left -= 1
    }
  }
}

extension RandomNumberGenerator {
  /// 0..<bound, each equally likely: the few outputs that would favour low numbers are thrown away.
  mutating func number(below bound: UInt64) -> UInt64 {
    let surplus = (0 &- bound) % bound  // 2^64 mod bound
    var output = next()
    while output < surplus { output = next() }
    return output % bound
  }
}
