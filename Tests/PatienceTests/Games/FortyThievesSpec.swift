import Cards
import Testing

@testable import Patience

@Suite struct `Forty Thieves` {
  @Test func `ten columns of four are dealt in rows, all open, and 64 cards are left`() throws {
    let table = try dealt("fortythieves")
    #expect(table.sizes(.tableau) == Array(repeating: "0+4", count: 10))
    #expect(table.handles(.tableau)[7] == [7, 17, 27, 37])
    #expect(table.handles(.stock) == [Array((40...103 as ClosedRange<UInt16>).reversed())])
    #expect(table.sizes(.foundation) == Array(repeating: "0+0", count: 8))
    #expect(table.score == 0)
  }

  @Test(arguments: [("fortythieves", 1), ("fortythieves:passes=2", 2), ("fortythieves:passes=3", 3)])
  func `the stock is turned card by card, once`(_ id: String, _ passes: Int) throws {
    var table = try dealt(id)
    for pass in 1...passes {
      for _ in 0..<64 { try table.turnStock() }
      #expect(table.cards(in: .waste) == Array(40...103))
      if pass < passes { try table.turnStock() }
    }
    #expect(table.whyNotTurnStock == .noPassesLeft)
    #expect(table.score == 0)
  }

  @Test func `the stock is turned for ever if that is chosen`() throws {
    #expect(try dealt("fortythieves:passes=any").passesLeft == nil)
  }

  static let picture = """
    stock: (KC)
    waste: 9C 8H
    f0: AC
    t0: KH 9H
    t1: 4S 3S
    t2: 4H 5S
    t3: 2C
    t4: 2D
    t5: AC
    t6: 9S
    t7: 3C
    t8: 8D
    """

  @Test(arguments: [
    ("8H", "t0 t9"), ("5S", "t9"), ("2C", "f0 t7 t9"), ("3S", "t9"), ("4S", ""), ("9H", "t9"), ("8D", "t9"),
  ])
  func `cards go one by one on the next higher of their suit, any on an empty column`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "fortythieves").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "fortythieves").refuses([
      ("8H", "t6", .wrongSuit), ("8D", "t0", .wrongSuit), ("8H", "t1", .notNextRank), ("4S", "t2", .notTop),
      ("9C", "t9", .notTop), ("2C", "f4", .needsAce), ("2D", "f0", .wrongSuit), ("3C", "f0", .notNextRank),
      ("AC", "t3", .staysThere), ("KC", "t9", .staysThere), ("8D", "waste", .notAllowedThere),
      ("8D", "stock", .notAllowedThere), ("8D", "t8", .samePile), ("8D", "t10", .noSuchPile),
      ("8D", "f8", .noSuchPile), ("8H", "waste", .samePile),
    ])
    let table = try table(Self.picture, of: "fortythieves")
    #expect(table.whyNotSend(try table.handle("8D")) == .noFoundationTakesIt)
  }

  @Test func `each suit has two foundations`() throws {
    var table = try table("f1: AD\nt0: AD\nt1: 2D\nt2: 2D\nt3: KS", of: "fortythieves")
    try table.refuses([("2D", "f5", .needsAce), ("2D", "f2", .needsAce)])
    try table.move(table.cards(in: .tableau(0)), to: .foundation(5))
    try table.move(table.cards(in: .tableau(1)), to: .foundation(5))
    try table.move(table.cards(in: .tableau(2)), to: .foundation(1))
    #expect(table.rows("f1", "f5") == ["AD 2D", "AD 2D"])
    #expect(table.score == 20)
  }

  @Test func `runs move as one if that is chosen, as far as empty columns justify`() throws {
    let full = columns("KS KS KD KD KC KC QC QC").replacing("KS\n", with: "9H 8H\n")
    let picture = "\(full)\nt8: TH\nt9: JS"
    try table(picture, of: "fortythieves:unit=run").refuses([("9H", "t8", .tooMany)])
    let looser = try table(picture.replacing("\nt9: JS", with: ""), of: "fortythieves:unit=run")
    #expect(try looser.targets("9H") == "t8")
    try looser.refuses([("9H", "t9", .tooMany)])
    try table(picture, of: "fortythieves").refuses([("9H", "t8", .notTop)])
  }

  private var allButOne: String {
    let suits = ["C", "D", "H", "S", "C", "D", "H"].enumerated().map {
      "f\($0.offset): A\($0.element)-K\($0.element)"
    }
    return "t0: KS\n" + suits.joined(separator: "\n") + "\nf7: AS-QS"
  }

  @Test func `is won when all cards are on the foundations: 5 for each, 60 for each suit`() throws {
    var table = try table(allButOne, of: "fortythieves")
    #expect(table.status == .playing)
    #expect(table.score == 103 * 5 + 7 * 60)
    try table.send("KS")
    #expect(table.status == .won)
    #expect(table.score == 1000)
  }

  @Test(arguments: [
    ("4C 4S 6C 6S 8C 8S TC TS QC QS", "", true), ("4C 4S 6C 6S 8C 8S TC TS QC JC", "", false),
    ("4C 4S 6C 6S 8C 8S TC TS QC AH", "", false), ("4C 4S 6C 6S 8C 8S TC TS QC", "", true),
    ("4C 4S 6C 6S 8C 8S TC TS QC", "waste: QS", false),
    ("4C 4S 6C 6S 8C 8S TC TS QC QS", "waste: 3C 2D", true),
    ("4C 4S 6C 6S 8C 8S TC TS QC QS", "waste: 2D 3C", false),
    ("4C 4S 6C 6S 8C 8S TC TS QC QS", "stock: (2D)", false),  // nobody has seen it
  ])
  func `is dead where nothing fits`(_ cards: String, _ more: String, _ isDead: Bool) throws {
    let table = try table(columns(cards) + "\n" + more, of: "fortythieves")
    #expect(table.status == (isDead ? .deadEnd : .playing))
  }
}
