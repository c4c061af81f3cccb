import Cards
import Testing

@testable import Patience

@Suite struct `Scorpion: the deal` {
  @Test func `is seven rows of seven, three face down in the first four columns, and three in the stock`()
    throws
  {
    let table = try dealt("scorpion")
    #expect(table.sizes(.tableau) == ["3+4", "3+4", "3+4", "3+4", "0+7", "0+7", "0+7"])
    #expect(table.handles(.tableau)[2] == [2, 9, 16, 23, 30, 37, 44])
    #expect(table.handles(.stock) == [[51, 50, 49]])
    #expect(table.sizes(.foundation) == ["0+0", "0+0", "0+0", "0+0"])
  }

  @Test func `keeps three cards back for the first three columns`() throws {
    var table = try dealt("scorpion")
    try table.turnStock()
    #expect((0..<4).map { table.cards(in: .tableau($0)).last } == [49, 50, 51, 45])
    #expect(table.sizes(.stock) == ["0+0"])
    #expect(table.whyNotTurnStock == .nothingThere)
    #expect(table.moves == 1)
  }

  @Test func `deals onto empty columns too`() throws {
    var table = try table("stock: (2C) (3C) (4C)\nt1: 9H", of: "scorpion")
    try table.turnStock()
    #expect(table.rows("t0", "t1", "t2", "t3") == ["4C", "9H 3C", "2C", ""])
  }
}

@Suite struct `Scorpion: moves` {
  static let picture = """
    stock: (2C)
    t0: KD
    t1: (4H) 9C 3S 8D
    t2: 5H TC
    t3: (2H) QD 7C
    t4: JH
    t5: KC AC
    """

  @Test(arguments: [("9C", "t2"), ("QD", "t0"), ("KC", "t6"), ("TC", ""), ("KD", "t6"), ("3S", "")])
  func `any open card goes on the next higher of its suit, with all on it, a king on an empty column`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "scorpion").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "scorpion").refuses([
      ("TC", "t4", .wrongSuit), ("7C", "t1", .wrongSuit), ("9C", "t6", .needsKing), ("4H", "t6", .faceDown),
      ("8D", "t4", .notNextRank), ("9C", "f0", .needsCompleteRun), ("AC", "f0", .needsCompleteRun),
      ("2C", "t0", .staysThere), ("JH", "t4", .samePile), ("JH", "t7", .noSuchPile),
      ("JH", "f4", .noSuchPile),
      ("JH", "stock", .notAllowedThere), ("JH", "waste", .noSuchPile),
    ])
    #expect(try table(Self.picture, of: "scorpion:empty=any").objection("9C", onto: "t6") == nil)
  }

  @Test func `a bared card turns up`() throws {
    var table = try table(Self.picture, of: "scorpion")
    try table.play("9C", onto: "t2")
    #expect(table.rows("t1", "t2") == ["4H", "5H TC 9C 3S 8D"])
  }
}

@Suite struct `Scorpion: complete runs` {
  private var picture: String {
    "t0: (7C) \(down("S", to: 2))\nt1: (3D) AS\nt2: 5D\nt3: \(down("H"))\nt4: 5C"
  }

  @Test func `may be taken off, whole`() throws {
    var table = try table(picture, of: "scorpion")
    try table.refuses([("KS", "f0", .needsCompleteRun)])
    try table.play("AS", onto: "t0")
    #expect(table.rows("f0", "t0", "t1") == ["", "(7C) \(down("S"))", "3D"])
    try table.refuses([("QS", "f0", .needsCompleteRun), ("2S", "f0", .needsCompleteRun)])
    try table.play("KS", onto: "f2")
    #expect(table.rows("f0", "f2", "t0") == ["", down("S"), "7C"])
    try table.refuses([("KH", "f2", .full), ("KS", "t5", .staysThere)])
    #expect(table.whyNotSend(try table.handle("KH")) == nil)
    try table.send("KH")
    #expect(table.row("f0") == down("H"))
  }

