package import DragDrop

/// One section of the article's sectioned cards.
package struct CardSection: ReorderableSection, Hashable, Sendable {
  package let id: String
  package let name: String
  package var cards: [ColorCard]

  package var items: [ColorCard] {
    get { cards }
    set { cards = newValue }
  }
}

/// The article's cards in sections: they move within and across them, and an empty one takes them too.
package struct SectionedCards: BoardModel, Hashable {
  package typealias Item = ColorCard
  package typealias ItemID = String
  package typealias CollectionID = String

  package var sections = [
    CardSection(
      id: "favorites", name: "Favorites", cards: [ColorCard(.blue), ColorCard(.green), ColorCard(.yellow)]),
    CardSection(id: "others", name: "Others", cards: [ColorCard(.orange), ColorCard(.pink)]),
  ]

  package init() {}

  package func census() -> [String] { sections.flatMap { $0.cards.map { $0.id } } }
  package subscript(id id: String) -> ColorCard? { sections.lazy.flatMap { $0.cards }.first { $0.id == id } }

  package func cards(in section: String) -> [ColorCard] { sections.first { $0.id == section }?.cards ?? [] }

  package static let board = Board<SectionedCards> {
    Region("cards") {
      for section in SectionedCards().sections {
        ForEach { $0.cards(in: section.id) }
          .reorderable(collectionID: section.id)
      }
    }
    .reorderContainer(for: ColorCard.self, in: String.self) { model, difference in
      model.sections.apply(difference: difference)
    }
  }

  package static let kind = BoardKind(
    name: "sections", title: "Sections", board: board,
    start: { _ in SectionedCards() },
    content: { _, card in card.content },
    placeName: { section in section },
    looks: [
      RegionLook(
        .list, empty: "No cards", runTitles: SectionedCards().sections.map { $0.name }, scrolls: true)
    ])
}
