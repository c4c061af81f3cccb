/// One or more packs of 52. Invariant: shuffling keeps every card.
public struct Deck: Hashable, Sendable {
  public private(set) var cards: [Card]

  /// In canonical order: pack by pack, clubs to spades, ace to king.
  public init(packs: UInt8 = 1) {
    cards = []
    cards.reserveCapacity(Int(packs) * 52)
    for _ in 0..<packs {
      for suit in Card.Suit.allCases {
        for rank in Rank.all { cards.append(Card(rank, suit)) }
      }
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
