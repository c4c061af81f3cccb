package import DragDrop
import Wire

/// The article's grid: taps select several cards, which are dragged together into the drop area below, as
/// copies. Two regions more let people see what it is about: what the drag says of itself, and all formations.
package struct CardGrid: BoardModel, Hashable {
  /// What the board shows.
  package enum Tile: Identifiable, Hashable, Sendable {
    case card(ColorCard)
    case formation(DragDropPreviewsFormation)

    package var id: String {
      switch self {
      case .card(let card): card.id
      case .formation(let formation): formation.wireName.description
      }
    }
  }

  package typealias Item = Tile
  package typealias ItemID = String
  package typealias CollectionID = Never

  /// In the order in which they can be chosen.
  package static let formations: [Tile] = [
    .formation(.default), .formation(.none), .formation(.pile), .formation(.list), .formation(.stack),
  ]

  package var cards: [Tile]
  /// Copies of the cards that were dropped last.
  package var droppedCards: [Tile] = []
  package var selected = Selections<String>()
  package var formation = DragDropPreviewsFormation.pile
  package var status = "Nothing is dragged."

  package init(cards: [ColorCard]) {
    self.cards = cards.map { .card($0) }
  }

  /// Nothing that is shown twice: the next drop replaces the copies.
  package func census() -> [String] { cards.map { $0.id } }
  package subscript(id id: String) -> Tile? {
    cards.first { $0.id == id } ?? Self.formations.first { $0.id == id }
  }

  /// Undo is for what was dropped.
  package mutating func keep(from current: CardGrid) {
    selected = current.selected
    formation = current.formation
    status = current.status
  }

  package static let board = Board<CardGrid> {
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
    .dragContainer(for: Tile.self) { model, draggedCardIDs in
      model.cards.map { $0.id }.filter { draggedCardIDs.contains($0) }
    }
    .dragContainerSelection { model, player in model.selected[player] }
    .dragPreviewsFormation { model, _ in model.formation }
    .onDragSessionUpdated { model, session in
      model.status = session.report
      return true
    }
    Region("drop-area") { ForEach { $0.droppedCards } }
      .dropDestination(for: Tile.self) { model, cards, session in
        model.droppedCards = cards
        model.selected[session.player] = []
        return true
      }
      .accessibilityLabel {
        "Drop area, \($0.droppedCards.count) \($0.droppedCards.count == 1 ? "card" : "cards")"
      }
    Region("status")
      .accessibilityLabel { _ in "What the drag says" }
    Region("formation") {
      ForEach { _ in
        formations
      } content: {
        ItemView()
          .onTap { model, chosen, _ in
            guard case .formation(let formation) = model[id: chosen] else { return false }
            model.formation = formation
            return true
          }
          // In milliseconds: a drag that rests on a formation tries it on.
          .springLoadingBehavior(after: 600)
      }
    }
    .dragContainerSelection { model, _ in [Tile.formation(model.formation).id] }
    .accessibilityLabel { _ in "How lifted cards lie" }
  }

  package static let kind = BoardKind(
    name: "card-grid", title: "Card grid", board: board,
    start: { _ in
      let colors: [ItemContent.Color] = [.blue, .green, .yellow, .orange, .pink, .purple]
      return CardGrid(cards: (1...12).map { ColorCard(id: "\($0)", color: colors[($0 - 1) % colors.count]) })
    },
    content: { _, tile in
      switch tile {
      case .card(let card): card.content
      case .formation: ItemContent(text: tile.id)
      }
    },
    looks: [
      RegionLook(.grid, title: "Cards"), RegionLook(.area, title: "Drop area", empty: "Drop cards here"),
      RegionLook(.text, title: { $0.status }), RegionLook(.choice, title: "Formation"),
    ])
}

extension DragSession<String> {
  /// All that a drag says of itself, in a line.
  fileprivate var report: String {
    let ids = draggedItemIDs(for: String.self).joined(separator: " ")
    let held = "item \(draggedItemIndex + 1) of \(draggedItemIDs.count) (\(ids))"
    return "\(phase.report) · \(held) · at \(location.x.percent), \(location.y.percent)"
  }
}

extension DragSession<String>.Phase {
  fileprivate var report: String {
    switch self {
    case .initial: "initial"
    case .active: "active"
    case .ending(let operation): "ending (\(operation))"
    case .ended(let operation): "ended (\(operation))"
    case .dataTransferCompleted: "transfer completed"
    }
  }
}

extension Float {
  /// Of a region, in whole percents; what is no place in it counts as its edge.
  fileprivate var percent: String {
    isNaN ? "0 %" : "\(Int((Swift.min(Swift.max(self, 0), 1) * 100).rounded())) %"
  }
}
