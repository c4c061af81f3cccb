public import Cards

/// The cards of a game in deal order. An item's handle is its index here. Invariant: every card of
/// the ruleset's packs, as often as the packs have it.
///
/// What is left when all piles have their cards is the stock, whose first card, the one of the lowest
/// handle, is drawn first.
public struct Deal: Hashable, Sendable {
  public let cards: [Card]

  /// An open deal: anyone who knows the number can compute every card.
  public init(number: UInt64, of ruleset: Ruleset, seats: UInt8 = 1) {
    if ruleset.dealing.generator == .microsoft, ruleset.isMicrosoft(number), seats == 1 {
      self.init(ruleset.inDealOrder(Deck(microsoft: UInt32(number)).cards))
      return
    }
    var generator = DealGenerator(dealNumber: number)
    self.init(of: ruleset, seats: seats, using: &generator)
  }

  /// A sealed deal is made by a generator that nobody can guess.
  public init(of ruleset: Ruleset, seats: UInt8 = 1, using generator: inout some RandomNumberGenerator) {
    var cards: [Card] = []
    // Each seat's pack is shuffled by itself.
    for _ in 0..<(ruleset.hasPackPerSeat ? seats : 1) {
      var deck = Deck(packs: ruleset.pack.packs, suits: ruleset.pack.suits)
      deck.shuffle(using: &generator)
      cards += deck.cards
    }
    self.init(ruleset.inDealOrder(cards))
  }

  /// The packs in canonical order, each time the same: for a table whose deal is not made yet.
  public init(unshuffled ruleset: Ruleset, seats: UInt8 = 1) {
    self.init(ruleset.inDealOrder(ruleset.allCards(seats: seats)))
  }

  private init(_ cards: [Card]) {
    self.cards = cards
  }

  /// A deal from elsewhere; `nil` unless it is a permutation of the packs.
  public init?(cards: [Card], of ruleset: Ruleset, seats: UInt8 = 1) {
    let sorted = cards.sorted { $0.rawValue < $1.rawValue }
    guard sorted == ruleset.allCards(seats: seats).sorted(by: { $0.rawValue < $1.rawValue }) else {
      return nil
    }
    self.cards = cards
  }
}

extension Ruleset {
  /// Whether a deal of this number is Microsoft's.
  public func isMicrosoft(_ number: UInt64) -> Bool {
    dealing.generator == .microsoft && cardCount() == 52 && pack.suits == .four
      && 1...UInt64(Int32.max) ~= number
  }

  /// Every card that is played with, in canonical order.
  func allCards(seats: UInt8 = 1) -> [Card] {
    let deck = Deck(packs: pack.packs, suits: pack.suits).cards
    return hasPackPerSeat ? (0..<seats).flatMap { _ in deck } : deck
  }

  /// Cards in the order in which they are dealt: those first that begin the foundations.
  fileprivate func inDealOrder(_ cards: [Card]) -> [Card] {
    guard dealing.basesFirst, case .rank(let base) = base else { return cards }
    var left = cards.filter { $0.rank == base }
    var bases: [Card] = []
    while !left.isEmpty {
      // Suit by suit, as foundations are bound to them.
      for suit in Card.Suit.allCases {
        if let index = left.firstIndex(where: { $0.suit == suit }) { bases.append(left.remove(at: index)) }
      }
    }
    return bases + cards.filter { $0.rank != base }
  }
}
