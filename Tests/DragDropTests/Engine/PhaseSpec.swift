import DragDrop
import Testing

@Suite struct `Phases and looks` {
  typealias Event = BoardEvent<String, String>

  private func lifted() throws -> (BoardEngine<Lists>, DragSessionID) {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("s", player: 7)
    #expect(engine.drainEvents() == [.drag(session: session.id, player: 7, phase: .initial)])
    return (engine, session.id)
  }

  @Test func `row 73: one destination is left before the next is entered`() throws {
    var (engine, id) = try lifted()
    try engine.hover(id, over: TestBoard.basket)
    try engine.hover(id, over: TestBoard.lists, destination: end("F"))
    #expect(try engine.drop(id, over: TestBoard.lists, destination: end("F")) == .performed(.move))
    let expected: [Event] = [
      .drop(session: id, target: .region(TestBoard.basket), phase: .entering),
      .drop(session: id, target: .region(TestBoard.basket), phase: .active),
      .drop(session: id, target: .region(TestBoard.basket), phase: .exiting),
      .drop(session: id, target: .region(TestBoard.lists), phase: .entering),
      .drop(session: id, target: .region(TestBoard.lists), phase: .active),
      .drop(session: id, target: .region(TestBoard.lists), phase: .ended(.move)),
      .drag(session: id, player: 7, phase: .ending(.move)),
      .drag(session: id, player: 7, phase: .ended(.move)),
      .drag(session: id, player: 7, phase: .dataTransferCompleted),
    ]
    #expect(engine.drainEvents() == expected)
    #expect(engine.drainEvents().isEmpty)
  }

  @Test func `row 74: a forbidden drop exits, and no data was moved`() throws {
    var (engine, id) = try lifted()
    try engine.hover(id, over: TestBoard.lists)
    _ = engine.drainEvents()
    _ = try engine.drop(id, over: TestBoard.lists, destination: end("X"))
    let expected: [Event] = [
      .drop(session: id, target: .region(TestBoard.lists), phase: .exiting),
      .drag(session: id, player: 7, phase: .ended(.forbidden)),
    ]
    #expect(engine.drainEvents() == expected)
  }

  @Test func `row 75: a cancelled drag exits`() throws {
    var (engine, id) = try lifted()
    try engine.hover(id, over: TestBoard.basket)
    _ = engine.drainEvents()
    try engine.cancel(id)
    let expected: [Event] = [
      .drop(session: id, target: .region(TestBoard.basket), phase: .exiting),
      .drag(session: id, player: 7, phase: .ended(.cancel)),
    ]
    #expect(engine.drainEvents() == expected)
  }

  @Test func `A region that is not a destination is never entered`() throws {
    var (engine, id) = try lifted()
    #expect(try engine.hover(id, over: TestBoard.nothing).operation == .forbidden)
    #expect(try engine.hover(id, over: nil).operation == .forbidden)
    #expect(engine.drainEvents().isEmpty)
    #expect(engine.session(id)?.phase == .active)
  }

  @Test func `a destination is targeted while something is above it`() {
    typealias Phase = DropSession<String, String>.Phase
    #expect(Phase.entering.isTargeted && Phase.active.isTargeted)
    #expect(!Phase.exiting.isTargeted && !Phase.ended(.move).isTargeted)
  }

  @Test func `rows 77, 77b, 78: the drop formation nearest to the destination rules`() throws {
    let plain = Board<Lists> {
      Region("list") { ForEach { $0.board["F"] } }.dragContainer { _, ids in ids }
        .dragPreviewsFormation(.stack)
      Region("silent").dropDestination { _, _, _ in true }
      Region("own").dropDestination { _, _, _ in true }.dropPreviewsFormation(.list)
    }
    var engine = BoardEngine(board: plain, model: Lists("F[a]"))
    var session = try engine.beginDrag("a", player: 1)
    #expect(
      [nil, 1, 2, nil].map { engine.formation(of: session, at: .init(over: $0)) } == [
        .stack, .default, .list, .stack,
      ])

    engine = BoardEngine(board: plain.dropPreviewsFormation(.pile), model: Lists("F[a]"))
    session = try engine.beginDrag("a", player: 1)
    #expect(
      [nil, 1, 2, nil].map { engine.formation(of: session, at: .init(over: $0)) } == [
        .stack, .pile, .list, .stack,
      ])
  }

  @Test func `regions are found by name and by collection`() {
    let board = TestBoard.board()
    #expect(board.region(named: "basket") == TestBoard.basket)
    #expect(board.region(named: "baske") == nil)
    #expect(BoardEngine(board: board, model: Lists(TestBoard.picture)).region(of: "O") == TestBoard.lists)
    #expect(BoardEngine(board: board, model: Lists(TestBoard.picture)).region(of: "X") == nil)
  }

  @Test func `a pointer is over a region by its name`() throws {
    let engine = BoardEngine(board: TestBoard.board(), model: Lists(TestBoard.picture))
    // snippet: pointer
    let basket = try engine.pointer(over: "basket")
    // end snippet
    #expect(basket == .init(over: TestBoard.basket))
    #expect(
      try engine.pointer(over: "lists", onto: "a", end("O"))
        == .init(over: TestBoard.lists, onto: "a", end("O")))
    #expect(throws: DragError.unknownRegion) { try engine.pointer(over: "cellar") }
  }
}
