package import Positions

/// What a search finds out about a position, for a player who sees all cards ("thoughtful" play).
package enum Verdict: Sendable {
  /// It can be won, and how.
  case winnable(Line)
  /// It cannot be won: all positions that it leads to were looked at.
  case impossible(Proof)
  /// The search ended before.
  case unknown(Shortage)
}

/// Moves that win. Promise: they were played through on a position before anybody sees them.
package struct Line: Hashable, Sendable {
  package let moves: [Move]

  package init(moves: [Move]) { self.moves = moves }
}

/// What an impossible position was told by, so that it can be looked at again.
package struct Proof: Hashable, Sendable {
  package let kernel: KernelKind
  package let prunings: Prunings
  /// Sum and exclusive or of the keys of all positions that were met. Where keys are hashes, each position has two,
  /// with a salt each: two positions that share one by chance do not share the other.
  package let sum: UInt64
  package let parity: UInt64
}

/// Why a search ended without a verdict.
package enum Shortage: Hashable, Sendable {
  /// So many positions were allowed.
  case positions
  case memory
  /// Somebody stopped it, or its time was over.
  case stopped
}

/// What a search took.
package struct Spent: Hashable, Sendable {
  /// Positions that were met for the first time, of all stages together.
  package var positions: UInt64 = 0
  /// Of memory for keys and for positions that wait, at most at one time.
  package var bytes: Int = 0

  /// What a stage took comes to what those before it took.
  mutating func add(_ stage: Spent) {
    positions += stage.positions
    bytes = max(bytes, stage.bytes)
  }
}

/// How much a search may take. A proof by keys of one salt is searched a second time, which may take as much again.
package struct Budget: Hashable, Sendable {
  package var positions: UInt64
  package var bytes: Int

  package init(positions: UInt64, bytes: Int) {
    self.positions = positions
    self.bytes = bytes
  }
}
