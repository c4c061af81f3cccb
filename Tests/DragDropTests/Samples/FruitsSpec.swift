import Boards
import DragDrop
import Testing

@Suite struct `The fruit basket` {
  private let basket = BoardEngine<FruitBoard>.Pointer(over: FruitBoard.basket)

  @Test func `row 53: may hold the same fruit twice, and says how many it holds`() throws {
    var engine = BoardEngine(board: FruitBoard.board, model: FruitBoard())
    for _ in 0..<2 { #expect(try engine.carry(1, to: basket) == .performed(.copy)) }
    #expect(engine.model.basket.map { $0.name } == ["Apple", "Apple"])
    #expect(engine.board.regions[1].accessibilityLabel(in: engine.model) == "Basket, drop zone, 2 fruits")
    #expect(engine.accessibilityLabel(of: 1) == "\u{1F34E} Apple, draggable")
  }

  @Test func `gets a fruit as it is now, though it was renamed during the drag`() throws {
    var engine = BoardEngine(board: FruitBoard.board, model: FruitBoard())
    let session = try engine.beginDrag(1, player: 1)
    engine.edit {
      $0.available[0].name = "Pear"
      return true
    }
    #expect(try engine.drop(session.id, player: 1, at: basket) == .performed(.copy))
    #expect(engine.model.basket.map { $0.name } == ["Pear"])
  }

  @Test func `is targeted from entering until exiting`() throws {
    var engine = BoardEngine(board: FruitBoard.board, model: FruitBoard())
    let session = try engine.beginDrag(1, player: 1)
    try engine.hover(session.id, over: FruitBoard.basket)
    try engine.hover(session.id, over: nil)
    let isTargeted = engine.drainEvents().compactMap { event in
      if case .drop(_, .region(FruitBoard.basket), let phase) = event { phase.isTargeted } else { nil }
    }
    #expect(isTargeted == [true, true, false])
  }

  @Test func `takes fruits from elsewhere and nothing else`() throws {
    var engine = BoardEngine(board: FruitBoard.board, model: FruitBoard())
    let mango = Payload(.plainText, bytes: Array("Mango".utf8))
    #expect(try engine.drop([[mango]], player: 1, at: basket) == .performed(.copy))
    #expect(engine.model.basket.map { $0.name } == ["Mango"])
    engine.refuses(.notTransferred(.unreadable)) {
      try $0.drop([[Payload(.plainText, bytes: Array("Fig".utf8))]], player: 1, at: basket)
    }
    engine.refuses(.forbidden(reason: 0)) {
      try $0.drop([[Payload(.json, bytes: Array("Mango".utf8))]], player: 1, at: basket)
    }
  }
}
