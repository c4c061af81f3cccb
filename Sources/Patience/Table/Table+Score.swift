import Cards

/// The clock of one game, in seconds of the clock that tells the time. Invariant: startedAt ≤ stoppedAt ≤
/// now.
struct Clock: Hashable, Sendable {
  /// The last time told.
  var now: UInt32 = 0
  /// When the first move was made.
  var startedAt: UInt32?
  /// When the game was won.
  var stoppedAt: UInt32?

  var elapsed: UInt32 { startedAt.map { (stoppedAt ?? now) - $0 } ?? 0 }
}

/// Points, and how time costs them.
extension Table {
  public var score: Int32 {
    sum(points, standing)
  }

  mutating func add(_ worth: Int32) {
    points = sum(points, worth)
  }

  /// Not beyond what 32 bits hold, nor below what the game allows.
  private func sum(_ points: Int32, _ worth: Int32) -> Int32 {
    max(Int32(clamping: Int64(points) &+ Int64(worth)), ruleset.scoring.floor ?? .min)
  }

  /// What the cards are worth where they lie. Rests on what lies open, and on how many cards lie where.
  var standing: Int32 {
    let worth = ruleset.scoring.standing
    if worth == Scoring.Standing() { return 0 }
    // Counts of cards, and of steps, times 16 bits: all fit.
    func times(_ points: Int16, _ count: Int) -> Int64 { Int64(points) &* Int64(count) }
    var sum = times(worth.step, Int(steps))
    for slot in slots(of: .foundation) {
      sum &+= times(worth.foundationCard, piles[slot].cards.count)
      sum &+= times(worth.foundationSuit, piles[slot].cards.count / Rank.all.count)
    }
    let tableau = slots(of: .tableau)
    let left = tableau.reduce(0) { $0 + piles[$1].cards.count }
    sum &+= times(worth.tableauCard, left)
    if left == 0 {
      for slot in slots(of: .stock) { sum &+= times(worth.stockCard, piles[slot].cards.count) }
    }
    if worth.joint == 0, worth.faceDown == 0, worth.tableauSuit == 0 { return Int32(clamping: sum) }
    for slot in tableau {
      let (down, joints, suits) = order(in: slot)
      sum &+= times(worth.faceDown, down) &+ times(worth.joint, joints) &+ times(worth.tableauSuit, suits)
    }
    return Int32(clamping: sum)
  }

  /// Of one pile: how many cards lie face down, how many open ones on the next higher of their suit, and how
  /// many complete suits these are.
  func order(in slot: Int) -> (down: Int, joints: Int, suits: Int) {
    let pile = piles[slot]
    var (joints, suits, length) = (0, 0, 1)
    for index in pile.upIndex..<pile.cards.count {
      guard index > pile.upIndex, let below = faces[Int(pile.cards[index - 1])],
        let card = faces[Int(pile.cards[index])], below.suit == card.suit,
        below.rank.rawValue == card.rank.rawValue + 1
      else {
        length = 1
        continue
      }
      joints += 1
      length += 1
      if length == Rank.all.count { suits += 1 }
    }
    return (pile.upIndex, joints, suits)
  }

  /// How often time has cost points so far.
  public var penaltyTicks: UInt32 {
    guard options.timed, let penalty = ruleset.scoring.timePenalty, penalty.everySeconds > 0 else {
      return 0
    }
    return clock.elapsed / UInt32(penalty.everySeconds)
  }

  mutating func charge(ticks: UInt32) {
    guard ticks > 0, let penalty = ruleset.scoring.timePenalty else { return }
    // 32 × 16 bits fit.
    add(Int32(clamping: Int64(ticks) &* Int64(penalty.points)))
  }

  /// Gives new arrivals to the cards that do not lie as they do in `current`, and to all on top of
  /// them.
  mutating func stampArrivals(comparedWith current: Table) {
    for (slot, pile) in piles.enumerated() {
      let other = current.piles[slot].cards
      var moved = false
      for (index, handle) in pile.cards.enumerated() {
        moved = moved || index >= other.count || other[index] != handle
        if moved {
          lastArrival &+= 1
          arrivals[Int(handle)] = lastArrival
        } else {
          arrivals[Int(handle)] = current.arrivals[Int(handle)]
        }
      }
    }
  }
}
