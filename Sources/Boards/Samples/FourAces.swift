import Cards
package import DragDrop

/// The first preview of the code-along: four aces side by side, in any order.
package struct FourAces: BoardModel, Hashable {
  package typealias Item = PlayingCard
  package typealias ItemID = PlayingCard.ID
  package typealias CollectionID = ReorderableSingleCollectionIdentifier

  package var cards = Card.Suit.allCases.enumerated().map { index, suit in
    PlayingCard(id: UInt8(index), card: Card(.ace, suit))
  }

  package init() {}

  package func census() -> [PlayingCard.ID] { cards.map { $0.id } }
  package subscript(id id: PlayingCard.ID) -> PlayingCard? { cards.first { $0.id == id } }

  package static let board = Board<FourAces> {
    Region("aces") {
      ForEach { $0.cards }
        .reorderable()
    }
    .reorderContainer(for: PlayingCard.self) { model, difference in
      model.cards.apply(difference: difference)
    }
  }

  package static let kind = BoardKind(
    name: "four-aces", title: "Four aces", board: board,
    start: { _ in FourAces() },
    content: { _, card in card.content },
    placeName: { _ in "aces" },
    looks: [RegionLook(.row)])
}
