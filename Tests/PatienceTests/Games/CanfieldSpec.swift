import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Canfield: the deal` {
  @Test func `is a reserve of thirteen, a foundation, four columns, and 34 in the stock`() throws {
    let table = try dealt("canfield")
    #expect(table.handles(.reserve) == [Array(0...12)])
    #expect(table.sizes(.reserve) == ["12+1"])
    #expect(table.handles(.foundation) == [[13], [], [], []])
    #expect(table.handles(.tableau) == [[14], [15], [16], [17]])
    #expect(table.sizes(.tableau) == Array(repeating: "0+1", count: 4))
    #expect(table.handles(.stock) == [Array((18...51 as ClosedRange<UInt16>).reversed())])
    #expect(table.setup.base == table.faces[13]?.rank)
    #expect(table.score == -52 + 5)
  }

  @Test func `the stock is turned by threes, for ever`() throws {
    var table = try dealt("canfield")
    try table.turnStock()
    #expect(table.cards(in: .waste) == [18, 19, 20])
    for _ in 0..<11 { try table.turnStock() }
    #expect(table.cards(in: .waste).count == 34)
    try table.turnStock()
    #expect(table.sizes(.stock) == ["34+0"])
    #expect(table.passesLeft == nil)
    #expect(table.score == -47)
  }

  @Test(arguments: [("canfield:passes=1", 1), ("canfield:passes=2", 2), ("canfield:passes=3,draw=1", 3)])
  func `the stock is turned as often as is chosen`(_ id: String, _ passes: Int) throws {
    var table = try table("stock: (9S) (9C)\nf0: 7H\n\(columns("2C 4C 6C TC"))", of: id)
    for pass in 1...passes {
      #expect(table.passesLeft == UInt16(passes - pass))
      while !table.cards(in: .stock).isEmpty { try table.turnStock() }
      if pass < passes { try table.turnStock() }
    }
    #expect(table.whyNotTurnStock == .noPassesLeft)
  }

  @Test func `the stock is turned card by card if that is chosen`() throws {
    var table = try dealt("canfield:draw=1")
    try table.turnStock()
    #expect(table.cards(in: .waste) == [18])
  }
}

@Suite struct `Canfield: moves` {
  static let picture = """
    stock: (2C) (3C)
    waste: 9C 8H
    f0: 7H
    t0: QD JS TH
    t1: KC
    t2: 9S
    t3: AD
    r0: (4D) (5S) 8S
    """

  @Test(arguments: [
    ("8H", "f0 t2"), ("QD", "t1"), ("KC", "t3"), ("9S", "t0"), ("8S", ""), ("TH", ""), ("AD", ""), ("JS", ""),
  ])
  func `columns go down in turns of colour, kings on aces too`(_ card: String, _ targets: String) throws {
    #expect(try table(Self.picture, of: "canfield").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "canfield").refuses([
      ("8S", "t2", .sameColour), ("8S", "f0", .wrongSuit), ("8H", "f1", .needsBase),
      ("9S", "f0", .notNextRank),
      ("JS", "t1", .notTop), ("9C", "t0", .notTop), ("5S", "t0", .faceDown), ("QD", "f0", .oneCardOnly),
      ("2C", "t3", .staysThere), ("7H", "t0", .staysThere), ("TH", "t0", .samePile),
      ("TH", "t4", .noSuchPile),
      ("9S", "waste", .notAllowedThere), ("9S", "r0", .notAllowedThere), ("8S", "waste", .notAllowedThere),
      ("9S", "stock", .notAllowedThere), ("AD", "t1", .notNextRank), ("8H", "t0", .notNextRank),
    ])
    let table = try table(Self.picture, of: "canfield")
    #expect(table.whyNotFinish() == .notYetOpen)
    #expect(table.whyNotSend(try table.handle("QD")) == .notTop)
  }

  @Test func `foundations begin with the base, in any order, and go around the corner`() throws {
    var table = try table("f0: QH\nt0: AH\nt1: KH\nt2: QS\nt3: 2H", of: "canfield")
    try table.refuses([("KH", "f1", .needsBase)])
    for card in ["KH", "AH", "2H", "QS"] { try table.send(card) }
    #expect(table.rows("f0", "f1") == ["QH KH AH 2H", "QS"])
    #expect(table.score == -52 + 5 * 5)
  }

  @Test func `an emptied column is filled from the reserve at once`() throws {
    var table = try table(Self.picture, of: "canfield")
    #expect(table.reveals(try table.handle("KC")))
    #expect(!table.reveals(try table.handle("8H")))
    try table.play("KC", onto: "t3")
    #expect(table.rows("t1", "t3", "r0") == ["8S", "AD KC", "(4D) 5S"])
    #expect(table.moves == 1)
    #expect(table.score == -47)
  }

  @Test func `Any card begins a column once the reserve is gone, or only the waste's`() throws {
    let picture = "waste: 3C\nf0: 7H\nt0: QD JS\nt1: KC"
    let table = try table(picture, of: "canfield")
    #expect(try table.targets("3C") == "t2 t3")
    #expect(try table.targets("KC") == "t2 t3")
    let picky = try Table(picture: picture, ruleset: rules("canfield:filler=waste"))
    #expect(try picky.targets("3C") == "t2 t3")
    try picky.refuses([("KC", "t2", .notAllowedThere)])
  }

  @Test func `the last card of the reserve fills a column as well`() throws {
    var table = try table("f0: 7H\nt0: 8H\nt1: 4C\nt2: 2C\nt3: 2S\nr0: 9H", of: "canfield")
    try table.send("8H")
    #expect(table.rows("t0", "r0") == ["9H", ""])
    try table.send("9H")
    #expect(table.rows("t0", "f0") == ["", "7H 8H 9H"])
  }
}

