import DragDrop
import Testing

/// Letters on a pad that offers what it is told to offer, and a bin that answers what it is told to.
private struct Pad: BoardModel, Hashable {
  struct Item: Identifiable, Hashable, Sendable {
    let id: String
  }
  enum Deed: String, CaseIterable, Sendable {
    case nothing
    case move
    case add
    case removeDragged
    case removeOther
    case decline
  }
  typealias CollectionID = String

  var pad = ["a", "b"]
  var bin: [String] = []
  var answer = DropOperation.copy
  var deed = Deed.nothing

  func census() -> [String] { pad + bin }
  subscript(id id: String) -> Item? { census().contains(id) ? Item(id: id) : nil }

  mutating func take(_ items: [Item]) -> Bool {
    switch deed {
    case .nothing: break
    case .move:
      pad.removeAll { $0 == items[0].id }
      bin.append(items[0].id)
    case .add: bin += items.map { $0.id }
    case .removeDragged: pad.removeAll { $0 == items[0].id }
    case .removeOther: pad.removeAll { $0 != items[0].id }
    case .decline:
      pad = []
      return false
    }
    return true
  }

  static func engine(
    offering operations: DropOperation.Set, _ answer: DropOperation, _ deed: Deed = .nothing
  ) -> BoardEngine<Pad> {
    var pad = Pad()
    pad.answer = answer
    pad.deed = deed
    return BoardEngine(
      board: Board<Pad> {
        Region("pad") { ForEach { $0.pad } }.dragContainer { _, ids in ids }
          .dragConfiguration(DragConfiguration(operationsWithinApp: operations))
        Region("bin").dropDestination { pad, items, _ in pad.take(items) }
          .dropConfiguration { pad, _ in DropConfiguration(operation: pad.answer) }
        Region("mirror").dropDestination { _, _, _ in true }
          .dropConfiguration { _, session in
            let preferred = session.preferredOperation.map { $0.rawValue + 1 } ?? 0
            return .forbidden(reason: session.suggestedOperations.rawValue + preferred * 16)
          }
      }, model: pad)
  }

  static let operations: [DropOperation] = [.cancel, .forbidden, .copy, .move, .delete, .alias]
  static let allSets = (0..<16).map { DropOperation.Set(rawValue: $0) }
}

@Suite struct `Operations` {
  private typealias Pointer = BoardEngine<Pad>.Pointer
  private let bin = Pointer(over: 1)

  @Test func `a destination chooses among those offered and invents none`() throws {
    for offered in Pad.allSets {
      for answer in Pad.operations {
        var engine = Pad.engine(offering: offered, answer)
        let outcome = try engine.carry("a", to: bin)
        let expected: DropOutcome =
          answer == .cancel
          ? .refused(.cancelled)
          : offered.offers(answer) ? .performed(answer) : .refused(.forbidden(reason: 0))
        #expect(outcome == expected, "offered \(offered.rawValue), answered \(answer)")
      }
    }
  }

  @Test func `each allows its own deeds only`() throws {
    let allowed: [DropOperation: [Pad.Deed]] = [
      .copy: [.nothing, .move, .add], .alias: [.nothing, .move, .add], .move: [.nothing, .move],
      .delete: [.nothing, .move, .removeDragged],
    ]
    for (operation, deeds) in allowed {
      for deed in Pad.Deed.allCases {
        var engine = Pad.engine(offering: [.copy, .move, .delete, .alias], operation, deed)
        if deeds.contains(deed) {
          #expect(try engine.carry("a", to: bin) == .performed(operation), "\(deed) as \(operation)")
        } else {
          engine.refuses(deed == .decline ? .actionDeclined : .conservationBroken) {
            try $0.carry("a", to: bin)
          }
        }
      }
    }
  }

  @Test func `deleting needs permission, and takes only what was dragged`() throws {
    #expect(DragConfiguration().operationsWithinApp == .copy)
    #expect(DragConfiguration(allowMove: true).operationsWithinApp == [.copy, .move])
    #expect(DragConfiguration(allowDelete: true).operationsWithinApp == [.copy, .delete])
    var engine = Pad.engine(
      offering: DragConfiguration(allowDelete: true).operationsWithinApp, .delete, .removeDragged)
    #expect(try engine.carry("a", to: bin) == .performed(.delete))
    #expect(engine.model.pad == ["b"])
    #expect(engine.undo() == true)
    #expect(engine.model.pad == ["a", "b"])
  }

  @Test func `a destination that cancels ends the drag as if there were no destination`() throws {
    var engine = Pad.engine(offering: .copy, .cancel)
    let id = try engine.beginDrag("a", player: 1).id
    #expect(try engine.propose(id, player: 1, at: bin).operation == .forbidden)
    engine.refuses(.cancelled) { try $0.drop(id, player: 1, at: bin) }
    #expect(engine.drainEvents().last == .drag(session: id, player: 1, phase: .ended(.cancel)))
  }

  @Test func `the first of several that is offered can be asked for`() {
    let offered: DropOperation.Set = [.copy, .delete]
    #expect(offered.first(of: .move, .copy) == .copy)
    #expect(offered.first(of: .delete, .copy) == .delete)
    #expect(offered.first(of: .move) == .forbidden && offered.first(of: .cancel, .forbidden) == .forbidden)
  }

