package import Cards
package import DragDrop

/// The piles of the code-along before it has any rules: one card that lies face up goes anywhere among
/// such cards, and nothing turns up by itself.
package struct FreePiles: BoardModel, Hashable {
  package typealias Item = PlayingCard
  package typealias ItemID = PlayingCard.ID
  package typealias CollectionID = Int

  /// Invariant: no card lies face down on one that lies face up.
  package struct Pile: ReorderableSection, Hashable, Sendable {
    package let id: Int
    package var cards: [PlayingCard] = []

    package var faceDown: [PlayingCard] { cards.filter { !$0.isFaceUp } }

    /// The cards that lie face up.
    package var items: [PlayingCard] {
      get { cards.filter { $0.isFaceUp } }
      set { cards = faceDown + newValue }
    }
  }

  package var piles = (0..<7).map { Pile(id: $0) }

  /// Seven piles of one card up to seven, the top card of each face up.
  package init(seed: UInt64) {
    var deck = Deck()
    var generator = SplitMix64(seed: seed)
    deck.shuffle(using: &generator)
    self.init(pack: deck.cards)
  }

  /// Deals from the front. The identifiers tell places, so that they say nothing of faces.
  package init(pack: [Card]) {
    var left = pack[...]
    var next: UInt8 = 0
    for pile in piles.indices {
      for row in 0...pile {
        guard let card = left.popFirst() else { return }
        piles[pile].cards.append(PlayingCard(id: next, card: card, isFaceUp: row == pile))
        next += 1
      }
    }
  }

  package func census() -> [PlayingCard.ID] { piles.flatMap { $0.cards.map { $0.id } } }
  package subscript(id id: PlayingCard.ID) -> PlayingCard? {
    piles.lazy.flatMap { $0.cards }.first { $0.id == id }
  }

  package static let board = Board<FreePiles> {
    Region("piles") {
      for pile in 0..<7 {
        ForEach { $0.piles[pile].faceDown }
          .collection(pile)
        ForEach { $0.piles[pile].items }
          .reorderable(collectionID: pile)
      }
    }
    .reorderContainer(for: PlayingCard.self, in: Int.self) { model, difference in
      model.piles.apply(difference: difference)
    }
  }

  package static let kind = BoardKind(
    name: "free-piles", title: "Free piles", board: board,
    start: { seed in FreePiles(seed: seed) },
    content: { _, card in card.content },
    placeName: { pile in "pile-\(pile + 1)" },
    looks: [RegionLook(.piles)])
}
