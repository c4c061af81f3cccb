import DragDrop
import TestDice
import Testing
import Wire

@testable import Boards

/// Boards of every kind as bytes and back: what is shown, who selected and edits what, numbers of items.
@Suite struct `A board as bytes` {
  static let kinds = BoardCatalogue.kinds + [described.kind]

  static let described: BoardDescription = {
    var board = BoardDescription(title: "Tasks")
    board.selects = true
    board.collections = ["todo", "done", "bin"].map { .init(id: $0, title: $0) }
    board.collections[0].acceptsText = true
    board.collections[1].drop = .copy
    board.collections[2].drop = .delete
    for number in 1...6 {
      var content = ItemContent(text: "Nr. \(number)", detail: "ü", symbol: "🎈", color: .teal)
      content.fields = [.init("a", "b")]
      board.items.append(.init(in: "todo", content, tags: ["t"]))
    }
    return board
  }()

  private let seed: UInt64 = 0x570E

  private func kind(_ name: String) throws -> any AnyBoardKind {
    try #require(Self.kinds.first { $0.name == name })
  }

  private func bytes(of board: any GameBoard) -> [UInt8] {
    var coder = ByteCoder()
    board.writeBody(to: &coder)
    return coder.bytes
  }

  private func read(_ bytes: [UInt8], _ kind: any AnyBoardKind, seed: UInt64 = 5) -> (any GameBoard)? {
    var coder = ByteCoder(reading: bytes)
    guard let board = kind.live(seed: seed, restoring: &coder, undoMax: 16), coder.isSpent else {
      return nil
    }
    return board
  }

  /// One random thing that somebody does.
  private func act(on board: inout any GameBoard, _ dice: inout Dice) {
    let player = PlayerID(rawValue: .random(in: 0...2, using: &dice))
    let region = board.regions.randomElement(using: &dice)
    let item = board.items.randomElement(using: &dice)?.handle ?? 0
    let place = region?.runs.randomElement(using: &dice)?.collection ?? region?.name ?? ""
    switch Int.random(in: 0..<12, using: &dice) {
    case 0...5:
      _ = try? board.play(.move(item: item, to: Landing(place)), player: player, drag: nil, tick: 0)
    case 6: try? board.tap(item, in: region?.name ?? "", player: player)
    case 7, 8: try? board.setEditing(true, region?.name ?? "", player: player)
    case 9:
      let thing: [Offer] = region?.takes.contains("image/png") ?? false ? .image("a.png") : .text("Banana")
      try? board.put([thing], player: player, at: Landing(place))
    case 10: _ = board.undo()
    default: _ = board.leave(player)
    }
  }

  @Test(arguments: kinds.map { $0.name })
  func `is read as the same board`(name: String) throws {
    let kind = try kind(name)
    var dice = Dice(seed: seed)
    var board = kind.live(seed: 5, undoMax: 16)
    let fresh = bytes(of: board)
    var hasChanged = false
    let players: [PlayerID] = [0, 1, 2]
    for step in 0..<rounds(200) {
      hasChanged = hasChanged || bytes(of: board) != fresh
      var back = try #require(read(bytes(of: board), kind), "seed \(seed), step \(step)")
      #expect(back.regions == board.regions, "seed \(seed), step \(step)")
      #expect(players.map { back.selection(of: $0) } == players.map { board.selection(of: $0) })
      #expect(back.undoDepth == board.undoDepth)
      #expect(bytes(of: back) == bytes(of: board))
      #expect([back.undo(), back.redo()] == [false, false], "that is not kept")
      act(on: &board, &dice)
    }
    #expect(hasChanged, "nothing was done")
  }

  @Test(arguments: kinds.map { $0.name })
  func `Cut bytes give no board, and damaged bytes do not crash`(name: String) throws {
    let kind = try kind(name)
    var dice = Dice(seed: seed)
    var board = kind.live(seed: 5, undoMax: 16)
    for _ in 0..<60 { act(on: &board, &dice) }
    let whole = bytes(of: board)
    for count in 0..<whole.count { #expect(read(Array(whole.prefix(count)), kind) == nil) }
    #expect(read(whole + [0], kind) == nil)
    var refused = 0
    for _ in 0..<rounds(2_000) {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        damaged[Int.random(in: 0..<damaged.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      guard var read = read(damaged, kind) else {
        refused += 1
        continue
      }
      // Whatever it is, it can be shown and played.
      for _ in 0..<3 { act(on: &read, &dice) }
      _ = (read.regions, read.possibilities(for: 0))
      #expect(!bytes(of: read).isEmpty)
    }
    #expect(refused > least(100), "\(refused)")
  }

  @Test func `Bytes of another kind of board, another table or description give no board`() throws {
    let fruits = bytes(of: try kind("fruits").live(seed: 5, undoMax: 16))
    #expect(read(fruits, try kind("list")) == nil)
    let people = bytes(of: try kind("contacts").live(seed: 5, undoMax: 16))
    #expect(read(people, try kind("contacts")) != nil)
    #expect(read(people, try kind("contacts"), seed: 6) == nil)
    var other = Self.described
    other.collections.removeLast()
    let tasks = bytes(of: Self.described.kind.live(seed: 5, undoMax: 16))
    #expect(read(tasks, Self.described.kind) != nil)
    #expect(read(tasks, other.kind) == nil)
  }

  @Test func `holds no item twice, and no number for two items`() throws {
    var aces = FourAces()
    aces.cards[0] = aces.cards[1]
    var coder = ByteCoder(reading: aces.packed() ?? [])
    coder.code(&aces)
    #expect(!coder.isSpent)

    var handles = ByteCoder()
    _ = handles.number(2)
    for _ in 0..<2 {
      handles.write(longList: "a".utf8)
      _ = handles.number(0)
    }
    coder = ByteCoder(reading: handles.bytes)
    var table = HandleTable<String>()
    coder.code(&table)
    #expect(!coder.isSpent)
  }
}
