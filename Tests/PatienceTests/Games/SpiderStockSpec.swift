import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Spider: the stock` {
  @Test func `deals a card on each column, five times, the lowest handle first`() throws {
    var table = try dealt("spider4:full=no")
    for deal in 0..<5 as Range<UInt16> {
      try table.turnStock()
      #expect((0..<10).map { table.cards(in: .tableau($0)).last } == (0..<10).map { 54 + deal * 10 + $0 })
    }
    #expect(table.sizes(.tableau).prefix(5) == ["5+6", "5+6", "5+6", "5+6", "4+6"])
    #expect(table.score == 495)
    #expect(table.moves == 5)
    #expect(table.whyNotTurnStock == .nothingThere)
  }

  @Test func `The stock of Spiderette deals seven cards three times, then three`() throws {
    var table = try dealt("spiderette")
    for size in [17, 10, 3, 0] {
      try table.turnStock()
      #expect(table.sizes(.stock) == ["\(size)+0"])
    }
    #expect(table.sizes(.tableau) == ["0+5", "1+5", "2+5", "3+4", "4+4", "5+4", "6+4"])
    #expect(table.whyNotTurnStock == .nothingThere)
  }

  private func nineColumns(_ first: String) -> String {
    "stock: (2C) (3C) (4C) (5C) (6C) (7C) (8C) (9C) (TC) (JC)\n"
      + columns("QD KC KC KD KD KH KH KS KS").replacing("QD", with: first)
  }

  @Test func `waits until no column is empty, unless that is chosen`() throws {
    #expect(try table(nineColumns("QD JD"), of: "spider4").whyNotTurnStock == .columnEmpty)
    #expect(try table(nineColumns("QD JD") + "\nt9: 2H", of: "spider4").whyNotTurnStock == nil)
    var relaxed = try table(nineColumns("QD JD"), of: "spider4:full=no")
    try relaxed.turnStock()
    #expect(relaxed.rows("t0", "t9") == ["QD JD JC", "2C"])
  }

  /// Else the game would be over for want of cards.
  @Test func `does not wait where there are too few cards to fill every column`() throws {
    #expect(try table(nineColumns("QD"), of: "spider4").whyNotTurnStock == nil)
  }
}

@Suite struct `Spider: the end` {
  @Test(arguments: ["spider1", "spider1:runs=no"])
  func `is won with eight complete runs`(_ id: String) throws {
    let runs = (0..<7).map { "f\($0): AS-KS\n" }.joined()
    var table = try table("t1: AS\nt0: \(down("S", to: 2))\n\(runs)", of: id)
    #expect(table.status == .playing)
    #expect(table.progress == (91, 104))
    try table.play("AS", onto: "t0")
    #expect(table.status == .won)
    #expect(table.progress == (104, 104))
    #expect(table.whyNotTurnStock == .gameOver)
  }

  @Test(arguments: ["spiderette", "simplesimon", "simplesimon:runs=no", "spiderette:runs=no"])
  func `is won with four`(_ id: String) throws {
    var table = try table(
      "f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nt0: \(down("S", to: 2))\nt1: AS", of: id)
    #expect(table.status == .playing)
    try table.play("AS", onto: "t0")
    #expect(table.status == .won)
  }

  @Test(arguments: [
    ("spider4", "2C 4C 6C 8C TC QC 2D 4D 6D 8D", true), ("spider4", "2C 4C 6C 8C TC QC 2D 4D 6D 9D", false),
    ("spiderette", "2C 4C 6C 8C TC QC 2D", true), ("spiderette", "2C 4C 6C 8C TC QC JD", false),
    ("simplesimon", "2C 4C 6C 8C TC QC 2D 4D 6D 8D", true),
    ("simplesimon", "2C 4C 6C 8C TC QC 2D 4D 6D 7S", false),
    ("spider4", "2C 4C 6C 8C TC QC 2D 4D 6D", true),  // none gains by the empty column
  ])
  func `is dead once nothing fits and nothing is left to deal`(
    _ id: String, _ cards: String, _ isDead: Bool
  ) throws {
    #expect(try table(columns(cards), of: id).status == (isDead ? .deadEnd : .playing))
    if id == "simplesimon" { return }
    #expect(try table("stock: (KH)\n" + columns(cards), of: id).status == .playing)
  }

  @Test func `Two cards and an empty column are not a dead end`() throws {
    #expect(try table(columns("2C 4C 6C 8C TC QC 2D 4D") + "\nt8: 6D 6H", of: "spider4").status == .playing)
  }

  @Test func `every move costs a point, also one that is taken back or played again`() throws {
    var engine = BoardEngine(table: try table("t0: 9H 8H\nt1: TS\nt2: 3C", of: "spider4"))
    try engine.drag("9H", onto: "t1")
    #expect(engine.model.score == 499)
    try engine.takeBack()
    #expect(engine.model.score == 498)
    try engine.playAgain()
    #expect(engine.model.score == 497)
    #expect(engine.model.moves == 1)
  }
}
