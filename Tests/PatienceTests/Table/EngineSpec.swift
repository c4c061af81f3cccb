import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `A table under the referee` {
  @Test func `row 40: six of diamonds goes from the waste onto the seven of spades`() throws {
    var engine = try engine(wasteAndColumns)
    let session = try engine.lift(try engine.model.handle("6D"), player: 1)
    #expect(session.draggedItemIDs.count == 1)
    #expect(engine.whyNotDrop(session.id, on: .tableau(0)) == nil)
    try engine.drop(session.id, player: 1, on: .tableau(0))
    #expect(engine.model.row("waste") == "9D")
    #expect(engine.model.row("t0") == "7S 6D")
    #expect(engine.revision == 1)
  }

  @Test func `row 41: queen of diamonds returns to the waste from the seven of diamonds`() throws {
    var engine = try engine("waste: QD\nt0: 7D\nt1: KC")
    let before = engine.model
    let session = try engine.lift(try engine.model.handle("QD"), player: 1)
    #expect(engine.whyNotDrop(session.id, on: .tableau(0)) == .notNextRank)
    #expect(throws: Refusal.notNextRank) { try engine.drop(session.id, player: 1, on: .tableau(0)) }
    #expect(engine.model == before)
    #expect(engine.revision == 0)
    #expect(engine.sessions.isEmpty)
  }

  @Test func `row 26: four of clubs brings three of diamonds, as a stack`() throws {
    var engine = try engine("t0: 9S\nt1: (KH) 4C 3D\nt2: 5H")
    let session = try engine.lift(try engine.model.handle("4C"), player: 1)
    #expect(
      session.draggedItemIDs == [try engine.model.handle("4C"), try engine.model.handle("3D")])
    #expect(session.draggedItemIndex == 0)
    #expect(engine.formation(of: session, over: nil) == .stack)
    #expect(engine.formation(of: session, over: .foundation(0)) == .stack)
    try engine.drop(session.id, player: 1, on: .tableau(2))
    #expect(engine.model.row("t2") == "5H 4C 3D")
    #expect(engine.model.row("t1") == "KH", "turned up in the same step")  // 60
    #expect(engine.revision == 1)
  }

  @Test(arguments: [
    ("KC", Refusal.faceDown), ("QH", .faceDown), ("2C", .staysThere), ("9D", .notTop),
  ])
  func `rows 27, 35: what lies face down or covered is not lifted`(_ card: String, _ refusal: Refusal) throws
  {
    var engine = try engine(wasteAndColumns)
    let handle = try engine.model.handle(card)
    #expect(throws: refusal) { try engine.lift(handle, player: 1) }
    #expect(engine.sessions.isEmpty)
  }

  @Test func `row 42: a stack does not land on its own column`() throws {
    var engine = try engine(wasteAndColumns)
    #expect(throws: Refusal.samePile) { try engine.drag("4D", onto: "t2") }
    #expect(engine.revision == 0)
  }

  @Test func `row 43: an empty column takes a king's stack and no other`() throws {
    var engine = try engine(wasteAndColumns)
    #expect(throws: Refusal.needsKing) { try engine.drag("5C", onto: "t4") }
    try engine.drag("KD", onto: "t4")
    #expect(engine.model.row("t4") == "KD QC")
  }

  @Test func `row 44: a foundation does not take two cards`() throws {
    var engine = try engine("f0: AC\nt0: 2C AD")
    #expect(throws: Refusal.oneCardOnly) { try engine.drag("2C", onto: "f0") }
    try engine.drag("AD", onto: "f1")
    try engine.drag("2C", onto: "f0")
    #expect(engine.model.status == .won)
  }

  @Test func `row 45: stock and waste take no drops`() throws {
    var engine = try engine(wasteAndColumns)
    #expect(throws: Refusal.notAllowedThere) { try engine.drag("7S", onto: "waste") }
    #expect(throws: Refusal.notAllowedThere) { try engine.drag("7S", onto: "stock") }
    #expect(throws: Refusal.noSuchPile) { try engine.drag("7S", onto: "t9") }
    #expect(engine.sessions.isEmpty)
  }

  @Test func `rows 32, 33: two players share a table, not a card`() throws {
    var engine = try engine(wasteAndColumns)
    let (five, three) = (try engine.model.handle("5C"), try engine.model.handle("3S"))
    let first = try engine.lift(three, player: 1)
    #expect(throws: Refusal.inUse) { try engine.lift(five, player: 2) }
    #expect(throws: Refusal.alreadyDragging) { try engine.lift(five, player: 1) }
    #expect(throws: Refusal.notYours) { try engine.drop(first.id, player: 2, on: .tableau(0)) }
    #expect(throws: Refusal.noSuchDrag) { try engine.drop(.init(rawValue: 99), player: 2, on: .tableau(0)) }
    _ = try engine.lift(try engine.model.handle("7S"), player: 2)
    #expect(engine.sessions.count == 2)
  }

  @Test func `A card that another player holds cannot be sent to a foundation`() throws {
    var engine = try engine(wasteAndColumns)
    let two = try engine.model.handle("2H")
    _ = try engine.lift(two, player: 1)
    #expect(throws: Refusal.inUse) { try engine.sendToFoundation(two, player: 2) }
    #expect(try engine.sendToFoundation(two, player: 1) == .foundation(2))
  }

  @Test func `A card that was covered during its drag is not dropped`() throws {
    var engine = try engine("waste: 5H\nt0: 6S\nt1: 7D")
    let session = try engine.lift(try engine.model.handle("6S"), player: 1)
    try engine.drag("5H", onto: "t0", player: 2)
    #expect(throws: Refusal.notTop) { try engine.drop(session.id, player: 1, on: .tableau(1)) }
    #expect(engine.model.row("t0") == "6S 5H")
  }

  @Test func `the stock is a button`() throws {
    var engine = try engine("stock: (2C)\nt0: KS")
    try engine.turnStock(player: 1)
    #expect(engine.model.row("waste") == "2C")
    #expect(engine.revision == 1)
    try engine.takeBack()
    #expect(engine.model.row("stock") == "(2C)")
    #expect(engine.model.hasSeen(try engine.model.handle("2C")))
    #expect(throws: Refusal.nothingToUndo) { try engine.takeBack() }
    try engine.playAgain()
    #expect(throws: Refusal.nothingToRedo) { try engine.playAgain() }
  }

  @Test func `Cards that moved get a later arrival, undo or not`() throws {
    var engine = try engine(wasteAndColumns)
    let handles = try ["5C", "4D", "3S"].map { try engine.model.handle($0) }
    let stays = engine.model.arrival(of: try engine.model.handle("7S"))
    try engine.drag("6D", onto: "t0")
    var latest = engine.model.arrival(of: try engine.model.handle("6D"))
    try engine.drag("5C", onto: "t0")
    for _ in 0..<2 {
      let arrivals = handles.map { engine.model.arrival(of: $0) }
      #expect(arrivals == arrivals.sorted())
      #expect(arrivals.allSatisfy { $0 > latest })
      latest = arrivals[2]
      try engine.takeBack()
    }
    #expect(engine.model.arrival(of: try engine.model.handle("7S")) == stays)
  }
}
