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
    play(handles.count, from: from, to: to)
    status = verdict
  }

  /// Sends a card, or a complete run, to the first foundation that takes it.
  @discardableResult
  public mutating func sendToFoundation(_ handle: UInt16) throws(Refusal) -> PileID {
    if let refusal = whyNotSend(handle) { throw refusal }
    guard let target = foundation(for: handle) else { throw .noFoundationTakesIt }
    try move(stack(from: handle), to: target)
    return target
  }

  /// Turns the next cards of a stock, or the whole waste over once the stock is empty.
  ///
  /// - Parameter index: which stock, where each seat has its own.
  public mutating func turnStock(_ index: Int = 0) throws(Refusal) {
    if let refusal = whyNotTurnStock(index) { throw refusal }
    playStock(index)
    status = verdict
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
    if pileIDs[slot].role == .foundation { return index < piles[slot].cards.count - 1 ? .notTop : .samePile }
    if let refusal = whyNotLift(slot, index) {
      return index < piles[slot].cards.count - 1 ? .notTop : refusal
    }
    if foundation(forCardsFrom: index, of: slot) != nil { return nil }
    return index < piles[slot].cards.count - 1 ? .notTop : .noFoundationTakesIt
  }

  public var whyNotTurnStock: Refusal? { whyNotTurnStock(0) }

  /// Why a stock cannot be turned; `nil` if it can.
  @inline(never) public func whyNotTurnStock(_ index: Int) -> Refusal? {
    if status == .won { return .gameOver }
    guard let stock = ruleset.stock, index < slots(of: .stock).count else { return .nothingThere }
    let slot = slots(of: .stock).lowerBound + index
    if !piles[slot].cards.isEmpty {
      if stock.draw == 0 { return .nothingThere }
      switch stock.target {
      case .waste:
        guard let waste = waste(ofStock: index) else { return .nothingThere }
        return room(on: waste) > 0 ? nil : .full
      case .tableau:
        if slots(of: .tableau).isEmpty { return .nothingThere }
        if slots(of: .tableau).allSatisfy({ room(on: $0) == 0 }) { return .full }
        return stock.needsFullTableau && couldFillTableau ? .columnEmpty : nil
      }
    }
    guard stock.target == .waste, let waste = waste(ofStock: index), !piles[waste].cards.isEmpty else {
      return .nothingThere
    }
    // The limit of redeals: one pass more than those.
    if passesLeft(ofStock: index) == 0 { return .noPassesLeft }
    // What lies on a waste that is built on does not come back.
    return rules[waste].from == .none ? nil : .nothingThere
  }

  /// Whether a pile of the tableau is empty while others have cards enough to fill it.
  private var couldFillTableau: Bool {
    let tableau = slots(of: .tableau)
    let cards = tableau.reduce(0) { $0 + piles[$1].cards.count }
    return cards >= tableau.count && tableau.contains { piles[$0].cards.isEmpty }
  }

  /// How many more cards a pile holds.
  private func room(on slot: Int) -> Int {
    guard case .count(let limit) = rules[slot].capacity else { return .max }
    return max(0, Int(limit) - piles[slot].cards.count)
  }

  /// The waste that a stock is turned to.
  func waste(ofStock index: Int) -> Int? {
    let wastes = slots(of: .waste)
    return index < wastes.count ? wastes.lowerBound + index : nil
  }

  // MARK: how it is done

  /// Steps that were taken back or played again.
  mutating func count(steps count: Int) { steps &+= UInt32(count) }

  /// The first move of all starts the clock.
  private mutating func begin() {
    moves &+= 1
    steps &+= 1
    if clock.startedAt == nil { clock.startedAt = clock.now }
  }

  /// Moves the upper cards of a pile, which may go there, with all that follows by itself; whether the game is stuck
  /// then is for the caller to say.
  mutating func play(_ count: Int, from: Int, to: Int) {
    begin()
    carry(count, from: from, to: to)
    // A card just brought back from a foundation is not to leave again by itself.
    settle(movesMore: pileIDs[from].role != .foundation)
  }

  /// Turns a stock that can be turned, as ``play(_:from:to:)`` moves cards.
  mutating func playStock(_ index: Int) {
    begin()
    turn(index)
    settle(movesMore: true)
  }

  mutating func carry(_ count: Int, from: Int, to: Int) {
    let isPair = pairs(from: from, to: to)
    let home = isPair ? slots(of: .foundation).lowerBound : to
    put(takeTop(count, from: from), on: home)
    if isPair { put(takeTop(1, from: to), on: home) }
    let (role, target) = (rules[from].role, rules[to].role)
    if isPair {
      add(ruleset.scoring.points(from: role, to: .foundation))
      add(ruleset.scoring.points(from: target, to: .foundation))
    } else if rules[to].put == .completeRun {
      add(Int32(ruleset.scoring.run))
    } else {
      add(ruleset.scoring.points(from: role, to: target))
    }
    if !isPair { countStreak(from: from, to: to) }
  }

  /// Cards played to the waste one after the other, and peaks that are gone.
  private mutating func countStreak(from: Int, to: Int) {
    guard let rule = ruleset.scoring.streak, rules[to].role == .waste else { return }
    streak &+= 1
    add(Int32(streak) &* Int32(rule.step))
    guard rules[from].isCovered, isPeak(from), piles[from].cards.isEmpty else { return }
    let gone = slots(of: rules[from].role).count { isPeak($0) && piles[$0].cards.isEmpty }
    if gone <= rule.peaks.count { add(Int32(rule.peaks[gone - 1])) }
  }

  /// Whether a pile lies in the topmost row of a picture.
  private func isPeak(_ slot: Int) -> Bool {
    guard let zone = ruleset.zone(rules[slot].role), zone.count > 0 else { return false }
    let index = Int(rules[slot].pile.index % zone.count)
    return index < zone.places.count && zone.places[index].y == 0
  }

  mutating func takeTop(_ count: Int, from slot: Int) -> [UInt16] {
    let taken = Array(piles[slot].cards.suffix(count))
    piles[slot].cards.removeLast(taken.count)
    piles[slot].down = min(piles[slot].down, UInt16(piles[slot].cards.count))
    return taken
  }

  mutating func put(_ handles: [UInt16], on slot: Int) {
    for handle in handles {
      piles[slot].cards.append(handle)
      slots[Int(handle)] = UInt8(slot)
      lastArrival &+= 1
      arrivals[Int(handle)] = lastArrival
      let isStock = rules[slot].role == .stock
      if isStock { piles[slot].down = UInt16(piles[slot].cards.count) }
      if !isStock || rules[slot].isTransparent, faces[Int(handle)] != nil { seen.insert(handle) }
    }
  }

  /// Draws from a stock, or begins the next pass.
  mutating func turn(_ index: Int) {
    guard let rule = ruleset.stock else { return }
    let stock = slots(of: .stock).lowerBound + index
    if let streakRule = ruleset.scoring.streak {
      streak = 0
      add(Int32(streakRule.turn))
    }
    if rule.target == .tableau {
      for pile in slots(of: .tableau).filter({ room(on: $0) > 0 }).prefix(Int(rule.draw))
      where !piles[stock].cards.isEmpty {
        put(takeTop(1, from: stock), on: pile)
        add(ruleset.scoring.points(from: .stock, to: .tableau))
      }
      return
    }
    guard let waste = waste(ofStock: index) else { return }
    if piles[stock].cards.isEmpty {
      let count = piles[waste].cards.count
      put(takeTop(count, from: waste).reversed(), on: stock)
      add(Int32(count) &* ruleset.scoring.points(from: .waste, to: .stock))
      passes[index] &+= 1
      if let penalty = ruleset.scoring.passPenalty, passes[index] > penalty.after {
        add(Int32(penalty.points))
      }
    } else {
      let drawn = takeTop(min(Int(rule.draw), piles[stock].cards.count, room(on: waste)), from: stock)
      put(drawn.reversed(), on: waste)
      add(Int32(drawn.count) &* ruleset.scoring.points(from: .stock, to: .waste))
    }
  }

  /// What follows any action by itself: cards turn up, empty piles are filled, complete runs and safe cards go, and the
  /// game may be won; whether it is stuck is for the caller to say. It goes as far as the first card whose face is not
  /// known here.
  mutating func settle(movesMore: Bool) {
    turnUp()
    while !isAwaiting, takeOwnStep(movesMore: movesMore) { turnUp() }
    if status != .won, isWon {
      clock.stoppedAt = clock.now
      if options.timed, let bonus = ruleset.scoring.timeBonus { add(bonus.points(after: elapsed)) }
    }
    status = isWon ? .won : .playing
    assertInvariants()
  }

  /// The next thing that happens by itself, if any does.
  private mutating func takeOwnStep(movesMore: Bool) -> Bool {
    if let (source, slot) = nextFill {
      put(takeTop(1, from: source), on: slot)
      add(ruleset.scoring.points(from: rules[source].role, to: rules[slot].role))
    } else if let (slot, foundation) = nextRun {
      carry(Rank.all.count, from: slot, to: foundation)
    } else if movesMore, let (from, to) = automaticMove {
      carry(1, from: from, to: to)
    } else {
      return false
    }
    return true
  }

  private var nextFill: (source: Int, slot: Int)? {
    for zone in ruleset.zones where !zone.fill.isEmpty {
      for slot in slots(of: zone.role) where piles[slot].cards.isEmpty {
        if let source = fillSource(for: slot) { return (source, slot) }
      }
    }
    return nil
  }

  private var nextRun: (slot: Int, foundation: Int)? {
    guard ruleset.automatic.runs else { return nil }
    for slot in slots(of: .tableau) where completeRun(endsIn: slot) {
      let free = slots(of: .foundation).first { piles[$0].cards.isEmpty && rules[$0].put == .completeRun }
      if let free { return (slot, free) }
    }
    return nil
  }

  mutating func turnUp() {
    guard ruleset.automatic.turnUp else { return }
    for slot in piles.indices {
      guard piles[slot].down > 0, piles[slot].upIndex == piles[slot].cards.count, turnsUp(slot) else {
        continue
      }
      if faces[Int(piles[slot].cards[piles[slot].upIndex - 1])] == nil { continue }
      piles[slot].down -= 1
      seen.insert(piles[slot].cards[piles[slot].upIndex])
      if pileIDs[slot].role == .tableau { add(Int32(ruleset.scoring.turnUp)) }
    }
  }

  // MARK: cards that go by themselves

  private var automaticMove: (from: Int, to: Int)? {
    let wanted = ruleset.automatic.foundation == .off ? options.autoMoves : ruleset.automatic.foundation
    guard wanted != .off else { return nil }
    for slot in piles.indices {
      guard let top = openTop(of: slot), pileIDs[slot].role != .foundation else { continue }
      if whyNotLift(slot, piles[slot].cards.count - 1) != nil { continue }
      if wanted == .safe && !isSafe(top, on: slot) { continue }
      guard let to = foundation(forCardsFrom: piles[slot].cards.count - 1, of: slot) else { continue }
      return (slot, to)
    }
    return nil
  }

  /// Whether a card can be of no more use in the tableau: all that could be put on it there lie on
  /// the foundations, but for those of the base rank, which can go there at any time. For
  /// alternating colours this is Horne's rule.
  func isSafe(_ handle: UInt16, on slot: Int) -> Bool {
    // Several cards drawn at once come in an order, which taking one out would change for all
    // behind it.
    if pileIDs[slot].role == .waste, let stock = ruleset.stock, stock.draw > 1 { return false }
    guard let build = ruleset.zone(.tableau)?.build else { return true }
    guard let face = faces[Int(handle)] else { return false }
    for (other, card) in faces.enumerated() where other != Int(handle) {
      guard let card, card.rank != setup.base else { continue }
      if pileIDs[Int(slots[other])].role == .foundation { continue }
      if build.objection(to: card, on: face) == nil { return false }
    }
    return missingFaces.allSatisfy { $0.rank == setup.base || build.objection(to: $0, on: face) != nil }
  }
}
