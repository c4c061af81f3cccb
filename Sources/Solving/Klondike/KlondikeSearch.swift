import Positions

/// Stages of searches of Klondike, the most promising classes first and then all of them, for one position.
struct KlondikeSearch {
  let rules: KlondikeRules
  let compiled: CompiledRules
  let prunings: Prunings

  /// - Returns: nil for a position that has no place in the kernel, or a line that cannot be told in moves.
  func search(
    _ position: borrowing Position, in arena: inout Arena, within budget: Budget, spent: inout Spent,
    unless isStopped: () -> Bool
  ) -> SearchOutcome<[Move]>? {
    for stage in 0...KlondikeWeights.stages.count where spent.positions < budget.positions {
      arena.takeBack()
      guard let deal = KlondikeDeal(position, compiled, rules, in: &arena) else { return nil }
      guard var kernel = KlondikeKernel(deal, prunings: prunings, in: &arena) else { return .short(.memory) }
      var root = deal.root
      var first: [KlondikeMove] = []
      kernel.close(&root) { first.append($0) }
      if prunings.contains(.deadColumns), !kernel.hopes.isAlive(root) { return .exhausted(sum: 0, parity: 0) }
      let left = budget.positions - spent.positions
      let isExact = stage == KlondikeWeights.stages.count
      let outcome: SearchOutcome<[KlondikeNode]>
      if isExact {
        outcome = kernel.depthFirst(
          from: root, in: &arena, within: Budget(positions: left, bytes: budget.bytes), unless: isStopped)
      } else {
        let (weights, positionsMax) = KlondikeWeights.stages[stage]
        outcome = kernel.bestFirst(
          from: root, by: weights, in: &arena, positionsMax: Int(min(left, UInt64(positionsMax))),
          unless: isStopped)
      }
      spent.add(kernel.spent)
      switch outcome {
      case .won(let nodes): return moves(first, nodes, kernel, position).map { .won($0) }
      case .exhausted(let sum, let parity): return .exhausted(sum: sum, parity: parity)
      case .short(let shortage):
        if isExact || shortage == .stopped { return .short(shortage) }
      }
    }
    return .short(.positions)
  }

  /// The moves of a line as they are made at a table.
  ///
  /// - Parameters:
  ///   - first: the steps that close the position.
  ///   - nodes: closed positions, each of a class that the one before leads to.
  /// - Returns: nil where the kernel is wrong. The generic one searches then.
  private func moves(
    _ first: [KlondikeMove], _ nodes: [KlondikeNode], _ kernel: borrowing KlondikeKernel,
    _ position: borrowing Position
  ) -> [Move]? {
    var steps = first
    for (node, next) in zip(nodes, nodes.dropFirst()) {
      guard let more = kernel.steps(from: node, to: next) else {
        assertionFailure("a class is not reached")
        return nil
      }
      steps += more
    }
    var line = KlondikeLine(position)
    for step in steps where !line.make(step) {
      assertionFailure("a step of a line cannot be made")
      return nil
    }
    return line.moves
  }
}
