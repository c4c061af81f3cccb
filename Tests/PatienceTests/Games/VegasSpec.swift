import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Vegas` {
  @Test(arguments: ["vegas1", "vegas3"])
  func `is dealt as Klondike`(_ id: String) throws {
    let (table, klondike) = (try dealt(id, 7), try dealt("klondike1", 7))
    #expect(table.pictureWithHiddenCards == klondike.pictureWithHiddenCards)
    #expect(table.score == -52)
  }

  @Test(arguments: [("vegas1", 1, 24), ("vegas3", 3, 8)])
  func `allows one pass card by card, three by threes, without a fine`(
    _ id: String, _ passes: Int, _ draws: Int
  ) throws {
    var table = try dealt(id)
    for pass in 1...passes {
      #expect(table.passesLeft == UInt16(passes - pass))
      for _ in 0..<draws { try table.turnStock() }
      #expect(table.cards(in: .stock).isEmpty)
      if pass < passes { try table.turnStock() }
    }
    #expect(table.whyNotTurnStock == .noPassesLeft)
    #expect(table.score == -52)
  }

  static let picture = """
    stock: (9S)
    waste: 6D 2D
    f0: AC-2C
    t0: 3C
    t1: (4H) AH
    t2: 3D
    t3: KS
    """

  @Test func `pays 5 for each card on a foundation, and nothing else`() throws {
    var table = try table(Self.picture, of: "vegas1")
    #expect(table.score == -42)
    try table.play("2D", onto: "t0")
    #expect(table.score == -42)
    try table.send("AH")
    #expect(table.score == -37)
    #expect(table.row("t1") == "4H")
    table.elapse(to: 1000)
    #expect(table.score == -37)
    try table.refuses([
      ("2C", "t2", .staysThere), ("6D", "t3", .notNextRank), ("3D", "t4", .needsKing),
      ("4H", "f0", .notNextRank),
      ("3D", "f0", .wrongSuit), ("9S", "t4", .staysThere),
    ])
  }

  @Test(arguments: ["vegas1:back=yes", "vegas3:back=yes"])
  func `takes 5 for a card that comes back, if that is allowed`(_ id: String) throws {
    var table = try table(Self.picture, of: id)
    try table.play("2C", onto: "t2")
    #expect(table.row("t2") == "3D 2C")
    #expect(table.score == -47)
  }

  @Test(arguments: [("f0: AC-JC\nt0: QC KD", 3), ("f0: AC-TC\nt0: QC KD", -2)])
  func `is even with eleven cards`(_ picture: String, _ score: Int32) throws {
    #expect(try table(picture, of: "vegas1").score == score)
  }

  @Test func `pays 208 at most`() throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-QS\nt4: KS", of: "vegas3")
    try table.send("KS")
    #expect(table.status == .won)
    #expect(table.score == 208)
  }

  @Test(arguments: [
    ("vegas1", "waste: 4D 9C\nt0: 5C", true), ("vegas1", "waste: 9C 4D\nt0: 5C", false),
    ("vegas3", "waste: 4D 9C 9S\nt0: 5C", true), ("vegas3", "waste: 9C 8C 4D 9S\nt0: 5C", false),
    ("vegas1", "f1: AD-3D\nt0: 4S", true),
  ])
  func `is dead where no pass that is left brings a card that fits`(
    _ id: String, _ picture: String, _ isDead: Bool
  ) throws {
    #expect(try table(picture, of: id).status == (isDead ? .deadEnd : .playing))
  }

  @Test(arguments: ["vegas1", "vegas3"])
  func `the next deal begins with the points of the last, if that is chosen`(_ id: String) throws {
    #expect(try !rules(id).scoring.carriesOver)
    let ruleset = try rules("\(id):carry=yes")
    #expect(ruleset.scoring.carriesOver)
    let deal = Deal(number: 9, of: ruleset)
    var table = Table(ruleset: ruleset, deal: deal, carried: 33)
    #expect(table.score == 33 - 52)
    try table.turnStock()
    table.beginAnew(deal)
    #expect(table.score == 33 - 52)
    #expect(table.carried == 33)
  }
}
