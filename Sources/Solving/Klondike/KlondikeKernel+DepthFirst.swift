import Positions

/// All classes, deepest first: a proof where nothing was won.
extension KlondikeKernel {
  /// A class that waits, or one on the way to where the search is.
  private struct Waiting: BitwiseCopyable {
    var node: KlondikeNode
    /// Where the class stands that led to it; none for the first one.
    var parent: UInt32
    var isOnTheWay: Bool
  }

  /// - Parameter root: a closed position.
  mutating func depthFirst(
    from root: KlondikeNode, in arena: inout Arena, within budget: Budget, unless isStopped: () -> Bool
  ) -> SearchOutcome<[KlondikeNode]> {
    // Each class has fewer locked and stock cards than the one that led to it: there are few on the way, and those that
    // wait are theirs.
    let waitingMax = min(1 << 20, budget.bytes / 8 / MemoryLayout<Waiting>.stride)
    guard waitingMax > 1, let waiting = arena.take(waitingMax, of: Waiting.self)?.baseAddress,
      let children = arena.take(Self.batchMax, of: Child.self)?.baseAddress,
      var keys = KeySet<UInt64>(in: &arena, bytesMax: min(budget.bytes, arena.left))
    else { return .short(.memory) }
    var positions: UInt64 = 0
    defer { spent = Spent(positions: positions, bytes: keys.byteCount) }
    _ = keys.insert(deal.code(of: root))
    waiting[0] = Waiting(node: root, parent: Self.none, isOnTheWay: false)
    var count = 1
    var isWon = root.home == KlondikeNode.allHome
    var shortage: Shortage?
    while count > 0, !isWon {
      let at = count &- 1
      if waiting[at].isOnTheWay {
        count = at
        continue
      }
      waiting[at].isOnTheWay = true
      expand(waiting[at].node, into: children) { code in
        if keys.insert(code) == .full { shortage = .memory }
      } found: { childCount in
        var index = 0
        while index < childCount {
          keys.prefetch(children[index].code)
          index &+= 1
        }
        // The last one is looked at first.
        while index > 0, !isWon {
          index &-= 1
          let insertion = keys.insert(children[index].code)
          if insertion == .known { continue }
          if insertion == .full || count == waitingMax {
            shortage = .memory
            return
          }
          positions &+= 1
          if positions & 1023 == 0, isStopped() { shortage = .stopped }
          isWon = children[index].node.home == KlondikeNode.allHome
          waiting[count] = Waiting(
            node: children[index].node, parent: UInt32(truncatingIfNeeded: at), isOnTheWay: false)
          count &+= 1
        }
      }
      if isWon { break }
      if let shortage { return .short(shortage) }
      if positions >= budget.positions { return .short(.positions) }
    }
    guard isWon else { return .exhausted(sum: keys.sum, parity: keys.parity) }
    var at = count &- 1
    var nodes = [waiting[at].node]
    while waiting[at].parent != Self.none {
      at = Int(waiting[at].parent)
      nodes.append(waiting[at].node)
    }
    return .won(nodes.reversed())
  }
}
