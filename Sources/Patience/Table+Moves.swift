import Cards

/// Everything that changes a table. Each action is refused whole or done whole; `moves` counts what
/// a player would.
extension Table {
  // MARK: actions

  /// Moves a card, with all that lies on it, to another pile.
  public mutating func move(_ handles: [UInt16], to target: PileID) throws(Refusal) {
    if let refusal = whyNotMove(handles, to: target) { throw refusal }
    guard let first = handles.first, let (from, _) = place(of: first),
      let to = self.slot(of: target)
    else {
      throw .nothingThere
    }
    begin()
    carry(handles.count, from: from, to: to)
    // A card just brought back from a foundation is not to leave again by itself.
    settle(movesMore: pileIDs[from].role != .foundation)
  }

  /// Sends a card to the first foundation that takes it.
  @discardableResult
  public mutating func sendToFoundation(_ handle: UInt16) throws(Refusal) -> PileID {
    if let refusal = whyNotSend(handle) { throw refusal }
    guard let target = foundation(for: handle) else { throw .noFoundationTakesIt }
    try move([handle], to: target)
    return target
  }

  /// Turns the next cards of the stock, or the whole waste over once the stock is empty.
  public mutating func turnStock() throws(Refusal) {
    if let refusal = whyNotTurnStock { throw refusal }
    begin()
    turn()
    settle(movesMore: true)
  }

  /// Plays everything to the foundations, if that is possible.
  public mutating func finish() throws(Refusal) {
    let end = try finished()
    if knowsAllFaces { self = end } else { try finishAsFarAsKnown() }
  }

  /// Tells the time, in seconds of any clock that does not go back. The game's own clock starts at
  /// its first move and stops at its win. Answers whether that cost points.
  @discardableResult
  public mutating func elapse(to seconds: UInt32) -> Bool {
    let (paid, before) = (penaltyTicks, score)
    clock.now = max(clock.now, seconds)
    charge(ticks: penaltyTicks - paid)
    return score != before
  }

  // MARK: may it be done?

  public func whyNotSend(_ handle: UInt16) -> Refusal? {
    guard let (slot, index) = place(of: handle) else { return .nothingThere }
    if status == .won { return .gameOver }
    if piles[slot].upIndex > index { return whyNotLift(handle) }
    if index < piles[slot].cards.count - 1 { return .notTop }
    if pileIDs[slot].role == .foundation { return .samePile }
    return whyNotLift(handle) ?? (foundation(for: handle) == nil ? .noFoundationTakesIt : nil)
  }

  public var whyNotTurnStock: Refusal? {
    if status == .won { return .gameOver }
    guard let stock = ruleset.stock, let slot = slot(of: .stock) else {
      return .nothingThere
    }
    if !piles[slot].cards.isEmpty { return leadsSomewhere(stock) ? nil : .nothingThere }
    guard stock.target == .waste, let waste = self.slot(of: .waste), !piles[waste].cards.isEmpty
    else {
      return .nothingThere
    }
    return passesLeft == 0 ? .noPassesLeft : nil
  }

