import Cards

/// How a game ends: won, or nowhere left to go.
extension Table {
  var isWon: Bool {
    switch ruleset.win {
    case .foundationsFull:
      piles.indices.allSatisfy { pileIDs[$0].role == .foundation || piles[$0].cards.isEmpty }
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

  private func deadEnd(hiddenCardsCount: Bool) -> Bool {
    if isWon || canDealOntoTableau || isAwaiting { return false }
    for slot in piles.indices where leadsAnywhere(from: slot) { return false }
    guard let waste = slot(of: .waste) else { return true }
    for handle in reachableByTurning {
      if !hiddenCardsCount && !seen.contains(handle) { return false }
      if canLeave(handle, count: 1, from: waste) { return false }
    }
    return true
  }

  private var canDealOntoTableau: Bool {
    guard ruleset.stock?.target == .tableau, let stock = slot(of: .stock) else {
      return false
    }
    return !piles[stock].cards.isEmpty
  }

  /// Whether any card of a pile can go anywhere that counts.
  private func leadsAnywhere(from slot: Int) -> Bool {
    let rule = rules[slot]
    guard rule.take != .none, rule.role != .foundation, rule.role != .waste else { return false }
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
      let gainsNothing =
        piles[to].cards.isEmpty && rules[to].role == rules[slot].role
        && count == piles[slot].cards.count
      return !gainsNothing && whyNotPut(handle, count: count, from: slot, on: to) == nil
    }
  }

  /// Every card that lies on top of the waste now or after some number of stock turns.
  private var reachableByTurning: [UInt16] {
    guard let waste = slot(of: .waste), let rule = ruleset.stock, rule.target == .waste,
      rule.draw > 0
    else {
      return []
    }
    let stock = slot(of: .stock).map { piles[$0].cards } ?? []
    var reachable = Array(piles[waste].cards.suffix(1))
    // What is left of this pass, from the top of the stock down.
    reachable += tops(of: Array(stock.reversed()), drawing: Int(rule.draw))
    // One whole pass more: each further one is the same.
    if passesLeft != 0 {
      reachable += tops(of: piles[waste].cards + stock.reversed(), drawing: Int(rule.draw))
    }
    return reachable
  }

  private func tops(of cards: [UInt16], drawing draw: Int) -> [UInt16] {
    cards.indices.filter { ($0 + 1) % draw == 0 || $0 == cards.count - 1 }.map { cards[$0] }
  }
}
