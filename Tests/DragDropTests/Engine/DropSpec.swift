import DragDrop
import Testing

@Suite struct `Dropping` {
  @Test func `row 38: things are copied by default`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("x", player: 1)
    let answer = try engine.propose(session.id, over: TestBoard.basket, destination: nil)
    #expect(answer.operation == .copy)
    #expect(
      try engine.drop(session.id, over: TestBoard.basket, destination: nil) == .performed(.copy))
    #expect(engine.model.basket == ["x"])
    #expect(engine.model.board["C"] == ["x", "y"])
  }

  @Test func `the same thing may be copied twice`() throws {
    var engine = TestBoard.engine()
    for _ in 0..<2 {
      let session = try engine.beginDrag("x", player: 1)
      #expect(
        try engine.drop(session.id, over: TestBoard.basket, destination: nil) == .performed(.copy))
    }
    #expect(engine.model.basket == ["x", "x"])
  }

  @Test func `row 39: a destination cannot take by move what is offered by copy`() throws {
    var engine = TestBoard.engine {
      $0.dropConfiguration { _, _ in DropConfiguration(operation: .move) }
    }
    try refuses(.forbidden(reason: 0), "x", over: TestBoard.lists, at: end("F"), engine: &engine)
  }

  @Test func `row 40: what is offered by move is moved, and is there exactly once`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("s", player: 1)
    #expect(
      try engine.drop(session.id, over: TestBoard.lists, destination: before("b", "F"))
        == .performed(.move))
    #expect(picture(engine.model.board) == "F[a s b c] O[d e] S[t] C[x y]")
    #expect(engine.revision == 1)
  }

  @Test func `within its own region a thing is moved by the reorder container`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("a", player: 1)
    #expect(
      try engine.drop(session.id, over: TestBoard.lists, destination: before("e", "O"))
        == .performed(.move))
    #expect(picture(engine.model.board) == "F[b c] O[d a e] S[s t] C[x y]")
  }

  @Test func `rows 3, 5: what would change nothing is done without a new revision`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("c", player: 1)
    #expect(
      try engine.drop(session.id, over: TestBoard.lists, destination: end("F")) == .performed(.move)
    )
    #expect(engine.revision == 0)
    #expect(!engine.canUndo)
  }

  @Test func `row 41: a destination's refusal carries its reason`() throws {
    var engine = TestBoard.engine { $0.dropConfiguration { _, _ in .forbidden(reason: 42) } }
    try refuses(.forbidden(reason: 42), "s", over: TestBoard.lists, at: end("F"), engine: &engine)
    try refuses(.forbidden(reason: 42), "a", over: TestBoard.lists, at: end("O"), engine: &engine)
  }

  @Test func `A region that takes nothing refuses every drop`() throws {
    var engine = TestBoard.engine()
    try refuses(.forbidden(reason: 0), "a", over: TestBoard.nothing, at: nil, engine: &engine)  // 45
    var closed = BoardEngine(
      board: Board<Lists> {
        Region("lists") { ForEach { $0.board["F"] }.reorderable(collectionID: "F") }
          .reorderContainer(move: TestBoard.reorder)
        Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
          .dragConfiguration(DragConfiguration(allowMove: true))
      }, model: Lists("F[a] S[s]"))
    try refuses(.forbidden(reason: 0), "s", over: 0, at: end("F"), engine: &closed)  // 46
  }

  @Test func `a disabled destination takes nothing`() throws {
    var engine = TestBoard.engine {
      $0.dropDestination(isEnabled: { _ in false }) { _, _, _ in true }
    }
    try refuses(.disabled, "s", over: TestBoard.lists, at: end("F"), engine: &engine)
  }

  @Test func `a reorder region that is switched off during a drag keeps its order`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("lists") { ForEach { $0.board["F"] }.reorderable(collectionID: "F") }
          .reorderContainer(isEnabled: { $0.seconds == 0 }, move: TestBoard.reorder)
      }, model: Lists("F[a b]"))
    let session = try engine.beginDrag("a", player: 1).id
    engine.edit {
      $0.seconds = 1
      return true
    }
    #expect(try engine.drop(session, over: 0, destination: end("F")) == .refused(.disabled))
    #expect(engine.model.board["F"] == ["a", "b"] && engine.revision == 1)
  }

  @Test func `A drop without a place under the pointer goes to the end of a single list`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("list") { ForEach { $0.board["F"] }.reorderable(collectionID: "F") }
          .reorderContainer(move: TestBoard.reorder)
      }, model: Lists("F[a b c]"))
    let session = try engine.beginDrag("a", player: 1)
    #expect(try engine.drop(session.id, over: 0, destination: nil) == .performed(.move))
    #expect(engine.model.board["F"] == ["b", "c", "a"])
  }

  @Test func `row 48: a destination may take only the first few`() throws {
    var engine = TestBoard.engine {
      $0.dragContainer(payload: { model, _ in model.board["F"] })
        .dropConfiguration { _, _ in DropConfiguration(operation: .move, acceptedItemCount: 1) }
    }
    let session = try engine.beginDrag("b", player: 1)
    #expect(
      try engine.drop(session.id, over: TestBoard.lists, destination: end("O")) == .performed(.move)
    )
    #expect(picture(engine.model.board) == "F[b c] O[d e a] S[s t] C[x y]")
  }

  @Test func `row 49: a declined action changes nothing`() throws {
    var engine = TestBoard.engine {
      $0.dropDestination { model, _, _ in
        model.basket = ["half done"]
        return false
      }
    }
    try refuses(.actionDeclined, "s", over: TestBoard.lists, at: end("F"), engine: &engine)
  }

  @Test func `row 50: an action that forgets an item is undone`() throws {
    var engine = TestBoard.engine {
      $0.dropDestination { model, items, _ in
        model.board.remove(items.map { $0.id })
        return true
      }
    }
    try refuses(.conservationBroken, "s", over: TestBoard.lists, at: end("F"), engine: &engine)
  }

  @Test func `row 51: an action that doubles an item is undone`() throws {
    var engine = TestBoard.engine {
      $0.dropDestination { model, items, _ in
        model.basket += items.map { $0.id }
        return true
      }
    }
    try refuses(.conservationBroken, "s", over: TestBoard.lists, at: end("F"), engine: &engine)
  }

  @Test func `a copy may only add`() throws {
    var engine = TestBoard.engine {
      $0.dropDestination { model, items, _ in
        model.board.remove(items.map { $0.id })
        return true
      }
      .dropConfiguration { _, _ in DropConfiguration(operation: .copy) }
    }
    try refuses(.conservationBroken, "x", over: TestBoard.lists, at: end("F"), engine: &engine)
  }

  @Test func `row 54: source and destination act in one transaction`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
          .dragConfiguration(DragConfiguration(allowMove: true))
          .onDragSessionUpdated { model, session in
            if session.phase == .ended(.move) { model.board.remove(session.draggedItemIDs) }
            return session.phase == .ended(.move)
          }
        Region("basket").dropDestination { model, items, _ in
          model.basket += items.map { $0.id }
          return true
        }
        .dropConfiguration { _, _ in DropConfiguration(operation: .move) }
      }, model: Lists("S[s t]"))
    let session = try engine.beginDrag("s", player: 1)
    #expect(try engine.drop(session.id, over: 1, destination: nil) == .performed(.move))
    #expect(engine.model.census() == ["t", "s"])
    #expect(engine.revision == 1)
  }

  @Test func `row 55: a thing that vanished during the drag is not dropped`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("a", player: 1)
    engine.edit {
      $0.board.remove(["a"])
      return true
    }
    #expect(
      try engine.propose(session.id, over: TestBoard.lists, destination: end("O")).operation
        == .forbidden)
    #expect(
      try engine.drop(session.id, over: TestBoard.lists, destination: end("O"))
        == .refused(.itemVanished))
  }

  @Test func `row 56: a place that vanished during the drag is refused`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("a", player: 1)
    #expect(
      engine.perform { TestBoard.reorder(&$0, d("d", in: "F")) } == .performed(.move))
    let revision = engine.revision
    let outcome = try engine.drop(session.id, over: TestBoard.lists, destination: before("d", "O"))
    #expect(outcome == .refused(.badDestination(.unknownAnchor)))
    #expect(engine.revision == revision)
  }

  @Test func `row 57: a session ends with its drop`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("a", player: 1)
    _ = try engine.drop(session.id, over: TestBoard.nothing, destination: nil)
    #expect(throws: DragError.unknownSession) {
      try engine.drop(session.id, over: TestBoard.lists, destination: end("O"))
    }
    #expect(throws: DragError.unknownSession) { try engine.propose(99, over: 0, destination: nil) }
    #expect(throws: DragError.unknownSession) { try engine.hover(99, over: 0) }
    let next = try engine.beginDrag("a", player: 1)
    #expect(throws: DragError.unknownRegion) {
      try engine.drop(next.id, over: 99, destination: nil)
    }
    #expect(throws: DragError.unknownRegion) { try engine.hover(next.id, over: 99) }
    #expect(engine.sessions.count == 1)
  }

  @Test func `a destination may choose another place than the pointer's`() throws {
    var engine = TestBoard.engine {
      $0.dropConfiguration { _, _ in DropConfiguration(operation: .move, destination: end("O")) }
    }
    let session = try engine.beginDrag("s", player: 1)
    #expect(
      try engine.propose(session.id, over: TestBoard.lists, destination: end("F")).destination
        == end("O"))
    #expect(
      try engine.drop(session.id, over: TestBoard.lists, destination: end("F")) == .performed(.move)
    )
    #expect(engine.model.board["O"] == ["d", "e", "s"])
  }

  @Test func `all places of an item are listed in board order`() {
    let engine = TestBoard.engine()
    let places = engine.destinations(for: "s", player: 1)
    #expect(places.map { $0.destination } == [end("F"), end("O"), nil])
    #expect(places.map { $0.operation } == [.move, .move, .copy])
    #expect(
      places.map { $0.target }
        == [.region(TestBoard.lists), .region(TestBoard.lists), .region(TestBoard.basket)])
    #expect(
      engine.destinations(for: "x", player: 1).map { $0.target } == [.region(TestBoard.basket)])
    #expect(engine.destinations(for: "nobody", player: 1).isEmpty)
  }

  private func refuses(
    _ refusal: DropRefusal, _ item: String, over region: RegionID, at place: Place?,
    engine: inout BoardEngine<Lists>, at location: SourceLocation = #_sourceLocation
  ) throws {
    let (model, revision) = (engine.model, engine.revision)
    let session = try engine.beginDrag(item, player: 1)
    let outcome = try engine.drop(session.id, over: region, destination: place)
    #expect(outcome == .refused(refusal), sourceLocation: location)
    #expect(engine.model == model, sourceLocation: location)
    #expect(engine.revision == revision, sourceLocation: location)
    #expect(engine.sessions.isEmpty, sourceLocation: location)
  }
}
