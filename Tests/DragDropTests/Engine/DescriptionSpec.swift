import Boards
import Cards
import DragDrop
import Testing

/// The description of a board for a client that does not know its types.
@Suite struct `A board described` {
  private let people = AddressBook.engine()
  private let piles = BoardEngine(board: FreePiles.board, model: FreePiles(pack: Deck().cards))
  private let fruits = BoardEngine(board: FruitBoard.board, model: FruitBoard())
  private let tests = TestBoard.engine()

  @Test func `shows its runs in order, with their regions, collections and items`() {
    let runs = tests.shownRuns
    #expect(runs.prefix(2).map { $0.collectionID } == ["F", "O"])
    #expect(runs.prefix(2).map { $0.items } == [["a", "b", "c"], ["d", "e"]])
    #expect(runs.prefix(2).allSatisfy { $0.region == TestBoard.lists })
    #expect(fruits.shownRuns.map { $0.region } == [FruitBoard.available, FruitBoard.basket])
    var basket = fruits
    basket.edit { model in
      model.basket = Array(repeating: model.available[0], count: 2)
      return true
    }
    #expect(basket.shownRuns[1].items == [1, 1], "an item as often as it is shown")
  }

  @Test func `says what can be lifted, and where the order counts`() {
    let pile = piles.shownRuns.filter { $0.collectionID == 3 }
    #expect(pile.map { $0.isSource } == [false, true])
    #expect(pile.map { $0.isOrdered } == [false, true])
    #expect(people.shownRuns.map { $0.isSource && $0.isOrdered } == [true])
    #expect(fruits.shownRuns.map { $0.isSource } == [true, false])
    #expect(fruits.shownRuns.map { $0.isOrdered } == [false, false])
    let list = BoardEngine(board: ReorderableList.board(.toggle), model: ReorderableList())
    #expect(list.shownRuns.map { $0.isSource && $0.isOrdered } == [true], "for those who edit it")
  }

  @Test func `lets nothing be lifted from a run that is not a source`() {
    expectSources(tests)
    expectSources(piles)
    expectSources(people)
    expectSources(fruits)
    expectSources(BoardEngine(board: CardGrid.board, model: CardGrid("a b c")))
    expectSources(BoardEngine(board: Drive.board, model: Drive("a b F/")))
  }

  private func expectSources<Model>(_ engine: BoardEngine<Model>) {
    let sources = Set(engine.shownRuns.filter { $0.isSource }.flatMap { $0.items })
    let lifted = Set(engine.possibilities(for: 1).map { $0.item })
    #expect(lifted == sources)
  }

  @Test func `says which runs hear taps, and what is drawn under the pointer`() {
    let grid = BoardEngine(board: CardGrid.board, model: CardGrid("a b"))
    #expect(grid.shownRuns.map { $0.hasTaps } == [true, false, true])
    #expect(people.shownRuns.map { $0.preview.description } == ["thumbnail"])
    #expect(fruits.shownRuns.map { $0.preview.description } == ["chip", ""])
  }

  @Test func `calls an item as the run does that shows it`() throws {
    let apple = try #require(fruits.model[id: 1])
    #expect(
      fruits.shownRuns.map { $0.accessibilityLabel(of: apple) } == ["🍎 Apple, draggable", "🍎 Apple"])
    #expect(tests.shownRuns[0].accessibilityLabel(of: .init(id: "a")) == "")
  }

  @Test func `says what each person selected, and nothing of regions without selections`() {
    var model = CardGrid("a b c")
    model.selected[1] = ["c", "a"]
    let grid = BoardEngine(board: CardGrid.board, model: model)
    #expect(grid.selection(in: CardGrid.grid, of: 1) == ["c", "a"])
    #expect(grid.selection(in: CardGrid.grid, of: 2) == [])
    #expect(grid.selection(in: CardGrid.dropArea, of: 1) == [])
    #expect(grid.selection(in: 99, of: 1) == [])
  }

  @Test func `says which kinds of data come in, where, and which regions give any`() {
    #expect(people.importedContentTypes(of: 0) == [.baizeContact, .vCard, .plainText])
    #expect(fruits.importedContentTypes(of: FruitBoard.available) == [])
    #expect(fruits.importedContentTypes(of: FruitBoard.basket) == [.plainText])
    #expect(tests.importedContentTypes(of: TestBoard.basket) == [], "its items do not travel as data")
    #expect(people.importedContentTypes(of: 99) == [])
    #expect(people.givesData(0) && fruits.givesData(FruitBoard.available))
    #expect(!fruits.givesData(FruitBoard.basket), "nothing is lifted there")
    #expect(!tests.givesData(TestBoard.copied) && !people.givesData(99))
    let closed = BoardEngine(
      board: Board<AddressBook> {
        Region("people") { ForEach { $0.contacts } }
          .dragContainer(for: Contact.self) { _, ids in ids }
          .dragConfiguration(DragConfiguration(operationsWithinApp: .copy, operationsOutsideApp: []))
      }, model: people.model)
    #expect(!closed.givesData(0), "it is offered to nobody outside")
  }

  // MARK: formations

  /// Cards lie as the person who lifts them has it.
  private func formations() -> BoardEngine<CardGrid> {
    BoardEngine(
      board: Board<CardGrid> {
        Region("grid") { ForEach { $0.cards } }
          .dragContainer { _, ids in ids }
          .dragPreviewsFormation(.stack)
          .dragPreviewsFormation { model, player in player == 1 ? model.formation : .list }
        Region("drop-area").dropDestination { _, _, _ in true }
          .dropPreviewsFormation(.none)
        Region("plain") { ForEach { $0.cards } }.dragPreviewsFormation(.stack)
      }, model: CardGrid("a b"))
  }

  @Test func `has formations that model and person decide, before the region's own`() throws {
    var engine = formations()
    let grid = engine.board.regions[0]
    #expect(grid.dragFormation(in: engine.model, for: 1) == .pile)
    #expect(grid.dragFormation(in: engine.model, for: 2) == .list)
    #expect(engine.board.regions[2].dragFormation(in: engine.model, for: 1) == .stack)
    let first = try engine.beginDrag("a", player: 1)
    let second = try engine.beginDrag("b", player: 2)
    #expect(engine.formation(of: first, at: .init()) == .pile)
    #expect(engine.formation(of: second, at: .init()) == .list)
    engine.edit { model in
      model.formation = .none
      return true
    }
    #expect(engine.formation(of: first, at: .init()) == .none, "also while it is dragged")
  }

  @Test func `has formations above its regions, or else the board's`() {
    let engine = formations()
    #expect(engine.dropFormation(over: 0) == .default && engine.dropFormation(over: 1) == .none)
    #expect(engine.dropFormation(over: 99) == .default)
    let stacked = BoardEngine(
      board: engine.board.dropPreviewsFormation(.stack), model: engine.model)
    #expect(stacked.dropFormation(over: 0) == .stack && stacked.dropFormation(over: 1) == .none)
  }
}
