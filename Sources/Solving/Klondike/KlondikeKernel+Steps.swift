/// From class to class, the moves between.
extension KlondikeKernel {
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
