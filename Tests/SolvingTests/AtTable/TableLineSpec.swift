import Foundation
import Patience
import Positions
import Testing

@testable import Solving

@Suite struct `A line at a table` {
  private static let games: [Ruleset] = [.freeCell, .bakersGame, .eightOff, .thoughtful]

  private func table(_ ruleset: Ruleset, _ number: UInt64, _ auto: Ruleset.Automatic.Foundation) -> Table {
    let deal = Deal(number: number, of: ruleset)
    return Table(ruleset: ruleset, deal: deal, options: TableOptions(autoMoves: auto))
  }

  private func line(at table: Table) throws -> TableLine? {
    let rules = try #require(CompiledRules(table.ruleset))
    var solver = Solver(for: rules, bytes: 64 << 20)
    guard case .winnable(let line)? = solver.solve(table, within: Budget(positions: 300_000, bytes: .max))
    else {
      return nil
    }
    return line
  }

  @Test(arguments: games) func `wins there step by step, with what goes up by itself`(ruleset: Ruleset) throws
  {
    var won = 0
    for number in 1...6 as ClosedRange<UInt64> {
      for auto in [Ruleset.Automatic.Foundation.off, .safe, .all] {
        var table = table(ruleset, number, auto)
        guard let line = try line(at: table) else { continue }
        if line.needsAutoOff { table.options.autoMoves = .off }
        for step in line.steps {
          #expect(table.status != .won)
          let isPlayed = table.play(step)
          try #require(isPlayed)
        }
        #expect(table.status == .won && (auto != .off || !line.needsAutoOff))
        won += 1
      }
    }
    #expect(won >= 9)
  }

  @Test func `has fewer steps where cards go up by themselves`() throws {
    let off = try #require(try line(at: table(.freeCell, 1, .off)))
    let safe = try #require(try line(at: table(.freeCell, 1, .safe)))
    #expect(safe.needsAutoOff || safe.steps.count < off.steps.count)
  }

  @Test func `is none where the table refuses it, or is not won by it`() throws {
    let table = table(.freeCell, 1, .off)
    let rules = try #require(CompiledRules(.freeCell))
    guard let position = Position(table, of: rules) else {
      Issue.record("the game is one that can be asked about")
      return
    }
    var solver = Solver(for: rules, bytes: 64 << 20)
    guard case .winnable(let line) = solver.solve(position, within: Budget(positions: 300_000, bytes: .max))
    else {
      Issue.record("FreeCell deal 1 is winnable")
      return
    }
    #expect(TableLine(line, at: table, of: rules) != nil)
    #expect(TableLine(Line(moves: Array(line.moves.dropLast())), at: table, of: rules) == nil)
    #expect(TableLine(Line(moves: Array(line.moves.dropFirst())), at: table, of: rules) == nil)
    #expect(TableLine(line, at: self.table(.freeCell, 2, .off), of: rules) == nil)
  }

  @Test func `changes nothing where a step is refused`() throws {
    let before = table(.freeCell, 1, .off)
    var table = before
    let foundation = try #require(before.pileIDs.first { $0.role == .foundation })
    let tableau = try #require(before.pileIDs.first { $0.role == .tableau })
    let buried = try #require(before.cards(in: tableau).first)
    for step in [TableLine.Step.turnStock, .move(buried, to: foundation)] {
      let isPlayed = table.play(step)
      #expect(!isPlayed)
    }
    #expect(table.isPosition(of: before))
  }
}
