import Store
import Wire

/// What the solver did, as it is read by Prometheus.
struct SolverFigures: Sendable {
  var asked = 0
  /// Questions in whose place newer ones were asked.
  var replaced = 0
  private(set) var winnable = 0
  private(set) var impossible = 0
  private(set) var unknown = 0
  private(set) var positions = 0
  /// From a question to its answer.
  private(set) var durations = DurationCounts()
  /// Those that wait now.
  var waiting = 0

  mutating func note(_ answer: VerdictTold.Answer, microseconds: Int, positions: Int = 0) {
    switch answer {
    case .winnable: winnable += 1
    case .impossible: impossible += 1
    case .unknown: unknown += 1
    }
    self.positions += positions
    durations.record(microseconds: microseconds)
  }
}
