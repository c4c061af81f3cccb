import Patience
import Positions
import Rooms
import Solving
import Wire

/// Answers what a room asks, on the spot.
final class StageSolver {
  private let positions: UInt64

  init(positions: UInt64) { self.positions = positions }

  func answer(_ question: SolverQuestion) -> SolverAnswer {
    var told = told(question.table)
    guard question.subject == .past else { return SolverAnswer(to: question, told) }
    let turn = TurningPoint(of: question.past.count + 1) { index in
      let isNow = index == question.past.count
      let table = isNow ? question.table : question.table.unpacked(question.past[index].table.bytes)
      return switch self.told(table).answer {
      case .winnable: .winnable
      case .impossible: .impossible
      case .unknown: .unknown
      }
    }
    func place(_ index: Int) -> PlaceInGame {
      index == question.past.count ? question.at : question.past[index].place
    }
    (told.won, told.lost) = (turn.won.map(place), turn.lost.map(place))
    return SolverAnswer(to: question, told)
  }

  private func told(_ table: Table) -> VerdictTold {
    guard let rules = CompiledRules(table.ruleset) else { return VerdictTold(.unknown, shortage: .hard) }
    var solver = Solver(for: rules, bytes: 32 << 20)
    switch solver.solve(table, within: Budget(positions: positions, bytes: .max)) {
    case .winnable(let line)?:
      var told = VerdictTold(.winnable)
      let steps = line.steps.map { step in
        switch step {
        case .move(let card, let pile): StepTold(item: Int(card), place: pile.text)
        case .turnStock: StepTold(place: "stock")
        }
      }
      (told.line, told.next, told.moves, told.needsAutoOff) =
        (steps, steps.first, steps.count, line.needsAutoOff)
      return told
    case .impossible?: return VerdictTold(.impossible)
    case .unknown?, nil: return VerdictTold(.unknown, shortage: .hard)
    }
  }
}
