import DragDrop
import Testing

@Suite struct `Springs` {
  private typealias Engine = BoardEngine<Drive>
  private typealias Pointer = Engine.Pointer

  private func above(_ item: String) -> Pointer { Pointer(over: Drive.desktop, onto: item) }

  private func lifted(_ names: String = "a b F/ G/", _ item: String = "a") throws -> (Engine, DragSessionID) {
    var engine = Engine(board: Drive.board, model: Drive(names))
    let session = try engine.beginDrag(item, player: 1)
    return (engine, session.id)
  }

  private func sprung(_ engine: inout Engine) -> [Engine.Event] {
    engine.drainEvents().filter { if case .sprung = $0 { true } else { false } }
  }

  @Test func `open at their tick and not one earlier`() throws {
    var (engine, id) = try lifted()
    try engine.hover(id, player: 1, at: above("F"), tick: 100)
    try engine.hover(id, player: 1, at: above("F"), tick: 129)
    #expect(engine.model.open == "" && sprung(&engine).isEmpty)
    try engine.hover(id, player: 1, at: above("F"), tick: 130)
    #expect(engine.model.open == "F" && engine.revision == 1 && engine.undoDepth == 0)
    #expect(sprung(&engine) == [.sprung(session: id, target: .item(Drive.desktop, 0, "F"))])
  }

  @Test func `open once for each rest`() throws {
    var (engine, id) = try lifted()
    for tick in stride(from: 0, through: 300, by: 10).map({ Tick(rawValue: $0) }) {
      try engine.hover(id, player: 1, at: above("F"), tick: tick)
      engine.springTargets(at: tick)
    }
    #expect(sprung(&engine).count == 1 && engine.revision == 1)
    try engine.hover(id, player: 1, at: Pointer(), tick: 310)
    try engine.hover(id, player: 1, at: above("F"), tick: 320)
    engine.springTargets(at: 349)
    #expect(sprung(&engine).isEmpty)
    engine.springTargets(at: 350)
    #expect(sprung(&engine).count == 1)
  }

  @Test func `open without further hovers`() throws {
    var (engine, id) = try lifted()
    try engine.hover(id, player: 1, at: above("F"), tick: 7)
    engine.springTargets(at: 36)
    #expect(engine.model.open == "")
    engine.springTargets(at: 37)
    #expect(engine.model.open == "F")
  }

  @Test func `count anew when the drag goes on to another target`() throws {
    var (engine, id) = try lifted()
    try engine.hover(id, player: 1, at: above("F"), tick: 0)
    try engine.hover(id, player: 1, at: above("G"), tick: 29)
    engine.springTargets(at: 58)
    #expect(engine.model.open == "")
    engine.springTargets(at: 59)
    #expect(engine.model.open == "G")
  }

  @Test func `do not open what cannot be tapped, nor anything after the drag`() throws {
    var (engine, id) = try lifted()
    try engine.hover(id, player: 1, at: above("b"), tick: 0)
    engine.springTargets(at: 1000)
    #expect(sprung(&engine).isEmpty && engine.revision == 0)
    try engine.hover(id, player: 1, at: above("F"), tick: 1000)
    try engine.cancel(id, player: 1)
    engine.springTargets(at: 2000)
    #expect(engine.model.open == "")
  }

  @Test func `do not open under what is carried itself`() throws {
    var (engine, id) = try lifted("a F/", "F")
    try engine.hover(id, player: 1, at: above("F"), tick: 0)
    engine.springTargets(at: 1000)
    #expect(engine.model.open == "")
  }

  @Test func `press buttons, of regions too, if they are enabled`() throws {
    let board = Board<Lists> {
      Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
      Region("turn").button(
        label: { _ in "Turn" }, isEnabled: { !$0.board["F"].isEmpty },
        action: { model, _ in TestBoard.reorder(&model, d(model.board["F"][0], in: "F")) }
      ).springLoadingBehavior(after: 10)
    }
    var engine = BoardEngine(board: board, model: Lists("F[a b] S[s]"))
    let id = try engine.beginDrag("s", player: 1).id
    try engine.hover(id, player: 1, at: .init(over: 1), tick: 0)
    engine.springTargets(at: 9)
    #expect(engine.revision == 0)
    engine.springTargets(at: 10)
    #expect(engine.model.board["F"] == ["b", "a"])
    #expect(engine.drainEvents().last == .sprung(session: id, target: .region(1)))
    #expect(engine.undo() == true)
    #expect(engine.model.board["F"] == ["a", "b"])

    engine = BoardEngine(board: board, model: Lists("F[] S[s]"))
    let other = try engine.beginDrag("s", player: 1).id
    try engine.hover(other, player: 1, at: .init(over: 1), tick: 0)
    engine.springTargets(at: 10)
    #expect(engine.revision == 0)
  }

  @Test func `Springs under several drags open each at its own time`() throws {
    var (engine, id) = try lifted()
    let second = try engine.beginDrag("b", player: 2).id
    try engine.hover(id, player: 1, at: above("F"), tick: 0)
    try engine.hover(second, player: 2, at: above("G"), tick: 10)
    engine.springTargets(at: 30)
    #expect(engine.model.open == "F")
    engine.springTargets(at: 40)
    #expect(engine.model.open == "G")
  }
}
