import DragDrop

/// The cards of the seed's article: one list, sections, and a grid that gives copies to a drop area.
struct Card: Identifiable, Hashable, Sendable {
  let id: String
  var color = "white"
}

/// One reorderable list.
struct CardList: BoardModel, Hashable {
  typealias Item = Card
  typealias ItemID = String
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var cards: [Card]

  func census() -> [String] { cards.map { $0.id } }
  subscript(id id: String) -> Card? { cards.first { $0.id == id } }

  static let board = Board<CardList> {
    Region("cards") {
      ForEach { $0.cards }
        .reorderable()
    }
    .reorderContainer(for: Card.self) { model, difference in
      model.cards.apply(difference: difference)
    }
  }
}

struct CardSection: ReorderableSection, Hashable, Sendable {
  let id: String
  let name: String
  var cards: [Card]

  var items: [Card] {
    get { cards }
    set { cards = newValue }
  }
}

/// Favorites and others: items move within and across sections.
struct SectionedCards: BoardModel, Hashable {
  typealias Item = Card
  typealias ItemID = String
  typealias CollectionID = String

  var sections = [
    CardSection(
      id: "favorites", name: "Favorites", cards: [Card(id: "blue"), Card(id: "green"), Card(id: "yellow")]),
    CardSection(id: "others", name: "Others", cards: [Card(id: "orange"), Card(id: "pink")]),
  ]

  func census() -> [String] { sections.flatMap { $0.cards.map { $0.id } } }
  subscript(id id: String) -> Card? { sections.flatMap { $0.cards }.first { $0.id == id } }

  func cards(in section: String) -> [Card] { sections.first { $0.id == section }?.cards ?? [] }

  var picture: String {
    sections.map { "\($0.id)[\($0.cards.map { $0.id }.joined(separator: " "))]" }.joined(separator: " ")
  }

  static let board = Board<SectionedCards> {
    Region("cards") {
      for section in ["favorites", "others"] {
        ForEach { $0.cards(in: section) }
          .reorderable(collectionID: section)
      }
    }
    .reorderContainer(for: Card.self, in: String.self) { model, difference in
      model.sections.apply(difference: difference)
    }
  }
}

/// A grid in which several cards are selected and dragged together into a drop area, as copies.
struct DraggableCards: BoardModel, Hashable {
  typealias Item = Card
  typealias ItemID = String
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var cards: [Card]
  var droppedCards: [Card] = []
  var selected = Selections<String>()

  init(_ ids: String) {
    cards = ids.split(separator: " ").map { Card(id: String($0)) }
  }

  func census() -> [String] { (cards + droppedCards).map { $0.id } }
  subscript(id id: String) -> Card? { cards.first { $0.id == id } }

  mutating func keep(from current: DraggableCards) { selected = current.selected }

  static let grid: RegionID = 0
  static let dropArea: RegionID = 1

  static let board = Board<DraggableCards> {
    Region("grid") {
      ForEach {
        $0.cards
      } content: {
        ItemView()
          .onTap { model, card, player in
            model.selected.toggle(card, by: player)
            return true
          }
      }
    }
    .dragContainer(for: Card.self) { model, draggedCardIDs in
      model.cards.map { $0.id }.filter { draggedCardIDs.contains($0) }
    }
    .dragContainerSelection { model, player in model.selected[player] }
    .dragPreviewsFormation(.pile)
    Region("drop area")
      .dropDestination(for: Card.self) { model, cards, session in
        model.droppedCards += cards
        model.selected[session.player] = []
        return true
      }
      .accessibilityLabel { "Drop area, \($0.droppedCards.count) cards" }
  }
}
