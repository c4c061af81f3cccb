import Cards
import DragDrop
import Testing

@testable import Patience

/// What no game of the catalogue asks for, and anybody may write.
@Suite struct `Rules that anybody may write` {
  /// Four columns that build down by any suit, a stock and a waste, and what else is asked for.
  private func rules(
    _ more: [Zone] = [], draw: UInt8 = 1, to target: Ruleset.Stock.Target = .waste,
    column capacity: Zone.Limit = .unlimited, waste: Zone.Unit = .top, wasteCapacity: Zone.Limit = .unlimited,
    fill: [Zone.Role] = [], foundation: Zone.Build = Zone.Build(.same, .up),
    win: Ruleset.Win = .foundationsFull, scoring: Scoring = Scoring()
  ) -> Ruleset {
    Ruleset(
      id: "written", title: "Written",
      zones: [
        Zone(.stock), Zone(.waste, take: waste, to: .any, capacity: wasteCapacity),
        Zone(.foundation, count: 4, build: foundation, empty: .ace, from: .any),
        Zone(
          .tableau, count: 4, build: Zone.Build(.any, .down), take: .run, empty: .any, fill: fill, from: .any,
          to: .any, capacity: capacity),
      ] + more,
      stock: .init(to: target, draw: draw, passes: .unlimited), win: win, scoring: scoring)
  }

  @Test func `a run is lifted from a reserve as it is offered`() throws {
    let rules = rules([Zone(.reserve, build: Zone.Build(.any, .down), take: .run, to: .tableau)])
    var engine = BoardEngine(table: try table("r0: 9C 8D\nt0: TS", rules))
    let nine = try engine.model.handle("9C")
    #expect(
      engine.choices(for: 1).drops.contains {
        $0.handle == nine && $0.places.map(\.pile.text) == ["t0", "t1", "t2", "t3"]
      })
    try engine.drag("9C", onto: "t0")
    #expect(engine.model.row("t0") == "TS 9C 8D")
    #expect(throws: Refusal.self) { try engine.drag("TS", onto: "r0") }
  }

  @Test func `the stock deals as far as there is room`() throws {
    let rules = rules(draw: 4, to: .tableau, column: .count(2))
    var table = try table("stock: (2C) (3C) (4C) (5C) (6C)\nt0: KC QC\nt1: KD\nt2: KH\nt3: KS", rules)
    try table.turnStock()
    #expect(table.rows("t0", "t1", "t2", "t3") == ["KC QC", "KD 6C", "KH 5C", "KS 4C"])
    #expect(table.whyNotTurnStock == .full)
  }

  @Test func `the waste takes as many as it holds`() throws {
    var four = try table("stock: (2C) (3C) (4C) (5C)", rules(draw: 3, wasteCapacity: .count(4)))
    try four.turnStock()
    try four.turnStock()
    #expect(four.row("waste") == "5C 4C 3C 2C")
    var full = try table("stock: (2C) (3C)\nwaste: 7C", rules(draw: 3, wasteCapacity: .count(2)))
    try full.turnStock()
    #expect(full.rows("stock", "waste") == ["(2C)", "7C 3C"])
    #expect(full.whyNotTurnStock == .full)
  }

  @Test func `each card is paid for that goes where points are`() throws {
    var scoring = Scoring()
    scoring.moves = [.init(.stock, .waste, 2), .init(.waste, .stock, -1), .init(.waste, .tableau, 7)]
    var table = try table(
      "stock: (2C) (3C)\nt0: KC\nt1: QC\nt2: JC", rules(draw: 1, fill: [.waste], scoring: scoring))
    try table.turnStock()
    // It fills the empty column by itself.
    #expect(table.rows("t3", "waste") == ["3C", ""])
    #expect(table.score == 9)
    try table.turnStock()
    #expect(table.score == 11)
    try table.turnStock()
    #expect(table.rows("stock", "waste") == ["(2C)", ""])
    #expect(table.score == 10)
  }

  @Test func `Progress counts the cards that left the piles to be emptied, from the deal on`() throws {
    for roles: Zone.Roles in [[.tableau, .stock], .stock, [.stock, .waste]] {
      let rules = rules(win: .emptied(roles))
      var table = Table(ruleset: rules, deal: Deal(number: 1, of: rules))
      #expect(table.progress == (0, 52))
      try table.turnStock()
      #expect(table.progress == (roles.contains(.waste) ? 0 : 1, 52))
    }
  }

  @Test func `Points stay within what a message can hold`() throws {
    var scoring = Scoring()
    scoring.start = 10_000
    scoring.moves = [.init(.stock, .waste, .max)]
    let rules = rules(scoring: scoring)
    let deal = Deal(number: 1, of: rules)
    var table = Table(ruleset: rules, deal: deal, carried: .max - 5)
    #expect(table.score == .max)
    try table.turnStock()
    #expect(table.score == .max)
    table.beginAnew(deal)
    #expect(table.score == .max)
    #expect(Table(ruleset: rules, deal: deal, carried: .min).score == Int32.min + 10_000)
  }

  @Test func `Finishing waits for open cards where the order of the stock matters`() throws {
    let picture =
      "stock: (2C) (3C)\nf0: AC\nf1: AD-KD\nf2: AH-KH\nf3: AS-KS\nt0: KC QC JC TC 9C 8C 7C 6C 5C 4C"
    #expect(try table(picture, rules()).canFinish)
    #expect(try table(picture, rules(waste: .pile)).whyNotFinish() == .notYetOpen)
    #expect(try table(picture, rules(wasteCapacity: .count(45))).whyNotFinish() == .notYetOpen)
    #expect(try table(picture, rules(fill: [.waste])).whyNotFinish() == .notYetOpen)
  }

  @Test(arguments: [Zone.Build(.same, .both), Zone.Build(.any, .up), Zone.Build(.otherSuit, .up)])
  func `Finishing waits for open cards where it matters what went up before`(build: Zone.Build) throws {
    let rules = rules(foundation: build)
    for number in 1...12 as ClosedRange<UInt64> {
      let table = Table(ruleset: rules, deal: Deal(number: number, of: rules))
      #expect(table.whyNotFinish() == .notYetOpen, "deal \(number)")
    }
  }

  @Test func `hints are the best of as many as one can look at`() throws {
    let rules = Ruleset(
      id: "wide", title: "Wide",
      zones: [
        Zone(.foundation, count: 4, build: Zone.Build(.same, .up), empty: .ace, from: .any),
        Zone(
          .tableau, count: 11, build: Zone.Build(.any, .both), take: .run, empty: .none, from: .any, to: .any),
      ])
    let tops = ["7C", "7D", "7H", "7S", "8C", "8D", "8H", "8S", "9C", "9D", "AC"]
    let picture = tops.enumerated().map { "t\($0.offset): \($0.element)" }.joined(separator: "\n")
    let engine = BoardEngine(table: try table(picture, rules))
    // 16 each way between sevens and eights, 8 between eights and nines, and the ace to four foundations.
    #expect(engine.choices(for: 0).drops.reduce(0) { $0 + $1.places.count } == 52)
    let hints = engine.hints(for: 0)
    #expect(hints.count == 32 && hints.first?.reason == .safe)
  }

  @Test func `each thirteen on a foundation are paid for`() throws {
    var scoring = Scoring()
    scoring.standing.foundationSuit = 60
    let rules = rules(scoring: scoring)
    #expect(try table("f0: AC-QC\nt0: KC", rules).score == 0)
    #expect(try table("f0: AC-KC\nf1: AD", rules).score == 60)
  }
}

