import Patience
import Positions

/// Searches positions as they are played, whatever the game: first the most promising ones, then all of them, deepest
/// first. Every other kernel is compared with it.
struct GenericKernel: ~Copyable {
  let rules: CompiledRules
  let prunings: Prunings
  let pruning: GenericPruning
  /// Of the keys.
  var salt: UInt64 = 1
  var here: Position
  var list: MoveList
  var spent = Spent()

  init(_ rules: CompiledRules, at position: borrowing Position, prunings: Prunings) {
    self.rules = rules
    self.prunings = prunings
    pruning = GenericPruning(rules, prunings)
    here = position.copy()
    list = MoveList(for: rules)
  }

  /// Nodes of the two searches for a line.
  private static let nodesMax = [20_000, 300_000]

  /// - Parameter isStopped: asked now and then.
  mutating func search(
    in arena: inout Arena, within budget: Budget, unless isStopped: () -> Bool
  ) -> SearchOutcome<[Move]> {
    let root = here.copy()
    let outcome = searchOnce(in: &arena, within: budget, unless: isStopped)
    guard case .exhausted = outcome else { return outcome }
    // A key that two positions share by chance may have hidden a line. They do not share one of another salt, too.
    let first = spent
    spent = Spent()
    here.become(root)
    salt &+= 1
    arena.takeBack()
    defer { spent.add(first) }
    return depthFirst(in: &arena, within: budget, unless: isStopped)
  }

  private mutating func searchOnce(
    in arena: inout Arena, within budget: Budget, unless isStopped: () -> Bool
  ) -> SearchOutcome<[Move]> {
    let root = here.copy()
    for (round, nodesMax) in Self.nodesMax.enumerated() {
      arena.takeBack()
      let value = PositionValue(rules, round: round)
      let outcome = bestFirst(by: value, in: &arena, within: budget, nodesMax: nodesMax, unless: isStopped)
      guard case .short(let shortage) = outcome, shortage != .stopped, spent.positions < budget.positions
      else {
        return outcome
      }
      here.become(root)
    }
    arena.takeBack()
    return depthFirst(in: &arena, within: budget, unless: isStopped)
  }

  /// The moves of the position that it stands at, the most promising ones first.
  mutating func moves(into kept: UnsafeMutableBufferPointer<Move>) -> Int {
    here.moves(into: &list)
    return pruning.keep(list, at: here, into: kept)
  }
}
