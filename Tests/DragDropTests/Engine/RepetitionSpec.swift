import Boards
import DragDrop
import Testing

/// Steps that are done again after one beneath them was taken out.
@Suite struct `Steps done again` {
  private typealias Engine = BoardEngine<SectionedCards>

  /// Two sections; the first two of the first are moved to the second, one by one.
  private func engine() throws -> (Engine, [String]) {
    var engine = Engine(board: SectionedCards.board, model: SectionedCards(), undoMax: 8)
    let items = engine.model.census()
    for item in items.prefix(2) { try carry(item, in: &engine) }
    return (engine, items)
  }

  private func carry(_ item: String, in engine: inout Engine) throws {
    let drag = try engine.beginDrag(item, player: 1)
    let place = Engine.Destination(position: .end, collectionID: engine.shownRuns[1].collectionID ?? "")
    let outcome = try engine.drop(drag.id, player: 1, at: .init(over: 0, place))
    #expect(outcome == .performed(.move))
  }

  @Test func `leave the model as if the first had never been done, with all others to take back`() throws {
    var (engine, items) = try engine()
    #expect(engine.beginRepetition(takingBack: 2) == true)
    engine.repeatStep()
    try carry(items[1], in: &engine)
    engine.endRepetition()
    #expect(engine.undoDepth == 1 && !engine.canRedo)
    #expect(engine.shownRuns.map { $0.items.contains(items[0]) } == [true, false])
    #expect(engine.shownRuns.map { $0.items.contains(items[1]) } == [false, true])
    #expect(engine.undo() == true)
    #expect(engine.model == SectionedCards())
  }

  @Test func `find hands empty, which hold afterwards what they held`() throws {
    var (engine, items) = try engine()
    let held = try engine.beginDrag(items[3], player: 1)
    #expect(engine.beginRepetition(takingBack: 2) == true)
    #expect(engine.sessions.isEmpty)
    engine.repeatStep()
    try carry(items[1], in: &engine)
    engine.endRepetition()
    #expect(engine.sessions.map { $0.id } == [held.id])
  }

  @Test func `are not begun for more steps than there are, or while others are begun`() throws {
    var (engine, _) = try engine()
    let before = (engine.model, engine.undoDepth, engine.revision)
    #expect(engine.beginRepetition(takingBack: 3) == false)
    #expect(engine.beginRepetition(takingBack: -1) == false)
    #expect(before == (engine.model, engine.undoDepth, engine.revision))
    #expect(engine.beginRepetition(takingBack: 0) == true)
    #expect(engine.beginRepetition(takingBack: 1) == false, "one at a time")
    engine.endRepetition()
    engine.endRepetition()
    #expect(engine.undoDepth == 2)
  }
}

@Suite struct `Steps done again by offsets and with a selection` {
  @Test func `do not ask who edits the list now`() throws {
    var engine = BoardEngine(board: ReorderableList.board(.toggle), model: ReorderableList())
    #expect(throws: DragError.disabled) { _ = try engine.beginDrag("Alpha", player: 1) }
    #expect(engine.beginRepetition(takingBack: 0) == true)
    engine.repeatStep()
    let drag = try engine.beginDrag("Alpha", player: 1)
    #expect(drag.draggedItemIDs == ["Alpha"])
    engine.endRepetition()
    #expect(throws: DragError.disabled) { _ = try engine.beginDrag("Alpha", player: 1) }
  }
}
