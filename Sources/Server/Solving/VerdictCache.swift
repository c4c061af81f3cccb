import Patience
import Positions
import Solving
import Synchronization

/// What is known of positions: those that cannot be won, and those that lie on a line that wins. A player who follows
/// the line is answered without a search, and so is one who takes a step back.
///
/// Two positions are told apart by 128 bits of two hashes, whose seeds nobody outside knows. A line is played at the
/// table before it is told in any case.
final class VerdictCache: Sendable {
  struct Key: Hashable, Sendable {
    let first: Int
    let second: Int

    /// - Parameter ruleset: of the position.
    init(_ position: borrowing Position, of ruleset: Int) {
      var (first, second) = (Hasher(), Hasher())
      second.combine(true)
      first.combine(ruleset)
      second.combine(ruleset)
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: position.byteCount) { bytes in
        if let start = bytes.baseAddress { position.save(to: start) }
        first.combine(bytes: UnsafeRawBufferPointer(bytes))
        second.combine(bytes: UnsafeRawBufferPointer(bytes))
      }
      (self.first, self.second) = (first.finalize(), second.finalize())
    }
  }

  enum Known: Sendable {
    case impossible
    /// From the move of this number on it wins.
    case won(Line, from: Int)
  }

  /// Of each of two generations. An entry takes some 60 bytes, a line some 300 for all its positions together.
  private static let countMax = 100_000

  private struct Generations {
    var young: [Key: Known] = [:]
    var old: [Key: Known] = [:]

    mutating func set(_ known: Known, for key: Key) {
      if young.count >= VerdictCache.countMax { (old, young) = (young, [:]) }
      young[key] = known
    }
  }

  private let state = Mutex(Generations())

  func find(_ key: Key) -> Known? {
    state.withLock { state in
      if let known = state.young[key] { return known }
      guard let known = state.old[key] else { return nil }
      state.set(known, for: key)
      return known
    }
  }

  func set(_ known: Known, for key: Key) { state.withLock { $0.set(known, for: key) } }
}
