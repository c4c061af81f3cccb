import Patience
package import Positions

/// Which search a position is given to.
package enum KernelKind: String, Hashable, Sendable, CaseIterable {
  case cells, klondike, generic
}

/// Says whether positions can be won. One for each thread; it owns the memory of its searches. Promise: the same
/// position, budget and prunings give the same verdict, and a line is played through before it is handed out.
package struct Solver: ~Copyable {
  package let rules: CompiledRules
  /// Positions that have no place in the kernel of their game are searched by the generic one.
  package let kind: KernelKind
  package private(set) var spent = Spent()
  private let prunings: Prunings
  private let cells: CellsRules?
  private let klondike: KlondikeRules?
  private var arena: Arena

  /// A search of fewer positions touches little memory.
  private static let positionsOfLarge: UInt64 = 1_000_000

  /// - Parameters:
  ///   - bytes: of memory, at most.
  ///   - kind: nil: as the rules allow it. One that they do not allow is the generic one.
  package init(for rules: CompiledRules, bytes: Int, prunings: Prunings = .all, kind: KernelKind? = nil) {
    self.rules = rules
    self.prunings = prunings
    let isPlain = rules.autoMoves == .off
    cells = isPlain && kind != .generic ? CellsRules(rules.ruleset) : nil
    klondike = isPlain && kind != .generic ? KlondikeRules(rules.ruleset) : nil
    self.kind = cells != nil ? .cells : klondike != nil ? .klondike : .generic
    arena = Arena(bytes: bytes)
  }

  /// - Parameter isStopped: asked every thousand positions or so; once it says yes, the verdict is unknown.
  package mutating func solve(
    _ position: borrowing Position, within budget: Budget, unless isStopped: () -> Bool = { false }
  ) -> Verdict {
    spent = Spent()
    if position.isWon { return .winnable(Line(moves: [])) }
    if budget.positions == 0 { return .unknown(.positions) }
    let budget = Budget(positions: budget.positions, bytes: min(budget.bytes, arena.size))
    defer { if spent.positions > Self.positionsOfLarge { arena.giveBack() } }
    var outcome = outcome(position, budget, salt: 1, isExact: false, isStopped)
    // A hash that two positions share by chance may have hidden a line.
    if case .exhausted(let proof) = outcome, proof.kernel != .klondike {
      let first = spent
      spent = Spent()
      outcome = self.outcome(position, budget, salt: 2, isExact: true, isStopped)
      spent.add(first)
    }
    switch outcome {
    case .won(let moves):
      precondition(position.isWon(by: moves), "a line was found that does not win")
      return .winnable(Line(moves: moves))
    case .exhausted(let proof): return .impossible(proof)
    case .short(let shortage): return .unknown(shortage)
    }
  }

  private mutating func outcome(
    _ position: borrowing Position, _ budget: Budget, salt: UInt64, isExact: Bool, _ isStopped: () -> Bool
  ) -> GenericKernel.Outcome {
    if let cells, cells.hasPlace(for: position, rules) {
      return solve(position, cells, budget, salt: salt, isExact: isExact, isStopped)
    }
    if let klondike, let outcome = solve(position, klondike, budget, isStopped) { return outcome }
    arena.takeBack()
    var kernel = GenericKernel(rules, at: position, prunings: prunings, salt: salt)
    defer { spent = kernel.spent }
    return kernel.search(in: &arena, within: budget, isExact: isExact, unless: isStopped)
  }

  private mutating func solve(
    _ position: borrowing Position, _ cells: CellsRules, _ budget: Budget, salt: UInt64, isExact: Bool,
    _ isStopped: () -> Bool
  ) -> GenericKernel.Outcome {
    let search = CellsSearch(rules: cells, compiled: rules, prunings: prunings)
    switch cells.build {
    case .alternate:
      return search.search(
        position, BuildAlternate.self, in: &arena, within: budget, salt: salt, isExact: isExact,
        spent: &spent,
        unless: isStopped)
    case .sameSuit:
      return search.search(
        position, BuildSameSuit.self, in: &arena, within: budget, salt: salt, isExact: isExact, spent: &spent,
        unless: isStopped)
    }
  }

  /// - Returns: nil for a position that has no place in the kernel.
  private mutating func solve(
    _ position: borrowing Position, _ klondike: KlondikeRules, _ budget: Budget, _ isStopped: () -> Bool
  ) -> GenericKernel.Outcome? {
    for stage in 0...KlondikeWeights.stages.count where spent.positions < budget.positions {
      arena.takeBack()
      guard let deal = KlondikeDeal(position, rules, klondike, in: &arena) else { return nil }
      guard var kernel = KlondikeKernel(deal, prunings: prunings, in: &arena) else { return .short(.memory) }
      var root = deal.root
      var first: [KlondikeMove] = []
      kernel.close(&root) { first.append($0) }
      if prunings.contains(.deadColumns), !kernel.hopes.isAlive(root) {
        return .exhausted(Proof(kernel: .klondike, prunings: prunings, sum: 0, parity: 0))
      }
      let left = budget.positions - spent.positions
      let isExact = stage == KlondikeWeights.stages.count
      let outcome: KlondikeKernel.Outcome
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
      case .won(let nodes):
        var line = KlondikeLine(position)
        var steps = first
        for (node, next) in zip(nodes, nodes.dropFirst()) {
          guard let more = kernel.steps(from: node, to: next) else {
            preconditionFailure("a class is not reached")
          }
          steps += more
        }
        for step in steps { precondition(line.make(step), "a step of a line cannot be made") }
        return .won(line.moves)
      case .exhausted(let sum, let parity):
        return .exhausted(Proof(kernel: .klondike, prunings: prunings, sum: sum, parity: parity))
      case .short(let shortage):
        if isExact || shortage == .stopped { return .short(shortage) }
      }
    }
    return .short(.positions)
  }
}

extension Position {
  /// Whether these moves can be made from here, one after the other, and win.
  package borrowing func isWon(by moves: [Move]) -> Bool {
    var here = copy()
    var list = MoveList(for: rules)
    for move in moves {
      guard here.allows(move, using: &list) else { return false }
      here.apply(move)
    }
    return here.isWon
  }
}
