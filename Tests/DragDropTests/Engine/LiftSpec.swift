import DragDrop
import Testing

@Suite struct `Lifting` {
  @Test func `row 26: an item is lifted with all that its container sends along`() throws {
    var engine = TestBoard.engine {
      $0.dragContainer(payloadOfOne: { model, id in Array(model.board["F"].drop { $0 != id }) })
        .dragPreviewsFormation(.stack)
    }
    let session = try engine.beginDrag("b", player: 1)
    #expect(session.draggedItemIDs == ["b", "c"])
    #expect(session.draggedItemIndex == 0)
    #expect(engine.formation(of: session, at: .init()) == .stack)
  }

  @Test func `the index names the item under the finger`() throws {
    var engine = TestBoard.engine {
      $0.dragContainer { model, ids in model.board["F"].filter { $0 != "b" } + ids }
    }
    #expect(try engine.beginDrag("c", player: 1).draggedItemIndex == 1)
    #expect(engine.sessions[0].draggedItemIDs == ["a", "c"])
  }

  @Test func `row 76: dragged items are listed by the type of their identifiers`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("a", player: 1)
    #expect(session.draggedItemIDs(for: String.self) == ["a"])
    #expect(session.draggedItemIDs(for: Int.self).isEmpty)
  }

  @Test func `an item that is shown twice travels once`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("twice") {
          for _ in 0..<2 { ForEach({ $0.board["F"] }, content: { ItemView().draggable() }) }
        }
        .dragContainerSelection { _, _ in ["b", "a"] }
      }, model: Lists("F[a b]"))
    #expect(try engine.beginDrag("b", player: 1).draggedItemIDs == ["a", "b"])
  }

  @Test func `a source may give along what it does not show`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("tops") { ForEach { Array($0.board["F"].suffix(1)) } }
          .dragContainer(payload: { model, _ in model.board["F"] })
        Region("basket").dropDestination { model, items, _ in
          model.basket += items.map { $0.id }
          return true
        }
      }, model: Lists("F[a b c]"))
    let session = try engine.beginDrag("c", player: 1)
    #expect(session.draggedItemIDs == ["a", "b", "c"] && session.draggedItemIndex == 2)
    #expect(try engine.drop(session.id, over: 1, destination: nil) == .performed(.copy))
    #expect(engine.model.basket == ["a", "b", "c"])
  }

  @Test func `items that are gone do not travel`() throws {
    var engine = TestBoard.engine { $0.dragContainer { _, ids in ids + ["deleted"] } }
    #expect(try engine.beginDrag("a", player: 1).draggedItemIDs == ["a"])
  }

  @Test func `Without a drag container only reorderable items are lifted, each alone`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("lists") {
          ForEach { $0.board["F"] }.reorderable(collectionID: "F")
          ForEach { $0.board["O"] }
        }
        .reorderContainer(move: TestBoard.reorder)
      }, model: Lists("F[a b] O[c]"))
    #expect(throws: DragError.notDraggable) { try engine.beginDrag("c", player: 1) }
    #expect(try engine.beginDrag("a", player: 1).draggedItemIDs == ["a"])
  }

  @Test func `An item that cannot be lifted is refused, and no session begins`() {
    var engine = TestBoard.engine { $0.dragContainer { _, ids in ids == ["a"] ? [] : ids } }
    #expect(throws: DragError.notDraggable) { try engine.beginDrag("a", player: 1) }  // 31
    #expect(throws: DragError.unknownItem) { try engine.beginDrag("nobody", player: 1) }  // 36
    #expect(engine.sessions.isEmpty)
    #expect(engine.drainEvents().isEmpty)
  }

  @Test func `row 27: an item in an inert run of a reorder region cannot be lifted`() {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("lists") {
          ForEach { $0.board["F"] }
          ForEach { $0.board["O"] }.reorderable(collectionID: "O")
        }
        .reorderContainer(move: TestBoard.reorder)
        .dragContainer { _, ids in ids }
      }, model: Lists("F[a] O[b] H[hidden]"))
    #expect(throws: DragError.notDraggable) { try engine.beginDrag("a", player: 1) }
    #expect(throws: DragError.unknownItem) { try engine.beginDrag("hidden", player: 1) }  // 35
    #expect(throws: Never.self) { try engine.beginDrag("b", player: 1) }
  }

  @Test func `row 34: a disabled reorder region lets nothing be lifted`() {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("lists") { ForEach { $0.board["F"] }.reorderable(collectionID: "F") }
          .reorderContainer(isEnabled: { $0.seconds > 0 }, move: TestBoard.reorder)
      }, model: Lists("F[a b]"))
    #expect(throws: DragError.disabled) { try engine.beginDrag("a", player: 1) }
    engine.edit {
      $0.seconds = 1
      return true
    }
    #expect(throws: Never.self) { try engine.beginDrag("a", player: 1) }
  }

  @Test func `A region without a drag container lets nothing be lifted`() {
    var engine = BoardEngine(
      board: Board<Lists> { Region("shown") { ForEach { $0.board["F"] } } }, model: Lists("F[a]"))
    #expect(throws: DragError.notDraggable) { try engine.beginDrag("a", player: 1) }
  }

  @Test func `nobody lifts what another holds, and nobody lifts twice`() throws {
    var engine = TestBoard.engine {
      $0.dragContainer(payloadOfOne: { model, id in Array(model.board["F"].drop { $0 != id }) })
    }
    let first = try engine.beginDrag("c", player: 1)
    #expect(throws: DragError.itemInUse) { try engine.beginDrag("b", player: 2) }  // 32
    #expect(throws: DragError.playerBusy) { try engine.beginDrag("a", player: 1) }  // 33
    let second = try engine.beginDrag("s", player: 2)
    #expect(first.id != second.id)
    #expect(engine.session(of: 2)?.draggedItemIDs == ["s"])
  }

  @Test func `row 37: a player who leaves lets go`() throws {
    var engine = TestBoard.engine()
    _ = try engine.beginDrag("a", player: 1)
    _ = try engine.beginDrag("b", player: 2)
    let (model, revision) = (engine.model, engine.revision)
    engine.cancelSessions(of: 1)
    #expect(engine.sessions.map { $0.player } == [2])
    #expect(engine.model == model)
    #expect(engine.revision == revision)
    #expect(engine.drainEvents().last == .drag(session: 1, player: 1, phase: .ended(.cancel)))
    #expect(throws: Never.self) { try engine.beginDrag("a", player: 3) }
  }

  @Test func `a silent drag ends, one that hovers lives`() throws {
    var engine = TestBoard.engine()
    let silent = try engine.beginDrag("a", player: 1, tick: 100)
    let lively = try engine.beginDrag("b", player: 2, tick: 100)
    try engine.hover(lively.id, over: TestBoard.basket, tick: 105)
    engine.expireSessions(olderThan: 100)
    #expect(engine.sessions.count == 2)
    engine.expireSessions(olderThan: 101)
    #expect(engine.sessions.map { $0.id } == [lively.id])
    #expect(throws: DragError.unknownSession) { try engine.cancel(silent.id) }
  }
}
