import DragDrop
import TestDice
import Testing
import Wire

@testable import Boards

/// To do with two cards that text joins, doing with room for two, done without order, a bin, and a copier.
private func workshop(_ change: (inout BoardDescription) -> Void = { _ in }) -> BoardDescription {
  typealias Collection = BoardDescription.Collection
  var board = BoardDescription(title: "Workshop")
  board.collections = [
    Collection(id: "todo", title: "To do"), Collection(id: "doing", title: "Doing"),
    Collection(id: "done", title: "Done"), Collection(id: "bin", title: "Bin"),
    Collection(id: "copies", title: "Copies"),
  ]
  board.collections[0].acceptsText = true
  board.collections[1].capacity = 2
  board.collections[2].isOrdered = false
  board.collections[3].drop = .delete
  board.collections[4].drop = .copy
  board.items = [
    .init(in: "todo", ItemContent(text: "saw"), tags: ["wood"]),
    .init(in: "todo", ItemContent(text: "weld"), tags: ["metal"]),
    .init(in: "doing", ItemContent(text: "paint"), tags: ["wood", "metal"]),
    .init(in: "done", ItemContent(text: "plan")), .init(in: "done", ItemContent(text: "buy")),
  ]
  change(&board)
  return board
}

private func live(_ change: (inout BoardDescription) -> Void = { _ in }) -> any GameBoard {
  workshop(change).kind.live(seed: 0)
}

private func move(
  from: [String] = [], to: [String] = [], tags: [String] = [], who: [Int] = []
) -> BoardDescription.Move {
  var move = BoardDescription.Move()
  move.from = from
  move.to = to
  move.tags = tags
  move.who = who
  return move
}

@Suite struct `A described board` {
  private let start = "todo[saw weld] doing[paint] done[plan buy] bin[] copies[]"

  @Test func `shows its collections in order, with capacity and headings`() throws {
    let region = try live().region("board")
    #expect(live().picture == start)
    #expect(region.runs.map { $0.title } == ["To do", "Doing", "Done", "Bin", "Copies"])
    #expect(region.runs.map { $0.capacity } == [nil, 2, nil, nil, nil])
    #expect(region.runs.map { $0.reorder } == [true, true, false, false, true])
    #expect(region.layout == "columns")
    #expect(region.label == "Workshop: To do, 2; Doing, 1 of 2; Done, 2; Bin, 0; Copies, 0")
  }

  @Test func `moves items within and across collections, and takes it back`() throws {
    var board = live()
    try board.carry("weld", to: "todo", before: "saw")
    try board.carry("saw", to: "doing", before: "paint")
    #expect(board.picture == "todo[weld] doing[saw paint] done[plan buy] bin[] copies[]")
    board.goBack(2)
    #expect(board.picture == start)
  }

  @Test func `refuses what has no room, and keeps everything`() throws {
    var board = live()
    try board.carry("saw", to: "doing")
    board.refuses(.full) { try $0.carry("weld", to: "doing") }
    board.refuses(.full) { try $0.carry("plan", to: "doing", before: "saw") }
    // What lies there already needs no room.
    try board.carry("saw", to: "doing", before: "paint")
    #expect(board.picture == "todo[weld] doing[saw paint] done[plan buy] bin[] copies[]")
  }

  @Test func `refuses places and neighbours that are not there`() throws {
    var board = live()
    board.refuses(.noSuchPlace) { try $0.carry("saw", to: "nowhere") }
    board.refuses(.badPlace) { try $0.carry("saw", to: "doing", before: "plan") }
    board.refuses(.noSuchItem) { _ = try $0.lift(77, player: 1, tick: 0) }
    // Off all collections there is nothing to say where to.
    board.refuses(.notAllowedThere) { try $0.carry("saw", to: "board") }
  }

  @Test func `puts items to the end where order does not matter, and leaves its own as they lie`() throws {
    var board = live()
    try board.carry("saw", to: "done", before: "plan")
    #expect(board.picture == "todo[weld] doing[paint] done[plan buy saw] bin[] copies[]")
    let before = board.undoDepth
    try board.carry("saw", to: "done", before: "plan")
    #expect(board.picture == "todo[weld] doing[paint] done[plan buy saw] bin[] copies[]")
    #expect(board.undoDepth == before)
  }

  @Test func `deletes what is dropped into a bin, and undo brings it back`() throws {
    var board = live()
    let saw = try board.handle("saw")
    try board.carry("saw", to: "bin")
    #expect(board.picture == "todo[weld] doing[paint] done[plan buy] bin[] copies[]")
    #expect(!board.items.contains { $0.handle == saw })
    board.goBack()
    #expect(try board.handle("saw") == saw)
  }

