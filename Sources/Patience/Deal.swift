public import Cards

/// The cards of a game in deal order. An item's handle is its index here. Invariant: every card of
/// the ruleset's packs, as often as the packs have it.
///
/// Piles are dealt row by row: row r gives one card to each pile of more than r cards. What is left
/// is the stock, whose first card, the one of the lowest handle, is drawn first.
public struct Deal: Hashable, Sendable {
  public let cards: [Card]

  /// An open deal: whoever knows the number can compute every card.
  public init(number: UInt64, packs: UInt8 = 1) {
    var generator = DealGenerator(dealNumber: number)
    self.init(packs: packs, using: &generator)
  }

  /// A sealed deal is made by a generator that nobody can guess.
  public init(packs: UInt8 = 1, using generator: inout some RandomNumberGenerator) {
    var deck = Deck(packs: packs)
    deck.shuffle(using: &generator)
    cards = deck.cards
  }

  /// A deal from elsewhere; `nil` unless it is a permutation of the packs.
  public init?(cards: [Card], packs: UInt8 = 1) {
    let sorted = cards.sorted { $0.rawValue < $1.rawValue }
    guard sorted == Deck(packs: packs).cards.sorted(by: { $0.rawValue < $1.rawValue }) else {
      return nil
    }
    self.cards = cards
  }
}
