import Positions

/// All positions, deepest first.
extension GenericKernel {
  /// A position on the way to where the search is.
  private struct Level: BitwiseCopyable {
    /// Its moves, in the list of all levels' moves; `next` is the one to try next.
    var first: Int
    var next: Int
    var end: Int
  }

  mutating func depthFirst(
    in arena: inout Arena, within budget: Budget, unless isStopped: () -> Bool
  ) -> SearchOutcome<[Move]> {
    guard var keys = KeySet<UInt64>(in: &arena, bytesMax: budget.bytes / 4 * 3) else {
      return .short(.memory)
    }
    let movesMax = list.capacity
    let bytesOfLevel = here.byteCount + MemoryLayout<Level>.stride + 32 * MemoryLayout<Move>.stride
    let levelsMax = min(budget.bytes / 8 / bytesOfLevel, 1 << 20)
    guard levelsMax > 1,
      let saved = arena.take(levelsMax * here.byteCount, of: UInt8.self)?.baseAddress,
      let levels = arena.take(levelsMax, of: Level.self),
      let moves = arena.take(levelsMax * 32 + movesMax, of: Move.self)
    else { return .short(.memory) }
    let stride = here.byteCount
    var deepest = 0
    defer { spent.bytes = max(spent.bytes, keys.byteCount + deepest * bytesOfLevel) }
    _ = keys.insert(here.searchKey(salt: salt))
    here.save(to: saved)
    levels[0] = Level(
      first: 0, next: 0, end: self.moves(into: UnsafeMutableBufferPointer(rebasing: moves[0...])))
    var depth = 0
    var isCut = false
    while depth >= 0 {
      let level = levels[depth]
      if level.next == level.end {
        depth -= 1
        continue
      }
      levels[depth].next += 1
      here.restore(from: saved + depth * stride)
      here.apply(moves[level.next])
      switch keys.insert(here.searchKey(salt: salt)) {
      case .known: continue
      case .full: return .short(.memory)
      case .new: break
      }
      spent.positions += 1
      if here.isWon {
        return .won((0...depth).map { moves[levels[$0].next - 1] })
      }
      if spent.positions >= budget.positions { return .short(.positions) }
      if spent.positions & 1023 == 0, isStopped() { return .short(.stopped) }
      if depth + 1 == levelsMax || level.end + movesMax > moves.count {
        // Whatever lies deeper is left out, so that the search proves nothing any more.
        isCut = true
        continue
      }
      depth += 1
      deepest = max(deepest, depth)
      here.save(to: saved + depth * stride)
      let count = self.moves(into: UnsafeMutableBufferPointer(rebasing: moves[level.end...]))
      levels[depth] = Level(first: level.end, next: level.end, end: level.end + count)
    }
    if isCut { return .short(.memory) }
    return .exhausted(sum: keys.sum, parity: keys.parity)
  }
}
