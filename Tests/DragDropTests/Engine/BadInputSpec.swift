import Testing

@testable import DragDrop

@Suite struct `Bad input` {
  private typealias Pointer = BoardEngine<Lists>.Pointer

  @Test func `unknown items are neither lifted nor tapped`() {
    var engine = TestBoard.engine()
    for item in ["nobody", "", "inert"] {
      engine.denies(.unknownItem) { try $0.beginDrag(item, player: 1) }
      engine.refuses(.unknownItem) { $0.tap(item, in: TestBoard.basket, player: 1) }
      #expect(engine.destinations(for: item, player: 1).isEmpty)
    }
    engine.refuses(.forbidden(reason: 0)) { $0.tap("a", in: TestBoard.lists, player: 1) }
    engine.refuses(.unknownRegion) { $0.tap("a", in: 99, player: 1) }
    engine.refuses(.unknownItem) { $0.tap("a", in: TestBoard.movable, player: 1) }
  }

  @Test(arguments: [0, 2, 99, .max] as [UInt32])
  func `unknown sessions are refused by every call`(_ number: UInt32) throws {
    let id = DragSessionID(rawValue: number)
    var engine = TestBoard.engine()
    _ = try engine.beginDrag("a", player: 1)
    let pointer = Pointer(over: TestBoard.lists, end("O"))
    engine.denies(.unknownSession) { try $0.propose(id, player: 1, at: pointer) }
    engine.denies(.unknownSession) { try $0.hover(id, player: 1, at: pointer, tick: 9) }
    engine.denies(.unknownSession) { try $0.drop(id, player: 1, at: pointer) }
    engine.denies(.unknownSession) { try $0.cancel(id, player: 1) }
    engine.denies(.unknownSession) { try $0.exportedContentTypes(of: id, player: 1) }
    engine.denies(.unknownSession) { try $0.exported(id, player: 1, as: .data) }
  }

  @Test func `somebody else's session is refused by every call, and lives on`() throws {
    var engine = TestBoard.engine()
    let id = try engine.beginDrag("a", player: 1).id
    let pointer = Pointer(over: TestBoard.lists, end("O"))
    engine.denies(.foreignSession) { try $0.propose(id, player: 2, at: pointer) }
    engine.denies(.foreignSession) { try $0.hover(id, player: 2, at: pointer, tick: 9) }
    engine.denies(.foreignSession) { try $0.drop(id, player: 2, at: pointer) }
    engine.denies(.foreignSession) { try $0.cancel(id, player: 2) }
    engine.denies(.foreignSession) { try $0.exportedContentTypes(of: id, player: 2) }
    engine.denies(.foreignSession) { try $0.exported(id, player: 2, as: .data) }
    #expect(try engine.drop(id, player: 1, at: pointer) == .performed(.move))
  }

  @Test(arguments: [5, 6, 255] as [RegionID])
  func `unknown regions are refused by every call, and the session lives on`(_ region: RegionID) throws {
    var engine = TestBoard.engine()
    let id = try engine.beginDrag("a", player: 1).id
    let pointer = Pointer(over: region, end("O"))
    engine.denies(.unknownRegion) { try $0.propose(id, player: 1, at: pointer) }
    engine.denies(.unknownRegion) { try $0.hover(id, player: 1, at: pointer, tick: 9) }
    engine.denies(.unknownRegion) { try $0.drop(id, player: 1, at: pointer) }
    engine.denies(.unknownRegion) { try $0.drop([[]], player: 1, at: pointer) }
    engine.refuses(.unknownRegion) { $0.tap(region, player: 1) }
    engine.refuses(.unknownRegion) { $0.tap("a", in: region, player: 1) }
    engine.refuses(.unknownRegion) { $0.move(in: region, fromOffsets: [0], toOffset: 1, player: 1) }
    #expect(engine.setEditing(true, region, player: 1) == .unknownRegion)
    #expect(try engine.drop(id, player: 1, at: Pointer(over: 0, end("O"))) == .performed(.move))
  }

