import Boards
import DragDrop
import Testing

@Suite struct `A list that is moved by offsets` {
  private typealias Engine = BoardEngine<ReorderableList>

  private func engine(_ mode: EditMode) -> Engine {
    Engine(board: ReorderableList.board(mode), model: ReorderableList())
  }

  private func before(_ item: String) -> Engine.Pointer {
    .init(over: 0, .init(position: .before(item), collectionID: .init()))
  }

  @Test func `lets each player edit in turn`() throws {
    var engine = engine(.toggle)
    engine.refuses(.notEditing) { $0.move(in: 0, fromOffsets: [0], toOffset: 2, player: 1) }
    engine.denies(.disabled) { try $0.beginDrag("Alpha", player: 1) }
    #expect(engine.setEditing(true, 0, player: 1) == nil)
    #expect(engine.isEditing(0, player: 1) && !engine.isEditing(0, player: 2))
    #expect(engine.drainEvents() == [.editing(0, player: 1, isOn: true)])
    #expect(engine.setEditing(true, 0, player: 1) == nil)
    #expect(engine.drainEvents().isEmpty)
    engine.refuses(.notEditing) { $0.move(in: 0, fromOffsets: [0], toOffset: 2, player: 2) }
    #expect(engine.move(in: 0, fromOffsets: [0], toOffset: 2, player: 1) == .performed(.move))
    #expect(engine.model.items == ["Beta", "Alpha", "Gamma", "Delta"])
    #expect(engine.setEditing(false, 0, player: 1) == nil)
    #expect(engine.drainEvents() == [.editing(0, player: 1, isOn: false)])
    engine.refuses(.notEditing) { $0.move(in: 0, fromOffsets: [0], toOffset: 2, player: 1) }
  }

  @Test func `A list that is always in edit mode cannot be switched out of it`() throws {
    var engine = engine(.active)
    #expect(engine.setEditing(false, 0, player: 1) == .forbidden(reason: 0))
    #expect(engine.setEditing(true, 9, player: 1) == .unknownRegion)
    #expect(engine.move(in: 0, fromOffsets: [0, 3], toOffset: 2, player: 1) == .performed(.move))
    #expect(engine.model.items == ["Beta", "Alpha", "Delta", "Gamma"])
  }

  @Test func `forgets that a player edits when they leave`() {
    var engine = engine(.toggle)
    _ = engine.setEditing(true, 0, player: 1)
    engine.cancelSessions(of: 1)
    #expect(!engine.isEditing(0, player: 1))
  }

  @Test func `can be dragged too, in front of a neighbour or to the end`() throws {
    var engine = engine(.active)
    #expect(try engine.carry("Delta", to: before("Beta")) == .performed(.move))
    #expect(engine.model.items == ["Alpha", "Delta", "Beta", "Gamma"])
    #expect(
      try engine.carry("Alpha", to: .init(over: 0, .init(position: .end, collectionID: .init())))
        == .performed(.move))
    #expect(engine.model.items == ["Delta", "Beta", "Gamma", "Alpha"])
    #expect(engine.revision == 2)
    #expect(try engine.carry("Beta", to: before("Gamma")) == .performed(.move))
    #expect(engine.revision == 2, "it lies there already")
  }

  @Test func `keeps its order if its player ends editing during a drag`() throws {
    var engine = engine(.toggle)
    _ = engine.setEditing(true, 0, player: 1)
    let id = try engine.beginDrag("Delta", player: 1).id
    _ = engine.setEditing(false, 0, player: 1)
    #expect(try engine.propose(id, player: 1, at: before("Beta")).operation == .forbidden)
    let items = engine.model.items
    #expect(try engine.drop(id, player: 1, at: before("Beta")) != .performed(.move))
    #expect(engine.model.items == items && engine.revision == 0)
  }

  @Test func `gives copies of its own items to its own destination`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("list") {
          ForEach { $0.board["F"] }.collection("F")
            .onMove { _, _, _ in true }
            .dropDestination { model, items, index in
              model.basket += items.map { "\($0.id)\(index)" }
              return true
            }
            .dropConfiguration { _, session in
              DropConfiguration(operation: session.preferredOperation ?? .move)
            }
        }
      }, model: Lists("F[a b c]"))
    let place = BoardEngine<Lists>.Pointer(over: 0, DragDropTests.before("b", "F"), preferring: .copy)
    #expect(try engine.carry("c", to: place) == .performed(.copy))
    #expect(engine.model.basket == ["c1"])
  }

  @Test(
    arguments: [
      ([], 0, .emptySources), ([4], 0, .offsetOutOfRange), ([-1], 0, .offsetOutOfRange),
      ([0], 5, .offsetOutOfRange), ([0], -1, .offsetOutOfRange), ([0, 2, 0], 1, .duplicateSource(index: 2)),
    ] as [([Int], Int, ReorderError)])
  func `refuses offsets that are not there`(_ offsets: [Int], _ target: Int, _ error: ReorderError) {
    var engine = engine(.active)
    engine.refuses(.badDestination(error)) {
      $0.move(in: 0, fromOffsets: offsets, toOffset: target, player: 1)
    }
  }

  @Test func `refuses regions and runs that are not there, and what another holds`() throws {
    var engine = engine(.active)
    engine.refuses(.unknownRegion) { $0.move(in: 9, fromOffsets: [0], toOffset: 2, player: 1) }
    engine.refuses(.forbidden(reason: 0)) {
      $0.move(in: 0, run: 1, fromOffsets: [0], toOffset: 2, player: 1)
    }
    _ = try engine.beginDrag("Alpha", player: 2)
    engine.refuses(.itemInUse) { $0.move(in: 0, fromOffsets: [0], toOffset: 2, player: 1) }
    #expect(engine.move(in: 0, fromOffsets: [1], toOffset: 4, player: 1) == .performed(.move))
  }
}
