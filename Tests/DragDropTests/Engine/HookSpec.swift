import Boards
import DragDrop
import Testing

/// A shelf whose things are moved to a box, and a log of what both ends observe.
private struct Diary: BoardModel, Hashable {
  struct Item: Identifiable, Hashable, Sendable {
    let id: String
  }
  typealias CollectionID = String

  var shelf = ["a", "b", "c"]
  var box: [String] = []
  var log: [String] = []
  /// Whether hooks keep what they do.
  var keeps = true
  /// A hook at this phase throws away the whole box and shelf.
  var thiefAt = ""
  var acceptedItemCount: Int?

  func census() -> [String] { shelf + box }
  subscript(id id: String) -> Item? { census().contains(id) ? Item(id: id) : nil }

  mutating func write(_ phase: String, _ words: String) -> Bool {
    log.append("\(phase) \(words)")
    if phase == thiefAt { (shelf, box) = ([], []) }
    return keeps
  }

  static let board = Board<Diary> {
    Region("shelf") { ForEach { $0.shelf } }
      .dragContainer { model, ids in ids == ["b"] ? ["a", "b", "c"] : ids }
      .dragConfiguration(DragConfiguration(allowMove: true))
      .onDragSessionUpdated { diary, session in
        if session.phase == .ended(.move) { diary.shelf.removeAll { session.draggedItemIDs.contains($0) } }
        let ids = session.draggedItemIDs(for: String.self).joined()
        return diary.write(
          word(session.phase),
          "player \(session.player.rawValue) at \(session.location.x) index \(session.draggedItemIndex) of \(ids)"
        )
      }
    Region("box") {
      ForEach {
        $0.box
      } content: {
        ItemView()
          .dropDestination { diary, item, _, _ in diary.write("into", item) }
          .onDropSessionUpdated { diary, item, session in diary.write(word(session.phase), "on \(item)") }
      }
    }
    .dropDestination { diary, items, _ in
      diary.box += items.map { $0.id }
      return diary.write("taken", items.map { $0.id }.joined())
    }
    .dropConfiguration { diary, session in
      DropConfiguration(
        operation: session.localSession == nil ? .copy : .move, acceptedItemCount: diary.acceptedItemCount)
    }
    .onDropSessionUpdated { diary, session in
      diary.write(
        word(session.phase),
        "player \(session.player.rawValue) at \(session.location.x) items \(session.draggedItemIDs.joined())")
    }
  }

  static let box: RegionID = 1

  static func engine(_ change: (inout Diary) -> Void = { _ in }) -> BoardEngine<Diary> {
    var diary = Diary()
    change(&diary)
    return BoardEngine(board: board, model: diary)
  }
}

private func word(_ phase: DragSession<String>.Phase) -> String {
  switch phase {
  case .initial: "lifted"
  case .active: "dragged"
  case .ending(let operation): "ending-\(operation)"
  case .ended(let operation): "ended-\(operation)"
  case .dataTransferCompleted: "completed"
  }
}

private func word(_ phase: DropSession<String, String>.Phase) -> String {
  switch phase {
  case .entering: "entering"
  case .active: "active"
  case .exiting: "exiting"
  case .ended(let operation): "dropped-\(operation)"
  case .dataTransferCompleted: "arrived"
  }
}

@Suite struct `Hooks` {
  private typealias Pointer = BoardEngine<Diary>.Pointer

  private func box(_ x: Float) -> Pointer { Pointer(over: Diary.box, at: Point(x: x, y: 0)) }

  private func phases(_ engine: BoardEngine<Diary>) -> [String] {
    engine.model.log.map { String($0.prefix { $0 != " " }) }
  }

