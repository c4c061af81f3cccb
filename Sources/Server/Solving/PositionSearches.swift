import Patience
import Positions
import Solving

/// The solvers of one thread, each of the rules that it was used for last.
final class PositionSearches {
  /// One solver, in a place of its own.
  final class Search {
    let rules: CompiledRules
    var solver: Solver

    init(_ rules: CompiledRules, bytes: Int) {
      self.rules = rules
      solver = Solver(for: rules, bytes: bytes)
    }
  }

  private static let countMax = 2

  /// The one used last stands at the end.
  private var searches: [Search] = []
  private let bytes: Int

  /// - Parameter bytes: of memory, for all of them.
  init(bytes: Int) { self.bytes = bytes / Self.countMax }

  /// - Returns: nil for a game that one person cannot play.
  func search(of ruleset: Ruleset) -> Search? {
    if let index = searches.lastIndex(where: { $0.rules.ruleset == ruleset }) {
      let search = searches.remove(at: index)
      searches.append(search)
      return search
    }
    guard let rules = CompiledRules(ruleset) else { return nil }
    if searches.count >= Self.countMax { searches.removeFirst() }
    let search = Search(rules, bytes: bytes)
    searches.append(search)
    return search
  }
}