  @Test(
    arguments: [
      (end("X"), .unknownCollection), (end("S"), .unknownCollection), (end("C"), .unknownCollection),
      (before("s", "S"), .unknownCollection), (before("nobody", "F"), .unknownAnchor),
      (before("d", "F"), .unknownAnchor), (before("s", "O"), .unknownAnchor),
      (before("inert", "F"), .unknownAnchor),
    ] as [(Place, ReorderError)])
  func `places of another region, or none at all, are refused`(_ place: Place, _ error: ReorderError) {
    var engine = TestBoard.engine()
    for item in ["a", "s"] {
      engine.refuses(.badDestination(error)) { try $0.carry(item, to: Pointer(over: TestBoard.lists, place)) }
    }
  }

  @Test func `a place that does not exist is not handed to an item's or a board's action`() throws {
    let board = Board<Lists> {
      Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
      Region("folders") {
        ForEach {
          $0.board["F"]
        } content: {
          ItemView().dropDestination { model, _, _, session in
            model.seconds += session.reorderDestination == nil ? 1 : 100
            return true
          }
        }
        .collection("F")
      }
    }
    .dropDestination { model, _, session in
      model.seconds += session.reorderDestination == nil ? 10 : 1000
      return true
    }
    for place in [end("nowhere"), before("nobody", "F")] {
      var engine = BoardEngine(board: board, model: Lists("F[f] S[s]"))
      for pointer in [Pointer(over: 1, onto: "f", place), Pointer(place), Pointer(over: 0, place)] {
        _ = try engine.carry("s", to: pointer)
      }
      #expect(engine.model.seconds < 100, "\(place) was handed on")
    }
  }

  @Test func `an item that another took away during the drag is not dropped`() throws {
    var engine = TestBoard.engine()
    // In "C" nothing may be moved away.
    for item in ["a", "s"] {
      let id = try engine.beginDrag(item, player: 1).id
      engine.edit { TestBoard.reorder(&$0, d(item, in: "C")) }
      engine.refuses(.badDestination(.unknownSource(index: 0))) {
        try $0.drop(id, player: 1, at: Pointer(over: TestBoard.lists, end("O")))
      }
    }
  }

  @Test func `an action that lists an item twice where order matters is refused`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("lists") {
          ForEach { $0.board["F"] }.reorderable(collectionID: "F")
          ForEach { $0.basket }.reorderable(collectionID: "basket")
          ForEach { $0.seconds > 0 ? ["a"] : [] }.reorderable(collectionID: "mirror")
        }
        .reorderContainer(move: TestBoard.reorder)
        Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
        Region("door").dropDestination { model, items, _ in
          model.basket += items.map { $0.id } + items.map { $0.id }
          return true
        }
      }, model: Lists("F[a] S[s]"))
    engine.refuses(.itemNotUnique) { try $0.carry("s", to: Pointer(over: 2)) }
    engine.refuses(.itemNotUnique) { engine in
      engine.perform {
        $0.seconds = 1
        return true
      }
    }
  }

  @Test func `a drag may hold so many items and not one more`() throws {
    func engine(_ count: Int) -> BoardEngine<Lists> {
      BoardEngine(
        board: Board<Lists> {
          Region("list") { ForEach { $0.board["F"] } }.dragContainer(payload: { model, _ in model.board["F"] }
          )
        }, model: Lists("F[\((0..<count).map { "\($0)" }.joined(separator: " "))]"), draggedItemsMax: 20)
    }
    var (full, overfull) = (engine(20), engine(21))
    #expect(try full.beginDrag("7", player: 1).draggedItemIDs.count == 20)
    overfull.denies(.tooManyItems) { try $0.beginDrag("7", player: 1) }
    #expect(overfull.destinations(for: "7", player: 1).isEmpty)
  }

  @Test func `a selection of anything at all lifts what is there and can be lifted`() throws {
    var engine = TestBoard.engine {
      $0.dragContainerSelection { _, _ in ["e", "nobody", "inert", "s", "a", "a", ""] }
    }
    let session = try engine.beginDrag("a", player: 1)
    #expect(session.draggedItemIDs == ["a", "e"])
    #expect(
      try engine.drop(session.id, player: 1, at: Pointer(over: 0, before("d", "O"))) == .performed(.move))
    #expect(engine.model.board["O"] == ["a", "e", "d"])
  }
}
