import DragDrop
import Testing

/// Numbers: the cheapest model that can be large.
struct Numbers: BoardModel, Hashable {
  struct Item: Identifiable, Hashable, Sendable {
    let id: UInt16
  }
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var numbers: [Item]
  var taken = 0

  init(_ count: UInt16) { numbers = (0..<count).map { Item(id: $0) } }

  func census() -> [UInt16] { numbers.map { $0.id } }
  /// Numbers stay in range, so none has to be looked for.
  subscript(id id: UInt16) -> Item? { Int(id) < numbers.count ? Item(id: id) : nil }

  static let board = Board<Numbers> {
    Region("numbers") { ForEach { $0.numbers }.reorderable() }
      .reorderContainer { $0.numbers.apply(difference: $1) }
      .dragContainer { model, ids in
        ids == [0] ? model.numbers.map { $0.id } : ids == [1] ? Array(1...1000) : ids
      }
      .dragConfiguration(DragConfiguration(allowMove: true))
    Region("sink").dropDestination { model, items, _ in
      model.taken += items.count
      return true
    }
  }
}

@Suite struct `Ten thousand items` {
  private typealias Pointer = BoardEngine<Numbers>.Pointer

  @Test func `are a board like any other`() throws {
    var engine = BoardEngine(board: Numbers.board, model: Numbers(10_000))
    let middle = Pointer(over: 0, .init(position: .before(5_000), collectionID: .init()))
    for item in 9_000..<9_010 as Range<UInt16> {
      let id = try engine.beginDrag(item, player: 1).id
      try engine.hover(id, player: 1, at: middle)
      #expect(try engine.drop(id, player: 1, at: middle) == .performed(.move))
    }
    #expect(engine.model.numbers[5_000..<5_010].map { $0.id } == Array(9_000..<9_010))
    #expect([engine.undo(), engine.undo()] == [true, true])
  }

  @Test func `are too many for one drag, a thousand are not`() throws {
    var engine = BoardEngine(board: Numbers.board, model: Numbers(10_000))
    engine.denies(.tooManyItems) { try $0.beginDrag(0, player: 1) }
    let id = try engine.beginDrag(1, player: 1).id
    let last = Pointer(over: 0, .init(position: .end, collectionID: .init()))
    for _ in 0..<3 { #expect(try engine.propose(id, player: 1, at: last).operation == .move) }
    #expect(try engine.drop(id, player: 1, at: last) == .performed(.move))
    #expect(engine.model.numbers.suffix(1000).map { $0.id } == Array(1...1000))
  }

  @Test func `have their destinations listed`() {
    let engine = BoardEngine(board: Numbers.board, model: Numbers(2_000))
    let told = engine.possibilities(for: 1).count
    #expect(told == 1_999, "all but the one that would lift everything")
  }
}
