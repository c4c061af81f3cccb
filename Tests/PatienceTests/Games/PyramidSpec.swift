import Cards
import Testing

@testable import Patience

@Suite struct `Pyramid: the deal` {
  @Test func `is seven rows, all open, and 24 cards are left`() throws {
    let table = try dealt("pyramid")
    #expect(table.sizes(.tableau) == Array(repeating: "0+1", count: 28))
    #expect(table.handles(.tableau) == (0..<28).map { [$0] })
    #expect(table.handles(.stock) == [Array((28...51 as ClosedRange<UInt16>).reversed())])
    #expect(table.sizes(.waste) == ["0+0"])
    #expect(table.sizes(.foundation) == ["0+0"])
  }

  @Test func `card c of row r is covered by cards c and c + 1 of the next`() {
    func index(_ row: Int, _ card: Int) -> UInt8 { UInt8(row * (row + 1) / 2 + card) }
    let setup = Setup(ruleset: .pyramid, seats: 1, faces: [], base: nil)
    let tableau = setup.slotsOfRole[Int(Zone.Role.tableau.rawValue)]
    for row in 0..<7 {
      for card in 0...row {
        let coverers = setup.coverers[tableau.lowerBound + Int(index(row, card))]
        let expected = row == 6 ? [] : [index(row + 1, card), index(row + 1, card + 1)]
        #expect(coverers.map { $0 - UInt8(tableau.lowerBound) } == expected)
      }
    }
  }

  @Test(arguments: [("pyramid", 3), ("pyramid:passes=1", 1), ("pyramid:passes=2", 2)])
  func `the stock is turned card by card, three times`(_ id: String, _ passes: Int) throws {
    var table = try dealt(id)
    for pass in 1...passes {
      for _ in 0..<24 { try table.turnStock() }
      #expect(table.cards(in: .waste) == Array(28...51))
      if pass < passes { try table.turnStock() }
    }
    #expect(table.whyNotTurnStock == .noPassesLeft)
    #expect(table.score == 0)
  }

  @Test func `the stock is turned for ever if that is chosen`() throws {
    #expect(try dealt("pyramid:passes=any").passesLeft == nil)
  }
}

@Suite struct `Pyramid: pairs` {
  static let picture = """
    stock: (2C) (JC)
    waste: 5H 8D
    t15: 6C
    t16: KH
    t21: 5S
    t22: 7H
    t23: 6D
    t24: KC
    t25: QS
    t27: 4D
    """

