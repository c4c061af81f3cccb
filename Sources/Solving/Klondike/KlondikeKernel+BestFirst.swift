import Positions

/// The most promising classes first.
extension KlondikeKernel {
  private struct Entry: BitwiseCopyable {
    var node: KlondikeNode
    var parent: UInt32
    var next: UInt32
  }

  /// The number of no class.
  static var none: UInt32 { .max }
  private static var valuesMax: Int { 2048 }

  /// - Parameter root: a closed position.
  mutating func bestFirst(
    from root: KlondikeNode, by weights: KlondikeWeights, in arena: inout Arena, positionsMax: Int,
    unless isStopped: () -> Bool
  ) -> SearchOutcome<[KlondikeNode]> {
    guard let entries = arena.take(positionsMax + 1, of: Entry.self)?.baseAddress,
      let heads = arena.take(Self.valuesMax, of: UInt32.self)?.baseAddress,
      let children = arena.take(Self.batchMax, of: Child.self)?.baseAddress,
      var keys = KeySet<UInt64>(in: &arena, bytesMax: min(positionsMax * 80, arena.left))
    else { return .short(.memory) }
    var positions: UInt64 = 0
    var asked: UInt64 = 0
    var count = 1
    defer { spent = Spent(positions: positions, bytes: keys.byteCount + count * MemoryLayout<Entry>.stride) }
    heads.update(repeating: Self.none, count: Self.valuesMax)
    if root.home == KlondikeNode.allHome { return .won([root]) }
    _ = keys.insert(deal.code(of: root))
    entries[0] = Entry(node: root, parent: Self.none, next: Self.none)
    var lowest = value(of: root, weights)
    heads[lowest] = 0
    var won: Int?
    var shortage: Shortage?
    while true {
      while lowest < Self.valuesMax, heads[lowest] == Self.none { lowest &+= 1 }
      if lowest == Self.valuesMax { return .exhausted(sum: keys.sum, parity: keys.parity) }
      let taken = Int(heads[lowest])
      heads[lowest] = entries[taken].next
      expand(entries[taken].node, into: children) { code in
        if keys.insert(code) == .full { shortage = .memory }
      } found: { childCount in
        var index = childCount
        while index > 0 {
          index &-= 1
          switch keys.insert(children[index].code) {
          case .known: continue
          case .full:
            shortage = .memory
            return
          case .new: break
          }
          positions &+= 1
          if count > positionsMax {
            shortage = .positions
            return
          }
          let node = children[index].node
          if node.home == KlondikeNode.allHome { won = count }
          let value = value(of: node, weights)
          entries[count] = Entry(node: node, parent: UInt32(truncatingIfNeeded: taken), next: heads[value])
          heads[value] = UInt32(truncatingIfNeeded: count)
          lowest = min(lowest, value)
          count &+= 1
        }
      }
      if var at = won {
        var nodes = [entries[at].node]
        while entries[at].parent != Self.none {
          at = Int(entries[at].parent)
          nodes.append(entries[at].node)
        }
        return .won(nodes.reversed())
      }
      if let shortage { return .short(shortage) }
      // A class has few children that are new.
      if positions &>> 10 != asked {
        asked = positions &>> 10
        if isStopped() { return .short(.stopped) }
      }
    }
  }

  /// How far a position seems to be from its end; less is nearer.
  @inline(__always)
  private func value(of node: KlondikeNode, _ weights: KlondikeWeights) -> Int {
    var value = weights.stock &* Int(node.left)
    var column = 0
    while column < deal.rules.columnCount {
      value &+= hopes.weight(column, node.held(column)) &* weights.down
      column &+= 1
    }
    for suit in 0..<4 { value &-= node.height(suit) &* weights.home }
    let bare = Self.bare(open: node.open, locked: node.locked) & node.open & node.locked
    value &-= weights.bare &* bare.nonzeroBitCount
    return min(max(value &+ 200, 0) &>> 1, Self.valuesMax &- 1)
  }
}
