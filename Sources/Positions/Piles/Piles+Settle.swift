import Patience

/// What follows a move by itself: cards turn up, empty piles are filled, complete runs and safe cards go, and
/// the game may be won.
extension Piles {
  @inline(__always)
  func settle(movesMore: Bool) {
    turnUp()
    if tables.hasFills || tables.runsGo || tables.cardsGo {
      while takeOwnStep(movesMore: movesMore) { turnUp() }
    }
    standing.pointee.isWon = isReached
  }

  @inline(__always)
  private func turnUp() {
    if !tables.turnsUp { return }
    if standing.pointee.downLeft > 0 {
      turnUp(tables.zone(.tableau))
      turnUp(tables.zone(.reserve))
    }
    if !tables.stockTurnsUp { return }
    let stock = tables.zone(.stock).pointee
    for pile in stock.first..<stock.end where downs[pile] > 0 && Int(downs[pile]) == length(pile) {
      downs[pile] &-= 1
    }
  }

  @inline(__always)
  private func turnUp(_ zone: UnsafePointer<ZoneRule>) {
    var pile = zone.pointee.first
    while pile < zone.pointee.end {
      defer { pile &+= 1 }
      let down = downs[pile]
      if down == 0 || Int(down) != length(pile) { continue }
      if zone.pointee.isCovered, isCovered(pile) { continue }
      downs[pile] = down &- 1
      standing.pointee.downLeft &-= 1
    }
  }

  /// The next thing that happens by itself, if any does.
  private func takeOwnStep(movesMore: Bool) -> Bool {
    if tables.hasFills, let (source, pile) = nextFill() {
      shift(1, from: source, to: pile)
    } else if tables.runsGo, let (pile, foundation) = nextRun() {
      shift(13, from: pile, to: foundation)
    } else if movesMore, tables.cardsGo, let (from, to) = automaticMove() {
      carry(1, from: from, to: to)
    } else {
      return false
    }
    return true
  }

  private func nextFill() -> (source: Int, pile: Int)? {
    for role in 0..<RuleTables.roleCount {
      let zone = tables.zones + role
      if zone.pointee.fillFirst == zone.pointee.fillEnd { continue }
      for pile in zone.pointee.first..<zone.pointee.end where isEmpty(pile) {
        // Where one is not filled no other is.
        guard let source = fillSource(zone) else { break }
        return (source, pile)
      }
    }
    return nil
  }

  /// The pile whose top fills an empty one of this zone.
  private func fillSource(_ zone: UnsafePointer<ZoneRule>) -> Int? {
    for index in zone.pointee.fillFirst..<zone.pointee.fillEnd {
      let from = tables.zones + Int(tables.fills[index])
      for pile in from.pointee.first..<from.pointee.end where isOpen(pile) { return pile }
    }
    return nil
  }

  private func nextRun() -> (pile: Int, foundation: Int)? {
    let tableau = tables.zone(.tableau)
    for pile in tableau.pointee.first..<tableau.pointee.end where completeRun(endsIn: pile) {
      let foundations = tables.zone(.foundation)
      if !foundations.pointee.takesCompleteRuns { return nil }
      for foundation in foundations.pointee.first..<foundations.pointee.end where isEmpty(foundation) {
        return (pile, foundation)
      }
    }
    return nil
  }

  // MARK: cards that go by themselves

  private func automaticMove() -> (from: Int, to: Int)? {
    for pile in 0..<tables.pileCount where isOpen(pile) {
      if tables.roles[pile] == Zone.Role.foundation.rawValue || !canLiftTop(pile) { continue }
      let card = top(pile)
      guard let foundation = foundation(for: card, from: pile) else { continue }
      if !tables.onlySafeGo || isSafe(card, on: pile) { return (pile, foundation) }
    }
    return nil
  }

  private func canLiftTop(_ pile: Int) -> Bool {
    let zone = tables.zones + Int(tables.roles[pile])
    if !zone.pointee.canBeLifted || zone.pointee.takeMax < 1 { return false }
    if zone.pointee.take == .nothing, length(pile) > 1 { return false }
    return !(zone.pointee.isCovered && isCovered(pile))
  }

  /// Whether a card can be of no more use in the tableau: all that could be put on it there lie on the
  /// foundations, but for those of the base rank, which can go there at any time.
  private func isSafe(_ card: UInt8, on pile: Int) -> Bool {
    // Several cards drawn at once come in an order, which taking one out would change for all behind it.
    if tables.wasteIsUnsafe, tables.roles[pile] == Zone.Role.waste.rawValue { return false }
    if tables.allIsSafe { return true }
    let takers = tables.takers[tables.zone(.tableau).pointee.build + Int(card)]
    let foundations = tables.zone(.foundation).pointee
    let own = Int(ends[pile + 1]) - 1
    for place in 0..<Int(ends[tables.pileCount]) where place != own {
      if place >= Int(ends[foundations.first]), place < Int(ends[foundations.end]) { continue }
      if takers.contains(cards[place]), cards[place] & 15 != standing.pointee.base { return false }
    }
    return true
  }
}
