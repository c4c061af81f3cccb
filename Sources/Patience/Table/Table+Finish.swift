public import DragDrop

/// Playing all that is left to the foundations, where that is certain to succeed.
extension Table {
  /// Plays everything to the foundations, if that is possible with what is everybody's or this player's.
  public mutating func finish(player: PlayerID = 0) throws(Refusal) {
    let end = try finished(by: player)
    if !knowsAllFaces {
      try finishAsFarAsKnown(by: player)
    } else if isStockSeen {
      self = end
    } else {
      // It was judged with the cards of the stock in another order; now they come as they lie.
      self = try finished(from: self, by: player, looksMax: .max)
    }
  }

  public func whyNotFinish(player: PlayerID = 0) -> Refusal? {
    do throws(Refusal) {
      _ = try finished(by: player)
      return nil
    } catch {
      return error
    }
  }

  public var canFinish: Bool { whyNotFinish() == nil }

  /// Whether what is left of the stocks can be told from what lies open: either every card of them has
  /// been seen, or their order does not matter, and then the set of them is what does not lie open.
  private var stockIsKnown: Bool { stockOrderIsNothing || isStockSeen }

  private var isStockSeen: Bool {
    slots(of: .stock).allSatisfy { piles[$0].cards.allSatisfy { seen.contains($0) } }
  }

  /// Whether each card of the stock can be drawn again and again, and goes to a foundation sooner or later or not at
  /// all, whatever went there before it: so that the order in which they lie changes nothing.
  private var stockOrderIsNothing: Bool {
    guard slots(of: .stock).count == 1, let stock = ruleset.stock, stock.target == .waste, stock.draw == 1,
      stock.passes == .unlimited, let waste = ruleset.zone(.waste), waste.take == .top,
      waste.capacity == .unlimited, let foundation = ruleset.zone(.foundation), let build = foundation.build
    else { return false }
    let fillers = ruleset.zones.flatMap { $0.fill }
    return ruleset.match == nil && build.suit == .same && [.up, .down].contains(build.direction)
      && foundation.empty != .any && foundation.capacity == .unlimited
      && !fillers.contains(.waste) && !fillers.contains(.stock)
  }

  /// As many looks from a pile to a foundation are worth it: it is asked after each move, and others wait meanwhile.
  private static var looksMax: Int { 100_000 }

  /// The table after everything was played to the foundations. It rests on nothing but what has been seen: a stock
  /// whose order does not matter is taken in an order of our own, or the number of looks would tell how it lies.
  private func finished(by player: PlayerID) throws(Refusal) -> Table {
    if status == .won { throw .gameOver }
    if ruleset.win != .foundationsFull || slots(of: .foundation).isEmpty { throw .cannotFinish }
    for slot in piles.indices where !piles[slot].isOpen && rules[slot].role != .stock { throw .notYetOpen }
    if !stockIsKnown { throw .notYetOpen }
    let judged = !knowsAllFaces ? withMissingFaces() : isStockSeen ? self : withHiddenStockReordered()
    return try finished(from: judged, by: player, looksMax: Self.looksMax)
  }

  private func finished(from beginning: Table, by player: PlayerID, looksMax: Int) throws(Refusal) -> Table {
    var table = beginning
    let stock = stockIndex(of: player)
    var fruitlessPasses = 0
    let looksEach = piles.count * slots(of: .foundation).count
    var looks = 0
    while table.status != .won {
      // Of what cannot be told soon nothing is told.
      looks += looksEach
      if looks > looksMax { throw .cannotFinish }
      if let (slot, foundation) = table.sendable(by: player) {
        table.play(1, from: slot, to: foundation)
        fruitlessPasses = 0
      } else {
        let pass = table.passes[stock]
        guard table.whyNotTurnStock(stock) == nil else { throw .cannotFinish }
        table.playStock(stock)
        if table.passes[stock] != pass { fruitlessPasses += 1 }
        // The first pass may have begun in the middle, the second began at the front: a third would
        // be the same.
        if fruitlessPasses > 1 { throw .cannotFinish }
      }
    }
    return table
  }

  /// What can be finished before the stock brings a card whose face is not known here.
  private mutating func finishAsFarAsKnown(by player: PlayerID) throws(Refusal) {
    while !isWon {
      if let (slot, foundation) = sendable(by: player) {
        try move([piles[slot].cards[piles[slot].cards.count - 1]], to: pileIDs[foundation])
      } else if isAwaiting {
        return
      } else {
        try turnStock(stockIndex(of: player))
      }
    }
  }

  /// The first top that can go to a foundation, and to which.
  @inline(never) private func sendable(by player: PlayerID) -> (slot: Int, foundation: Int)? {
    for slot in piles.indices where pileIDs[slot].role != .foundation && isOpen(slot, to: player) {
      if openTop(of: slot) == nil || whyNotLift(slot, piles[slot].cards.count - 1) != nil { continue }
      if let to = foundation(forCardsFrom: piles[slot].cards.count - 1, of: slot) { return (slot, to) }
    }
    return nil
  }
}
