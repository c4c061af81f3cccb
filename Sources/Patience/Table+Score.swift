/// The clock of one game, in seconds of whoever tells the time. Invariant: startedAt ≤ stoppedAt ≤
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
  mutating func add(_ points: Int32) {
    score = max(score &+ points, ruleset.scoring.floor ?? .min)
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