  @Test func `must not have anything on them`() throws {
    try table("t0: \(down("S")) 4H", of: "scorpion").refuses([("KS", "f0", .needsCompleteRun)])
  }

  @Test func `go by themselves if that is chosen`() throws {
    var table = try table(picture, of: "scorpion:runs=yes")
    try table.play("AS", onto: "t0")
    #expect(table.rows("t0", "t1").joined(separator: "|") == "7C|3D")
    #expect(Set(table.rows("f0", "f1")) == [down("S"), down("H")])
  }
}

@Suite struct `Scorpion: the end` {
  private func picture(_ first: String, _ second: String, _ third: String) -> String {
    "\(first)\n\(second)\n\(third)\nt3: \(down("S", to: 2))\nt4: AS"
  }

  @Test(arguments: ["scorpion", "scorpion:runs=yes"])
  func `is won with four complete runs, wherever they lie`(_ id: String) throws {
    let pictures = [
      picture("t0: \(down("C"))", "t1: \(down("D"))", "t2: \(down("H"))"),
      picture("f0: AC-KC", "f1: AD-KD", "t2: \(down("H"))"), picture("f0: AC-KC", "f1: AD-KD", "f2: AH-KH"),
    ]
    for picture in pictures {
      var table = try table(picture, of: id)
      #expect(table.status == .playing)
      try table.play("AS", onto: "t3")
      #expect(table.status == .won)
    }
  }

  @Test(arguments: [
    ("t0: 5C 2S\nt1: 7C 9H", true), ("t0: 5C 2S\nt1: 6C 9H", true),  // the six is covered
    ("t0: 6C 2S\nt1: 5C 7C", false), ("t0: 4H KC\nt1: 9S", false), ("t0: KC 4H\nt1: 9S", true),
    ("stock: (2C)\nt0: 5C\nt1: 9S", false),
  ])
  func `is dead where no open card fits and nothing is left to deal`(_ picture: String, _ isDead: Bool) throws
  {
    #expect(try table(picture, of: "scorpion").status == (isDead ? .deadEnd : .playing))
  }

  @Test(arguments: [
    ("t0: 5C", Int32(36)), ("t0: 9H 8H 7H", 38), ("t0: (2C) (3C) 9H 8H", 31), ("t0: 9H 8D", 36),
    ("t0: (9H) 8H", 33), ("t0: 8H 9H", 36),
  ])
  func `points are 36, 1 for each joint, 3 less for each card face down`(
    _ picture: String, _ score: Int32
  ) throws {
    #expect(try table(picture, of: "scorpion").score == score)
  }

  @Test func `a deal without a joint is worth nothing, a suit 4 more than its joints, all of it 100`() throws
  {
    let table = try dealt("scorpion")
    let joints = table.slots(of: .tableau).reduce(0) { $0 + table.order(in: $1).joints }
    #expect(table.score == Int32(joints))
    #expect(try scorpion("t0: \(down("S"))\nt1: 5D").score == 36 + 12 + 4)
    var won = try scorpion(picture("t0: \(down("C"))", "t1: \(down("D"))", "t2: \(down("H"))"))
    try won.play("AS", onto: "t3")
    #expect(won.score == 100)
  }

  @Test func `a suit is worth as much when it is taken off`() throws {
    var table = try scorpion("t0: \(down("S"))\nt1: 5D")
    try table.play("KS", onto: "f0")
    #expect(table.score == 36 + 12 + 4)
    var others = try Table(
      picture: "t0: \(down("S", to: 2))\nt1: AS\nt2: 5D", ruleset: rules("scorpion:runs=yes"))
    try others.play("AS", onto: "t0")
    #expect(others.row("f0") == down("S"))
    #expect(others.score == 36 + 12 + 4)
  }

  private func scorpion(_ picture: String) throws -> Table {
    try Table(picture: picture, ruleset: .scorpion)
  }
}
