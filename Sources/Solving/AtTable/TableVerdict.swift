package import Patience
import Positions

/// A verdict about what lies on a table, for a player who sees all cards and chooses what goes up by itself.
package enum TableVerdict: Hashable, Sendable {
  case winnable(TableLine)
  case impossible
  case unknown(Shortage)
}

extension Solver {
  /// - Returns: nil for a table that is of another game or of several seats, or does not know all faces.
  package mutating func solve(
    _ table: Table, within budget: Budget, unless isStopped: () -> Bool = { false }
  ) -> TableVerdict? {
    guard let position = Position(table, of: rules) else { return nil }
    switch solve(position, within: budget, unless: isStopped) {
    case .winnable(let line):
      guard let line = TableLine(line, at: table, of: rules) else {
        assertionFailure("a table refuses a line that its position allows")
        return .unknown(.stopped)
      }
      return .winnable(line)
    case .impossible: return .impossible
    case .unknown(let shortage): return .unknown(shortage)
    }
  }
}
