import DragDrop
import Testing

@Suite struct `Folders` {
  private typealias Pointer = BoardEngine<Drive>.Pointer
  private let ontoF = Pointer(over: Drive.desktop, onto: "F")

  @Test func `take what is dropped onto them`() throws {
    var engine = BoardEngine(board: Drive.board, model: Drive("a b F/"))
    #expect(try engine.carry("a", to: ontoF) == .performed(.move))
    #expect(engine.model.ids(in: "F") == ["a"] && engine.model.ids(in: "") == ["b", "F"])
    #expect(engine.model.heard.isEmpty)
  }

  @Test func `row 58: folders that are not enabled let the region receive`() throws {
    var engine = BoardEngine(board: Drive.board, model: Drive("a b F/"))
    #expect(try engine.carry("a", to: Pointer(over: Drive.desktop, onto: "b")) == .performed(.move))
    #expect(engine.model.heard == ["a"] && engine.model.ids(in: "b").isEmpty)
  }

  @Test func `row 59: a folder that answers forbidden has the last word: the region is not asked`() throws {
    var engine = BoardEngine(board: Drive.board, model: Drive("a L!"))
    engine.refuses(.forbidden(reason: 7)) { try $0.carry("a", to: Pointer(over: Drive.desktop, onto: "L")) }
    #expect(engine.model.heard.isEmpty)
  }

  @Test func `do not take themselves`() throws {
    var engine = BoardEngine(board: Drive.board, model: Drive("a F/"))
    #expect(try engine.carry("F", to: ontoF) == .performed(.move))
    #expect(engine.model.heard == ["F"], "the region around it was asked")
  }

  @Test func `open when a drag rests above them, and can be dropped into`() throws {
    var engine = BoardEngine(board: Drive.board, model: Drive("a F/"))
    let session = try engine.beginDrag("a", player: 1)
    try engine.hover(session.id, player: 1, at: ontoF, tick: 5)
    engine.springTargets(at: Tick(rawValue: 5 + Drive.tick))
    #expect(engine.model.open == "F")
    #expect(try engine.drop(session.id, player: 1, at: Pointer(over: Drive.window)) == .performed(.move))
    #expect(engine.shown == [["F"], ["a"]])
  }
}
