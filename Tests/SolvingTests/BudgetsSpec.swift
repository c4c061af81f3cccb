import Cards
import Patience
import Positions
import TestDice
import Testing

@testable import Solving

@Suite struct `Budgets of searches` {
  private struct Game {
    let rules: CompiledRules
    let table: Table

    init(_ ruleset: Ruleset, _ number: UInt64) throws {
      rules = try #require(CompiledRules(ruleset))
      table = Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset))
    }

    func solve(
      _ solver: inout Solver, _ budget: Budget, unless isStopped: () -> Bool = { false }
    ) throws -> Verdict {
      solver.solve(try position(of: table, rules), within: budget, unless: isStopped)
    }
  }

  /// A game for each kernel, with a deal that takes many positions.
  private static let hard: [(Ruleset, UInt64)] = [(.freeCell, 11_982), (.klondike3, 21), (.yukon, 3)]

  private func shortage(_ verdict: Verdict) -> Shortage? {
    if case .unknown(let shortage) = verdict { shortage } else { nil }
  }

  @Test(arguments: hard)
  func `of nothing decide nothing`(ruleset: Ruleset, number: UInt64) throws {
    let game = try Game(ruleset, number)
    var solver = Solver(for: game.rules, bytes: 64 << 20)
    #expect(shortage(try game.solve(&solver, Budget(positions: 0, bytes: 64 << 20))) == .positions)
    #expect(solver.spent == Spent())
    var poor = Solver(for: game.rules, bytes: 0)
    #expect(shortage(try game.solve(&poor, Budget(positions: 1_000_000, bytes: 64 << 20))) == .memory)
  }

  @Test(arguments: hard, [1, 100, 5_000] as [UInt64])
  func `are kept, whichever search they end in`(deal: (Ruleset, UInt64), positions: UInt64) throws {
    let game = try Game(deal.0, deal.1)
    var solver = Solver(for: game.rules, bytes: 64 << 20)
    let verdict = try game.solve(&solver, Budget(positions: positions, bytes: 64 << 20))
    #expect(shortage(verdict) == .positions)
    // A class of Klondike is looked at as a whole.
    #expect(solver.spent.positions >= positions && solver.spent.positions < positions + 512)
    #expect(solver.spent.bytes > 0 && solver.spent.bytes <= 64 << 20)
  }

  @Test(arguments: hard, [64 << 10, 1 << 20, 4 << 20])
  func `of memory are no wrong verdict when they are used up`(deal: (Ruleset, UInt64), bytes: Int) throws {
    let game = try Game(deal.0, deal.1)
    var solver = Solver(for: game.rules, bytes: bytes)
    let verdict = try game.solve(&solver, Budget(positions: 100_000_000, bytes: bytes))
    let isImpossible = deal.1 != 3
    switch verdict {
    case .winnable: #expect(!isImpossible)
    case .impossible: #expect(isImpossible)
    case .unknown(let shortage): #expect(shortage == .memory)
    }
    #expect(solver.spent.bytes <= bytes)
  }

  /// A search that runs out of memory must not take what it has no room for as known: games in which nothing comes back
  /// have no other search behind it.
  @Test(arguments: [Ruleset.klondike1, .klondike3, .freeCell, .canfield])
  func `of memory never change a verdict`(ruleset: Ruleset) throws {
    var zones = ruleset.zones
    for index in zones.indices where zones[index].role == .foundation && ruleset.stock != nil {
      zones[index].take = .none
    }
    let game = Ruleset(
      id: "back", title: "Back", dealing: ruleset.dealing, zones: zones, stock: ruleset.stock)
    var decided = 0
    for number in 1...UInt64(rounds(16)) {
      var verdicts: Set<String> = []
      for megabytes in [1, 3, 4, 5, 6, 64] {
        let game = try Game(game, number)
        var solver = Solver(for: game.rules, bytes: megabytes << 20)
        switch try game.solve(&solver, Budget(positions: 60_000, bytes: megabytes << 20)) {
        case .winnable: verdicts.insert("winnable")
        case .impossible: verdicts.insert("impossible")
        case .unknown: break
        }
      }
      #expect(verdicts.count <= 1, "\(ruleset.id.text) \(number)")
      decided += verdicts.count
    }
    #expect(decided > 0)
  }

  @Test(arguments: hard)
  func `end when somebody stops the search, and the solver goes on`(ruleset: Ruleset, number: UInt64) throws {
    let game = try Game(ruleset, number)
    var solver = Solver(for: game.rules, bytes: 64 << 20)
    let budget = Budget(positions: 100_000_000, bytes: 64 << 20)
    var asked = 0
    let verdict = try game.solve(&solver, budget) {
      asked += 1
      return asked == 3
    }
    #expect(shortage(verdict) == .stopped && asked == 3)
    let small = Budget(positions: 5_000, bytes: 64 << 20)
    let (again, fresh) = (try game.solve(&solver, small), solver.spent)
    var other = Solver(for: game.rules, bytes: 64 << 20)
    #expect(shortage(try game.solve(&other, small)) == shortage(again) && other.spent == fresh)
  }

  @Test(
    arguments: [(Ruleset.freeCell, 617), (.klondike3, 10), (.canfield, 1), (.bakersGame, 1)]
      as [(Ruleset, UInt64)])
  func `of the same size give the same moves each time`(ruleset: Ruleset, number: UInt64) throws {
    let game = try Game(ruleset, number)
    let budget = Budget(positions: 300_000, bytes: 64 << 20)
    var used = Solver(for: game.rules, bytes: 64 << 20)
    var fresh = Solver(for: game.rules, bytes: 64 << 20)
    _ = try game.solve(&used, budget)
    guard case .winnable(let line) = try game.solve(&used, budget),
      case .winnable(let other) = try game.solve(&fresh, budget)
    else {
      Issue.record("not won")
      return
    }
    #expect(line == other && used.spent == fresh.spent)
  }
}