  @Test func `copies what is dropped where copies are made, and the original stays`() throws {
    var board = live()
    try board.carry("saw", to: "copies")
    try board.carry("weld", to: "copies", before: "saw", player: 2, copies: true)
    #expect(board.picture == "todo[saw weld] doing[paint] done[plan buy] bin[] copies[weld saw]")
    #expect(Set(board.items.map { $0.handle }).count == 7)
    // Within the collection its items are moved.
    let copy = try #require(try board.region("board").runs[4].items.first?.handle)
    let drag = try board.lift(copy, player: 1, tick: 0).session
    try board.drop(drag, player: 1, at: Landing("copies"))
    #expect(board.picture == "todo[saw weld] doing[paint] done[plan buy] bin[] copies[saw weld]")
  }

  @Test func `never uses a number for two items, whatever is undone`() throws {
    var board = live()
    try board.carry("saw", to: "copies")
    let first = try #require(try board.region("board").runs[4].items.first?.handle)
    board.goBack()
    try board.carry("weld", to: "copies")
    let second = try #require(try board.region("board").runs[4].items.first?.handle)
    #expect(first != second)
  }

  @Test func `a board with one collection takes a drop anywhere on it`() throws {
    var board = live {
      $0.collections = [$0.collections[0]]
      $0.items = Array($0.items.prefix(2))
    }
    try board.carry("saw", to: "board")
    #expect(board.picture == "todo[weld saw]")
  }

  @Test func `has formations, and items are called as their labels say`() throws {
    let label = try DescribedLabel(
      "{symbol} {text} ({detail}), in {collection}", with: DescribedLabel.itemBlanks)
    let board = try live {
      $0.formation = .pile
      $0.dropFormation = .list
      $0.items[0].content.detail = "by hand"
      $0.items[0].content.symbol = "🪚"
      $0.labels.item = label
    }.region("board")
    #expect(board.formation == "pile")
    #expect(board.dropFormation == "list")
    #expect(board.runs[0].items[0].content?.label == "🪚 saw (by hand), in To do")
  }
}

@Suite struct `The texts of a described board` {
  @Test func `are limited together, so that a board fits into one message`() throws {
    var board = live { $0.collections[0].acceptsText = true }
    let (line, rest) = (String(repeating: "🪚", count: 200), String(repeating: "🪚", count: 400))
    var count = 0
    #expect(throws: GameRefusal(.full)) {
      while count < 500 {
        try board.put([.text("\(line)\n\(rest)")], player: 0, at: Landing("todo"))
        count += 1
      }
    }
    #expect(count > 40 && count * 2400 < BoardDescription.Limits.textBytesOfAllMax)
    #expect(board.undo() == true)
    try board.put([.text("small")], player: 0, at: Landing("todo"))
  }

  @Test func `are said to a screen reader up to 200 characters`() throws {
    let label = try DescribedLabel(String(repeating: "{text}", count: 20), with: DescribedLabel.itemBlanks)
    let board = live {
      $0.labels.item = label
      $0.items[0].content.text = String(repeating: "x", count: 200)
    }
    let said = try #require(board.items.first?.content?.label)
    #expect(said.unicodeScalars.count == 200 && said.hasSuffix("…"))
  }
}

@Suite struct `Moves of a described board` {
  @Test func `say from where to where`() throws {
    var board = live { $0.moves = [move(from: ["todo"], to: ["doing"]), move(from: ["doing"])] }
    try board.carry("saw", to: "doing")
    board.refuses(.notAllowedThere) { try $0.carry("weld", to: "done") }
    try board.carry("saw", to: "done")
    // A player who may take an item away may put it elsewhere in the same collection.
    try board.carry("weld", to: "todo")
    #expect(board.picture == "todo[weld] doing[paint] done[plan buy saw] bin[] copies[]")
  }

  @Test func `say which items by their tags, and what no move concerns is inert`() throws {
    var board = live { $0.moves = [move(tags: ["wood"])] }
    try board.carry("saw", to: "done")
    try board.carry("paint", to: "todo")
    board.refuses(.notDraggable) { try $0.carry("weld", to: "done") }
    board.refuses(.notDraggable) { try $0.carry("plan", to: "todo") }
    #expect(board.possibilities(for: 0).count == 2)
  }

