import Positions

/// The most promising classes first, then all of them, deepest first.
extension KlondikeKernel {
  // MARK: - The most promising first

  private struct Entry: BitwiseCopyable {
    var node: KlondikeNode
    var parent: UInt32
    var next: UInt32
  }

  private static var none: UInt32 { .max }
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

  // MARK: - Deepest first

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

  // MARK: - Steps

  /// The steps from one class to another: to the member that has the move, the move, and what closes what it leads to.
  ///
  /// - Parameters:
  ///   - node: a closed position.
  ///   - next: another one, of a class that it leads to.
  func steps(from node: KlondikeNode, to next: KlondikeNode) -> [KlondikeMove]? {
    let code = deal.code(of: next)
    let room = UnsafeMutablePointer<Child>.allocate(capacity: Self.batchMax)
    defer { room.deallocate() }
    // Walks through the class, so that all its members are known.
    expand(node, into: room) { _ in
    } found: { _ in
    }
    let turned = node.left > 0 ? deal.turnedTo(node, ends: false) : 0
    for index in 0..<members.count {
      let member = members.nodes[index]
      var found: [KlondikeMove]?
      func attempt(_ first: UInt64, _ move: KlondikeMove) {
        var child = member
        var steps: [KlondikeMove] = []
        place(first, &child) { steps.append($0) }
        make(move, &child)
        steps.append(move)
        close(&child) { steps.append($0) }
        if found == nil, deal.code(of: child) == code { found = steps }
      }
      forEachMove(of: member, turned: turned, attempt)
      // Those that are safe are made whatever else there is.
      let up = Self.bare(open: member.open, locked: member.locked) & member.open & member.due & member.locked
      for card in 0..<52 where up >> UInt64(card) & 1 != 0 { attempt(0, KlondikeMove(.tableauHome, card)) }
      for card in 0..<52 where (turned & member.due) >> UInt64(card) & 1 != 0 {
        attempt(0, KlondikeMove(.stockHome, card))
      }
      guard var steps = found else { continue }
      var at = index
      while at > 0 {
        steps.insert(members.steps[at].move, at: 0)
        at = Int(members.steps[at].parent)
      }
      return steps
    }
    return nil
  }
}
