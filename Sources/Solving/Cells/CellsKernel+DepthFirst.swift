/// All positions, deepest first: a proof where nothing was won.
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
    let bytesOfLevel = stateSize + MemoryLayout<Level>.stride + movesOfLevel * MemoryLayout<CellsMove>.stride
    let levelsMax = min(budget.bytes / 8 / bytesOfLevel, 1 << 18)
    guard levelsMax > 1, let states = arena.take(levelsMax * stateSize, of: UInt8.self)?.baseAddress,
      let levels = arena.take(levelsMax, of: Level.self)?.baseAddress,
      let moves = arena.take(levelsMax * movesOfLevel + Self.movesMax, of: CellsMove.self)?.baseAddress,
      var keys = KeySet(in: &arena, bytesMax: min(budget.bytes / 4 * 3, arena.left))
    else { return .short(.memory) }
    defer { spent.bytes = keys.byteCount }
    let movesLast = levelsMax * movesOfLevel
    func state(_ depth: Int) -> CellsState { CellsState(bytes: states + depth &* stateSize) }
    states.update(from: root.bytes, count: stateSize)
    sendSafeCardsHome(state(0))
    _ = keys.insert(state(0).hash)
    levels[0] = Level(next: 0, end: Int32(self.moves(of: state(0), into: moves)))
    var depth = 0
    var isCut = false
    while depth >= 0 {
      if levels[depth].next == levels[depth].end {
        depth &-= 1
        continue
      }
      let move = moves[Int(levels[depth].next)]
      levels[depth].next &+= 1
      let here = state(depth)
      let hash = hash(after: move, from: here)
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
      child.bytes.update(from: here.bytes, count: stateSize)
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
      levels[depth] = Level(next: Int32(end), end: Int32(end + self.moves(of: child, into: moves + end)))
    }
    if isCut { return .short(.memory) }
    return .exhausted(sum: keys.sum, parity: keys.parity)
  }
}