  @Test func `say who, by seats counted from 1`() throws {
    var board = live { $0.moves = [move(from: ["todo"], who: [1]), move(from: ["doing"], who: [2, 3])] }
    try board.carry("saw", to: "done", player: 0)
    // It is not even lifted, so that nobody keeps it from those who may.
    board.refuses(.notDraggable) { try $0.carry("weld", to: "done", player: 1) }
    board.refuses(.notDraggable) { try $0.carry("weld", to: "todo", player: 1) }
    board.refuses(.notDraggable) { try $0.carry("paint", to: "done", player: 0) }
    try board.carry("paint", to: "done", player: 2)
    board.refuses(.notDraggable) { try $0.carry("weld", to: "done", player: 99) }
    #expect(board.possibilities(for: 1).isEmpty)
    #expect(board.possibilities(for: 0).map { $0.places } == [["todo", "doing", "done", "bin", "copies"]])
  }

  @Test func `add up: what any of them allows is allowed`() throws {
    var board = live {
      $0.moves = [move(to: ["done"], tags: ["wood"]), move(to: ["doing"], tags: ["metal"])]
    }
    try board.carry("paint", to: "done")
    try board.carry("paint", to: "doing")
    board.refuses(.notAllowedThere) { try $0.carry("saw", to: "doing") }
    board.refuses(.notAllowedThere) { try $0.carry("weld", to: "bin") }
  }
}

@Suite struct `Several items of a described board` {
  private func selecting(_ words: String...) throws -> any GameBoard {
    var board = live { $0.selects = true }
    for word in words { try board.tap(try board.handle(word), in: "board", player: 1) }
    return board
  }

  @Test func `are selected by tapping, each person for themselves, and travel together`() throws {
    var board = try selecting("weld", "saw", "plan")
    #expect(board.selected(by: 1) == ["weld", "saw", "plan"])
    #expect(board.selected(by: 2).isEmpty)
    try board.carry("saw", to: "bin")
    #expect(board.picture == "todo[] doing[paint] done[buy] bin[] copies[]")
    #expect(board.selected(by: 1).isEmpty)
    board.goBack()
    #expect(board.picture == "todo[saw weld] doing[paint] done[plan buy] bin[] copies[]")
  }

  @Test func `stay selected after a refusal, and are taken whole or not at all`() throws {
    var board = try selecting("weld", "saw")
    board.refuses(.full) { try $0.carry("saw", to: "doing") }
    #expect(board.selected(by: 1) == ["weld", "saw"])
    // What was not selected travels alone, and leaves the selection as it is.
    try board.carry("paint", to: "todo")
    #expect(board.selected(by: 1) == ["weld", "saw"])
    try board.carry("saw", to: "doing")
    #expect(board.picture == "todo[paint] doing[saw weld] done[plan buy] bin[] copies[]")
  }

  @Test func `are not tapped where the board does not say so`() throws {
    var board = live()
    board.refuses(.notAllowedThere) { try $0.tap(try $0.handle("saw"), in: "board", player: 1) }
    #expect(try board.region("board").taps == false)
  }

  @Test func `are not dropped where some would be copied and others moved`() throws {
    var board = try selecting("weld")
    try board.carry("weld", to: "copies")
    let copy = try #require(try board.region("board").runs[4].items.first?.handle)
    try board.tap(copy, in: "board", player: 1)
    try board.tap(try board.handle("saw"), in: "board", player: 1)
    board.refuses(.otherOperation) { try $0.carry("saw", to: "copies") }
    try board.carry("saw", to: "done")
    #expect(board.picture == "todo[weld] doing[paint] done[plan buy saw weld] bin[] copies[]")
  }
}

@Suite struct `Text and a described board` {
  @Test func `becomes items where a collection accepts it, at its place`() throws {
    var board = live()
    let aim = Landing("todo", before: try board.handle("weld"))
    try board.put([.text("glue\nwith the\nwhite glue"), .text(" screw ")], player: 1, at: aim)
    #expect(board.picture == "todo[saw glue screw weld] doing[paint] done[plan buy] bin[] copies[]")
    #expect(board.items[1].content?.detail == "with the white glue")
    #expect(try board.region("board").takes == ["text/plain"])
  }

