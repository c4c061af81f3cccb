import Cards
import DragDrop
import Testing

@testable import Patience

/// Games that are not in the catalogue: what is said in data is obeyed, whatever the game.
@Suite struct `Rules as data` {
  static func columns(
    _ build: Zone.Build?, take: Zone.Unit, limit: Zone.Limit = .unlimited, empty: Zone.Empty = .any,
    stock: Ruleset.Stock? = nil, base: Rank = .ace, capacity: Zone.Limit = .unlimited
  ) -> Ruleset {
    var zones = [
      Zone(
        .tableau, count: 4, build: build, take: take, takeLimit: limit, empty: empty, from: .any,
        to: .any,
        capacity: capacity),
      Zone(
        .foundation, count: 4, build: Zone.Build(.same, .up, wraps: true), putLimit: .count(1),
        empty: .base, from: .any),
      Zone(.cell, count: 2, take: .top, empty: .any, from: .any, to: .any, capacity: .count(1)),
    ]
    if stock != nil { zones += [Zone(.stock), Zone(.waste, take: .top, to: .any)] }
    return Ruleset(id: "test", title: "Test", base: .rank(base), zones: zones, stock: stock)
  }

  private func objections(
    _ rules: Ruleset, _ picture: String, _ card: String, onto piles: String
  ) throws -> [Refusal?] {
    let table = try table(picture, rules)
    return try piles.split(separator: " ").map { try table.objection(card, onto: String($0)) }
  }

  @Test func `a build rule says which suits go on each other`() throws {
    let picture = "t0: 6H\nt1: 7H\nt2: 7D\nt3: 7S"
    for (suit, expected) in [
      (Zone.Build.SuitRule.any, [nil, nil, nil]), (.same, [nil, .wrongSuit, .wrongSuit]),
      (.alternateColour, [.sameColour, .sameColour, nil]), (.sameColour, [nil, nil, .otherColour]),
    ] as [(Zone.Build.SuitRule, [Refusal?])] {
      let rules = Self.columns(Zone.Build(suit, .down), take: .run)
      #expect(try objections(rules, picture, "6H", onto: "t1 t2 t3") == expected)
    }
  }

