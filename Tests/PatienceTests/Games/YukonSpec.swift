import Cards
import Testing

@testable import Patience

@Suite struct `Yukon: the deal` {
  @Test(arguments: ["yukon", "russian"])
  func `is Klondike's, then four open rows on all columns but the first`(_ id: String) throws {
    let table = try dealt(id)
    #expect(table.sizes(.tableau) == ["0+1", "1+5", "2+5", "3+5", "4+5", "5+5", "6+5"])
    let klondike = try dealt("klondike1")
    #expect(table.faces == klondike.faces)
    let extra = (0..<7).map { column in
      column == 0 ? [] : Array(stride(from: UInt16(27 + column), to: 52, by: 6))
    }
    #expect(table.handles(.tableau) == zip(klondike.handles(.tableau), extra).map { $0 + $1 })
    #expect(table.slots(of: .stock).isEmpty)
    #expect(table.whyNotTurnStock == .nothingThere)
    #expect(table.ruleset.scoring.isNone)
  }
}

@Suite struct `Yukon: moves` {
  static let picture = """
    f0: AC-2C
    t0: KS
    t1: (4H) 9D 3S 8C
    t2: 5H TC
    t3: (2H) QD 7C
    t4: JH
    t5: KD 3D
    """

  @Test(arguments: [
    ("9D", "t2"), ("QD", "t0"), ("TC", "t4"), ("KD", "t6"), ("KS", "t6"), ("3S", ""), ("5H", ""), ("3D", ""),
    ("2C", "t5"),
  ])
  func `any open card goes with all that lies on it, in order or not`(
    _ card: String, _ targets: String
  ) throws {
    #expect(try table(Self.picture, of: "yukon").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "yukon").refuses([
      ("9D", "t6", .needsKing), ("7C", "t1", .sameColour), ("8C", "t5", .notNextRank),
      ("4H", "t6", .faceDown),
      ("8C", "f0", .notNextRank), ("9D", "f0", .oneCardOnly), ("3D", "f0", .wrongSuit),
      ("3D", "f1", .needsAce),
      ("AC", "t6", .notTop), ("2C", "f1", .notAllowedThere), ("2C", "t6", .needsKing),
      ("2C", "t0", .notNextRank),
      ("JH", "t4", .samePile), ("JH", "t7", .noSuchPile), ("JH", "stock", .noSuchPile),
      ("JH", "c0", .noSuchPile),
    ])
    try table("t0: AS", of: "yukon").refuses([("AS", "f0", .wrongSuit)])
    let table = try table(Self.picture, of: "yukon")
    #expect(table.whyNotSend(try table.handle("3D")) == .noFoundationTakesIt)
    #expect(table.whyNotSend(try table.handle("3S")) == .notTop)
    #expect(table.whyNotFinish() == .notYetOpen)
  }

  @Test func `a bared card turns up`() throws {
    var table = try table(Self.picture, of: "yukon")
    try table.play("9D", onto: "t2")
    #expect(table.rows("t1", "t2") == ["4H", "5H TC 9D 3S 8C"])
    try table.play("QD", onto: "t0")
    #expect(table.rows("t0", "t3") == ["KS QD 7C", "2H"])
    #expect(table.score == 0)
  }

  @Test(arguments: [("yukon:back=no", Refusal.staysThere), ("russian", .staysThere)])
  func `foundations are final where that is the rule`(_ id: String, _ reason: Refusal) throws {
    try table("f0: AC-2C\nt0: 3C\nt1: 3D", of: id).refuses([("2C", "t1", reason)])
    #expect(try table("f0: AC-2C\nt0: 3C\nt1: 3D", of: "russian:back=yes").targets("2C") == "t0")
  }
}

@Suite struct `Russian Solitaire` {
  static let picture = """
    f0: AC
    t0: KD
    t1: (4H) 9C 3S 8D
    t2: 5H TC
    t3: (2H) QD 7C
    t4: JH
    t5: KC 2C
    """

  @Test(arguments: [("9C", "t2"), ("QD", "t0"), ("KC", "t6"), ("TC", ""), ("2C", "f0"), ("JH", "")])
  func `columns are built down in their suit`(_ card: String, _ targets: String) throws {
    #expect(try table(Self.picture, of: "russian").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "russian").refuses([
      ("TC", "t4", .wrongSuit), ("7C", "t1", .wrongSuit), ("9C", "t6", .needsKing), ("4H", "t6", .faceDown),
      ("8D", "t4", .notNextRank), ("AC", "t6", .staysThere), ("9C", "f0", .oneCardOnly),
      ("8D", "f1", .needsAce),
      ("JH", "t4", .samePile), ("JH", "t7", .noSuchPile),
    ])
  }
}

@Suite struct `Yukon: the end` {
  @Test(arguments: ["yukon", "russian"])
  func `is won when all cards are on the foundations`(_ id: String) throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-JH\nf3: AS-KS\nt3: KH QH", of: id)
    try table.send("QH")
    #expect(table.status == .playing)
    try table.send("KH")
    #expect(table.status == .won)
  }

  @Test func `finishes by itself once all lies open`() throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-JH\nf3: AS-QS\nt3: KS KH QH", of: "yukon")
    try table.finish()
    #expect(table.status == .won)
    #expect(table.moves == 3)
  }

  @Test(arguments: [
    ("yukon", "t0: 5C\nt1: 5S 9H", true), ("yukon", "t0: 5C 9H\nt1: TC", false),
    ("yukon", "t0: KS 4H\nt1: 5C 9H", true),  // a king on nothing gains nothing by moving
    ("yukon", "t0: 4H KS\nt1: 5C 9H", false),  // this one does
    ("yukon", "f1: AD-3D\nt0: 4S\nt1: 9C", true),  // only back from a foundation
    ("russian", "t0: 5C 9H\nt1: TC", true), ("russian", "t0: 5C 9H\nt1: TH", false),
  ])
  func `is dead where no open card fits`(_ id: String, _ picture: String, _ isDead: Bool) throws {
    #expect(try table(picture, of: id).status == (isDead ? .deadEnd : .playing))
  }
}
