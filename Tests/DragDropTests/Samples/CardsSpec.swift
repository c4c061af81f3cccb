import Boards
import DragDrop
import Testing

@Suite struct `Favorites and others` {
  private func place(_ section: String, before card: String? = nil) -> BoardEngine<SectionedCards>.Pointer {
    .init(over: 0, .init(position: card.map { .before($0) } ?? .end, collectionID: section))
  }

  @Test func `change places within and across sections`() throws {
    var engine = BoardEngine(board: SectionedCards.board, model: SectionedCards())
    #expect(try engine.carry("blue", to: place("others", before: "pink")) == .performed(.move))
    #expect(engine.model.picture == "favorites[green yellow] others[orange blue pink]")
    #expect(try engine.carry("yellow", to: place("favorites", before: "green")) == .performed(.move))
    #expect(engine.model.picture == "favorites[yellow green] others[orange blue pink]")
    #expect([engine.undo(), engine.undo()] == [true, true])
    #expect(engine.model == SectionedCards())
  }

  @Test func `refuse sections and neighbours that are not there`() {
    var engine = BoardEngine(board: SectionedCards.board, model: SectionedCards())
    engine.refuses(.badDestination(.unknownCollection)) { try $0.carry("blue", to: place("bin")) }
    engine.refuses(.badDestination(.unknownAnchor)) {
      try $0.carry("blue", to: place("favorites", before: "pink"))
    }
    engine.refuses(.badDestination(.unknownCollection)) { try $0.carry("blue", to: .init(over: 0)) }
  }

  @Test func `a single list needs no name for its collection`() throws {
    var engine = BoardEngine(
      board: CardList.board, model: CardList(cards: ["a", "b", "c"].map { Card(id: $0) }))
    #expect(try engine.carry("a", to: .init(over: 0)) == .performed(.move))
    #expect(engine.model.cards.map { $0.id } == ["b", "c", "a"])
  }
}

@Suite struct `A place asked for by type` {
  @Test func `is where the pointer is, in one list and in several`() throws {
    var list = BoardEngine(
      board: Board<CardList> {
        Region("source") { ForEach { $0.cards } }.dragContainer { _, ids in ids }
        Region("cards") { ForEach { $0.cards }.reorderable() }
          .reorderContainer(for: Card.self) { $0.cards.apply(difference: $1) }
          .dropDestination(for: Card.self) { model, cards, session in
            guard let place = session.reorderDestination(for: Card.self) else { return false }
            return model.cards.apply(difference: .init(sources: cards.map { $0.id }, destination: place))
          }
      }, model: CardList(cards: ["a", "b", "c"].map { Card(id: $0) }))
    let first = BoardEngine<CardList>.Pointer(over: 1, .init(position: .before("a"), collectionID: .init()))
    #expect(try list.carry("c", to: first) == .performed(.copy))
    #expect(list.model.cards.map { $0.id } == ["c", "a", "b"])
    list.refuses(.actionDeclined) { try $0.carry("c", to: .init(over: 1)) }

    var asked: [BoardEngine<Lists>.Destination?] = []
    let engine = TestBoard.engine {
      $0.dropConfiguration { _, session in
        DropConfiguration(
          operation: .move, destination: session.reorderDestination(for: Lists.Item.self, in: String.self))
      }
    }
    for place in [end("F"), before("e", "O")] {
      var engine = engine
      let id = try engine.beginDrag("s", player: 1).id
      asked.append(try engine.propose(id, over: TestBoard.lists, destination: place).destination)
    }
    #expect(asked == [end("F"), before("e", "O")])
  }
}

@Suite struct `Selected cards of the grid` {
  private func engine(_ selected: [PlayerID: String] = [:]) -> BoardEngine<CardGrid> {
    var model = CardGrid("a b c d")
    for (player, cards) in selected {
      model.selected[player] = cards.split(separator: " ").map { String($0) }
    }
    return BoardEngine(board: CardGrid.board, model: model)
  }

