import DragDrop
import Testing

@Suite struct `Buttons, undo and redo` {
  static let board = Board<Lists> {
    Region("plain") { ForEach { $0.board["F"] }.reorderable(collectionID: "F") }
      .reorderContainer(move: TestBoard.reorder)
    Region("button").button(
      label: { _ in "Turn" }, isEnabled: { !$0.board["F"].isEmpty },
      action: { model, player in player == 9 ? false : TestBoard.reorder(&model, d("a", in: "F")) })
    Region("thief").onTap { model, _ in
      model.board.remove(["a"])
      return true
    }
  }

  @Test func `a button acts through the referee`() {
    var engine = BoardEngine(board: Self.board, model: Lists("F[a b]"))
    #expect(engine.tap(1, player: 1) == .performed(.move))
    #expect(engine.model.board["F"] == ["b", "a"])
    #expect(engine.revision == 1)
  }

  @Test func `a button refuses with a reason`() {
    var engine = BoardEngine(board: Self.board, model: Lists("F[a b]"))
    #expect(engine.tap(1, player: 9) == .refused(.actionDeclined))
    #expect(engine.tap(0, player: 1) == .refused(.forbidden(reason: 0)))
    #expect(engine.tap(77, player: 1) == .refused(.unknownRegion))
    #expect(engine.tap(2, player: 1) == .refused(.conservationBroken))
    var empty = BoardEngine(board: Self.board, model: Lists("F[]"))
    #expect(empty.tap(1, player: 1) == .refused(.disabled))
    #expect(engine.revision == 0)
    #expect(engine.model == Lists("F[a b]"))
  }

  @Test func `regions say what they are called and whether they can be pressed`() {
    let board = Board<Lists> {
      Region("basket").dropDestination { _, _, _ in true }
        .accessibilityLabel { "Basket, drop zone, \($0.basket.count) fruits" }
      Region("button").button(
        label: { $0.basket.isEmpty ? "Fill" : "Empty" }, isEnabled: { $0.basket.isEmpty },
        action: { _, _ in true })
    }
    var model = Lists("F[a]")
    model.basket = ["b", "c"]
    #expect(board.regions[0].accessibilityLabel(in: model) == "Basket, drop zone, 2 fruits")
    #expect(!board.regions[0].isButton && !board.regions[0].isButtonEnabled(in: model))
    #expect(board.regions[0].buttonLabel(in: model) == "")
    #expect(board.regions[1].isButton && !board.regions[1].isButtonEnabled(in: model))
    #expect(board.regions[1].buttonLabel(in: model) == "Empty")
    #expect(board.regions[1].accessibilityLabel(in: model).isEmpty)
    #expect(board.regions[1].isButtonEnabled(in: Lists("F[a]")))
  }

  @Test func `Steps are undone and redone in order`() {
    var engine = BoardEngine(board: Self.board, model: Lists("F[a b c]"))
    #expect([engine.undo(), engine.redo()] == [false, false])
    _ = engine.tap(1, player: 1)
    #expect(
      engine.perform { TestBoard.reorder(&$0, d("c", before: "b", in: "F")) } == .performed(.move))
    #expect(engine.model.board["F"] == ["c", "b", "a"])
    #expect(engine.undo() == true)
    #expect(engine.model.board["F"] == ["b", "c", "a"])
    #expect(engine.undo() == true)
    #expect(engine.model.board["F"] == ["a", "b", "c"])
    #expect(!engine.canUndo && engine.canRedo)
    #expect([engine.redo(), engine.redo(), engine.redo()] == [true, true, false])
    #expect(engine.model.board["F"] == ["c", "b", "a"])
    #expect(engine.revision == 6)
  }

  @Test func `a new action forgets what was undone`() {
    var engine = BoardEngine(board: Self.board, model: Lists("F[a b c]"))
    _ = engine.tap(1, player: 1)
    _ = engine.undo()
    _ = engine.perform { TestBoard.reorder(&$0, d("c", before: "a", in: "F")) }
    #expect(!engine.canRedo)
  }

  @Test func `edits are not undone, and what only grows survives`() {
    var engine = BoardEngine(board: Self.board, model: Lists("F[a b]"))
    _ = engine.tap(1, player: 1)
    engine.edit {
      $0.seconds = 30
      return true
    }
    #expect(engine.revision == 2)
    #expect(engine.edit { _ in false } == false)
    #expect(engine.revision == 2)
    #expect(engine.undo() == true)
    #expect(engine.model.seconds == 30)
    #expect(engine.model.board["F"] == ["a", "b"])
    engine.edit {
      $0.seconds = 40
      return true
    }
    #expect(engine.redo() == true)
    #expect(engine.model.seconds == 40)
  }

  @Test func `history has an end`() {
    var engine = BoardEngine(board: Self.board, model: Lists("F[a b]"), undoMax: 10)
    for _ in 0..<100 {
      let first = engine.model.board["F"][0]
      #expect(engine.perform { TestBoard.reorder(&$0, d(first, in: "F")) } == .performed(.move))
    }
    var undone = 0
    while engine.undo() { undone += 1 }
    #expect((10...13).contains(undone))
  }
}