  @Test(arguments: [
    ("8D", "t21"), ("5S", "waste"), ("7H", "t23"), ("6D", "t22"), ("KC", "f0"), ("QS", ""), ("4D", ""),
  ])
  func `two uncovered cards go that add up to 13, or a king alone`(_ card: String, _ targets: String) throws {
    #expect(try table(Self.picture, of: "pyramid").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "pyramid").refuses([
      ("6C", "t22", .covered), ("7H", "t15", .covered), ("KH", "f0", .covered), ("5S", "f0", .noPair),
      ("8D", "f0", .noPair), ("QS", "t27", .noPair), ("4D", "waste", .noPair), ("5S", "t20", .nothingThere),
      ("5S", "stock", .notAllowedThere), ("2C", "t21", .staysThere), ("JC", "t21", .staysThere),
      ("5H", "t21", .notTop), ("5S", "t21", .samePile), ("8D", "waste", .samePile),
      ("5S", "t28", .noSuchPile),
      ("5S", "f1", .noSuchPile),
    ])
    let table = try table(Self.picture, of: "pyramid")
    #expect(table.whyNotSend(try table.handle("5S")) == .noFoundationTakesIt)
    #expect(table.whyNotSend(try table.handle("KC")) == nil)
    #expect(table.whyNotFinish() == .cannotFinish)
    try Table(picture: "f0: KD\nt0: 5C", ruleset: .pyramid).refuses([("KD", "t0", .staysThere)])
    try Table(picture: "t27: 5C", ruleset: .pyramid).refuses([("5C", "waste", .nothingThere)])
  }

  @Test func `both go to the foundation, a point each`() throws {
    var table = try table(Self.picture, of: "pyramid")
    try table.play("8D", onto: "t21")
    #expect(table.rows("f0", "t21", "waste") == ["8D 5S", "", "5H"])
    #expect(table.score == 2)
    #expect(try table.targets("6C") == "")
    try table.play("6D", onto: "t22")
    #expect(table.rows("f0", "t22", "t23") == ["8D 5S 6D 7H", "", ""])
    try table.send("KC")
    #expect(table.score == 5)
    #expect(table.moves == 3)
    // Both cards that covered the six and the king are gone now.
    #expect(try table.targets("KH") == "f0")
    #expect(table.whyNotLift(try table.handle("6C")) == nil)
  }

  @Test func `a card goes with one that it alone covers, if that is chosen`() throws {
    let picture = "t15: 6C\nt16: 9D\nt22: 7H\nt23: 4S"
    try table(picture, of: "pyramid").refuses([("7H", "t15", .covered), ("4S", "t16", .covered)])
    var loose = try table(picture, of: "pyramid:covered=yes")
    try loose.refuses([("4S", "t16", .covered), ("9D", "t23", .covered)])
    try loose.play("7H", onto: "t15")
    #expect(loose.rows("f0", "t15", "t22") == ["7H 6C", "", ""])
    #expect(try loose.targets("4S") == "t16")
  }

  @Test func `the top of the stock is open and plays, if that is chosen`() throws {
    var table = try table(
      "stock: (4H) (3D) 8C\nwaste: QD 5C\nt27: 5H\nt26: KC\nt25: TS", of: "pyramid:top=yes")
    #expect(try table.targets("8C") == "waste t27")
    #expect(try table.targets("5H") == "stock")
    #expect(try table.targets("5C") == "stock")
    try table.refuses([("3D", "t25", .faceDown), ("8C", "f0", .noPair), ("TS", "stock", .noPair)])
    try table.play("5H", onto: "stock")
    #expect(table.rows("stock", "f0") == ["(4H) 3D", "5H 8C"])
    #expect(table.score == 2)
    try table.play("3D", onto: "t25")
    #expect(table.row("stock") == "4H")
    try table.turnStock()
    #expect(table.rows("stock", "waste") == ["", "QD 5C 4H"])
    #expect(try dealt("pyramid:top=yes").sizes(.stock) == ["23+1"])
  }
}

@Suite struct `Pyramid: the end` {
  @Test func `is won when the pyramid is gone, or all cards if that is chosen`() throws {
    var table = try table("waste: JC\nt0: KC", of: "pyramid")
    #expect(table.progress == (27, 28))
    try table.send("KC")
    #expect(table.status == .won)
    var strict = try Table(picture: "waste: JC 2D KH\nt0: KC", ruleset: rules("pyramid:goal=all"))
    try strict.send("KC")
    #expect(strict.status == .playing)
    #expect(strict.whyNotTurnStock == nil)
    var whole = try Table(picture: "waste: KH\nt0: KC", ruleset: rules("pyramid:goal=all"))
    try whole.send("KC")
    try whole.send("KH")
    #expect(whole.status == .won)
  }

  @Test(arguments: [
    ("t27: 5C", true), ("t27: 5C\nt26: 8C", false), ("waste: 8C\nt27: 5C", false),
    ("waste: 8C 2C\nt27: 5C", false),
    ("waste: 9C 2C\nt27: 5C", true), ("stock: (9C)\nt27: 5C", false), ("t15: 8C\nt21: 5C", true),
    ("t27: KC", false),
  ])
  func `is dead where no pass brings a pair`(_ picture: String, _ isDead: Bool) throws {
    #expect(try table(picture, of: "pyramid").status == (isDead ? .deadEnd : .playing))
  }

  @Test func `Cards deep in the waste do not count once no pass is left`() throws {
    #expect(try table("waste: 8C 2C\nt27: 5C", of: "pyramid:passes=1").status == .deadEnd)
    #expect(try table("t15: 8C\nt21: 5C", of: "pyramid:covered=yes").status == .playing)
  }
}
