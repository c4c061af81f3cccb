import Testing
import Wire

@testable import Player

/// A list that is edited, and an area that takes pictures, with hashes that fit.
private enum Shelf {
  static func item(_ handle: Int, _ text: String, symbol: String = "") -> ItemTold {
    ItemTold(handle: handle, content: ItemContent(text: text, symbol: symbol))
  }

  static let before = "list:0=Alpha|||||,1=Beta|||||;hidden:7;area:;"

  static func snapshot() -> ServerMessage {
    var list = RegionTold(
      name: "list",
      runs: [
        RunTold(collection: "list", drag: true, reorder: true, items: [item(0, "Alpha"), item(1, "Beta")])
      ])
    list.edit = "toggle"
    let hidden = RegionTold(
      name: "hidden", runs: [RunTold(collection: "hidden", drag: false, items: [ItemTold(handle: 7)])])
    var area = RegionTold(
      name: "area", runs: [RunTold(collection: "area", drag: false, capacity: 2, items: [])])
    area.title = "Area (0)"
    area.button = ButtonTold(label: "Clear", isEnabled: false)
    return .snapshot(
      Snapshot(
        room: "r1", epoch: "0000000a", version: 1, hash: Small.hash(before), why: .join,
        game: GameTold(id: "shelf", name: "Shelf", kind: .board), deal: nil, regions: [list, hidden, area],
        selections: [SelectionTold(seat: 1, items: [0])], status: Small.status,
        seats: [Seat(number: 0, person: Person(id: "g", name: "Ada", kind: .guest), isConnected: true)],
        watching: 0, live: []))
  }

  static func event(
    _ moves: [ItemsMoved] = [], up: [ItemTold] = [], down: [Int] = [], gone: [Int] = [],
    regions: [RegionChange] = [], selections: [SelectionTold]? = nil, operation: String = "move",
    after text: String = before
  ) -> ServerMessage {
    .event(
      Event(
        room: "r1", from: 1, to: 2, seat: 0, operation: operation, moves: moves, up: up, down: down,
        gone: gone,
        regions: regions, selections: selections, hash: Small.hash(text), status: Small.status))
  }

  static var mirror: TableMirror {
    var mirror = TableMirror(room: "r1")
    _ = mirror.hear(snapshot())
    return mirror
  }

  static var transcript: WatchTranscript {
    var transcript = WatchTranscript(room: "r1")
    _ = transcript.hear(snapshot())
    return transcript
  }
}

@Suite struct `A board in the mirror` {
  /// The mirror after an event that fits.
  private func after(_ event: ServerMessage) -> TableMirror {
    var mirror = Shelf.mirror
    guard case .event = mirror.hear(event) else {
      Issue.record("the event was not applied")
      return mirror
    }
    #expect(mirror.mismatches == 0 && mirror.version == 2)
    return mirror
  }

  @Test func `is what the snapshot says`() {
    let mirror = Shelf.mirror
    #expect(mirror.hasState)
    #expect(mirror.items(in: "list").map(\.name) == ["Alpha", "Beta"])
    #expect(mirror.boardPicture == "list: [Alpha] [Beta]\nhidden: [--]\narea:\n")
    #expect(mirror.isOrdered("list") && !mirror.isOrdered("area"))
    #expect(mirror.isInert("area") && !mirror.isInert("list"))
    #expect(mirror.room(in: "area") == 2 && mirror.room(in: "list") == nil)
    #expect(mirror.carried(with: 0, by: 1) == [0] && mirror.carried(with: 1, by: 1) == [1])
  }

  @Test func `moves items in front of others`() {
    let event = Shelf.event(
      [ItemsMoved(items: [1], collection: "list", before: 0)],
      after: "list:1=Beta|||||,0=Alpha|||||;hidden:7;area:;")
    #expect(after(event).items(in: "list").map(\.handle) == [1, 0])
  }

  @Test func `takes in what is new, and lets go of what is gone first`() {
    let event = Shelf.event(
      [ItemsMoved(items: [9], collection: "list", before: 1)], up: [Shelf.item(9, "Pear", symbol: "🍐")],
      gone: [0], after: "list:9=Pear||🍐|||,1=Beta|||||;hidden:7;area:;")
    #expect(after(event).items(in: "list").map(\.name) == ["🍐 Pear", "Beta"])
  }

  @Test func `turns up, turns down, and learns another content`() {
    let event = Shelf.event(
      up: [Shelf.item(7, "Seven"), Shelf.item(1, "Bravo")], down: [0],
      after: "list:0,1=Bravo|||||;hidden:7=Seven|||||;area:;")
    #expect(after(event).boardPicture == "list: [--] [Bravo]\nhidden: [Seven]\narea:\n")
  }

  @Test func `knows what regions say, who edits, and what is selected`() {
    let change = RegionChange(
      name: "area", title: "Area (3)", label: "Area, 3", formation: "pile",
      button: ButtonTold(label: "Clear", isEnabled: true))
    let mirror = after(
      Shelf.event(
        regions: [change, RegionChange(name: "list", editing: [0])],
        selections: [SelectionTold(seat: 0, items: [1])]))
    let area = mirror.regions[2]
    #expect(area.title == "Area (3)" && area.label == "Area, 3" && area.formation == "pile")
    #expect(area.button == ButtonTold(label: "Clear", isEnabled: true))
    #expect(mirror.regions[0].editing == [0] && mirror.regions[0].edit == "toggle")
    #expect(mirror.selections == [SelectionTold(seat: 0, items: [1])])
    #expect(mirror.regions[1] == Shelf.mirror.regions[1])
  }

