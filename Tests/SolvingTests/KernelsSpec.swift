import Cards
import Patience
import Positions
import TestDice
import TestRulesets
import Testing

@testable import Solving

@Suite struct `The kernel of a game` {
  private func kind(_ ruleset: Ruleset) -> KernelKind? {
    CompiledRules(ruleset).map { Solver(for: $0, bytes: 0).kind }
  }

  @Test func `follows from its rules`() {
    let cells: Set = ["freecell", "bakers", "eightoff", "seahaven"]
    let klondike: Set = ["klondike1", "klondike3", "thoughtful"]
    for ruleset in Catalogue.rulesets {
      let id = ruleset.id.text
      let expected: KernelKind = cells.contains(id) ? .cells : klondike.contains(id) ? .klondike : .generic
      #expect(kind(ruleset) == expected, "\(id)")
    }
  }

  /// Changes of FreeCell that are games of the same kind, and changes that are not.
  @Test func `is that of cells for what is described like FreeCell, and for nothing else`() throws {
    func changed(_ role: Zone.Role, _ change: (inout Zone) -> Void) -> Ruleset {
      var zones = Ruleset.freeCell.zones
      for index in zones.indices where zones[index].role == role { change(&zones[index]) }
      return Ruleset(id: "changed", title: "Changed", zones: zones)
    }
    for same in [
      changed(.tableau) { $0.empty = .king }, changed(.tableau) { $0.take = .top },
      changed(.tableau) { $0.empty = .none },
      changed(.tableau) { $0.takeLimit = .unlimited }, changed(.tableau) { $0.build?.suit = .same },
      changed(.tableau) {
        $0.take = .runOfSuit
        $0.build?.suit = .same
      },
    ] { #expect(kind(same) == .cells) }
    for other in [
      changed(.tableau) { $0.build?.wraps = true }, changed(.tableau) { $0.build?.suit = .any },
      changed(.tableau) { $0.build?.direction = .both }, changed(.tableau) { $0.take = .face },
      changed(.foundation) { $0.take = .top }, changed(.foundation) { $0.build?.wraps = true },
      changed(.cell) { $0.capacity = .count(2) }, changed(.tableau) { $0.build?.closedBy = .king },
      changed(.tableau) { $0.fill = [.cell] }, changed(.tableau) { $0.capacity = .count(9) },
      changed(.tableau) { $0.take = .runOfSuit }, changed(.cell) { $0.put = .completeRun },
    ] { #expect(kind(other) == .generic) }
  }

  @Test func `of cells leaves face-down cards to the generic one`() throws {
    let rules = try #require(CompiledRules(.freeCell))
    let picture = Table(ruleset: .freeCell, deal: Deal(number: 7, of: .freeCell)).pictureWithHiddenCards
    // The two deepest cards of the first column.
    let first = try #require(picture.split(separator: "\n").first { $0.hasPrefix("t0: ") })
    let cards = first.split(separator: " ")
    let down = picture.replacing(
      first, with: "t0: (\(cards[1])) (\(cards[2])) \(cards.dropFirst(3).joined(separator: " "))")
    var solver = Solver(for: rules, bytes: 64 << 20)
    let budget = Budget(positions: 30_000, bytes: 64 << 20)
    let position = try SolvingTests.position(of: Table(picture: down, ruleset: .freeCell), rules)
    _ = solver.solve(position, within: budget)
    var generic = Solver(for: rules, bytes: 64 << 20, kind: .generic)
    _ = generic.solve(position, within: budget)
    #expect(solver.spent == generic.spent && solver.spent.positions > 0)
  }

  @Test func `agrees with the generic one wherever both decide, for random games`() throws {
    var dice = Dice(seed: 28)
    let budget = Budget(positions: 3_000, bytes: 16 << 20)
    var (decided, own) = (0, 0)
    for round in 0..<rounds(400) {
      let ruleset = round % 2 == 0 ? Ruleset.random(using: &dice) : Self.variant(using: &dice)
      guard let rules = CompiledRules(ruleset) else { continue }
      let table = Table(ruleset: ruleset, deal: Deal(number: dice.next(), of: ruleset))
      guard let position = Position(table, of: rules) else { continue }
      var solver = Solver(for: rules, bytes: budget.bytes)
      var generic = Solver(for: rules, bytes: budget.bytes, prunings: [], kind: .generic)
      if solver.kind != .generic { own += 1 }
      switch (solver.solve(position, within: budget), generic.solve(position, within: budget)) {
      case (.unknown, _), (_, .unknown): break
      case (.winnable, .winnable), (.impossible, .impossible): decided += 1
      default: Issue.record("seed 28, round \(round): \(solver.kind) disagrees")
      }
    }
    #expect(decided > least(40) && own > least(40), "\(decided) decided, \(own) of a kernel of their own")
  }

  /// FreeCell or Klondike with something changed.
  private static func variant(using dice: inout Dice) -> Ruleset {
    let ruleset: Ruleset = [.freeCell, .bakersGame, .klondike1, .klondike3][Int(dice.next() % 4)]
    var zones = ruleset.zones
    for index in zones.indices where zones[index].role == .tableau {
      switch dice.next() % 12 {
      case 7: zones[index].take = .runOfSuit
      case 8:
        zones[index].take = .runOfSuit
        zones[index].build?.suit = .same
      case 9: zones[index].put = .completeRun
      case 10: zones[index].from.remove(.foundation)
      case 0: zones[index].empty = .king
      case 1: zones[index].empty = .none
      case 2: zones[index].take = .top
      case 3: zones[index].takeLimit = .unlimited
      case 4: zones[index].build?.closedBy = Rank.all[Int(dice.next() % 13)]
      case 5: zones[index].build?.suit = .any
      case 6: zones[index].build?.wraps = true
      default: break
      }
    }
    if dice.next() % 2 == 0, let index = zones.firstIndex(where: { $0.role == .foundation }) {
      zones[index].take = dice.next() % 2 == 0 ? .top : .none
      zones[index].build?.start = dice.next() % 2 == 0 ? .any : .bySuit
      if dice.next() % 2 == 0 { zones[index].from = .any }
      if dice.next() % 2 == 0 { zones[index].to = .any }
    }
    if dice.next() % 3 == 0, let index = zones.firstIndex(where: { $0.role == .cell }) {
      zones[index].count = UInt8(1 + dice.next() % 4)
    }
    return Ruleset(id: "variant", title: "Variant", zones: zones, stock: ruleset.stock)
  }
}
