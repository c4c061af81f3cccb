import Cards
import Testing

@testable import Patience

@Suite struct `Westcliff` {
  @Test func `ten columns of three are dealt in rows, the last row open, and 22 cards are left`() throws {
    let table = try dealt("westcliff")
    #expect(table.sizes(.tableau) == Array(repeating: "2+1", count: 10))
    #expect(table.handles(.tableau)[4] == [4, 14, 24])
    #expect(table.handles(.stock) == [Array((30...51 as ClosedRange<UInt16>).reversed())])
    #expect(table.ruleset.scoring.isNone)
  }

  @Test(arguments: [("westcliff", 1), ("westcliff:passes=2", 2), ("westcliff:passes=3", 3)])
  func `the stock is turned card by card, once`(_ id: String, _ passes: Int) throws {
    var table = try dealt(id)
    for pass in 1...passes {
      for _ in 0..<22 { try table.turnStock() }
      #expect(table.cards(in: .waste) == Array(30...51))
      if pass < passes { try table.turnStock() }
    }
    #expect(table.whyNotTurnStock == .noPassesLeft)
  }

  @Test func `the stock is turned for ever if that is chosen`() throws {
    #expect(try dealt("westcliff:passes=any").passesLeft == nil)
  }

  static let picture = """
    stock: (JC)
    waste: 6C 3C
    f0: AC-2C
    t0: (5H) 9D 8S
    t1: TC
    t2: 9H
    t3: KS QS
    t4: KH
    t5: 4D
    t6: 3H
    """

  @Test(arguments: [
    ("9D", "t1 t7 t8 t9"), ("8S", "t2 t7 t8 t9"), ("QS", "t4 t7 t8 t9"), ("3C", "f0 t5 t7 t8 t9"),
    ("4D", "t7 t8 t9"), ("KS", ""), ("6C", ""),
  ])
  func `runs go down in turns of colour, any of them on an empty column`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "westcliff").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "westcliff").refuses([
      ("3H", "t5", .sameColour), ("4D", "t0", .notNextRank), ("KS", "t7", .notARun), ("5H", "t7", .faceDown),
      ("6C", "t7", .notTop), ("9D", "f0", .oneCardOnly), ("3H", "f0", .wrongSuit), ("4D", "f1", .needsAce),
      ("2C", "t6", .staysThere), ("JC", "t7", .staysThere), ("4D", "waste", .notAllowedThere),
      ("4D", "stock", .notAllowedThere), ("4D", "t5", .samePile), ("4D", "t10", .noSuchPile),
      ("4D", "c0", .noSuchPile),
    ])
    #expect(try table(Self.picture, of: "westcliff:back=yes").targets("2C") == "t6 t7 t8 t9")
  }

  @Test func `a bared card turns up`() throws {
    var table = try table("t0: (5H) 9D 8S\nt1: TC", of: "westcliff")
    try table.play("9D", onto: "t1")
    #expect(table.rows("t0", "t1") == ["5H", "TC 9D 8S"])
    #expect(table.score == 0)
  }

  @Test func `is won when all cards are on the foundations`() throws {
    var table = try table("waste: KS\nf0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-QS", of: "westcliff")
    #expect(table.status == .playing)
    try table.send("KS")
    #expect(table.status == .won)
  }

  @Test(arguments: [
    ("2C 4C 6C 8C TC QC 2S 4S 6S 8S", "", true), ("2C 4C 6C 8C TC QC 2S 4S 6S 7D", "", false),
    ("2C 4C 6C 8C TC QC 2S 4S 6S 8S", "waste: 3D QS", true),  // it lies too deep, and there is one pass
    ("2C 4C 6C 8C TC QC 2S 4S 6S 8S", "waste: QS 3D", false),
    ("2C 4C 6C 8C TC QC 2S 4S 6S", "waste: QS", false),
    ("2C 4C 6C 8C TC QC 2S 4S 6S 8S", "stock: (QS)", false), ("2C 4C 6C 8C TC QC 2S 4S 6S", "", true),
  ])
  func `is dead where nothing fits`(_ cards: String, _ more: String, _ isDead: Bool) throws {
    let table = try table(columns(cards) + "\n" + more, of: "westcliff")
    #expect(table.status == (isDead ? .deadEnd : .playing))
  }

  @Test func `another pass reaches what lies deeper`() throws {
    let picture = columns("2C 4C 6C 8C TC QC 2S 4S 6S 8S") + "\nwaste: 3D QS"
    #expect(try table(picture, of: "westcliff:passes=2").status == .playing)
  }
}
