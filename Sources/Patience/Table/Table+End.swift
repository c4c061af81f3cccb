import Cards

/// How a game ends: won, or nowhere left to go.
extension Table {
  var isWon: Bool {
    switch ruleset.win {
    case .foundationsFull:
      piles.indices.allSatisfy { rules[$0].role == .foundation || piles[$0].cards.isEmpty }
    case .emptied(let roles):
      piles.indices.allSatisfy { !roles.contains(Zone.Roles(rules[$0].role)) || piles[$0].cards.isEmpty }
    case .runs(let wanted): completeRuns >= Int(wanted)
    case .onePile: slots(of: .tableau).count { !piles[$0].cards.isEmpty } == 1
    }
  }

  /// Complete suits on foundations that take nothing else, and in the tableau.
  private var completeRuns: Int {
    let gone = slots(of: .foundation).count { rules[$0].put == .completeRun && !piles[$0].cards.isEmpty }
    return slots(of: .tableau).reduce(gone) { $0 + order(in: $1).suits }
  }

  /// How far it is to the goal, in cards: done and in all.
  public var progress: (done: Int, all: Int) {
    func count(_ roles: Zone.Roles) -> Int {
      piles.indices.reduce(0) {
        $0 + (roles.contains(Zone.Roles(rules[$1].role)) ? piles[$1].cards.count : 0)
      }
    }
    switch ruleset.win {
    case .foundationsFull: return (count(.foundation), faces.count)
    case .emptied(let roles):
      // What is dealt to no other pile is the stock.
      var (all, elsewhere) = (roles.contains(.stock) ? faces.count : 0, 0)
      for zone in ruleset.zones where zone.role != .stock {
        let dealt = zone.dealtCount(seats: seats)
        if roles.contains(Zone.Roles(zone.role)) { all += dealt }
        elsewhere += dealt
      }
      if roles.contains(.stock) { all -= elsewhere }
      return (max(0, all - count(roles)), all)
    case .runs(let wanted): return (completeRuns * Rank.all.count, Int(wanted) * Rank.all.count)
    case .onePile:
      let left = slots(of: .tableau).count { !piles[$0].cards.isEmpty }
      return (faces.count - left, faces.count - 1)
    }
  }

  /// What may be told about the game now.
  var verdict: GameStatus {
    isWon ? .won : isKnownDeadEnd ? .deadEnd : .playing
  }

  /// The truth, hidden cards included, and so not public: no number of stock turns permits any move
  /// but stock turns, moves from a foundation, and moving a whole pile to an empty one of the same
  /// kind.
  var isDeadEnd: Bool {
    deadEnd(hiddenCardsCount: true)
  }

  /// The same, as far as it can be known from cards that have lain open: a dead end that rests on a
  /// card nobody has seen is not one yet.
  var isKnownDeadEnd: Bool {
    deadEnd(hiddenCardsCount: false)
  }

  /// As many looks from pile to pile are worth it: far more than any game of the catalogue needs.
  private static var looksMax: Int { 200_000 }

  private func deadEnd(hiddenCardsCount: Bool) -> Bool {
    if isWon || isAwaiting || leadsAnywhere { return false }
    guard let stock = ruleset.stock else { return true }
    for index in slots(of: .stock).indices {
      let number = index - slots(of: .stock).lowerBound
      var later = self
      var (passesBegun, looks) = (0, 0)
      while later.whyNotTurnStock(number) == nil {
        // Cards dealt onto the tableau change everything.
        if stock.target == .tableau { return false }
        if later.piles[index].cards.isEmpty { passesBegun += 1 }
        // One whole pass more than this one: each further one is the same.
        if passesBegun > 1 { break }
        // Of what cannot be told soon nothing is told.
        looks += piles.count * piles.count
        if looks > Self.looksMax { return false }
        later.turn(number)
        later.turnUp()
        let tops = [later.waste(ofStock: number), index].compactMap { $0.flatMap { later.openTop(of: $0) } }
        if !hiddenCardsCount && !tops.allSatisfy({ seen.contains($0) }) { return false }
        if later.leadsAnywhere { return false }
      }
    }
    return true
  }

  /// Whether any card of any pile can go anywhere that counts.
  private var leadsAnywhere: Bool {
    piles.indices.contains { leadsAnywhere(from: $0) }
  }

  @inline(never) private func leadsAnywhere(from slot: Int) -> Bool {
    let rule = rules[slot]
    guard rule.take != .none, rule.role != .foundation else { return false }
    let cards = piles[slot].cards
    for index in piles[slot].upIndex..<cards.count where whyNotLift(slot, index) == nil {
      if canLeave(cards[index], count: cards.count - index, from: slot) { return true }
    }
    return false
  }

  /// Whether `count` cards beginning with this one can go from their pile to another, other than
  /// from an emptied pile to an empty one of its kind.
  private func canLeave(_ handle: UInt16, count: Int, from slot: Int) -> Bool {
    piles.indices.contains { to in
      !gainsNothing(count: count, from: slot, to: to)
        && whyNotPut(handle, count: count, from: slot, on: to) == nil
    }
  }

  /// Whether it moves a whole pile to an empty one of its kind.
  func gainsNothing(count: Int, from slot: Int, to: Int) -> Bool {
    piles[to].cards.isEmpty && rules[to].role == rules[slot].role && count == piles[slot].cards.count
  }
}
