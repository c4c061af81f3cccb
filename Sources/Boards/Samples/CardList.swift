package import DragDrop

/// The article's cards in one scrolling column.
package struct CardList: BoardModel, Hashable {
  package typealias Item = ColorCard
  package typealias ItemID = String
  package typealias CollectionID = ReorderableSingleCollectionIdentifier

  package var cards: [ColorCard]

  package init(cards: [ColorCard]) {
    self.cards = cards
  }

  package func census() -> [String] { cards.map { $0.id } }
  package subscript(id id: String) -> ColorCard? { cards.first { $0.id == id } }

  package static let board = Board<CardList> {
    Region("cards") {
      ForEach { $0.cards }
        .reorderable()
    }
    .reorderContainer(for: ColorCard.self) { model, difference in
      model.cards.apply(difference: difference)
    }
  }

  package static let kind = BoardKind(
    name: "cards", title: "Cards", board: board,
    start: { _ in
      CardList(cards: [
        ColorCard(.blue), ColorCard(.green), ColorCard(.yellow), ColorCard(.orange), ColorCard(.pink),
      ])
    },
    content: { _, card in card.content },
    placeName: { _ in "cards" },
    looks: [RegionLook(.list, scrolls: true)])
}