  private let dropArea = BoardEngine<CardGrid>.Pointer(over: CardGrid.dropArea)

  @Test func `row 28: c and a: lifting c lifts a and c, in the model's order, index 1`() throws {
    var engine = engine([1: "c a"])
    let session = try engine.beginDrag("c", player: 1)
    #expect(session.draggedItemIDs == ["a", "c"])
    #expect(session.draggedItemIndex == 1)
    #expect(engine.formation(of: session, at: .init()) == .pile)
  }

  @Test func `row 29: stay selected when an unselected b is lifted, alone`() throws {
    var engine = engine([1: "c a"])
    #expect(try engine.beginDrag("b", player: 1).draggedItemIDs == ["b"])
    #expect(engine.model.selected[1] == ["c", "a"])
    #expect(
      try engine.drop(1, player: 1, at: .init(over: CardGrid.grid)) == .refused(.forbidden(reason: 0)))
    #expect(engine.model.selected[1] == ["c", "a"])
  }

  @Test func `row 30: cards that were deleted do not travel`() throws {
    var engine = engine([1: "c gone a"])
    engine.edit {
      $0.cards.removeAll { $0.id == "a" }
      return true
    }
    #expect(try engine.beginDrag("c", player: 1).draggedItemIDs == ["c"])
  }

  @Test func `row 52: a drop in the drop area leaves the grid as it is and nothing selected`() throws {
    var engine = engine([1: "c a"])
    let grid = engine.model.cards
    #expect(try engine.carry("c", to: dropArea) == .performed(.copy))
    #expect(engine.model.droppedCards.map { $0.id } == ["a", "c"])
    #expect(engine.model.cards == grid)
    #expect(engine.model.selected[1].isEmpty)
    #expect(engine.board.regions[1].accessibilityLabel(in: engine.model) == "Drop area, 2 cards")
  }

  @Test func `belong to each person alone, and a drop clears only the dropper's`() throws {
    var engine = engine([1: "c a", 2: "a b"])
    #expect(try engine.beginDrag("a", player: 1).draggedItemIDs == ["a", "c"])
    #expect(throws: DragError.itemInUse) { try engine.beginDrag("b", player: 2) }
    #expect(try engine.drop(1, player: 1, at: dropArea) == .performed(.copy))
    #expect(engine.model.selected[1].isEmpty)
    #expect(engine.model.selected[2] == ["a", "b"])
    #expect(try engine.beginDrag("b", player: 2).draggedItemIDs == ["a", "b"])
  }

  @Test func `are selected by taps, which undo leaves alone`() throws {
    var engine = engine()
    for card in ["b", "d", "b", "a"] {
      #expect(engine.tap(card, in: CardGrid.grid, player: 1) == .performed(.move))
    }
    #expect(engine.model.selected[1] == ["d", "a"])
    #expect(engine.undoDepth == 0 && engine.revision == 4)
    #expect(try engine.carry("a", to: dropArea) == .performed(.copy))
    #expect(engine.tap("c", in: CardGrid.grid, player: 1) == .performed(.move))
    #expect(engine.undo() == true)
    #expect(engine.model.droppedCards.isEmpty)
    #expect(engine.model.selected[1] == ["c"])
  }
}

@Suite struct `Selections of several people` {
  @Test func `are kept apart by person`() {
    var selections = Selections<String>()
    selections.toggle("a", by: 1)
    selections.toggle("b", by: 1)
    selections.toggle("a", by: 2)
    #expect(selections[1] == ["a", "b"] && selections[2] == ["a"] && selections[3] == [])
    selections.toggle("a", by: 1)
    #expect(selections[1] == ["b"] && selections[2] == ["a"])
  }

  @Test func `are removed when they become empty`() {
    var selections = Selections<String>()
    selections[1] = ["a"]
    selections[1] = []
    #expect(selections == Selections())
    selections.toggle("a", by: 1)
    selections.toggle("a", by: 1)
    #expect(selections == Selections())
  }
}
