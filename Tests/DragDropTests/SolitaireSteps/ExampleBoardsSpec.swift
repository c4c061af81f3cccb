import DragDrop
import Testing

/// What the documentation says of its small boards is so.
@Suite struct `The examples of the documentation` {
  typealias Card = SolitaireSteps.Card
  typealias Groceries = ExampleBoards.Groceries

  @Test func `the same fruit is copied into the basket as often as one likes`() throws {
    let apple = ExampleBoards.Fruit(id: 1, name: "Apple")
    let board = ExampleBoards.basket()
    // snippet: basket-drop
    var engine = BoardEngine(board: board, model: Groceries(available: [apple]))
    let drag = try engine.beginDrag(apple.id, player: 1)
    let outcome = try engine.drop(drag.id, player: 1, at: engine.pointer(over: "basket"))
    // outcome: .performed(.copy)
    // end snippet
    #expect(outcome == .performed(.copy))
    #expect(engine.accessibilityLabel(of: apple.id) == "Apple, draggable")
    let again = try engine.beginDrag(apple.id, player: 1)
    _ = try engine.drop(again.id, player: 1, at: .init(over: 1))
    #expect(engine.model.basket == [apple, apple])
    #expect(
      board.regions[1].accessibilityLabel(in: engine.model) == "Basket, drop zone, 2 fruits")
    let last = try engine.beginDrag(apple.id, player: 1)
    #expect(
      try engine.drop(last.id, player: 1, at: .init(over: 0)) == .refused(.forbidden(reason: 0)))
  }

  @Test func `a contact leaves as a vCard or as its number, and text becomes one`() throws {
    let ann = ExampleBoards.Contact(id: 1, givenName: "Ann", phoneNumber: "0170")
    var engine = BoardEngine(board: ExampleBoards.people(), model: .init(contacts: [ann]))
    // snippet: export
    let drag = try engine.beginDrag(ann.id, player: 7)
    let types = try engine.exportedContentTypes(of: drag.id, player: 7)
    // types: [[.vCard, .plainText]]
    let texts = try engine.exported(drag.id, player: 7, as: .plainText)
    // texts: the telephone number
    // end snippet
    #expect(types == [[.vCard, .plainText]])
    #expect(texts.map { $0.bytes } == [Array("0170".utf8)])
    let cards = try engine.exported(drag.id, player: 7, as: .vCard)
    #expect(cards.first?.fileName == "Ann.vcf")
    try engine.cancel(drag.id, player: 7)

    // snippet: import
    let thing = [Payload(.plainText, bytes: Array("Dee".utf8))]
    let outcome = try engine.drop([thing], player: 7, at: engine.pointer(over: "people"))
    // end snippet
    #expect(outcome == .performed(.copy))
    #expect(engine.model.contacts.map { $0.givenName } == ["Ann", "Dee"])
    #expect(engine.model.contacts.map { $0.id } == [1, 2])

    let picture = [Payload(.png, bytes: [1, 2, 3])]
    #expect(
      try engine.drop([picture], player: 7, at: .init(over: 0)) == .refused(.forbidden(reason: 0)))
    let both = [Payload(.vCard, bytes: [0]), Payload(.plainText, bytes: Array("Eve".utf8))]
    _ = try engine.drop([both], player: 7, at: .init(over: 0))
    #expect(engine.model.contacts.last?.givenName == "Eve")
  }

  @Test func `each person lifts their own selection`() throws {
    let cards = SolitaireSteps.hand("A♣ A♦ A♥").cards
    var engine = BoardEngine(board: ExampleBoards.grid(), model: .init(cards: cards))
    for id in [cards[2].id, cards[0].id] {
      #expect(engine.tap(id, in: 0, player: 1) == .performed(.move))
    }
    _ = engine.tap(cards[1].id, in: 0, player: 2)
    #expect(!engine.canUndo)  // a selection is no step
    let drag = try engine.beginDrag(cards[2].id, player: 1)
    #expect(drag.draggedItemIDs == [cards[0].id, cards[2].id])  // in the order of the board
    #expect(drag.draggedItemIndex == 1)
    #expect(try engine.drop(drag.id, player: 1, at: .init(over: 1)) == .performed(.copy))
    #expect(engine.model.dropped == [cards[0], cards[2]])
    #expect(engine.model.selected[1].isEmpty)
    #expect(engine.model.selected[2] == [cards[1].id])
  }

  @Test func `a list is reordered by those who edit it`() {
    var engine = BoardEngine(board: ExampleBoards.list(), model: .init(words: ["A", "B", "C", "D"]))
    #expect(
      engine.move(in: 0, fromOffsets: [0, 3], toOffset: 2, player: 1) == .refused(.notEditing))
    #expect(engine.setEditing(true, 0, player: 1) == nil)
    #expect(
      engine.move(in: 0, fromOffsets: [0, 3], toOffset: 2, player: 1) == .performed(.move))
    #expect(engine.model.words == ["B", "A", "D", "C"])
  }

  @Test func `a folder takes files, and a file takes none`() throws {
    let folder = ExampleBoards.File(id: 1, name: "Work", isFolder: true)
    let letter = ExampleBoards.File(id: 2, name: "Letter")
    var engine = BoardEngine(board: ExampleBoards.drive(), model: .init(files: [folder, letter]))
    let first = try engine.beginDrag(folder.id, player: 1)
    #expect(
      try engine.drop(first.id, player: 1, at: .init(over: 0, onto: letter.id)) == .refused(.disabled))
    let second = try engine.beginDrag(letter.id, player: 1)
    // By copy nothing may be taken away; without a configuration a drop copies.
    #expect(
      try engine.drop(second.id, player: 1, at: .init(over: 0, onto: folder.id)) == .performed(.copy))
    #expect(engine.model.folders[folder.id] == [letter])
  }

  @Test func `an array follows a difference`() throws {
    let hand = SolitaireSteps.hand("A♣ A♦ A♥")
    var engine = BoardEngine(board: ExampleBoards.array(), model: .init(cards: hand.cards))
    let drag = try engine.beginDrag(hand.card("A♣"), player: 1)
    #expect(try engine.drop(drag.id, player: 1, at: .init(over: 0)) == .performed(.move))
    #expect(engine.model.cards.map(SolitaireSteps.name) == ["A♦", "A♥", "A♣"])
  }

  @Test func `offsets are those before the move, and a text holds bytes`() {
    // snippet: offset-move
    var list = ["A", "B", "C", "D"]
    list.move(fromOffsets: [0, 3], toOffset: 2)  // ["B", "A", "D", "C"]
    // end snippet
    #expect(list == ["B", "A", "D", "C"])
    // snippet: text
    let label: Text = "Basket, drop zone, \(3) fruits"
    // end snippet
    #expect(label.bytes == Array("Basket, drop zone, 3 fruits".utf8))
  }

  @Test func `ways to send and to read can be listed without a type of their own`() throws {
    typealias Contact = ExampleBoards.Contact
    // snippet: transfer
    let transfer = Transfer<Contact> {
      DataRepresentation(exportedContentType: .vCard) { $0.vCard }
      ProxyRepresentation(importing: { Contact(givenName: $0) })
    }
    // end snippet
    #expect(transfer.importedContentTypes == [.plainText])
    #expect(transfer.exportedContentTypes(of: Contact(givenName: "Ann")) == [.vCard])
  }
}

