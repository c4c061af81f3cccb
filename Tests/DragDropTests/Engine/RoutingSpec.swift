import Boards
import DragDrop
import Testing

/// A list of people that is reordered, and takes others at an index.
private let people = Board<AddressBook> {
  Region("people") {
    ForEach { $0.contacts }
      .reorderable()
      .dropDestination(for: Contact.self) { $0.handleDroppedContacts(droppedContacts: $1, index: $2) }
  }
  .reorderContainer(for: Contact.self) { $0.contacts.apply(difference: $1) }
}

@Suite struct `Nested destinations` {
  private typealias Pointer = BoardEngine<Nest>.Pointer

  private static var subsets: [Set<Nest.Level>] {
    (0..<16).map { bits in
      Set(Nest.Level.allCases.enumerated().filter { bits >> $0.offset & 1 == 1 }.map { $0.element })
    }
  }

  /// The levels that a pointer is within, innermost first.
  private static let pointers: [(Pointer, [Nest.Level])] = [
    (Pointer(over: Nest.twigs, onto: "b", before("a", "twigs")), [.item, .run, .region, .board]),
    (Pointer(over: Nest.twigs, onto: "b"), [.item, .run, .region, .board]),
    (Pointer(over: Nest.twigs, before("b", "twigs")), [.run, .region, .board]),
    (Pointer(over: Nest.twigs), [.region, .run, .board]),
    (Pointer(over: Nest.eggs), [.board]),
    (Pointer(), [.board]),
  ]

  @Test func `are asked from the innermost that is enabled, and a refusal is final`() throws {
    for (pointer, around) in Self.pointers {
      for disabled in Self.subsets {
        for refusing in Self.subsets {
          let note: Comment = "\(pointer), disabled \(disabled), refusing \(refusing)"
          var model = Nest()
          model.disabled = disabled
          model.refusing = refusing
          var engine = BoardEngine(board: Nest.board, model: model)
          let heard = around.first { !disabled.contains($0) }
          let session = try engine.beginDrag("x", player: 1)
          let proposed = try engine.propose(session.id, player: 1, at: pointer)
          let outcome = try engine.drop(session.id, player: 1, at: pointer)
          if let heard, refusing.contains(heard) {
            let reason = UInt8(heard.rawValue.utf8.count)
            #expect(outcome == .refused(.forbidden(reason: reason)), note)
            #expect(proposed == .forbidden(reason: reason), note)
            #expect(engine.model == model, note)
          } else if let heard {
            #expect(outcome == .performed(.copy), note)
            #expect(proposed.operation == .copy, note)
            #expect(engine.model.heard.map { $0.split(separator: " ")[0] } == ["\(heard)"], note)
          } else {
            #expect(outcome == .refused(.disabled), note)
            #expect(proposed.operation == .forbidden, note)
            #expect(engine.model == model, note)
          }
        }
      }
    }
  }

  @Test func `A region's only list takes what is dropped beside its items, at its end`() throws {
    var model = Nest()
    model.disabled = [.region]
    var engine = BoardEngine(board: Nest.board, model: model)
    #expect(try engine.carry("x", to: Pointer(over: Nest.twigs)) == .performed(.copy))
    #expect(engine.model.heard == ["run 2"])
  }

  @Test func `A dragged item is not a destination for itself`() throws {
    var engine = BoardEngine(board: Nest.board, model: Nest())
    let pointer = Pointer(over: Nest.twigs, onto: "a", before("a", "twigs"))
    #expect(try engine.carry("a", to: pointer) == .performed(.copy))
    #expect(try engine.carry("b", to: pointer) == .performed(.copy))
    #expect(engine.model.heard == ["run 0", "item a"])
  }

  @Test func `A run gets the index of the drop, also at its end without a neighbour`() throws {
    var engine = BoardEngine(board: Nest.board, model: Nest())
    for place in [before("a", "twigs"), before("b", "twigs"), end("twigs")] {
      #expect(try engine.carry("x", to: Pointer(over: Nest.twigs, place)) == .performed(.copy))
    }
    #expect(engine.model.heard == ["run 0", "run 1", "run 2"])
  }

  @Test func `A run whose configuration chooses the place gets the index there`() throws {
    var engine = BoardEngine(
      board: Board<Nest> {
        Region("eggs") { ForEach { $0.eggs } }.dragContainer { _, ids in ids }
        Region("twigs") {
          ForEach { $0.twigs }.collection("twigs")
            .dropDestination { nest, _, index in nest.hear(.run, "\(index)") }
            .dropConfiguration { _, _ in DropConfiguration(operation: .copy, destination: end("twigs")) }
        }
      }, model: Nest())
    #expect(try engine.carry("x", to: Pointer(over: 1, before("a", "twigs"))) == .performed(.copy))
    #expect(engine.model.heard == ["run 2"])
  }