  @Test func `is refused elsewhere, too large, or with nothing to see in it`() throws {
    var board = live { $0.collections[0].capacity = 3 }
    for place in ["doing", "bin", "copies", "board"] {
      board.refuses(.notAllowedThere) { try $0.put([.text("glue")], player: 1, at: Landing(place)) }
    }
    board.refuses(.full) { try $0.put([.text("glue"), .text("screw")], player: 1, at: Landing("todo")) }
    board.refuses(.tooLarge) {
      try $0.put([.text(String(repeating: "a", count: 4097))], player: 1, at: Landing("todo"))
    }
    for nothing in ["", " \n\t", "\u{200B}\u{202E}"] {
      board.refuses(.unreadable) { try $0.put([.text(nothing)], player: 1, at: Landing("todo")) }
    }
    var closed = live { $0.collections[0].acceptsText = false }
    #expect(throws: GameRefusal(.notAllowedThere)) {
      try closed.put([.text("glue")], player: 1, at: Landing("todo"))
    }
    #expect(try closed.region("board").takes.isEmpty)
  }

  @Test func `is made harmless and cut to what an item holds`() throws {
    let long = String(repeating: "x", count: 201)
    #expect(DescribedText.content(of: long)?.text == String(repeating: "x", count: 199) + "…")
    #expect(DescribedText.content(of: String(long.dropLast()))?.text.count == 200)
    #expect(DescribedText.content(of: "a\u{202E}b\u{0}\u{9F}  c\td")?.text == "ab c d")
    #expect(DescribedText.content(of: "\r\n\r\n🏴󠁧󠁢󠁥󠁮󠁧󠁿 one\r\ntwo\u{2028}three")?.text == "🏴󠁧󠁢󠁥󠁮󠁧󠁿 one")
    #expect(DescribedText.content(of: "one\r\ntwo\u{2028}three")?.detail == "two three")
  }

  @Test func `keeps every character but controls, marks of direction and noncharacters`() {
    let marks: Set<Unicode.Scalar> = [
      "\u{2028}", "\u{2029}", "\u{FFF9}", "\u{FFFA}", "\u{FFFB}", "\u{FEFF}",
    ]
    for value in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let isHarmful =
        properties.generalCategory == .control || properties.isBidiControl || marks.contains(scalar)
        || properties.isNoncharacterCodePoint
      guard DescribedText.isHarmful(scalar) != isHarmful else { continue }
      Issue.record("U+\(String(value, radix: 16))")
    }
  }

  @Test func `leaves the board as it is written on an item`() throws {
    let board = live()
    let ways = try board.exported(try board.handle("saw"), player: 1)
    #expect(ways.map { $0.ways.map(\.body) } == [[.text("saw")]])
    #expect(ways.first?.ways.first?.fileName == "saw.txt")
    #expect(try board.region("board").gives)
  }

  @Test func `copies stop at as many items as a table holds`() throws {
    var board = live {
      $0.items = (0..<BoardDescription.Limits.itemsMax).map {
        .init(in: "todo", ItemContent(text: "card \($0)"))
      }
    }
    board.refuses(.full) { try $0.put([.text("glue")], player: 1, at: Landing("todo")) }
    board.refuses(.full) { try $0.carry("card 7", to: "copies") }
    try board.carry("card 7", to: "bin")
    try board.put([.text("glue")], player: 1, at: Landing("todo"))
  }
}

@Suite struct `A label with blanks` {
  @Test func `is filled, and is written as it was read`() throws {
    for text in ["", "{text}", "a {text} b{text}", "{text}, card in {collection}!"] {
      let label = try DescribedLabel(text, with: DescribedLabel.itemBlanks)
      #expect(label.text == text)
      #expect(
        label.filled { $0 == .text ? "T" : "C" }
          == text.replacing("{text}", with: "T").replacing("{collection}", with: "C"))
    }
  }

  @Test(arguments: ["{", "}", "a}b", "{text", "text}", "{te{xt}}", "{text}}"])
  func `is refused with half a pair of braces`(_ text: String) {
    #expect(throws: DescribedLabel.Mistake.openBrace) {
      try DescribedLabel(text, with: DescribedLabel.itemBlanks)
    }
  }

  @Test func `is refused with a blank that nothing fills`() {
    for (text, name) in [("{}", ""), ("{title}", "title"), ("{ text}", " text"), ("{Text}", "Text")] {
      #expect(throws: DescribedLabel.Mistake.unknownBlank(name)) {
        try DescribedLabel(text, with: DescribedLabel.itemBlanks)
      }
    }
  }
}

extension GameBoard {
  fileprivate mutating func goBack(_ steps: Int = 1) {
    for _ in 0..<steps {
      let isBack = undo()
      #expect(isBack)
    }
  }

  /// The same for somebody who holds the key for copies down.
  fileprivate mutating func carry(
    _ text: String, to place: String, before: String, player: PlayerID, copies: Bool
  ) throws {
    let run = try #require(regions.flatMap { $0.runs }.first { $0.collection == place })
    let anchor = try #require(run.items.first { $0.content?.text == before }?.handle)
    let lifted = try lift(try handle(text), player: player, tick: 0)
    let aim = Landing(place, before: anchor, preferring: copies ? .copy : nil)
    try drop(lifted.session, player: player, at: aim)
  }
}
