import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Thoughtful` {
  @Test func `is dealt as Klondike, and every face is seen`() throws {
    let (table, klondike) = (try dealt("thoughtful", 7), try dealt("klondike3", 7))
    #expect(table.pictureWithHiddenCards == klondike.pictureWithHiddenCards)
    let view = table.view()
    #expect(view.piles.flatMap { $0.cards }.allSatisfy { $0.face != nil })
    #expect(view[.tableau(2)].cards.map { $0.isDown } == [true, true, false])
    #expect(view[.stock].cards.allSatisfy { $0.isDown })
    #expect((0..<52).allSatisfy { table.hasSeen($0) })
    #expect(klondike.view()[.tableau(2)].cards.map { $0.face == nil } == [true, true, false])
  }

  @Test func `A card that lies face down is seen, and marked as down`() throws {
    let view = try table("stock: (9S)\nt0: (5C) KD", of: "thoughtful").view()
    #expect(view[.stock].cards.map { $0.face?.text } == ["9S"] && view[.stock].cards.allSatisfy(\.isDown))
    let column = view[.tableau(0)].cards
    #expect(column.map { $0.face?.text } == ["5C", "KD"] && column.map(\.isDown) == [true, false])
  }

  @Test func `a card that lies face down cannot be moved`() throws {
    var table = try table("stock: (9S)\nf2: AH\nt0: (2H) (5C) QD\nt1: KS\nt2: 6H", of: "thoughtful")
    try table.refuses([
      ("5C", "t2", .faceDown), ("2H", "f2", .faceDown), ("9S", "t3", .staysThere), ("QD", "t3", .needsKing),
      ("6H", "f3", .needsAce), ("6H", "t1", .notNextRank), ("AH", "t1", .notNextRank),
    ])
    try table.play("QD", onto: "t1")
    #expect(table.row("t0") == "(2H) 5C")
    #expect(table.score == 5)
    try table.play("5C", onto: "t2")
    #expect(table.row("t0") == "2H")
  }

  @Test func `three are turned, for ever, or one, or as often as is chosen`() throws {
    var table = try dealt("thoughtful")
    try table.turnStock()
    #expect(table.cards(in: .waste) == [28, 29, 30])
    #expect(table.passesLeft == nil)
    var single = try dealt("thoughtful:draw=1,passes=2")
    try single.turnStock()
    #expect(single.cards(in: .waste) == [28])
    #expect(single.passesLeft == 1)
  }

  @Test func `the fifth pass costs 20, or the second 100 where single cards are turned`() throws {
    for (id, costs) in [("thoughtful", [0, 0, 0, -20]), ("thoughtful:draw=1", [-100, -200])] {
      var table = try table("stock: (9C)\nf0: AC-2C\nf1: AD\nt0: KS", of: id)
      table.points = 1000
      for cost in costs {
        try table.turnStock()
        try table.turnStock()
        #expect(table.score == 1000 + Int32(cost), "\(id)")
      }
    }
  }

  @Test(arguments: [
    ("stock: (9S) (9C)\nt0: 5C", true), ("stock: (9S) (9C) (4D)\nt0: 5C", true),  // the third is not reached
    ("stock: (4D) (9S) (9C)\nt0: 5C", false), ("t0: (4H) 5C\nt1: 5S", true), ("t0: (4H) 5C\nt1: 6D", false),
  ])
  func `a dead end is known at once`(_ picture: String, _ isDead: Bool) throws {
    let table = try table(picture, of: "thoughtful")
    #expect(table.status == (isDead ? .deadEnd : .playing))
    #expect(table.isDeadEnd == isDead)
  }

  @Test func `is won when all cards are on the foundations`() throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-JS\nt4: (KS) QS", of: "thoughtful")
    try table.send("QS")
    #expect(table.row("t4") == "KS")
    try table.send("KS")
    #expect(table.status == .won)
    #expect(table.score == 10 + 5 + 10)
  }
}