  @Test func `A build rule says in which direction, and whether kings go on aces`() throws {
    let picture = "t0: 6H\nt1: 7H\nt2: 5D\nt3: 6S"
    let cases: [(Zone.Build.Direction, [Refusal?])] = [
      (.down, [nil, .notNextRank, .notNextRank]), (.up, [.notNextRank, nil, .notNextRank]),
      (.both, [nil, nil, .notNextRank]),
    ]
    for (direction, expected) in cases {
      #expect(
        try objections(
          Self.columns(Zone.Build(.any, direction), take: .run), picture, "6H", onto: "t1 t2 t3")
          == expected)
    }
    let kings = "t0: KH\nt1: AH\nt2: QD"
    for (wraps, expected) in [(false, Refusal.notNextRank), (true, nil)] as [(Bool, Refusal?)] {
      let rules = Self.columns(Zone.Build(.any, .down, wraps: wraps), take: .run)
      #expect(try objections(rules, kings, "KH", onto: "t1 t2") == [expected, .notNextRank])
    }
  }

  @Test func `A rule says what may be taken off a column`() throws {
    // 9S 8H is a run of alternating colours, 7H lies wrongly, 6H 5H is a run of one suit.
    let rules = { (unit: Zone.Unit) in Self.columns(Zone.Build(.any, .down), take: unit) }
    let picture = "t0: (KD) 9S 8H 8C 7C 6C"
    let lifts: [(Zone.Unit, [Refusal?])] = [
      (.none, [.staysThere, .staysThere, .staysThere, .staysThere, .staysThere]),
      (.top, [.faceDown, .notTop, .notTop, .notTop, nil]),
      (.run, [.faceDown, .notARun, .notARun, nil, nil]),
      (.face, [.faceDown, nil, nil, nil, nil]),
      (.pile, [.faceDown, .notTop, .notTop, .notTop, .notTop]),
    ]
    for (unit, expected) in lifts {
      let table = try table(picture, rules(unit))
      #expect(
        try ["KD", "9S", "8H", "8C", "6C"].map { table.whyNotLift(try table.handle($0)) }
          == expected)
    }
    let suits = try table("t0: 9S 8H 7H\nt1: 2C", rules(.runOfSuit))
    #expect(
      try ["9S", "8H", "7H"].map { suits.whyNotLift(try suits.handle($0)) } == [.notARun, nil, nil])
    let whole = try table("t0: 9S 4H\nt1: TD", rules(.pile))
    #expect(whole.whyNotLift(0) == nil)
    #expect(whole.whyNotLift(1) == .notTop)
  }

  @Test func `a limit says how many cards move at once`() throws {
    let rules = Self.columns(Zone.Build(.any, .down), take: .run, limit: .count(2))
    let table = try table("t0: 9S 8H 7H\nt1: 2C", rules)
    #expect((0..<3).map { table.whyNotLift($0) } == [.tooMany, nil, nil])
  }

  @Test func `an empty column takes the cards that its rule names`() throws {
    let picture = "t0: KS\nt1: AH\nt2: 5D"
    let cases: [(Zone.Empty, [Refusal?])] = [
      (.any, [nil, nil, nil]), (.king, [nil, .needsKing, .needsKing]),
      (.ace, [.needsAce, nil, .needsAce]),
      (.base, [.needsBase, .needsBase, nil]),
      (.none, [.notAllowedThere, .notAllowedThere, .notAllowedThere]),
    ]
    let five = try #require(Rank(rawValue: 5))
    for (empty, expected) in cases {
      let table = try table(
        picture, Self.columns(Zone.Build(.any, .down), take: .run, empty: empty, base: five))
      #expect(try ["KS", "AH", "5D"].map { try table.objection($0, onto: "t3") } == expected)
    }
  }

  @Test func `Foundations begin with a base rank, and go around the corner`() throws {
    let queen = Rank.queen
    let rules = Self.columns(Zone.Build(.any, .down), take: .top, base: queen)
    var table = try table("t0: AS KS QS\nt1: QH\nt2: KH", rules)
    #expect(try table.objection("KH", onto: "f0") == .needsBase)
    for card in ["QS", "KS", "AS", "QH", "KH"] { try table.send(card) }
    #expect(table.row("f0") == "QS KS AS")
    #expect(table.row("f1") == "QH KH")
  }

  @Test func `a capacity says how many cards a pile holds`() throws {
    let table = try table(
      "t0: 9S\nt1: 4H\nc0: 2D",
      Self.columns(Zone.Build(.any, .down), take: .run, capacity: .count(1)))
    #expect(try table.objection("9S", onto: "c0") == .full)
    #expect(try table.objection("9S", onto: "c1") == nil)
    #expect(try table.objection("4H", onto: "t0") == .full)
  }

  @Test func `A stock may deal onto the columns`() throws {
    let rules = Self.columns(
      Zone.Build(.any, .down), take: .run, stock: .init(to: .tableau, draw: 4, passes: .count(1)))
    var table = try table("stock: (2C) (3C) (4C) (5C) (6C)\nt0: KS", rules)
    #expect(!table.isDeadEnd)
    try table.turnStock()
    #expect((0..<4).map { table.row("t\($0)") } == ["KS 6C", "5C", "4C", "3C"])
    try table.turnStock()
    #expect(table.row("t0") == "KS 6C 2C")
    #expect(throws: Refusal.nothingThere) { try table.turnStock() }
  }

  @Test func `a reserve turns up without a score, and nothing turns up if the game says so`() throws {
    var rules = Ruleset.klondike1
    rules = Ruleset(
      id: "reserve", title: "Reserve",
      zones: rules.zones + [Zone(.reserve, take: .top, to: [.foundation, .tableau])],
      stock: rules.stock, scoring: rules.scoring)
    let picture = "t0: TS\nt1: (KC) 9S\nt2: TD\nr0: (AC) 9H"
    for turnsUp in [true, false] {
      rules.automatic.turnUp = turnsUp
      var table = try table(picture, rules)
      #expect(table.reveals(try table.handle("9H")) == turnsUp)
      // The tableau of this game takes from waste, foundations and itself.
      #expect(try table.objection("9H", onto: "t0") == .notAllowedThere)
      try table.play("9S", onto: "t2")
      #expect(table.row("t1") == (turnsUp ? "KC" : "(KC)"))
      #expect(table.score == (turnsUp ? 5 : 0))
    }
  }

  @Test func `a game without a stock is dealt, shown and played`() throws {
    let rules = Ruleset(
      id: "open", title: "Open",
      zones: [
        Zone(
          .tableau, count: 8, up: [7, 7, 7, 7, 6, 6, 6, 6],
          build: Zone.Build(.alternateColour, .down), take: .top,
          empty: .any, from: .any, to: .any),
        Zone(.cell, count: 4, take: .top, empty: .any, from: .any, to: .any, capacity: .count(1)),
        Zone(
          .foundation, count: 4, build: Zone.Build(.same, .up), putLimit: .count(1), empty: .ace,
          from: .any),
      ])
    var engine = BoardEngine(table: Table(ruleset: rules, deal: Deal(number: 1, of: rules)))
    #expect(engine.view().piles.flatMap { $0.cards }.allSatisfy { $0.face != nil })
    let choices = engine.choices(for: 1)
    #expect(!choices.canTapStock)
    #expect(choices.drops.filter { $0.places.contains { $0.pile.role == .cell } }.count == 8)
    let top = try #require(choices.drops.last?.handle)
    let session = try engine.lift(top, player: 1)
    try engine.drop(session.id, player: 1, on: PileID(.cell, 2))
    #expect(engine.model.cards(in: PileID(.cell, 2)) == [top])
    #expect(throws: Refusal.nothingThere) { try engine.turnStock(player: 1) }
  }
}