  @Test func `Hooks on both sides see all phases in order, with person, location, index and ids`() throws {
    var engine = Diary.engine()
    let id = try engine.beginDrag("b", player: 7).id
    try engine.hover(id, player: 7, at: box(0.25))
    try engine.hover(id, player: 7, at: box(0.5))
    try engine.hover(id, player: 7, at: Pointer())
    #expect(try engine.drop(id, player: 7, at: box(0.75)) == .performed(.move))
    #expect(
      engine.model.log == [
        "lifted player 7 at 0.0 index 1 of abc",
        "dragged player 7 at 0.25 index 1 of abc", "entering player 7 at 0.25 items abc",
        "active player 7 at 0.25 items abc",
        "dragged player 7 at 0.5 index 1 of abc", "active player 7 at 0.5 items abc",
        "dragged player 7 at 0.0 index 1 of abc", "exiting player 7 at 0.0 items abc",
        "entering player 7 at 0.75 items abc", "taken abc",
        "dropped-move player 7 at 0.75 items abc", "arrived player 7 at 0.75 items abc",
        "ending-move player 7 at 0.75 index 1 of abc", "ended-move player 7 at 0.75 index 1 of abc",
        "completed player 7 at 0.75 index 1 of abc",
      ])
  }

  @Test func `row 54: write within the drop's transaction: one revision, one step back`() throws {
    var engine = Diary.engine()
    let id = try engine.beginDrag("b", player: 1).id
    try engine.hover(id, player: 1, at: box(0))
    let revision = engine.revision
    let before = engine.model
    #expect(try engine.drop(id, player: 1, at: box(0)) == .performed(.move))
    #expect(engine.revision == revision + 1 && engine.undoDepth == 1)
    #expect(engine.model.box == ["a", "b", "c"] && engine.model.shelf == [])
    #expect(engine.undo() == true)
    #expect(engine.model == before)
  }

  @Test func `A hook that answers false leaves the model and its revision as they were`() throws {
    var engine = Diary.engine { $0.keeps = false }
    let id = try engine.beginDrag("a", player: 1).id
    try engine.hover(id, player: 1, at: box(0))
    try engine.hover(id, player: 1, at: Pointer())
    try engine.cancel(id, player: 1)
    #expect(engine.model.log.isEmpty && engine.revision == 0)
  }

  @Test(arguments: ["lifted", "dragged", "entering", "active", "exiting"])
  func `A hook that loses items during a drag is undone, and the drag goes on`(_ phase: String) throws {
    var engine = Diary.engine { $0.thiefAt = phase }
    let id = try engine.beginDrag("a", player: 1).id
    try engine.hover(id, player: 1, at: box(0))
    try engine.hover(id, player: 1, at: Pointer())
    #expect(engine.model.shelf == ["a", "b", "c"])
    #expect(!phases(engine).contains(phase) && phases(engine).count >= 3)
    engine.edit {
      $0.thiefAt = ""
      return true
    }
    #expect(try engine.drop(id, player: 1, at: box(0)) == .performed(.move))
  }

  @Test(arguments: ["dropped-move", "arrived", "ending-move", "ended-move", "completed"])
  func `A hook that loses items at the end undoes the drop`(_ phase: String) throws {
    var engine = Diary.engine { $0.thiefAt = phase }
    let id = try engine.beginDrag("a", player: 1).id
    try engine.hover(id, player: 1, at: box(0))
    #expect(try engine.drop(id, player: 1, at: box(0)) == .refused(.conservationBroken))
    #expect(engine.model.shelf == ["a", "b", "c"] && engine.model.box == [])
    #expect(Array(phases(engine).suffix(2)) == ["exiting", "ended-forbidden"])
  }

  @Test func `hear of refused and cancelled drags, and of no transfer`() throws {
    var engine = Diary.engine()
    var id = try engine.beginDrag("a", player: 1).id
    try engine.hover(id, player: 1, at: box(0))
    #expect(try engine.drop(id, player: 1, at: Pointer()) == .refused(.forbidden(reason: 0)))
    id = try engine.beginDrag("a", player: 1).id
    try engine.hover(id, player: 1, at: box(0))
    try engine.cancel(id, player: 1)
    let each = ["lifted", "dragged", "entering", "active", "exiting"]
    #expect(phases(engine) == each + ["ended-forbidden"] + each + ["ended-cancel"])
  }

  @Test func `A drop onto an item calls the hooks of the item, and not its region's`() throws {
    var engine = Diary.engine { ($0.shelf, $0.box) = (["a"], ["z"]) }
    let onto = Pointer(over: Diary.box, onto: "z")
    let id = try engine.beginDrag("a", player: 1).id
    try engine.hover(id, player: 1, at: onto)
    try engine.hover(id, player: 1, at: box(0))
    #expect(
      engine.model.log.filter { !$0.hasPrefix("dragged") }.dropFirst() == [
        "entering on z", "active on z", "exiting on z", "entering player 1 at 0.0 items a",
        "active player 1 at 0.0 items a",
      ])
  }

  @Test func `The hooks of a run and of a board hear the phases of their own level`() throws {
    var engine = BoardEngine(
      board: Board<Nest> {
        Region("eggs") { ForEach { $0.eggs } }.dragContainer { _, ids in ids }
        Region("twigs") {
          ForEach { $0.twigs }.collection("twigs")
            .dropDestination { nest, _, _ in nest.hear(.run, "taken") }
            .onDropSessionUpdated { nest, session in nest.hear(.run, word(session.phase)) }
        }
      }
      .dropDestination { nest, _, _ in nest.hear(.board, "taken") }
      .onDropSessionUpdated { nest, session in nest.hear(.board, word(session.phase)) }, model: Nest())
    let id = try engine.beginDrag("x", player: 1).id
    try engine.hover(id, player: 1, at: .init(over: Nest.twigs, before("a", "twigs")))
    try engine.hover(id, player: 1, at: .init())
    #expect(try engine.drop(id, player: 1, at: .init()) == .performed(.copy))
    #expect(
      engine.model.heard == [
        "run entering", "run active", "run exiting", "board entering", "board active", "board taken",
        "board dropped-copy", "board arrived",
      ])
  }

  @Test func `Hooks at the end of a cancelled drag get the last place of its pointer`() throws {
    var engine = Diary.engine()
    let id = try engine.beginDrag("a", player: 1).id
    try engine.hover(id, player: 1, at: box(0.25))
    try engine.cancel(id, player: 1)
    #expect(
      engine.model.log.suffix(2) == [
        "exiting player 1 at 0.25 items a", "ended-cancel player 1 at 0.25 index 0 of a",
      ])
  }

  @Test func `A destination's hooks see a drop from outside end, with its person and no drag`() throws {
    var engine = BoardEngine(
      board: Board<AddressBook> {
        Region("people").dropDestination { book, contacts, _ in
          book.contacts += contacts
          return true
        }
        .onDropSessionUpdated { book, session in
          guard session.phase == .ended(.copy), session.localSession == nil else { return false }
          book.contacts[book.contacts.count - 1].phoneNumber =
            "by \(session.player.rawValue) of \(session.itemsCount)"
          return true
        }
      }, model: AddressBook(contacts: []))
    let dee = [Payload(.plainText, bytes: Array("Dee".utf8))]
    #expect(try engine.drop([dee], player: 4, at: .init(over: 0)) == .performed(.copy))
    #expect(engine.model.contacts.map { $0.phoneNumber } == ["by 4 of 1"] && engine.revision == 1)
  }

  @Test func `A source's hooks get only the items that were accepted`() throws {
    var engine = Diary.engine { $0.acceptedItemCount = 1 }
    #expect(try engine.carry("b", to: box(0)) == .performed(.move))
    #expect(engine.model.box == ["a"] && engine.model.shelf == ["b", "c"])
    #expect(engine.model.log.last == "completed player 1 at 0.0 index 0 of a")
  }

  @Test func `see the end of a drop that changes nothing too`() throws {
    var engine = TestBoard.engine {
      $0.onDragSessionUpdated { model, session in
        // A card that is hidden where it was lifted from until its drag ends.
        switch session.phase {
        case .initial: model.seconds += 100
        case .ended: model.seconds -= 100
        default: return false
        }
        return true
      }
    }
    let id = try engine.beginDrag("a", player: 1).id
    #expect(engine.model.seconds == 100)
    #expect(try engine.drop(id, over: TestBoard.lists, destination: before("b", "F")) == .performed(.move))
    #expect(engine.model.seconds == 0)
    #expect(engine.model.board == letters(TestBoard.picture))
  }
}
