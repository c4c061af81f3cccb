import Cards
import Testing

@testable import Patience

@Suite struct `Beleaguered Castle` {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the aces lie on their foundations, eight columns of six are dealt in rows`(_ number: UInt64) throws {
    let table = try dealt("beleagueredcastle", number)
    #expect(table.rows("f0", "f1", "f2", "f3") == ["AC", "AD", "AH", "AS"])
    #expect(table.handles(.foundation) == [[0], [1], [2], [3]])
    #expect(table.sizes(.tableau) == Array(repeating: "0+6", count: 8))
    #expect(table.handles(.tableau)[7] == [11, 19, 27, 35, 43, 51])
    #expect(table.whyNotTurnStock == .nothingThere)
    #expect(table.ruleset.scoring.isNone)
  }

  /// The rest lies in the order in which other games would deal it.
  @Test func `the aces are taken out of the shuffled pack`() throws {
    let pack = try dealt("klondike1", 5).faces.compactMap { $0 }
    #expect(
      try dealt("beleagueredcastle", 5).faces.dropFirst(4).map { $0 } == pack.filter { $0.rank != .ace })
  }

  static let picture = """
    f0: AC
    f1: AD
    f2: AH
    f3: AS
    t0: KH 9H
    t1: 4S 3S
    t2: 8H
    t3: 2C
    t4: 8S
    t5: 9C
    t6: 4D
    """

  @Test(arguments: [
    ("8H", "t0 t5 t7"), ("8S", "t0 t5 t7"), ("2C", "f0 t1 t7"), ("3S", "t6 t7"), ("9H", "t7"), ("4S", ""),
    ("KH", ""),
  ])
  func `cards go one by one on the next higher, whatever the suit, any on an empty column`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "beleagueredcastle").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "beleagueredcastle").refuses([
      ("8H", "t1", .notNextRank), ("4S", "t7", .notTop), ("2C", "f1", .wrongSuit), ("3S", "f3", .notNextRank),
      ("AC", "t7", .staysThere), ("8H", "t2", .samePile), ("8H", "t8", .noSuchPile),
      ("8H", "f4", .noSuchPile),
      ("8H", "waste", .noSuchPile), ("8H", "c0", .noSuchPile),
    ])
    let table = try table(Self.picture, of: "beleagueredcastle")
    #expect(table.whyNotSend(try table.handle("8H")) == .noFoundationTakesIt)
    #expect(table.whyNotSend(try table.handle("AC")) == .samePile)
  }

  @Test func `is won when all cards are on the foundations`() throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-JS\nt7: KS QS", of: "beleagueredcastle")
    #expect(table.canFinish)
    try table.send("QS")
    #expect(table.status == .playing)
    try table.send("KS")
    #expect(table.status == .won)
  }

  @Test(arguments: [
    ("4C 4S 6C 6S 8C 8S TC TS", true), ("4C 4S 6C 6S 8C 8S TC 9S", false), ("4C 4S 6C 6S 8C 8S TC 2S", false),
    ("4C 4S 6C 6S 8C 8S TC", true),  // a card alone in its column gains nothing by an empty one
  ])
  func `is dead where no top fits`(_ cards: String, _ isDead: Bool) throws {
    let table = try table("f0: AC\nf1: AD\nf2: AH\nf3: AS\n" + columns(cards), of: "beleagueredcastle")
    #expect(table.status == (isDead ? .deadEnd : .playing))
  }

  @Test func `Two cards and an empty column are not a dead end`() throws {
    #expect(try table("t0: 4C 8S\nt1: 6C", of: "beleagueredcastle").status == .playing)
  }
}
