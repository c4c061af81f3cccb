import Cards
import Testing

@testable import Patience

@Suite struct `Fan` {
  @Test func `seventeen fans of three are dealt in rows, and one card more`() throws {
    let table = try dealt("fan")
    #expect(table.sizes(.tableau) == Array(repeating: "0+3", count: 17) + ["0+1"])
    #expect(table.handles(.tableau)[0] == [0, 18, 35])
    #expect(table.handles(.tableau)[16] == [16, 34, 51])
    #expect(table.handles(.tableau)[17] == [17])
    #expect(table.slots(of: .stock).isEmpty)
    #expect(table.whyNotTurnStock == .nothingThere)
    #expect(table.ruleset.scoring.isNone)
  }

  static let picture = """
    f0: AC
    t0: KH 9H
    t1: 4S 3S
    t2: 8H
    t3: 2C
    t4: 2D
    t5: 9S
    t6: KC
    t7: 3C
    """

  @Test(arguments: [
    ("8H", "t0"), ("2C", "f0 t7"), ("KC", "t8 t9 t10 t11 t12 t13 t14 t15 t16 t17"), ("3S", ""), ("9H", ""),
    ("2D", ""), ("KH", ""),
  ])
  func `cards go one by one on the next higher of their suit, kings on an empty fan`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "fan").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "fan").refuses([
      ("8H", "t5", .wrongSuit), ("8H", "t1", .notNextRank), ("4S", "t8", .notTop), ("KH", "t8", .notTop),
      ("8H", "t8", .needsKing), ("2D", "f1", .needsAce), ("2D", "f0", .wrongSuit), ("3C", "f0", .notNextRank),
      ("AC", "t3", .staysThere), ("8H", "t2", .samePile), ("8H", "t18", .noSuchPile),
      ("8H", "waste", .noSuchPile),
    ])
    try table("t0: AS", of: "fan").refuses([("AS", "f0", .wrongSuit)])
    let table = try table(Self.picture, of: "fan")
    #expect(table.whyNotSend(try table.handle("8H")) == .noFoundationTakesIt)
    #expect(table.whyNotSend(try table.handle("4S")) == .notTop)
  }

  @Test func `any card begins an empty fan, or none, if that is chosen`() throws {
    #expect(try table(Self.picture, of: "fan:empty=any").objection("8H", onto: "t8") == nil)
    try table(Self.picture, of: "fan:empty=none").refuses([
      ("8H", "t8", .notAllowedThere), ("KC", "t8", .notAllowedThere),
    ])
  }

  @Test func `is won when all cards are on the foundations`() throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-JS\nt9: KS QS", of: "fan")
    #expect(table.canFinish)
    try table.send("QS")
    #expect(table.status == .playing)
    try table.send("KS")
    #expect(table.status == .won)
    #expect(table.whyNotLift(0) == .gameOver)
  }

  @Test(arguments: [
    ("fan", "t0: 5C\nt1: 6D", true), ("fan", "t0: 5C\nt1: 6C", false), ("fan", "t0: 5C\nt1: AD", false),
    ("fan", "t0: KC\nt1: 6D", true), ("fan", "t0: 2C KC\nt1: 6D", false),
    ("fan:empty=none", "t0: 2C KC\nt1: 6D", true),
    ("fan:empty=any", "t0: 2C 5C\nt1: 6D", false), ("fan:empty=any", "t0: 5C\nt1: 6D", true),
  ])
  func `is dead where no top fits`(_ id: String, _ picture: String, _ isDead: Bool) throws {
    #expect(try table(picture, of: id).status == (isDead ? .deadEnd : .playing))
  }
}