  @Test func `follows drags and what is said of them`() {
    var mirror = Shelf.mirror
    let live = [LiveDrag(drag: 3, seat: 1, items: [0], x: nil, y: nil, over: nil)]
    let told = ServerMessage.drag(
      room: "r1", live: live, regions: [RegionChange(name: "area", title: "held")])
    #expect(mirror.hear(told) == .drags)
    #expect(mirror.held(byOthersThan: 0) == [0] && mirror.held(byOthersThan: 1) == [])
    #expect(mirror.regions[2].title == "held")
    #expect(mirror.hear(.drag(room: "r2", live: [], regions: [])) == .none)
    #expect(mirror.drags == live)
  }

  static let wrong: [ServerMessage] = [
    Shelf.event([ItemsMoved(items: [0], collection: "area")], after: Shelf.before),
    Shelf.event([ItemsMoved(items: [9], collection: "list")], after: "list:0=Alpha|||||,1=Beta|||||,9;"),
    Shelf.event([ItemsMoved(items: [0], collection: "nowhere")], up: [Shelf.item(0, "Alpha")]),
    Shelf.event([ItemsMoved(items: [1], collection: "area", before: 0)]),
    Shelf.event([ItemsMoved(items: [1], collection: "list", before: 1)]), Shelf.event(gone: [9]),
    Shelf.event(up: [Shelf.item(9, "Pear")]), Shelf.event(up: [ItemTold(handle: 0)]),
    Shelf.event(down: [9]), Shelf.event(up: [Shelf.item(0, "Other")]),
  ]

  @Test(arguments: wrong)
  func `counts what cannot be, and asks for a snapshot`(event: ServerMessage) {
    var mirror = Shelf.mirror
    #expect(mirror.hear(event) == .wantsSync(.hash))
    #expect(mirror.mismatches == 1 && !mirror.hasState && mirror.sources == nil)
    #expect(mirror.hear(Shelf.snapshot()) == .snapshot(.join))
    #expect(mirror.hasState)
  }

  @Test func `is not patience, which has piles and cards`() {
    var mirror = TableMirror(room: "r1")
    guard case .snapshot(var snapshot) = Shelf.snapshot() else { return }
    snapshot.game.kind = .patience
    #expect(mirror.hear(.snapshot(snapshot)) == .wantsSync(.hash))
  }
}

@Suite struct `The text of a watched board` {
  @Test func `begins with what is there`() {
    var transcript = WatchTranscript(room: "r1")
    #expect(
      transcript.hear(Shelf.snapshot()).text
        == "v1 Shelf, played by Ada (join); 0 moves\nlist: [Alpha] [Beta]\nhidden: [--]\narea:\n")
  }

  private static let cases: [(event: ServerMessage, line: String)] = [
    (
      Shelf.event(
        [ItemsMoved(items: [1], collection: "list", before: 0)],
        after: "list:1=Beta|||||,0=Alpha|||||;hidden:7;area:;"),
      "v2 Ada: move [Beta] to list before [Alpha]; 0 moves"
    ),
    (
      Shelf.event(
        [ItemsMoved(items: [9], collection: "area")], up: [Shelf.item(9, "Pear", symbol: "🍐")],
        regions: [RegionChange(name: "area", title: "Area (1)")], operation: "put",
        after: "list:0=Alpha|||||,1=Beta|||||;hidden:7;area:9=Pear||🍐|||;"),
      "v2 Ada: put [🍐 Pear] to area, area says \"Area (1)\"; 0 moves"
    ),
    (
      Shelf.event(gone: [0], operation: "undo", after: "list:1=Beta|||||;hidden:7;area:;"),
      "v2 Ada: undo takes away [Alpha]; 0 moves"
    ),
    (
      Shelf.event(
        up: [Shelf.item(7, "Seven")], after: "list:0=Alpha|||||,1=Beta|||||;hidden:7=Seven|||||;area:;"),
      "v2 Ada: move [--] is [Seven]; 0 moves"
    ),
    (
      Shelf.event(regions: [RegionChange(name: "list", editing: [0])], operation: "edit"),
      "v2 Ada: edit Ada edits list; 0 moves"
    ),
    (
      Shelf.event(selections: [SelectionTold(seat: 0, items: [1, 0])], operation: "tap"),
      "v2 Ada: tap selects [Beta] [Alpha]; 0 moves"
    ),
    (Shelf.event(selections: [], operation: "tap"), "v2 Ada: tap selects nothing; 0 moves"),
  ]

  @Test(arguments: 0..<7)
  func `tells who did what and where`(number: Int) {
    var transcript = Shelf.transcript
    let (event, line) = Self.cases[number]
    let text = transcript.hear(event).text
    #expect(text?.split(separator: "\n").first.map(String.init) == line)
    #expect(text?.hasSuffix("\n") == true && !transcript.isOver)
  }

  @Test func `asks for what it missed, and ends with the room`() {
    var transcript = Shelf.transcript
    #expect(transcript.hear(Shelf.event(gone: [9])).sync == .sync(room: "r1", why: "hash"))
    #expect(transcript.hear(.gone(room: "r1", why: "idle")).text == "table r1 has ended (idle)\n")
    #expect(transcript.isOver)
  }
}
