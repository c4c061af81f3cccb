import Cards
import Testing

@testable import Patience

@Suite struct `Easthaven` {
  @Test func `seven columns of three are dealt in rows, the last row open, and 31 cards are left`() throws {
    let table = try dealt("easthaven")
    #expect(table.sizes(.tableau) == Array(repeating: "2+1", count: 7))
    #expect(table.handles(.tableau)[4] == [4, 11, 18])
    #expect(table.handles(.stock) == [Array((21...51 as ClosedRange<UInt16>).reversed())])
    #expect(table.ruleset.scoring.isNone)
  }

  @Test func `the stock deals a card on every column, and three at last`() throws {
    var table = try dealt("easthaven")
    for left in [24, 17, 10, 3, 0] {
      try table.turnStock()
      #expect(table.sizes(.stock) == ["\(left)+0"])
    }
    #expect(table.sizes(.tableau) == Array(repeating: "2+6", count: 3) + Array(repeating: "2+5", count: 4))
    #expect((0..<7).map { table.cards(in: .tableau($0)).last } == [49, 50, 51, 45, 46, 47, 48] as [UInt16?])
    #expect(table.whyNotTurnStock == .nothingThere)
    #expect(table.moves == 5)
  }

  @Test func `it deals on empty columns too`() throws {
    var table = try table("stock: (2C) (3C)\nt1: 9D", of: "easthaven")
    try table.turnStock()
    #expect(table.rows("t0", "t1", "t2") == ["3C", "9D 2C", ""])
  }

  static let picture = """
    stock: (JC)
    f0: AC-3C
    t0: (5H) 9D 8S
    t1: TC
    t2: 9H
    t3: KS QS
    t4: KH
    t5: 4D
    """

  @Test(arguments: [
    ("9D", "t1"), ("8S", "t2"), ("9H", "t1"), ("QS", "t4"), ("KH", "t6"), ("3C", "t5"), ("KS", ""),
    ("4D", ""),
  ])
  func `runs go down in turns of colour, a king on an empty column, cards back from foundations`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "easthaven").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "easthaven").refuses([
      ("4D", "t6", .needsKing), ("9D", "t6", .needsKing), ("KS", "t6", .notARun), ("5H", "t6", .faceDown),
      ("TC", "t3", .notNextRank), ("9D", "f0", .oneCardOnly), ("4D", "f0", .wrongSuit),
      ("4D", "f1", .needsAce),
      ("8S", "f0", .notNextRank), ("JC", "t6", .staysThere), ("AC", "t5", .notTop),
      ("3C", "t1", .notNextRank),
      ("3C", "f1", .notAllowedThere), ("4D", "stock", .notAllowedThere), ("4D", "waste", .noSuchPile),
      ("4D", "t5", .samePile), ("4D", "t7", .noSuchPile),
    ])
    try table("t0: 8S\nt1: 9C", of: "easthaven").refuses([("8S", "t1", .sameColour)])
    #expect(try table(Self.picture, of: "easthaven").whyNotFinish() == .notYetOpen)
  }

  @Test func `a bared card turns up`() throws {
    var table = try table(Self.picture, of: "easthaven")
    try table.play("9D", onto: "t1")
    #expect(table.rows("t0", "t1") == ["5H", "TC 9D 8S"])
  }

  @Test func `any card begins a column, or foundations are final, if that is chosen`() throws {
    #expect(try table(Self.picture, of: "easthaven:empty=any").targets("4D") == "t6")
    try table(Self.picture, of: "easthaven:back=no").refuses([("3C", "t5", .staysThere)])
  }

  @Test func `is won when all cards are on the foundations`() throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-JS\nt0: KS QS", of: "easthaven")
    #expect(table.canFinish)
    try table.send("QS")
    #expect(table.status == .playing)
    try table.send("KS")
    #expect(table.status == .won)
    #expect(table.whyNotTurnStock == .gameOver)
  }

  @Test(arguments: [
    ("t0: 5C\nt1: 5S", true), ("t0: 5C\nt1: 6D", false), ("t0: (2C) KS\nt1: 5C", false),
    ("t0: KS\nt1: 5C", true),
    ("f1: AD-3D\nt0: 4S\nt1: 9C", true),
    ("stock: (9C)\nt0: 5C\nt1: 5S", false),  // it can be dealt
  ])
  func `is dead where nothing fits and nothing is left to deal`(_ picture: String, _ isDead: Bool) throws {
    #expect(try table(picture, of: "easthaven").status == (isDead ? .deadEnd : .playing))
  }
}
