import Cards
import Patience
import Positions
package import Solving

/// Random deals of a kind of small game, each searched with every pruning alone, with all and with none, by its own
/// kernel and by the generic one, and by the oracle. Promise: the same deals for the same seed.
package struct SmallDecks {
  /// What came of them.
  package struct Comparison: Sendable {
    package fileprivate(set) var won = 0
    package fileprivate(set) var lost = 0
    /// The oracle gave them up.
    package fileprivate(set) var open = 0
    package fileprivate(set) var searches = 0
    /// Which kernel the rules led to.
    package fileprivate(set) var kernel = KernelKind.generic
    /// A sentence for each verdict that differs, with the deal.
    package fileprivate(set) var faults: [String] = []

    package init() {}

    package mutating func add(_ other: Comparison) {
      won += other.won
      lost += other.lost
      open += other.open
      searches += other.searches
      kernel = other.kernel
      faults += other.faults
    }
  }

  private static let bytes = 64 << 20
  private static let positionsMax: UInt64 = 2_000_000

  private let kind: SmallKind
  private let rules: CompiledRules
  private let oracleMax: Int

  /// - Parameter oracleMax: after so many positions the oracle gives a deal up.
  package init(_ kind: SmallKind, oracleMax: Int) {
    guard let rules = CompiledRules(kind.ruleset) else {
      preconditionFailure("a small kind is for one person")
    }
    (self.kind, self.rules, self.oracleMax) = (kind, rules, oracleMax)
  }

  package func compare(deals: Int, seed: UInt64) -> Comparison {
    var dice = SplitMix64(seed: seed)
    var comparison = Comparison()
    var solvers: [(Prunings, KernelKind?)] = []
    for prunings in [[], .all] + Prunings.each { solvers += [(prunings, nil), (prunings, .generic)] }
    for _ in 0..<deals {
      let (picture, game) = kind.deal(&dice)
      guard let table = try? Table(picture: picture, ruleset: kind.ruleset),
        let position = Position(table, of: rules)
      else {
        comparison.faults.append("no position:\n\(picture)")
        continue
      }
      guard let expected = game.canBeWon(kind.rules, positionsMax: oracleMax) else {
        comparison.open += 1
        continue
      }
      if expected { comparison.won += 1 } else { comparison.lost += 1 }
      for (prunings, kernel) in solvers {
        var solver = Solver(for: rules, bytes: Self.bytes, prunings: prunings, kind: kernel)
        if kernel == nil { comparison.kernel = solver.kind }
        comparison.searches += 1
        let budget = Budget(positions: Self.positionsMax, bytes: Self.bytes)
        let found: Bool? =
          switch solver.solve(position, within: budget) {
          case .winnable: true
          case .impossible: false
          case .unknown: nil
          }
        guard found != expected else { continue }
        let told = found.map { $0 ? "winnable" : "impossible" } ?? "unknown"
        comparison.faults.append(
          "\(kind.name): \(told) by \(solver.kind), prunings \(prunings.rawValue); the oracle says "
            + "\(expected ? "winnable" : "impossible"):\n\(picture)")
      }
    }
    return comparison
  }
}
