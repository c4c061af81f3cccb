import Testing

@testable import DragDrop

/// An engine that goes on from a model without the models before it.
@Suite struct `Steps that were forgotten` {
  static let board = Board<Lists> {
    Region("plain") { ForEach { $0.board["F"] }.reorderable(collectionID: "F") }
      .reorderContainer(move: TestBoard.reorder)
    Region("list") { ForEach { $0.board["G"] }.onMove { _, _, _ in true } }
      .editMode(.toggle)
  }

  private func turn(_ engine: inout BoardEngine<Lists>) {
    let first = engine.model.board["F"][0]
    #expect(engine.perform { TestBoard.reorder(&$0, d(first, in: "F")) } == .performed(.move))
  }

  private func restored(
    _ model: Lists = Lists("F[a b]G[c d]"), forgotten: Int = 0, editors: [[PlayerID]] = [[], []]
  ) -> BoardEngine<Lists>? {
    BoardEngine(board: Self.board, restoring: model, forgotten: forgotten, editors: editors, undoMax: 10)
  }

  @Test(arguments: 0...13)
  func `are dropped when one that always lived would drop them`(count: Int) throws {
    var engine = BoardEngine(board: Self.board, model: Lists("F[a b]G[c d]"), undoMax: 10)
    for _ in 0..<count { turn(&engine) }
    var other = try #require(restored(engine.model, forgotten: engine.undoDepth))
    for step in 0..<40 {
      #expect(other.undoDepth == engine.undoDepth, "step \(step)")
      #expect(other.model == engine.model)
      turn(&engine)
      turn(&other)
    }
    var undone = (0, 0)
    while engine.undo() { undone.0 += 1 }
    while other.undo() { undone.1 += 1 }
    #expect(undone.0 == undone.1 && other.model == engine.model)
  }

  @Test func `cannot be taken back`() throws {
    var engine = try #require(restored(forgotten: 2))
    #expect(engine.undoDepth == 2 && !engine.canUndo)
    #expect([engine.undo(), engine.redo(), engine.beginRepetition(takingBack: 1)] == [false, false, false])
    turn(&engine)
    #expect(engine.undoDepth == 3 && engine.canUndo)
    #expect(engine.beginRepetition(takingBack: 2) == false)
    #expect([engine.undo(), engine.undo()] == [true, false])
    #expect(engine.model == Lists("F[a b]G[c d]") && engine.redoDepth == 1)
    #expect([engine.redo(), engine.redo()] == [true, false])
  }

  @Test func `are no more than there can be`() {
    #expect(restored(forgotten: 13) != nil)
    #expect(restored(forgotten: 14) == nil)
    #expect(restored(forgotten: -1) == nil)
  }

  @Test func `leave the lists that people edit as they were`() throws {
    let engine = try #require(restored(editors: [[], [3, 1]]))
    #expect(engine.editors(of: 1) == [3, 1] && engine.editors(of: 0).isEmpty)
    #expect(restored(editors: [[3], []]) == nil, "nothing is edited there")
    #expect(restored(editors: [[], [3, 3]]) == nil)
    #expect(restored(editors: [[]]) == nil)
  }

  private struct Row: BoardModel {
    struct Item {}
    var items: [Int]
    func census() -> [Int] { items }
    subscript(id id: Int) -> Item? { items.contains(id) ? Item() : nil }
  }

  @Test func `do not hide a model that no engine can have`() {
    let board = Board<Row> {
      Region("row") { ForEach { $0.items }.reorderable() }.reorderContainer { _, _ in true }
    }
    func restored(_ items: [Int]) -> BoardEngine<Row>? {
      BoardEngine(board: board, restoring: Row(items: items), forgotten: 0, editors: [[]])
    }
    #expect(restored([1, 2]) != nil)
    #expect(restored([1, 1]) == nil)
  }
}