  /// Whether a turn of this stock moves any card.
  private func leadsSomewhere(_ stock: Ruleset.Stock) -> Bool {
    switch stock.target {
    case .waste: stock.draw > 0 && slot(of: .waste) != nil
    case .tableau: !slots(of: .tableau).isEmpty
    }
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

  // MARK: how it is done

  /// The first move of all starts the clock.
  private mutating func begin() {
    moves &+= 1
    if clock.startedAt == nil { clock.startedAt = clock.now }
  }

  private mutating func carry(_ count: Int, from: Int, to: Int) {
    put(takeTop(count, from: from), on: to)
    add(ruleset.scoring.points(from: pileIDs[from].role, to: pileIDs[to].role))
  }

  private mutating func takeTop(_ count: Int, from slot: Int) -> [UInt16] {
    let taken = Array(piles[slot].cards.suffix(count))
    piles[slot].cards.removeLast(taken.count)
    piles[slot].down = min(piles[slot].down, UInt16(piles[slot].cards.count))
    return taken
  }

  private mutating func put(_ handles: [UInt16], on slot: Int) {
    for handle in handles {
      piles[slot].cards.append(handle)
      slots[Int(handle)] = UInt8(slot)
      lastArrival &+= 1
      arrivals[Int(handle)] = lastArrival
      if pileIDs[slot].role == .stock {
        piles[slot].down += 1
      } else if faces[Int(handle)] != nil {
        seen.insert(handle)
      }
    }
  }

  /// Draws from the stock, or begins the next pass.
  private mutating func turn() {
    guard let rule = ruleset.stock, let stock = slot(of: .stock) else { return }
    if rule.target == .tableau {
      for pile in slots(of: .tableau) where !piles[stock].cards.isEmpty {
        put(takeTop(1, from: stock), on: pile)
      }
      return
    }
    guard let waste = self.slot(of: .waste) else { return }
    if piles[stock].cards.isEmpty {
      put(takeTop(piles[waste].cards.count, from: waste).reversed(), on: stock)
      pass &+= 1
      if let penalty = ruleset.scoring.passPenalty, pass > penalty.after {
        add(Int32(penalty.points))
      }
    } else {
      let drawn = takeTop(min(Int(rule.draw), piles[stock].cards.count), from: stock)
      put(drawn.reversed(), on: waste)
    }
  }

  /// What follows any action by itself: cards turn up, safe cards go, and the game may be over. It
  /// goes as far as the first card whose face is not known here.
  private mutating func settle(movesMore: Bool) {
    turnUp()
    while movesMore, !isAwaiting, let (from, to) = automaticMove {
      carry(1, from: from, to: to)
      turnUp()
    }
    if status != .won, isWon {
      clock.stoppedAt = clock.now
      if options.timed, let bonus = ruleset.scoring.timeBonus { add(bonus.points(after: elapsed)) }
    }
    status = verdict
    assertInvariants()
  }

  private mutating func turnUp() {
    guard ruleset.automatic.turnUp else { return }
    for slot in piles.indices where turnsUp(slot) {
      guard piles[slot].down > 0, piles[slot].upIndex == piles[slot].cards.count else { continue }
      if faces[Int(piles[slot].cards[piles[slot].upIndex - 1])] == nil { continue }
      piles[slot].down -= 1
      seen.insert(piles[slot].cards[piles[slot].upIndex])
      if pileIDs[slot].role == .tableau { add(Int32(ruleset.scoring.events.turnUp)) }
    }
  }

  // MARK: cards that go by themselves

  private var automaticMove: (from: Int, to: Int)? {
    let wanted: Ruleset.Automatic.Foundation =
      ruleset.automatic.foundation == .off && options.safeAutoMoves
      ? .safe : ruleset.automatic.foundation
    guard wanted != .off else { return nil }
    for slot in piles.indices {
      guard let top = openTop(of: slot), pileIDs[slot].role != .foundation else { continue }
      if wanted == .safe && !isSafe(top, on: slot) { continue }
      guard let target = foundation(for: top), let to = self.slot(of: target) else { continue }
      return (slot, to)
    }
    return nil
  }

  /// Whether a card can be of no more use in the tableau: all that could be put on it there lie on
  /// the foundations, but for those of the base rank, which can go there at any time. For
  /// alternating colours this is Horne's rule.
  private func isSafe(_ handle: UInt16, on slot: Int) -> Bool {
    // Several cards drawn at once come in an order, which taking one out would change for all
    // behind it.
    if pileIDs[slot].role == .waste, let stock = ruleset.stock, stock.draw > 1 { return false }
    guard let build = ruleset.zone(.tableau)?.build else { return true }
    guard let face = faces[Int(handle)] else { return false }
    for (other, card) in faces.enumerated() where other != Int(handle) {
      guard let card, card.rank != ruleset.base else { continue }
      if pileIDs[Int(slots[other])].role == .foundation { continue }
      if build.objection(to: card, on: face) == nil { return false }
    }
    return missingFaces.allSatisfy { $0.rank == ruleset.base || build.objection(to: $0, on: face) != nil }
  }

  // MARK: finishing

  /// Whether what is left of the stock can be told from what lies open: either every card of it has
  /// been seen, or its order does not matter because each can be drawn again and again, and then
  /// the set of them is what does not lie open.
  private var stockIsKnown: Bool {
    if let stock = ruleset.stock, stock.target == .waste, stock.draw == 1,
      stock.passes == .unlimited
    {
      return true
    }
    guard let slot = slot(of: .stock) else { return true }
    return piles[slot].cards.allSatisfy { seen.contains($0) }
  }

  /// The table after everything was played to the foundations.
  private func finished() throws(Refusal) -> Table {
    if status == .won { throw .gameOver }
    for slot in piles.indices where turnsUp(slot) && !piles[slot].isOpen { throw .notYetOpen }
    if !stockIsKnown { throw .notYetOpen }
    var table = withMissingFaces()
    var fruitlessPasses = 0
    while !table.isWon {
      if let handle = table.sendable {
        try table.sendToFoundation(handle)
        fruitlessPasses = 0
      } else {
        let pass = table.pass
        guard table.whyNotTurnStock == nil else { throw .cannotFinish }
        try table.turnStock()
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
      if let handle = sendable {
        try sendToFoundation(handle)
      } else if isAwaiting {
        return
      } else {
        try turnStock()
      }
    }
  }

  private var sendable: UInt16? {
    for slot in piles.indices where pileIDs[slot].role != .foundation {
      if let top = openTop(of: slot), foundation(for: top) != nil { return top }
    }
    return nil
  }
}
