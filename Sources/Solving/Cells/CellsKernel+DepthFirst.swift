/// All positions, deepest first: a proof where nothing was won. Keys are two hashes with a salt each.
extension CellsKernel {
  private struct Level: BitwiseCopyable {
    /// Its moves, in the list of all levels' moves; `next` is the one to try next.
    var next: Int32
    var end: Int32
  }

  mutating func depthFirst(
    in arena: inout Arena, within budget: Budget, unless isStopped: () -> Bool
  ) -> SearchOutcome<[CellsMove]> {
    let movesOfLevel = 24
    let bytesOfMove = MemoryLayout<CellsMove>.stride + MemoryLayout<UInt128>.stride
    let bytesOfLevel = stateSize + MemoryLayout<Level>.stride + movesOfLevel * bytesOfMove
    let levelsMax = min(budget.bytes / 8 / bytesOfLevel, 1 << 18)
    guard levelsMax > 1, let states = arena.take(levelsMax * stateSize, of: UInt8.self)?.baseAddress,
      let levels = arena.take(levelsMax, of: Level.self)?.baseAddress,
      let moves = arena.take(levelsMax * movesOfLevel + Self.movesMax, of: CellsMove.self)?.baseAddress,
      let hashes = arena.take(levelsMax * movesOfLevel + Self.movesMax, of: UInt128.self)?.baseAddress,
      var keys = KeySet<UInt128>(in: &arena, bytesMax: min(budget.bytes / 4 * 3, arena.left))
    else { return .short(.memory) }
    defer { spent.bytes = keys.byteCount }
    let movesLast = levelsMax * movesOfLevel
    func state(_ depth: Int) -> CellsState { CellsState(bytes: states + depth &* stateSize) }
    state(0).become(root, stateSize)
    sendSafeCardsHome(state(0))
    _ = keys.insert(state(0).hash)
    /// Writes a level's moves down from here on.
    ///
    /// - Returns: where they end.
    @inline(__always) func list(_ state: CellsState, from start: Int) -> Int32 {
      let end = start &+ self.moves(of: state, into: moves + start)
      for index in start..<end {
        hashes[index] = hash(after: moves[index], from: state)
        keys.prefetch(hashes[index])
      }
      return Int32(truncatingIfNeeded: end)
    }
    levels[0] = Level(next: 0, end: list(state(0), from: 0))
    var depth = 0
    var isCut = false
    while depth >= 0 {
      if levels[depth].next == levels[depth].end {
        depth &-= 1
        continue
      }
      let next = Int(levels[depth].next)
      let (move, hash) = (moves[next], hashes[next])
      levels[depth].next &+= 1
      let here = state(depth)
      let end = Int(levels[depth].end)
      if depth &+ 1 == levelsMax || end > movesLast {
        // Whatever lies deeper is left out, so that the search proves nothing any more.
        isCut = true
        depth &-= 1
        continue
      }
      let child = state(depth &+ 1)
      // A third of all moves ends here, before anything is copied.
      switch keys.insert(hash) {
      case .known: continue
      case .full: return .short(.memory)
      case .new: break
      }
      child.become(here, stateSize)
      apply(move, to: child)
      sendSafeCardsHome(child)
      if child.hash != hash {
        switch keys.insert(child.hash) {
        case .known: continue
        case .full: return .short(.memory)
        case .new: break
        }
      }
      spent.positions &+= 1
      if child.isWon {
        return .won((0...depth).map { moves[Int(levels[$0].next) - 1] })
      }
      if spent.positions >= budget.positions { return .short(.positions) }
      if spent.positions & 1023 == 0, isStopped() { return .short(.stopped) }
      depth &+= 1
      levels[depth] = Level(next: Int32(end), end: list(child, from: end))
    }
    if isCut { return .short(.memory) }
    return .exhausted(
      sum: UInt64(truncatingIfNeeded: keys.sum), parity: UInt64(truncatingIfNeeded: keys.parity))
  }
}
