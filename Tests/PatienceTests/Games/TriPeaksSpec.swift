import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `TriPeaks: the deal` {
  @Test func `is three peaks on a row of ten, a card to the waste, and 23 are left`() throws {
    let table = try dealt("tripeaks")
    #expect(table.sizes(.tableau) == Array(repeating: "1+0", count: 18) + Array(repeating: "0+1", count: 10))
    #expect(table.handles(.tableau) == (0..<28).map { [$0] })
    #expect(table.handles(.waste) == [[28]])
    #expect(table.handles(.stock) == [Array((29...51 as ClosedRange<UInt16>).reversed())])
    #expect(table.score == 0)
  }

  /// The rows begin at piles 0, 3, 9 and 18.
  @Test func `every card but the lowest is covered by two of the next row`() {
    var expected: [[UInt8]] = []
    for p in 0..<3 as Range<UInt8> { expected.append([3 + 2 * p, 4 + 2 * p]) }
    for i in 0..<6 as Range<UInt8> { expected.append([9 + i + i / 2, 10 + i + i / 2]) }
    for i in 0..<9 as Range<UInt8> { expected.append([18 + i, 19 + i]) }
    expected += Array(repeating: [], count: 10)
    let setup = Setup(ruleset: .triPeaks, seats: 1, faces: [], base: nil)
    let tableau = setup.slotsOfRole[Int(Zone.Role.tableau.rawValue)]
    #expect(tableau.map { setup.coverers[$0].map { $0 - UInt8(tableau.lowerBound) } } == expected)
  }

  @Test func `the stock is turned card by card, once, 5 points each`() throws {
    var table = try dealt("tripeaks")
    for _ in 0..<23 { try table.turnStock() }
    #expect(table.cards(in: .waste) == Array(28...51))
    #expect(table.whyNotTurnStock == .noPassesLeft)
    #expect(table.score == -115)
  }
}

@Suite struct `TriPeaks: moves` {
  static let picture = """
    stock: (2C) (3C)
    waste: 9D
    t9: (5S)
    t10: TH
    t18: TC
    t19: JH
    t20: 8D
    t22: 9S
    """

  @Test(arguments: [("TC", "waste"), ("8D", "waste"), ("JH", ""), ("9S", ""), ("TH", ""), ("5S", "")])
  func `an uncovered card goes on the waste, one up or one down`(_ card: String, _ targets: String) throws {
    #expect(try table(Self.picture, of: "tripeaks").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "tripeaks").refuses([
      ("9S", "waste", .notNextRank), ("TH", "waste", .covered), ("5S", "waste", .faceDown),
      ("TC", "t19", .notAllowedThere), ("TC", "t21", .notAllowedThere), ("TC", "stock", .notAllowedThere),
      ("9D", "t18", .staysThere), ("3C", "waste", .staysThere), ("TC", "t18", .samePile),
      ("TC", "t28", .noSuchPile), ("TC", "f0", .noSuchPile),
    ])
  }

  @Test func `a card turns up when both that cover it are gone`() throws {
    var table = try table(Self.picture, of: "tripeaks")
    #expect(!table.reveals(try table.handle("TC")))
    try table.play("TC", onto: "waste")
    #expect(table.row("t9") == "(5S)")
    #expect(table.reveals(try table.handle("JH")))
    try table.play("JH", onto: "waste")
    #expect(table.rows("t9", "t18", "t19", "waste") == ["5S", "", "", "9D TC JH"])
    #expect(try table.targets("TH") == "")
    #expect(table.whyNotLift(try table.handle("TH")) == .covered)
  }

  @Test(arguments: [
    ("tripeaks", "KS", "AD", nil), ("tripeaks", "AS", "KD", nil), ("tripeaks", "KS", "QD", nil),
    ("tripeaks", "KS", "2D", Refusal.notNextRank), ("tripeaks:kings=queen", "KS", "AD", .notNextRank),
    ("tripeaks:kings=queen", "AS", "KD", .notNextRank), ("tripeaks:kings=queen", "KS", "QD", nil),
  ])
  func `king and ace are neighbours, unless that is chosen`(
    _ id: String, _ waste: String, _ card: String, _ reason: Refusal?
  ) throws {
    #expect(try table("waste: \(waste)\nt18: \(card)", of: id).objection(card, onto: "waste") == reason)
  }
}

@Suite struct `TriPeaks: points` {
  @Test func `the nth card of a streak is worth n, turning the stock ends it and costs 5`() throws {
    var engine = BoardEngine(
      table: try table(
        "stock: (4C) (6C)\nwaste: 9D\nt18: TC\nt19: JH\nt20: QD\nt21: 7S\nt22: 2H", of: "tripeaks"))
    var scores: [Int32] = []
    for card in ["TC", "JH", "QD"] {
      try engine.drag(card, onto: "waste")
      scores.append(engine.model.score)
    }
    #expect(engine.model.streakNow == 3)
    try engine.turnStock(player: 1)
    #expect(engine.model.streakNow == 0)
    scores.append(engine.model.score)
    try engine.drag("7S", onto: "waste")
    scores.append(engine.model.score)
    #expect(scores == [1, 3, 6, 1, 2])
    try engine.takeBack()
    try engine.takeBack()
    #expect(engine.model.score == 6)
    #expect(engine.model.streakNow == 3)
  }

  @Test func `the first two peaks pay 15, the third 30`() throws {
    var table = try table("waste: 9D\nt0: JC\nt1: TC\nt2: QC", of: "tripeaks")
    try table.play("TC", onto: "waste")
    #expect(table.score == 1 + 15)
    try table.play("JC", onto: "waste")
    #expect(table.score == 16 + 2 + 15)
    #expect(table.status == .playing)
    try table.play("QC", onto: "waste")
    #expect(table.score == 33 + 3 + 30)
    #expect(table.status == .won)
  }

  @Test func `a card of another row pays no peak`() throws {
    var table = try table("waste: 9D\nt3: TC\nt4: 2C\nt18: 5C", of: "tripeaks")
    try table.play("TC", onto: "waste")
    #expect(table.score == 1)
  }
}

@Suite struct `TriPeaks: the end` {
  @Test func `is won when all 28 are gone, whatever is left of the stock`() throws {
    var table = try table("stock: (2C)\nwaste: 9D\nt0: (JC)\nt3: TC", of: "tripeaks")
    try table.play("TC", onto: "waste")
    #expect(table.row("t0") == "JC")
    #expect(table.progress == (27, 28))
    try table.play("JC", onto: "waste")
    #expect(table.status == .won)
    #expect(table.whyNotTurnStock == .gameOver)
  }

  @Test(arguments: [
    ("waste: 9D\nt18: 7C\nt19: JC", true), ("waste: 9D\nt18: 7C\nt19: 8C", false),
    ("waste: 9D\nt9: 8C\nt18: 3C", true),  // it is covered
    ("waste: KD\nt18: AC", false), ("stock: (4C)\nwaste: 9D\nt18: 7C", false),
  ])
  func `is dead where nothing fits and the stock is used up`(_ picture: String, _ isDead: Bool) throws {
    #expect(try table(picture, of: "tripeaks").status == (isDead ? .deadEnd : .playing))
  }

  @Test func `king and ace may be what is missing`() throws {
    #expect(try table("waste: KD\nt18: AC", of: "tripeaks:kings=queen").status == .deadEnd)
  }
}
