import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `FreeCell: the deal` {
  @Test func `is dealt across eight columns, all open`() throws {
    let table = try dealt("freecell")
    #expect(table.sizes(.tableau) == ["0+7", "0+7", "0+7", "0+7", "0+6", "0+6", "0+6", "0+6"])
    #expect(table.sizes(.cell) == ["0+0", "0+0", "0+0", "0+0"])
    #expect(table.sizes(.foundation) == ["0+0", "0+0", "0+0", "0+0"])
    for column in 0..<8 as Range<UInt16> {
      let expected = Array(stride(from: column, to: 52, by: 8))
      #expect(table.cards(in: .tableau(UInt8(column))) == expected)
    }
    #expect(table.slots(of: .stock).isEmpty && table.slots(of: .waste).isEmpty)
  }

  @Test(arguments: [
    ("freecell", 4), ("freecell:cells=1", 1), ("freecell:cells=2", 2), ("freecell:cells=3", 3),
    ("freecell:cells=5", 5), ("freecell:cells=6", 6), ("freecell:cells=7", 7), ("freecell:cells=8", 8),
    ("bakers", 4), ("bakers:cells=1", 1), ("bakers:cells=8", 8),
  ])
  func `has as many cells as are chosen, and the same cards`(_ id: String, _ cells: Int) throws {
    let table = try dealt(id, 617)
    #expect(table.sizes(.cell) == Array(repeating: "0+0", count: cells))
    #expect(try table.handles(.tableau) == dealt("freecell", 617).handles(.tableau))
    #expect(try table.faces == dealt("freecell", 617).faces)
  }
}

@Suite struct `FreeCell: moves` {
  static let picture = """
    f0: AC-2C
    f2: AH
    t0: KS QH
    t1: 9D 8S 7D
    t2: 8C
    t3: QD JS
    t4: 3C
    t5: 2H 6C
    t6: TS
    c0: 5D
    c1: 2D
    """

  @Test(arguments: [
    ("7D", "t2 t7 c2 c3"), ("9D", "t6 t7"), ("8S", "t7"), ("5D", "t5 t7 c2 c3"), ("3C", "f0 t7 c2 c3"),
    ("JS", "t0 t7 c2 c3"), ("6C", "t1 t7 c2 c3"), ("2D", "t4 t7 c2 c3"), ("8C", "t7 c2 c3"), ("KS", "t7"),
    ("2H", ""), ("2C", ""),
  ])
  func `runs go down in turns of colour, any card on an empty column, one in a cell`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "freecell").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "freecell").refuses([
      ("8C", "t0", .notNextRank), ("9D", "t0", .notNextRank), ("TS", "t3", .sameColour),
      ("3C", "f1", .needsAce), ("2D", "f2", .wrongSuit), ("3C", "f2", .notNextRank),
      ("8S", "f0", .oneCardOnly), ("7D", "c0", .full), ("8S", "c2", .full), ("2H", "t7", .notARun),
      ("2C", "t7", .staysThere), ("AC", "t7", .staysThere), ("7D", "t1", .samePile), ("5D", "c0", .samePile),
      ("7D", "t8", .noSuchPile), ("7D", "c4", .noSuchPile), ("7D", "stock", .noSuchPile),
      ("7D", "waste", .noSuchPile), ("7D", "r0", .noSuchPile),
    ])
  }

  @Test func `an ace begins its own suit's foundation`() throws {
    #expect(try table("c0: AS\nt0: AD", of: "freecell").targets("AS") == "f3 t1 t2 t3 t4 t5 t6 t7 c1 c2 c3")
    try table("c0: AS", of: "freecell").refuses([("AS", "f0", .wrongSuit), ("AS", "f1", .wrongSuit)])
  }

  @Test func `a run arrives as it was`() throws {
    var table = try table(Self.picture, of: "freecell")
    try table.play("9D", onto: "t6")
    try table.play("7D", onto: "c2")
    try table.play("6C", onto: "c3")
    #expect(table.rows("t1", "t6", "c2", "c3") == ["", "TS 9D 8S", "7D", "6C"])
    #expect(table.moves == 3)
    #expect(table.score == 0)
  }

  @Test func `Refusals to send a card, to turn a stock and to finish say why`() throws {
    let table = try table(Self.picture, of: "freecell")
    #expect(table.whyNotSend(try table.handle("3C")) == nil)
    #expect(table.whyNotSend(try table.handle("8C")) == .noFoundationTakesIt)
    #expect(table.whyNotSend(try table.handle("9D")) == .notTop)
    #expect(table.whyNotSend(try table.handle("2C")) == .samePile)
    #expect(table.whyNotTurnStock == .nothingThere)
    #expect(table.whyNotFinish() == .cannotFinish)
  }

  @Test func `safe cards go by themselves where that is chosen`() throws {
    let picture = "f0: AC\nf1: AD\nf2: AH\nt0: 2C 9H\nt1: TS\nt2: 2D\nt3: 3C\nt4: AS\nt5: 2H KD"
    var table = try table(picture, of: "freecell", options: TableOptions(autoMoves: .safe))
    try table.play("9H", onto: "t1")
    // The twos and AS go; 3C waits for 2H, which may be wanted on it.
    #expect(table.rows("f0", "f1", "f3", "t3") == ["AC 2C", "AD 2D", "AS", "3C"])
  }
}

@Suite struct `FreeCell: the end` {
  @Test(arguments: ["freecell", "bakers", "eightoff", "seahaven", "freecell:cells=1"])
  func `is won when all cards are on the foundations`(_ id: String) throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-QH\nf3: AS-KS\nc0: KH", of: id)
    #expect(table.status == .playing)
    #expect(table.canFinish)
    try table.send("KH")
    #expect(table.status == .won)
    #expect(table.whyNotLift(0) == .gameOver)
    #expect(table.whyNotFinish() == .gameOver)
    #expect(table.score == 0)
  }

  @Test(arguments: [
    ("c3: 2S", true), ("c3: 5D", false),  // 5D goes on 6C
    ("c3: AS", false),  // on its foundation
    ("", false),  // a cell is free
  ])
  func `is dead with full cells and columns that nothing fits`(_ last: String, _ isDead: Bool) throws {
    let picture = columns("4C 4S 6C 6S 8C 8S TC TS") + "\nc0: QC\nc1: QS\nc2: 2C\n" + last
    #expect(try table(picture, of: "freecell").status == (isDead ? .deadEnd : .playing))
  }

  @Test func `is not dead while a column is empty`() throws {
    let picture = columns("4C 4S 6C 6S 8C 8S TC") + "\nc0: QC\nc1: QS\nc2: 2C\nc3: 2S"
    #expect(try table(picture, of: "freecell").status == .playing)
  }

  @Test func `has no points`() {
    #expect(Ruleset.freeCell.scoring.isNone && Ruleset.bakersGame.scoring.isNone)
    #expect(Ruleset.eightOff.scoring.isNone && Ruleset.seahavenTowers.scoring.isNone)
  }
}