@Suite struct `Steps that cost points` {
  @Test func `cost them still when a new beginning is taken back`() throws {
    let rules = try rules("spider1")
    var engine = BoardEngine(table: Table(ruleset: rules, deal: Deal(number: 3, of: rules)))
    for _ in 0..<3 {
      let drop = try #require(engine.choices(for: 0).drops.first { !$0.places.isEmpty })
      let session = try engine.lift(drop.handle, player: 0)
      try engine.drop(session.id, player: 0, on: drop.places[0].pile)
    }
    let before = engine.model.score
    let deal = Deal(number: 3, of: rules)
    _ = engine.perform { table in
      table.beginAnew(deal)
      return true
    }
    #expect(engine.model.score == 500)
    try engine.takeBack()
    #expect(engine.model.score == before - 1)
  }

  @Test func `cost as much when several are taken back at once`() throws {
    let rules = try rules("spider1")
    var one = BoardEngine(table: Table(ruleset: rules, deal: Deal(number: 3, of: rules)))
    for _ in 0..<3 {
      let drop = try #require(one.choices(for: 0).drops.first { !$0.places.isEmpty })
      let session = try one.lift(drop.handle, player: 0)
      try one.drop(session.id, player: 0, on: drop.places[0].pile)
    }
    var other = one
    for _ in 0..<3 { try one.takeBack() }
    try other.takeBack(3)
    #expect(one.model.score == other.model.score)
    for _ in 0..<2 { try one.playAgain() }
    try other.playAgain(2)
    #expect(one.model.score == other.model.score)
    #expect(throws: Refusal.nothingToRedo) { try other.playAgain(2) }
    #expect(throws: Refusal.nothingToUndo) { try other.takeBack(3) }
    #expect(one.model.score == other.model.score, "what is refused costs nothing")
  }
}

@Suite struct `A card in somebody's hand` {
  @Test func `is not taken along by another's pair`() throws {
    var engine = BoardEngine(table: try table("t26: 7H\nt27: 6D\nt25: KC", .pyramid))
    let held = try engine.lift(try engine.model.handle("6D"), player: 2)
    #expect(throws: Refusal.inUse) { try engine.drag("7H", onto: "t27", player: 1) }
    #expect(engine.model.rows("t26", "t27", "f0") == ["7H", "6D", ""])
    try engine.cancel(held.id, player: 2)
    try engine.drag("7H", onto: "t27", player: 1)
    #expect(engine.model.row("f0") == "7H 6D")
  }
}
