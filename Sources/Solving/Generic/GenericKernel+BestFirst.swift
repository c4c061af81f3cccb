import Positions

/// The most promising positions first, as many as there is room for.
extension GenericKernel {
  private struct Node: BitwiseCopyable {
    /// How it was reached; the root's parent is itself.
    var parent: UInt32
    /// Another one of the same stage and value that came before it.
    var next: UInt32
    var move: Move
  }

  private static let none = UInt32.max

  mutating func bestFirst(
    by value: PositionValue, in arena: inout Arena, within budget: Budget, nodesMax: Int,
    unless isStopped: () -> Bool
  ) -> SearchOutcome<[Move]> {
    let stride = here.byteCount
    // Half full at most, and a smaller piece of memory to grow from.
    let bytesOfKey = 48
    let (stages, values) = (PositionValue.stageCount, PositionValue.most + 1)
    let nodesMax = min(nodesMax, budget.bytes / (stride + MemoryLayout<Node>.stride + bytesOfKey))
    guard nodesMax > 1,
      var keys = KeySet<UInt64>(in: &arena, bytesMax: max(nodesMax * bytesOfKey, 128 * 1024)),
      let saved = arena.take(nodesMax * stride, of: UInt8.self)?.baseAddress,
      let nodes = arena.take(nodesMax, of: Node.self),
      let heads = arena.take(stages * values, of: UInt32.self),
      let lowest = arena.take(stages, of: Int32.self),
      let moves = arena.take(list.capacity, of: Move.self)
    else { return .short(.memory) }
    heads.update(repeating: Self.none)
    lowest.update(repeating: Int32(values))
    var count = 0
    let before = spent
    defer {
      spent.bytes = max(before.bytes, keys.byteCount + count * (stride + MemoryLayout<Node>.stride))
    }
    func put(_ position: borrowing Position, parent: Int, _ move: Move) {
      let (stage, worth) = (value.stage(of: position), value.of(position))
      let list = stage * values + worth
      nodes[count] = Node(parent: UInt32(parent), next: heads[list], move: move)
      position.save(to: saved + count * stride)
      heads[list] = UInt32(count)
      lowest[stage] = min(lowest[stage], Int32(worth))
      count += 1
    }
    /// The best one of all, and by turns the best one of each stage: what looks worse for a while, as after a deal,
    /// comes to its turn too.
    var taken = 0
    func take() -> Int? {
      var best = 0
      var least = Int32(values)
      taken += 1
      for offset in 0..<stages {
        let stage = (taken / 2 + offset) % stages
        while lowest[stage] < values, heads[stage * values + Int(lowest[stage])] == Self.none {
          lowest[stage] += 1
        }
        if lowest[stage] == values { continue }
        if lowest[stage] < least { (best, least) = (stage, lowest[stage]) }
        if taken % 2 == 1 { break }
      }
      if least == values { return nil }
      let list = best * values + Int(least)
      let index = Int(heads[list])
      heads[list] = nodes[index].next
      return index
    }
    _ = keys.insert(here.searchKey(salt: salt))
    put(here, parent: 0, .turn)
    while let index = take() {
      here.restore(from: saved + index * stride)
      let moveCount = self.moves(into: moves)
      for place in 0..<moveCount {
        here.restore(from: saved + index * stride)
        here.apply(moves[place])
        switch keys.insert(here.searchKey(salt: salt)) {
        case .known: continue
        case .full: return .short(.memory)
        case .new: break
        }
        spent.positions += 1
        if here.isWon {
          var line = [moves[place]]
          var at = index
          while at > 0 {
            line.append(nodes[at].move)
            at = Int(nodes[at].parent)
          }
          return .won(line.reversed())
        }
        if spent.positions >= budget.positions { return .short(.positions) }
        if spent.positions & 1023 == 0, isStopped() { return .short(.stopped) }
        if count == nodesMax { return .short(.memory) }
        put(here, parent: index, moves[place])
      }
    }
    return .exhausted(sum: keys.sum, parity: keys.parity)
  }
}
