import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Spider: the deal` {
  @Test(arguments: ["spider1", "spider2", "spider4"])
  func `is 54 cards in rows, the last of each column open`(_ id: String) throws {
    let table = try dealt(id)
    #expect(table.sizes(.tableau) == Array(repeating: "5+1", count: 4) + Array(repeating: "4+1", count: 6))
    #expect(table.sizes(.stock) == ["50+0"])
    #expect(table.sizes(.foundation) == Array(repeating: "0+0", count: 8))
    #expect(table.handles(.tableau)[3] == [3, 13, 23, 33, 43, 53])
    #expect(table.handles(.tableau)[9] == [9, 19, 29, 39, 49])
    #expect(table.handles(.stock)[0] == Array((54...103 as ClosedRange<UInt16>).reversed()))
    #expect(table.score == 500)
  }

  @Test(arguments: [
    ("spider1", "S", 104), ("spider2", "HS", 52), ("spider4", "CDHS", 26), ("spiderette", "CDHS", 13),
    ("spiderette:suits=2", "HS", 26), ("spiderette:suits=1", "S", 52),
  ])
  func `has each suit as often as the others`(_ id: String, _ suits: String, _ cards: Int) throws {
    var counts: [Character: Int] = [:]
    for face in try dealt(id).faces { counts[try #require(face?.text.last), default: 0] += 1 }
    #expect(counts == Dictionary(uniqueKeysWithValues: suits.map { ($0, cards) }))
  }

  @Test func `Spiderette is dealt as Klondike is`() throws {
    let (table, klondike) = (try dealt("spiderette"), try dealt("klondike1"))
    #expect(table.handles(.tableau) == klondike.handles(.tableau))
    #expect(table.sizes(.tableau) == ["0+1", "1+1", "2+1", "3+1", "4+1", "5+1", "6+1"])
    #expect(table.faces == klondike.faces)
    #expect(table.sizes(.stock) == ["24+0"])
    #expect(table.sizes(.foundation).count == 4)
  }

  @Test func `Simple Simon is dealt open, column by column shorter`() throws {
    let table = try dealt("simplesimon")
    #expect(
      table.sizes(.tableau) == ["0+8", "0+8", "0+8", "0+7", "0+6", "0+5", "0+4", "0+3", "0+2", "0+1"])
    #expect(table.handles(.tableau)[9] == [9])
    #expect(table.handles(.tableau)[8] == [8, 18])
    #expect(table.handles(.tableau)[2] == [2, 12, 21, 29, 36, 42, 47, 51])
    #expect(table.whyNotTurnStock == .nothingThere)
    #expect(table.score == 0)
  }
}

@Suite struct `Spider: moves` {
  static let picture = """
    stock: (2C)
    t0: (5C) 9H 8H
    t1: TS
    t2: 9S 8D 7D
    t3: 9C
    t4: KH
    t5: QC JD
    t6: 4S
    f0: AC-KC
    """

  @Test(arguments: ["spider4", "spiderette"])
  func `any suit is built on, runs of one suit move, any of them begins a column`(_ id: String) throws {
    let kin = id == "spiderette"
    let table = try table(kin ? Self.picture.replacing("\nf0: AC-KC", with: "") : Self.picture, of: id)
    let empty = kin ? "" : " t7 t8 t9"
    #expect(try table.targets("8H") == "t3" + empty)
    #expect(try table.targets("9H") == "t1" + empty)
    #expect(try table.targets("8D") == "t3" + empty)
    #expect(try table.targets("7D") == "t0" + empty)
    #expect(try table.targets("9S") == "")
    #expect(try table.targets("TS") == ("t5" + empty))
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "spider4").refuses([
      ("9S", "t1", .notARun), ("QC", "t4", .notARun), ("8H", "t1", .notNextRank), ("KH", "t6", .notNextRank),
      ("5C", "t7", .faceDown), ("4S", "f1", .needsCompleteRun), ("9H", "f1", .needsCompleteRun),
      ("4S", "f0", .full), ("KC", "t7", .staysThere), ("2C", "t7", .staysThere), ("4S", "t6", .samePile),
      ("4S", "t10", .noSuchPile), ("4S", "f8", .noSuchPile), ("4S", "waste", .noSuchPile),
      ("4S", "stock", .notAllowedThere),
    ])
    let table = try table(Self.picture, of: "spider4")
    #expect(table.whyNotSend(try table.handle("4S")) == .noFoundationTakesIt)
    #expect(table.whyNotSend(try table.handle("9H")) == .notTop)
    #expect(table.whyNotFinish() == .cannotFinish)
  }

  @Test func `a bared card turns up`() throws {
    var table = try table(Self.picture, of: "spider4")
    try table.play("9H", onto: "t1")
    #expect(table.rows("t0", "t1") == ["5C", "TS 9H 8H"])
    #expect(table.score == 500 - 1)
  }
}

@Suite struct `Spider: complete runs` {
  private func picture(_ more: String = "") -> String {
    "stock: (2C)\nt0: (7C) \(down("S", to: 2))\nt1: (3H) AS\nt2: 5D\(more)"
  }

  @Test(arguments: [("spider4", 599), ("spiderette", 599), ("simplesimon", 0)])
  func `go off by themselves`(_ id: String, _ score: Int32) throws {
    let picture = id == "simplesimon" ? picture().replacing("stock: (2C)\n", with: "") : picture()
    var table = try table(picture, of: id)
    #expect(table.reveals(try table.handle("AS")))
    try table.play("AS", onto: "t0")
    #expect(table.rows("f0", "t0", "t1") == [down("S"), "7C", "3H"])
    #expect(table.score == score)
    #expect(table.moves == 1)
    #expect(table.progress.done == 13)
  }

  @Test(arguments: ["spider4", "spiderette"])
  func `are taken off by hand if that is chosen`(_ id: String) throws {
    var table = try table(picture(), of: "\(id):runs=no")
    try table.play("AS", onto: "t0")
    #expect(table.rows("f0", "t1") == ["", "3H"])
    #expect(table.score == 499)
    try table.refuses([("QS", "f0", .needsCompleteRun), ("KS", "t1", .notNextRank)])
    try table.play("KS", onto: "f1")
    #expect(table.rows("f0", "f1", "t0") == ["", down("S"), "7C"])
    #expect(table.score == 598)
  }

  @Test func `A run of two suits stays`() throws {
    var table = try table("t0: KH \(down("S", from: 12, to: 2))\nt1: AS\nt2: 5D", of: "spider4")
    try table.play("AS", onto: "t0")
    #expect(table.row("f0") == "")
  }

  @Test func `go off after a deal too`() throws {
    let stock = "stock: (2C) (3C) (4C) (5C) (6C) (7C) (8C) (9C) (TC) (AS)"
    var table = try table(
      "\(stock)\n" + columns("KS KC KC KD KD KH KH QC QC QD").replacing("KS", with: down("S", to: 2)),
      of: "spider4")
    try table.turnStock()
    #expect(table.row("f0") == down("S"))
    #expect(table.rows("t0", "t1", "t9") == ["", "KC TC", "QD 2C"])
  }
}