/// What the page on several people at one board says is so.
@Suite struct `Several people at one board` {
  typealias Game = SolitaireSteps.Solitaire

  @Test func `Nobody can lift what another person holds`() throws {
    var engine = BoardEngine(board: SolitaireSteps.step9(), model: Game(["8♥ 7♠", "9♣"]))
    let seven = engine.model.card("7♠")
    let eight = engine.model.card("8♥")
    var refusals: [DragError] = []
    // snippet: in-use
    let drag = try engine.beginDrag(seven, player: 1)
    do throws(DragError) {
      _ = try engine.beginDrag(eight, player: 2)  // the seven lies on it
    } catch {
      refusals.append(error)  // .itemInUse
    }
    // end snippet
    #expect(refusals == [.itemInUse])
    #expect(throws: DragError.playerBusy) { try engine.beginDrag(eight, player: 1) }
    #expect(throws: DragError.foreignSession) { try engine.cancel(drag.id, player: 2) }
    engine.cancelSessions(of: 1)
    #expect(try engine.beginDrag(eight, player: 2).draggedItemIDs == [eight, seven])
  }

  @Test func `silent drags end, and events tell of it`() throws {
    var engine = BoardEngine(board: SolitaireSteps.step9(), model: Game(["7♠", "8♥"]))
    let drag = try engine.beginDrag(engine.model.card("7♠"), player: 1, tick: 100)
    let place = BoardEngine<Game>.Destination(position: .end, collectionID: .pile(1))
    // snippet: hover
    let answer = try engine.hover(
      drag.id, player: 1, at: engine.pointer(over: "piles", place), tick: 104)
    // end snippet
    #expect(answer.operation == .move)
    for tick: Tick in [114, 115] {
      // snippet: sweep
      engine.springTargets(at: tick)
      engine.expireSessions(olderThan: tick - 10)
      // end snippet
      #expect(engine.sessions.isEmpty == (tick == 115))
    }

    var lit: [DropTarget<UInt16>] = []
    var told: [DragSession<UInt16>.Phase] = []
    // snippet: events
    for event in engine.drainEvents() {
      switch event {
      case .drop(_, let target, let phase):
        lit.removeAll { $0 == target }
        if phase.isTargeted { lit.append(target) }
      case .drag(_, _, let phase): told.append(phase)
      case .sprung, .editing: break
      }
    }
    // end snippet
    #expect(lit.isEmpty)
    #expect(told == [.initial, .ended(.cancel)])
  }

  @Test func `a board says what could be done before it is tried`() {
    let engine = BoardEngine(board: SolitaireSteps.step9(), model: Game(["7♠", "8♥", "6♥"]))
    // snippet: possibilities
    let all = engine.possibilities(for: 1)
    // end snippet
    #expect(all.map { engine.model[id: $0.item].map(SolitaireSteps.name) } == ["7♠", "8♥", "6♥"])
    let ends = all.map { $0.places.map { $0.destination?.collectionID } }
    #expect(ends == [[.pile(1)], [], [.pile(0)]])
  }
}