  @Test func `A neighbour that is not there is refused, and an item that is not there is skipped`() throws {
    var engine = BoardEngine(board: Nest.board, model: Nest())
    engine.refuses(.badDestination(.unknownAnchor)) {
      try $0.carry("x", to: Pointer(over: Nest.twigs, before("y", "twigs")))
    }
    #expect(try engine.carry("x", to: Pointer(over: Nest.twigs, onto: "y")) == .performed(.copy))
    #expect(engine.model.heard == ["region 1"])
  }

  @Test func `A destination for another type is skipped, and the next one outwards takes the drop`() throws {
    var engine = BoardEngine(
      board: Board<Nest> {
        Region("eggs") { ForEach { $0.eggs } }.dragContainer { _, ids in ids }
        Region("notes").dropDestination(for: Text.self) { nest, _, _ in nest.hear(.region, "text") }
      }
      .dropDestination { nest, items, _ in nest.hear(.board, "\(items.count)") }, model: Nest())
    #expect(try engine.carry("x", to: Pointer(over: 1)) == .performed(.copy))
    #expect(engine.model.heard == ["board 1"])
  }

  @Test func `A reorderable list's destination takes only what comes from outside`() throws {
    var engine = BoardEngine(board: people, model: AddressBook.engine().model)
    let place = BoardEngine<AddressBook>.Pointer(over: 0, AddressBook.before("2"))
    #expect(try engine.carry("3", to: place) == .performed(.move))
    #expect(engine.model.names == "Ann Cyd Bob")
    let dee = Payload(.plainText, bytes: Array("Dee".utf8))
    #expect(try engine.drop([[dee]], player: 1, at: place) == .performed(.copy))
    #expect(engine.model.names == "Ann Cyd Dee Bob")
  }

  @Test func `A destination beside reorderable lists takes those lists' items too`() throws {
    var engine = BoardEngine(
      board: Board<Lists> {
        Region("lists") {
          ForEach { $0.board["F"] }.reorderable(collectionID: "F")
          ForEach { $0.basket }.collection("tray").dropDestination { model, items, index in
            model.basket.insert(contentsOf: items.map { $0.id }, at: index)
            return true
          }
        }
        .reorderContainer(move: TestBoard.reorder)
      }, model: Lists("F[a b]"))
    #expect(try engine.carry("a", to: .init(over: 0, end("tray"))) == .performed(.copy))
    #expect(try engine.carry("b", to: .init(over: 0, before("a", "tray"))) == .performed(.copy))
    #expect(engine.model.basket == ["b", "a"] && engine.model.board["F"] == ["a", "b"])
  }

  @Test func `The board as a destination is entered and left like others`() throws {
    for pointer in [Pointer(), Pointer(over: Nest.eggs)] {
      var engine = BoardEngine(board: Nest.board, model: Nest())
      let id = try engine.beginDrag("x", player: 1).id
      try engine.hover(id, player: 1, at: pointer)
      #expect(try engine.drop(id, player: 1, at: pointer) == .performed(.copy))
      let phases = engine.drainEvents().compactMap { event in
        if case .drop(id, .board, let phase) = event { phase } else { nil }
      }
      #expect(phases == [.entering, .active, .ended(.copy)], "\(pointer)")
    }
  }

  @Test func `The board is listed once as a destination, however many lists take nothing themselves`() {
    let engine = BoardEngine(
      board: Board<Lists> {
        Region("lists") {
          for list in ["F", "O"] { ForEach { $0.board[list] }.reorderable(collectionID: list) }
        }
        .reorderContainer(move: TestBoard.reorder)
        Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
      }
      .dropDestination { _, _, _ in true }, model: Lists("F[a] O[b] S[s]"))
    #expect(engine.destinations(for: "s", player: 1).map { $0.target } == [.board])
  }

  @Test func `are listed for clients as the places of an item`() {
    let engine = BoardEngine(board: Nest.board, model: Nest())
    #expect(
      engine.destinations(for: "x", player: 1).map { $0.target }
        == [.run(1, 0), .item(1, 0, "a"), .item(1, 0, "b"), .board])
    #expect(
      engine.destinations(for: "a", player: 1).map { $0.target } == [.run(1, 0), .item(1, 0, "b"), .board])
    #expect(engine.possibilities(for: 1).map { $0.item } == ["x", "y", "a", "b"])
  }
}
