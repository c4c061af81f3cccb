import Boards
import DragDrop
import Testing
import Wire

@Suite struct `The card grid` {
  private func grid(selecting cards: String = "", by player: PlayerID = 1) throws -> any GameBoard {
    var board = try open("card-grid")
    for card in cards.split(separator: " ") {
      try board.tap(board.handle(String(card)), in: "grid", player: player)
    }
    return board
  }

  private func texts(_ board: any GameBoard, in region: String) throws -> [String] {
    try board.region(region).runs.flatMap { $0.items.compactMap { $0.content?.text } }
  }

  private func hover(
    _ board: inout any GameBoard, _ held: Held, over place: String?, onto: Int? = nil, x: Int = 0, y: Int = 0,
    tick: Tick = 0
  ) -> String? {
    let hover = Hover(drag: 0, x: x, y: y, over: place, onto: onto)
    return board.hover(hover, session: held.session, player: 1, tick: tick)
  }

  @Test func `lifts all that a person selected, in the grid's order, as a pile`() throws {
    var board = try grid(selecting: "7 2 5")
    #expect(board.selected(by: 1) == ["7", "2", "5", "pile"])
    let lifted = try board.lift(board.handle("5"), player: 1, tick: 0)
    #expect(lifted.items == [1, 4, 6] && lifted.index == 1 && lifted.formation == "pile")
    #expect(lifted.destinations == ["drop-area"])
  }

  @Test func `gives copies to the drop area, stays as it is, and nothing is selected any more`() throws {
    var board = try grid(selecting: "7 2")
    try board.tap(board.handle("3"), in: "grid", player: 2)
    let cards = try texts(board, in: "grid")
    try board.carry("2", to: "drop-area")
    #expect(try texts(board, in: "grid") == cards && cards.count == 12)
    #expect(try texts(board, in: "drop-area") == ["2", "7"])
    #expect(board.selected(by: 1) == ["pile"])
    #expect(board.selected(by: 2) == ["3", "pile"], "only the dropper's")
    #expect(try board.region("drop-area").label == "Drop area, 2 cards")

    try board.carry("9", to: "drop-area", player: 2)
    #expect(try texts(board, in: "drop-area") == ["9"], "what was dropped last")
    try board.tap(board.handle("4"), in: "grid", player: 2)
    #expect(board.undo() == true)
    #expect(try texts(board, in: "drop-area") == ["2", "7"])
    #expect(board.selected(by: 2) == ["4", "pile"], "undo leaves selections alone")
  }

  @Test func `numbers copies apart from their originals, and they only lie there`() throws {
    var board = try grid(selecting: "1")
    try board.carry("1", to: "drop-area")
    let copy = try #require(try board.region("drop-area").runs.first?.items.first)
    #expect(copy.handle != (try board.handle("1")))
    board.refuses(.notDraggable) { _ = try $0.lift(copy.handle, player: 1, tick: 0) }
    board.refuses(.notDraggable) { try $0.tap(copy.handle, in: "drop-area", player: 1) }
  }

  @Test func `deselects what is tapped again, and refuses other taps`() throws {
    var board = try grid(selecting: "1 2 1")
    #expect(board.selected(by: 1) == ["2", "pile"])
    board.refuses(.noSuchItem) { try $0.tap($0.handle("1"), in: "formation", player: 1) }
    board.refuses(.noSuchItem) { try $0.tap($0.handle("stack"), in: "grid", player: 1) }
    board.refuses(.noSuchItem) { try $0.tap(400, in: "grid", player: 1) }
    board.refuses(.noSuchPlace) { try $0.tap(0, in: "attic", player: 1) }
    #expect(board.undoDepth == 0)
  }

  @Test(arguments: ["default", "none", "pile", "list", "stack"])
  func `lifts cards in the formation that was chosen`(_ formation: String) throws {
    var board = try grid()
    try board.tap(board.handle(formation), in: "formation", player: 2)
    #expect(board.selected(by: 1) == [formation] && board.selected(by: 2) == [formation])
    #expect((try board.region("grid").formation ?? "default") == formation)
    let lifted = try board.lift(0, player: 1, tick: 0)
    #expect(lifted.formation == formation)
    #expect(hover(&board, lifted, over: nil, tick: 1) == formation)
    // Above a destination it is the destination that says how they look.
    #expect(hover(&board, lifted, over: "drop-area", tick: 2) == "default")
  }

  @Test func `does not let formations be lifted`() throws {
    var board = try grid()
    board.refuses(.notDraggable) { _ = try $0.lift($0.handle("pile"), player: 1, tick: 0) }
    let choice = try board.region("formation")
    #expect(choice.layout == "choice" && choice.taps && !choice.runs[0].drag)
  }

  @Test func `tells in a line what the drag is at: phase, place, index, cards`() throws {
    func status() throws -> String { try board.region("status").title }
    var board = try grid(selecting: "3 4")
    #expect(try status() == "Nothing is dragged.")
    let lifted = try board.lift(board.handle("4"), player: 1, tick: 0)
    #expect(try status() == "initial · item 2 of 2 (3 4) · at 0 %, 0 %")
    _ = hover(&board, lifted, over: "drop-area", x: 2_500, y: 5_060)
    #expect(try status() == "active · item 2 of 2 (3 4) · at 25 %, 51 %")
    try board.drop(lifted.session, player: 1, at: Landing("drop-area"))
    #expect(try status() == "transfer completed · item 2 of 2 (3 4) · at 25 %, 51 %")
    #expect(board.undo() == true)
    #expect(try status().hasPrefix("transfer completed"), "it tells of drags, not of undo")
  }

  @Test func `tries a formation on when a drag rests on it`() throws {
    var board = try grid()
    let lifted = try board.lift(0, player: 1, tick: 0)
    let stack = try board.handle("stack")
    #expect(try board.region("grid").formation != "stack")
    func formation() throws -> String? { try board.region("grid").formation }
    _ = hover(&board, lifted, over: "formation", onto: stack, tick: 100)
    board.spring(tick: 699)
    #expect(try formation() != "stack" && board.takeSprung().isEmpty)
    board.spring(tick: 700)
    #expect(try formation() == "stack")
    let sprung = board.takeSprung()
    #expect(sprung.map(\.operation) == [.tap(place: "formation", item: stack)])
    // It goes on, and what it chose is no step.
    try board.drop(lifted.session, player: 1, at: Landing("drop-area"))
    #expect(board.undoDepth == 1)
  }

  @Test func `shows how refused and cancelled drags ended`() throws {
    var board = try grid()
    var lifted = try board.lift(0, player: 1, tick: 0)
    board.refuses(.notAllowedThere) { try $0.drop(lifted.session, player: 1, at: Landing("grid")) }
    _ = hover(&board, lifted, over: "grid", x: -1, y: 70_000)
    _ = try? board.drop(lifted.session, player: 1, at: Landing("grid"))
    #expect(try board.region("status").title == "ended (forbidden) · item 1 of 1 (1) · at 0 %, 100 %")
    lifted = try board.lift(1, player: 1, tick: 0)
    board.cancel(lifted.session, player: 1)
    #expect(try board.region("status").title.hasPrefix("ended (cancel) · item 1 of 1 (2)"))
  }
}
