import Cards
import Testing

@testable import Patience

@Suite struct `Golf` {
  @Test func `seven columns of five are dealt in rows, a card to the waste, and 16 are left`() throws {
    let table = try dealt("golf")
    #expect(table.sizes(.tableau) == Array(repeating: "0+5", count: 7))
    #expect(table.handles(.tableau)[6] == [6, 13, 20, 27, 34])
    #expect(table.handles(.waste) == [[35]])
    #expect(table.handles(.stock) == [Array((36...51 as ClosedRange<UInt16>).reversed())])
    #expect(table.slots(of: .foundation).isEmpty)
    #expect(table.score == 35)
    #expect(table.ruleset.scoring.isLowBetter)
  }

  @Test func `the stock is turned card by card, once`() throws {
    var table = try dealt("golf")
    for _ in 0..<16 { try table.turnStock() }
    #expect(table.cards(in: .waste) == Array(35...51))
    #expect(table.whyNotTurnStock == .noPassesLeft)
    #expect(table.score == 35)
    #expect(try Table(picture: "waste: 9D\nt0: 2C", ruleset: .golf).whyNotTurnStock == .noPassesLeft)
  }

  static let picture = """
    stock: (2C) (3C)
    waste: 5D 9D
    t0: 4H 8S
    t1: TC
    t2: 9S
    t3: KD
    t4: TD
    """

  @Test(arguments: [("8S", "waste"), ("TC", "waste"), ("TD", "waste"), ("9S", ""), ("KD", ""), ("4H", "")])
  func `the top of a column goes on the waste, one up or one down, whatever the suit`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "golf").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "golf").refuses([
      ("9S", "waste", .notNextRank), ("4H", "waste", .notTop), ("8S", "t2", .notAllowedThere),
      ("8S", "t5", .notAllowedThere), ("8S", "stock", .notAllowedThere), ("9D", "t4", .staysThere),
      ("3C", "waste", .staysThere), ("8S", "t0", .samePile), ("8S", "t7", .noSuchPile),
      ("8S", "f0", .noSuchPile),
    ])
    let table = try table(Self.picture, of: "golf")
    #expect(table.whyNotSend(try table.handle("8S")) == .noFoundationTakesIt)
    #expect(table.whyNotFinish() == .cannotFinish)
  }

  @Test(arguments: [
    ("golf", "KS", "QD", Refusal.closed), ("golf", "KS", "AD", .closed), ("golf", "QS", "KD", nil),
    ("golf", "AS", "KD", .notNextRank), ("golf", "AS", "2D", nil), ("golf:kings=queen", "KS", "QD", nil),
    ("golf:kings=queen", "KS", "AD", .notNextRank), ("golf:kings=queen", "AS", "KD", .notNextRank),
    ("golf:kings=wrap", "KS", "QD", nil), ("golf:kings=wrap", "KS", "AD", nil),
    ("golf:kings=wrap", "AS", "KD", nil),
    ("golf:kings=wrap", "QS", "AD", .notNextRank),
  ])
  func `Nothing goes on a king, or a queen does, or an ace as well`(
    _ id: String, _ waste: String, _ card: String, _ reason: Refusal?
  ) throws {
    #expect(try table("waste: \(waste)\nt0: \(card)", of: id).objection(card, onto: "waste") == reason)
  }

  @Test func `points are the cards in the columns, few are good`() throws {
    var table = try table(Self.picture, of: "golf")
    #expect(table.score == 6)
    try table.play("8S", onto: "waste")
    #expect(table.score == 5)
    #expect(table.row("waste") == "5D 9D 8S")
    try table.turnStock()
    #expect(table.row("waste") == "5D 9D 8S 3C")
    #expect(table.score == 5)
  }

  @Test(arguments: [("stock: (2C) (3C) (KC)\n", -3), ("", 0)])
  func `is won when the columns are empty, each card left in the stock one point less`(
    _ stock: String, _ score: Int32
  ) throws {
    var table = try table("\(stock)waste: 5D\nt3: 7S 6S", of: "golf")
    try table.play("6S", onto: "waste")
    #expect(table.status == .playing)
    #expect(table.score == 1)
    #expect(table.progress == (34, 35))
    try table.play("7S", onto: "waste")
    #expect(table.status == .won)
    #expect(table.score == score)
    #expect(table.whyNotTurnStock == .gameOver)
  }

  @Test(arguments: [
    ("waste: 5D\nt0: 6S 9C", true), ("waste: 5D\nt0: 9C 6S", false), ("waste: KD\nt0: QC", true),
    ("stock: (7C)\nwaste: 5D\nt0: 9C", false),  // nobody has seen it
    ("waste: 8C 5D\nt0: 9C", true),  // what lies on the waste does not come back
  ])
  func `is dead where nothing fits and the stock is used up`(_ picture: String, _ isDead: Bool) throws {
    #expect(try table(picture, of: "golf").status == (isDead ? .deadEnd : .playing))
  }

  @Test func `the last card of the stock tells`() throws {
    var table = try table("stock: (7C)\nwaste: 5D\nt0: 9C", of: "golf")
    try table.turnStock()
    #expect(table.status == .deadEnd)
    #expect(try !Table(picture: "stock: (TC)\nwaste: 5D\nt0: 9C", ruleset: .golf).isDeadEnd)
  }
}
