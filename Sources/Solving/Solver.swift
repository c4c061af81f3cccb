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
  private static let positionsOfLarge: UInt64 = 100_000

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

  /// - Parameter isStopped: asked every thousand positions, or somewhat later; once it says yes, the verdict is
  ///   unknown.
  package mutating func solve(
    _ position: borrowing Position, within budget: Budget, unless isStopped: () -> Bool = { false }
  ) -> Verdict {
    spent = Spent()
    if position.isWon { return .winnable(Line(moves: [])) }
    if budget.positions == 0 { return .unknown(.positions) }
    let budget = Budget(positions: budget.positions, bytes: min(budget.bytes, arena.size))
    defer { if spent.positions > Self.positionsOfLarge { arena.giveBack() } }
    arena.limit = budget.bytes
    var outcome = outcome(position, budget, isStopped)
    if case (let kernel, .won(let moves)) = outcome, !position.isWon(by: moves) {
      assertionFailure("a line of the kernel \(kernel) does not win")
      outcome = generic(position, budget, isStopped)
    }
    switch outcome.outcome {
    case .won(let moves): return .winnable(Line(moves: moves))
    case .exhausted(let sum, let parity):
      return .impossible(Proof(kernel: outcome.kernel, prunings: prunings, sum: sum, parity: parity))
    case .short(let shortage): return .unknown(shortage)
    }
  }

  /// Searches with the kernel of the game, or with the generic one where the position has no place in it.
  private mutating func outcome(
    _ position: borrowing Position, _ budget: Budget, _ isStopped: () -> Bool
  ) -> (kernel: KernelKind, outcome: SearchOutcome<[Move]>) {
    if let cells, cells.hasPlace(for: position, rules) {
      let search = CellsSearch(rules: cells, compiled: rules, prunings: prunings)
      let outcome = search.search(
        position, in: &arena, within: budget, spent: &spent, unless: isStopped)
      return (.cells, outcome)
    }
    if let klondike {
      let search = KlondikeSearch(rules: klondike, compiled: rules, prunings: prunings)
      let outcome = search.search(position, in: &arena, within: budget, spent: &spent, unless: isStopped)
      if let outcome { return (.klondike, outcome) }
    }
    return generic(position, budget, isStopped)
  }

  private mutating func generic(
    _ position: borrowing Position, _ budget: Budget, _ isStopped: () -> Bool
  ) -> (kernel: KernelKind, outcome: SearchOutcome<[Move]>) {
    arena.takeBack()
    var kernel = GenericKernel(rules, at: position, prunings: prunings)
    defer { spent = kernel.spent }
    return (.generic, kernel.search(in: &arena, within: budget, unless: isStopped))
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
