/// What a class leads to.
extension KlondikeKernel {
  struct Child: BitwiseCopyable {
    var node: KlondikeNode
    var code: UInt64
  }

  /// No position has more moves that cannot be taken back, those that cards of the stock wait for among them.
  static var movesMax: Int { 64 + awaitedMax }
  static var batchMax: Int { 1536 }

  /// Walks through a class.
  ///
  /// - Parameters:
  ///   - node: a closed position of it.
  ///   - closed: is told the code of each other closed position.
  ///   - children: room for `batchMax`.
  ///   - found: is told how many children stand there, as often as there are some.
  @inline(__always)
  func expand(
    _ node: KlondikeNode, into children: UnsafeMutablePointer<Child>, closed: (UInt64) -> Void,
    found: (Int) -> Void
  ) {
    let allTurned = node.left > 0 ? deal.turnedTo(node, ends: false) : 0
    members.begin(with: node)
    var index = 0
    while index < members.count {
      let member = members.nodes[index]
      let bare = Self.bare(open: member.open, locked: member.locked)
      let up = bare & member.open & member.due
      let safe = prunings.contains(.safeCards) || prunings.contains(.safeBack) ? Self.safe(member) : 0
      if prunings.contains(.safeCards), safe & member.due != 0 {
        // All of the class can be won if what this leads to can.
        var forced: KlondikeMove?
        let home = up & safe & member.locked
        if home != 0 {
          forced = KlondikeMove(.tableauHome, home.trailingZeroBitCount)
        } else {
          let taken = safeOfStock(member, safe: safe, turned: allTurned)
          if taken != 0 { forced = KlondikeMove(.stockHome, taken.trailingZeroBitCount) }
        }
        if let forced {
          var next = member
          make(forced, &next)
          if add(next, children) { found(1) }
          return
        }
      }
      if deal.rules.comesBack {
        var free = up & ~member.locked
        if free == 0, index > 0 { closed(deal.code(of: member)) }
        while free != 0 {
          let card = free.trailingZeroBitCount
          free &= free &- 1
          var next = member
          next.goUp(card)
          _ = members.insert(
            next,
            KlondikeMembers.Step(
              parent: UInt32(truncatingIfNeeded: index), move: KlondikeMove(.tableauHome, card)))
        }
        var down = Self.tops(member) & slots(member, bare: bare)
        if prunings.contains(.safeBack) { down &= ~safe }
        while down != 0 {
          let card = down.trailingZeroBitCount
          down &= down &- 1
          var next = member
          next.comeDown(card)
          _ = members.insert(
            next,
            KlondikeMembers.Step(
              parent: UInt32(truncatingIfNeeded: index), move: KlondikeMove(.homeTableau, card)))
        }
      }
      index &+= 1
    }
    var count = 0
    index = 0
    while index < members.count {
      forEachMove(of: members.nodes[index], turned: allTurned) { first, move in
        var next = members.nodes[index]
        place(first, &next)
        make(move, &next)
        if add(next, children + count) { count &+= 1 }
      }
      index &+= 1
      if count > Self.batchMax &- Self.movesMax {
        found(count)
        count = 0
      }
    }
    if count > 0 { found(count) }
  }

  /// - Returns: false where no column can be cleared any more.
  @inline(__always)
  private func add(_ node: KlondikeNode, _ child: UnsafeMutablePointer<Child>) -> Bool {
    var node = node
    close(&node)
    if prunings.contains(.deadColumns), !hopes.isAlive(node) { return false }
    child.initialize(to: Child(node: node, code: deal.code(of: node)))
    return true
  }

  /// Moves of a position that cannot be taken back, those first that turn a card up.
  ///
  /// - Parameters:
  ///   - allTurned: the cards that turning the stock can bring to hand.
  ///   - body: is told each move, and the cards of the stock that are placed before it.
  @inline(__always)
  func forEachMove(
    of node: KlondikeNode, turned allTurned: UInt64, _ body: (_ first: UInt64, KlondikeMove) -> Void
  ) {
    let bare = Self.bare(open: node.open, locked: node.locked)
    let up = bare & node.open & node.due
    let safe = prunings.contains(.safeCards) ? Self.safe(node) : 0
    let slots = slots(node, bare: bare)
    let turned = endsPass(node, safe: safe) ? deal.turnedTo(node, ends: true) : allTurned
    // A free card that is due goes home: to be put elsewhere before leads to the same class, where cards come back. A
    // card of the stock that is due and safe is not put in the tableau.
    let comesBack = deal.rules.comesBack
    var reveal =
      node.open & node.locked & slots & ~(comesBack ? up : 0) & ~(deal.bottoms & KlondikeCard.kings)
    var tableauHome = comesBack ? up & node.locked : up
    var stockTableau = turned & slots & ~(node.due & (comesBack ? ~0 : safe))
    var stockHome = turned & node.due
    var awaitedCount = 0
    if turned != 0, deal.rules.draw == 1, prunings.contains(.lateStock) {
      awaitedCount = awaitedMoves(
        of: node, bare: bare, turned: turned, stockTableau: &stockTableau, stockHome: &stockHome
      )
    }
    while true {
      var first: UInt64 = 0
      let move: KlondikeMove
      if reveal != 0 {
        move = KlondikeMove(.reveal, reveal.trailingZeroBitCount)
        reveal &= reveal &- 1
      } else if tableauHome != 0 {
        move = KlondikeMove(.tableauHome, tableauHome.trailingZeroBitCount)
        tableauHome &= tableauHome &- 1
      } else if awaitedCount > 0 {
        awaitedCount &-= 1
        (first, move) = (awaited[awaitedCount].first, awaited[awaitedCount].move)
      } else if stockTableau != 0 {
        move = KlondikeMove(.stockTableau, stockTableau.trailingZeroBitCount)
        stockTableau &= stockTableau &- 1
      } else if stockHome != 0 {
        move = KlondikeMove(.stockHome, stockHome.trailingZeroBitCount)
        stockHome &= stockHome &- 1
      } else {
        return
      }
      body(first, move)
    }
  }
}