@Suite struct `Canfield: what moves together` {
  static let picture = "f0: 7H 8H\nt0: TS 9H 8S 7D\nt1: 9D\nt2: KC QD JC TD\nt3: QH"

  @Test(arguments: [
    ("canfield", "8S", ""), ("canfield", "JC", ""), ("canfield:unit=run", "8S", "t1"),
    ("canfield:unit=run", "JC", "t3"), ("canfield:unit=run", "9H", ""),
    ("canfield:unit=freeing", "8S", "t1"),  // it lays 9H bare, which can go up
    ("canfield:unit=freeing", "JC", ""),
  ])
  func `is a column or its top, or the end of a run`(_ id: String, _ card: String, _ targets: String) throws {
    #expect(try table(Self.picture, of: id).targets(card) == targets)
  }

  @Test func `a column that does not move says why`() throws {
    try table(Self.picture, of: "canfield").refuses([("8S", "t1", .notTop), ("JC", "t3", .notTop)])
    try table(Self.picture, of: "canfield:unit=freeing").refuses([("JC", "t3", .notARun)])
    try table("f0: 7H\nt0: JC 9H\nt1: QH", of: "canfield:unit=run").refuses([("JC", "t1", .notARun)])
  }
}

@Suite struct `Canfield: the end` {
  @Test func `is won when all cards are on the foundations, and pays 208`() throws {
    var table = try table(
      "f0: 7C-KC AC-5C\nf1: 7D-KD AD-6D\nf2: 7H-KH AH-6H\nf3: 7S-KS AS-6S\nt2: 6C", of: "canfield")
    #expect(table.status == .playing)
    #expect(table.score == 203)
    try table.send("6C")
    #expect(table.status == .won)
    #expect(table.score == 208)
  }

  @Test(arguments: [
    ("2C 4C 6C TC", "", true), ("2C 4C 6C 3D", "", false), ("2C 4C 6C 8H", "", false),
    ("2C 4C 6C AC", "", true), ("2C 4C AD KC", "", false), ("2C 4C 6C", "", true),
    ("2C 4C 6C", "r0: TC", false),
    ("2C 4C 6C TC", "waste: 3D QS", false), ("2C 4C 6C TC", "waste: QC QS", true),
    ("2C 4C 6C TC", "stock: (QC)", false),  // nobody has seen it
  ])
  func `is dead where neither column, waste nor reserve fits`(
    _ cards: String, _ more: String, _ isDead: Bool
  ) throws {
    let picture = "f0: 7H\n\(columns(cards))\n\(more)"
    #expect(try table(picture, of: "canfield:draw=1").status == (isDead ? .deadEnd : .playing))
  }
}
