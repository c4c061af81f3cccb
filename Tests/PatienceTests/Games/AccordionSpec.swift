import Cards
import Testing

@testable import Patience

@Suite struct `Accordion` {
  @Test func `all cards are dealt in a row, open`() throws {
    let table = try dealt("accordion")
    #expect(table.sizes(.tableau) == Array(repeating: "0+1", count: 52))
    #expect(table.handles(.tableau) == (0..<52).map { [$0] })
    #expect(table.whyNotTurnStock == .nothingThere)
    #expect(table.ruleset.scoring.isNone)
  }

  static let picture = columns("5C 9H 2S 5D 9S 4S KS")

  @Test(arguments: [
    ("5D", "t0"), ("9S", "t1"), ("4S", "t2 t4"), ("KS", "t5"), ("9H", ""), ("2S", ""), ("5C", ""),
  ])
  func `a card goes one or three to the left, if suit or rank is the same`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "accordion").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "accordion").refuses([
      ("9H", "t0", .notNextRank), ("5D", "t2", .notNextRank), ("KS", "t4", .outOfReach),
      ("KS", "t2", .outOfReach),
      ("5C", "t3", .outOfReach), ("4S", "t7", .outOfReach), ("4S", "t6", .outOfReach),
      ("4S", "t5", .samePile),
      ("4S", "t52", .noSuchPile), ("4S", "f0", .noSuchPile), ("4S", "stock", .noSuchPile),
    ])
    let table = try table(Self.picture, of: "accordion")
    #expect(table.whyNotSend(try table.handle("4S")) == .noFoundationTakesIt)
    #expect(table.whyNotFinish() == .cannotFinish)
  }

  @Test func `gaps close: empty piles are not counted`() throws {
    var table = try table(Self.picture, of: "accordion")
    try table.play("5D", onto: "t0")
    #expect(table.rows("t0", "t3") == ["5C 5D", ""])
    // What was four to the left is three to the left now, and t4 lies beside t2.
    #expect(try table.targets("9S") == "t2")
    try table.refuses([("9S", "t3", .outOfReach), ("9S", "t1", .outOfReach)])
    try table.play("4S", onto: "t4")
    #expect(try table.targets("KS") == "t4")
  }

  @Test func `a pile moves whole`() throws {
    var table = try table("t4: 5C 5D\nt7: 5H\nt9: 5S", of: "accordion")
    try table.play("5H", onto: "t4")
    #expect(table.whyNotLift(try table.handle("5H")) == .notTop)
    #expect(table.whyNotLift(try table.handle("5D")) == .notTop)
    #expect(table.whyNotLift(try table.handle("5C")) == nil)
    #expect(table.row("t4") == "5C 5D 5H")
  }

  /// What counts is what is seen: the top cards.
  @Test func `a pile goes by its top card, not by its deepest`() throws {
    let table = try table("t0: 9D\nt1: 5C 5D", of: "accordion")
    #expect(try table.targets("5C") == "t0")
    try Table(picture: "t0: 9C\nt1: 5C 5D", ruleset: .accordion).refuses([("5C", "t0", .notNextRank)])
    #expect(try Table(picture: "t0: 9C\nt1: 5C 5D", ruleset: .accordion).status == .deadEnd)
    #expect(try Table(picture: "t0: 9D\nt1: 5C 5D", ruleset: .accordion).status == .playing)
  }

  @Test func `is won with one pile`() throws {
    var table = try table("t3: 5C\nt8: 5D\nt9: 5H", of: "accordion")
    try table.play("5H", onto: "t8")
    #expect(table.status == .playing)
    #expect(table.progress == (1, 2))
    try table.play("5D", onto: "t3")
    #expect(table.row("t3") == "5C 5D 5H")
    #expect(table.status == .won)
    #expect(table.whyNotLift(0) == .gameOver)
  }

  @Test(arguments: [
    ("5C 6D", true), ("5C 6C", false), ("5C 6D 7H 5S", false), ("5C 6D 5S", true), ("5C 6D 7H 8S", true),
  ])
  func `is dead where no neighbour fits`(_ cards: String, _ isDead: Bool) throws {
    #expect(try table(columns(cards), of: "accordion").status == (isDead ? .deadEnd : .playing))
  }
}
