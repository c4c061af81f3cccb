/// Playing all that is left to the foundations, where that is certain to succeed.
extension Table {
  /// Plays everything to the foundations, if that is possible.
  public mutating func finish() throws(Refusal) {
    let end = try finished()
    if knowsAllFaces { self = end } else { try finishAsFarAsKnown() }
  }

  public var whyNotFinish: Refusal? {
    do throws(Refusal) {
      _ = try finished()
      return nil
    } catch {
      return error
    }
  }

  public var canFinish: Bool { whyNotFinish == nil }

  /// Whether what is left of the stock can be told from what lies open: either every card of it has
  /// been seen, or its order does not matter because each can be drawn again and again, and then
  /// the set of them is what does not lie open.
  private var stockIsKnown: Bool {
    if let stock = ruleset.stock, stock.target == .waste, stock.draw == 1, stock.passes == .unlimited,
      ruleset.zone(.waste)?.take == .top
    {
      return true
    }
    guard let slot = slot(of: .stock) else { return true }
    return piles[slot].cards.allSatisfy { seen.contains($0) }
  }

  /// The table after everything was played to the foundations.
  private func finished() throws(Refusal) -> Table {
    if status == .won { throw .gameOver }
    if ruleset.win != .foundationsFull || slots(of: .foundation).isEmpty { throw .cannotFinish }
    for slot in piles.indices where !piles[slot].isOpen && rules[slot].role != .stock { throw .notYetOpen }
    if !stockIsKnown { throw .notYetOpen }
    var table = withMissingFaces()
    var fruitlessPasses = 0
    while table.status != .won {
      if let (slot, foundation) = table.sendable {
        table.begin()
        table.carry(1, from: slot, to: foundation)
        table.settle(movesMore: true)
        fruitlessPasses = 0
      } else {
        let pass = table.pass
        guard table.whyNotTurnStock == nil else { throw .cannotFinish }
        table.begin()
        table.turn(0)
        table.settle(movesMore: true)
        if table.pass != pass { fruitlessPasses += 1 }
        // The first pass may have begun in the middle, the second began at the front: a third would
        // be the same.
        if fruitlessPasses > 1 { throw .cannotFinish }
      }
    }
    return table
  }

  /// What can be finished before the stock brings a card whose face is not known here.
  private mutating func finishAsFarAsKnown() throws(Refusal) {
    while !isWon {
      if let (slot, foundation) = sendable {
        try move([piles[slot].cards[piles[slot].cards.count - 1]], to: pileIDs[foundation])
      } else if isAwaiting {
        return
      } else {
        try turnStock()
      }
    }
  }

  /// The first top that can go to a foundation, and to which.
  private var sendable: (slot: Int, foundation: Int)? { firstSendable() }

  @inline(never) private func firstSendable() -> (slot: Int, foundation: Int)? {
    for slot in piles.indices where pileIDs[slot].role != .foundation {
      if openTop(of: slot) == nil || whyNotLift(slot, piles[slot].cards.count - 1) != nil { continue }
      if let to = foundation(forCardsFrom: piles[slot].cards.count - 1, of: slot) { return (slot, to) }
    }
    return nil
  }
}
