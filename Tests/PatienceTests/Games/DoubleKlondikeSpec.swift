import Cards
import Testing

@testable import Patience

@Suite struct `Double Klondike` {
  @Test func `nine columns are dealt row by row from two packs, and 59 cards are left`() throws {
    let table = try dealt("doubleklondike")
    #expect(table.sizes(.tableau) == (0..<9).map { "\($0)+1" })
    #expect(table.handles(.tableau)[2] == [2, 10, 17])
    #expect(table.handles(.tableau)[8] == [8, 16, 23, 29, 34, 38, 41, 43, 44])
    #expect(table.handles(.stock) == [Array((45...103 as ClosedRange<UInt16>).reversed())])
    #expect(table.sizes(.foundation) == Array(repeating: "0+0", count: 8))
    #expect(table.score == 0)
  }

  @Test func `the stock is turned card by card, for ever, each pass after the first for 100`() throws {
    var table = try dealt("doubleklondike")
    table.points = 1000
    for pass in 1...3 {
      for _ in 0..<59 { try table.turnStock() }
      #expect(table.cards(in: .waste) == Array(45...103))
      #expect(table.score == 1000 - 100 * Int32(pass - 1))
      try table.turnStock()
    }
    #expect(table.passesLeft == nil)
  }

  @Test func `The fifth pass costs 20 where the stock is turned by threes`() throws {
    var table = try table("stock: (9C) (9C)\nt0: KS", of: "doubleklondike:draw=3")
    table.points = 1000
    try table.turnStock()
    #expect(table.sizes(.waste) == ["0+2"])
    for cost in [0, 0, 0, -20, -40] as [Int32] {
      try table.turnStock()
      #expect(table.score == 1000 + cost)
      try table.turnStock()
    }
  }

  @Test(arguments: [1, 2, 3])
  func `passes may be limited`(_ passes: Int) throws {
    var table = try table("stock: (9C)\nt0: KS", of: "doubleklondike:passes=\(passes)")
    for _ in 0..<2 * passes - 1 { try table.turnStock() }
    #expect(table.whyNotTurnStock == .noPassesLeft)
  }

  static let picture = """
    stock: (JC)
    waste: 6C 3C
    f0: AC-2C
    t0: (5H) 9D 8S
    t1: TC
    t2: 9D
    t3: KS QS
    t4: KH
    t5: 4D
    t6: 3H
    t7: AC
    """

  @Test(arguments: [
    ("8S", "t2"), ("QS", "t4"), ("KH", "t8"), ("3C", "f0 t5"), ("4D", ""), ("AC", ""), ("KS", ""),
    ("2C", "t6"),
  ])
  func `runs go down in turns of colour, a king on an empty column, cards back from foundations`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "doubleklondike").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    let table = try table(Self.picture, of: "doubleklondike")
    try table.refuses([
      ("3H", "t5", .sameColour), ("4D", "t0", .notNextRank), ("4D", "t8", .needsKing), ("KS", "t8", .notARun),
      ("5H", "t8", .faceDown), ("6C", "t8", .notTop), ("3H", "f0", .wrongSuit), ("4D", "f1", .needsAce),
      ("8S", "f7", .needsAce), ("JC", "t8", .staysThere), ("4D", "waste", .notAllowedThere),
      ("2C", "f4", .notAllowedThere), ("4D", "t5", .samePile), ("4D", "t9", .noSuchPile),
      ("4D", "f8", .noSuchPile),
    ])
    // The other ace of clubs has a foundation of its own.
    #expect(table.foundation(for: table.cards(in: .tableau(7))[0]) == .foundation(4))
  }

  @Test func `pays as Klondike does`() throws {
    var table = try table(Self.picture, of: "doubleklondike")
    try table.play("3C", onto: "t5")
    #expect(table.score == 5)
    try table.send("3C")
    #expect(table.score == 15)
    try table.play("9D", onto: "t1")
    #expect(table.score == 20)
    try table.play("3C", onto: "t5")
    #expect(table.score == 5)
  }

  @Test func `is won when all 104 are on the foundations`() throws {
    let suits = ["C", "D", "H", "S", "C", "D", "H"].enumerated().map {
      "f\($0.offset): A\($0.element)-K\($0.element)"
    }
    var table = try table("t0: KS\n\(suits.joined(separator: "\n"))\nf7: AS-QS", of: "doubleklondike")
    #expect(table.status == .playing)
    #expect(table.progress == (103, 104))
    try table.send("KS")
    #expect(table.status == .won)
  }

  @Test(arguments: [
    ("t0: 5C\nt1: 5C", true), ("t0: 5C\nt1: 6D", false), ("waste: 4D 9C\nt0: 5C", false),
    ("waste: 9S 9C\nt0: 5C", true),
    ("stock: (9S)\nt0: 5C", false), ("f0: AC\nt0: 5C\nt1: AC", false),
  ])
  func `is dead where nothing fits`(_ picture: String, _ isDead: Bool) throws {
    #expect(try table(picture, of: "doubleklondike").status == (isDead ? .deadEnd : .playing))
  }
}