  @Test func `a player's preference counts only if it is offered`() throws {
    for offered in Pad.allSets {
      for preferred in Pad.operations {
        var engine = Pad.engine(offering: offered, .copy)
        let id = try engine.beginDrag("a", player: 1).id
        let answer = try engine.propose(id, player: 1, at: Pointer(over: 2, preferring: preferred))
        let heard = offered.offers(preferred) ? preferred.rawValue + 1 : 0
        #expect(
          answer.reason == offered.rawValue + heard * 16,
          "offered \(offered.rawValue), preferring \(preferred)")
      }
    }
  }

  @Test func `A player's preference decides where the destination proposes nothing`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
          .dragConfiguration(DragConfiguration(allowMove: true))
        Region("any").dropDestination { _, _, _ in true }
      }, model: Lists("S[s]"))
    for (preferred, operation) in [(nil, .copy), (.copy, .copy), (.move, .move), (.delete, .copy)]
      as [(DropOperation?, DropOperation)]
    {
      #expect(try engine.carry("s", to: .init(over: 1, preferring: preferred)) == .performed(operation))
    }
  }

  @Test func `a preference for copying does not stop reordering`() throws {
    var engine = TestBoard.engine()
    let end = BoardEngine<Lists>.Pointer(over: TestBoard.lists, end("O"), preferring: .copy)
    #expect(try engine.carry("a", to: end) == .performed(.move))
  }

  @Test func `a destination that prefers to move copies if the player asks for it`() throws {
    let board = Board<Lists> {
      Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
        .dragConfiguration(DragConfiguration(allowMove: true))
      Region("list").dropDestination { model, items, session in
        model.basket += items.map { $0.id }
        if session.preferredOperation != .copy { model.board.remove(items.map { $0.id }) }
        return true
      }
      .dropConfiguration { _, session in
        DropConfiguration(operation: session.preferredOperation ?? .move)
      }
    }
    var engine = BoardEngine(board: board, model: Lists("S[s t]"))
    #expect(try engine.carry("s", to: .init(over: 1, preferring: .copy)) == .performed(.copy))
    #expect(engine.model.census() == ["s", "t", "s"])
    #expect(try engine.carry("t", to: .init(over: 1, preferring: .move)) == .performed(.move))
    #expect(engine.model.census() == ["s", "s", "t"])
  }

  @Test func `moving is offered within an own reorder container, and outside only with permission`() throws {
    func engine(_ configuration: DragConfiguration) -> BoardEngine<Lists> {
      BoardEngine(
        board: Board<Lists> {
          Region("list") { ForEach { $0.board["F"] }.reorderable(collectionID: "F") }
            .reorderContainer(move: TestBoard.reorder)
            .dragConfiguration(configuration)
          Region("bin").dropDestination { _, _, _ in true }
            .dropConfiguration { _, _ in DropConfiguration(operation: .move) }
        }, model: Lists("F[a b]"))
    }
    var copying = engine(DragConfiguration())
    #expect(try copying.carry("a", to: .init(over: 0)) == .performed(.move))
    copying.refuses(.forbidden(reason: 0)) { try $0.carry("a", to: .init(over: 1)) }
    var moving = engine(DragConfiguration(allowMove: true))
    #expect(try moving.carry("a", to: .init(over: 1)) == .performed(.move))
  }

  @Test(arguments: [0, -1, .min])
  func `a destination that accepts nothing forbids`(count: Int) throws {
    var engine = TestBoard.engine {
      $0.dropConfiguration { _, _ in DropConfiguration(operation: .move, acceptedItemCount: count) }
    }
    let id = try engine.beginDrag("s", player: 1).id
    #expect(try engine.propose(id, over: TestBoard.lists, destination: end("F")).operation == .forbidden)
    engine.refuses(.forbidden(reason: 0)) { try $0.drop(id, over: TestBoard.lists, destination: end("F")) }
  }

  @Test func `a reorder container that answers copy gives it to its explicit destination, if it is enabled`()
    throws
  {
    func engine(isEnabled: Bool?) -> BoardEngine<Lists> {
      BoardEngine(
        board: Board<Lists> {
          let list = Region<Lists>("list") { ForEach { $0.board["F"] }.reorderable(collectionID: "F") }
            .reorderContainer(move: TestBoard.reorder)
            .dropConfiguration { _, _ in DropConfiguration(operation: .copy) }
          if let isEnabled {
            list.dropDestination(isEnabled: { _ in isEnabled }) { model, items, _ in
              model.basket += items.map { $0.id }
              return true
            }
          } else {
            list
          }
        }, model: Lists("F[a b]"))
    }
    for isEnabled in [nil, false, true] {
      var engine = engine(isEnabled: isEnabled)
      let id = try engine.beginDrag("a", player: 1).id
      let proposed = try engine.propose(id, over: 0, destination: end("F")).operation
      let outcome = try engine.drop(id, over: 0, destination: end("F"))
      #expect(proposed == (isEnabled == true ? .copy : .forbidden), "enabled: \(isEnabled as Any)")
      #expect(engine.model.basket == (isEnabled == true ? ["a"] : []))
      if isEnabled == true {
        #expect(outcome == .performed(.copy))
      } else {
        #expect(outcome != .performed(.copy))
      }
    }
  }
}
