import Patience

/// Whether the goal of the game is reached.
extension Piles {
  @inline(__always)
  var isReached: Bool {
    switch tables.win.kind {
    case .foundationsFull:
      let foundations = tables.zone(.foundation)
      let done = Int(ends[foundations.pointee.end]) &- Int(ends[foundations.pointee.first])
      return done == Int(ends[tables.pileCount])
    case .emptied:
      for role in 0..<RuleTables.roleCount {
        let zone = tables.zones + role
        if tables.win.roles &>> UInt8(truncatingIfNeeded: role) & 1 == 0 { continue }
        if ends[zone.pointee.first] != ends[zone.pointee.end] { return false }
      }
      return true
    case .runs: return completeRuns() >= tables.win.count
    case .onePile:
      let tableau = tables.zone(.tableau)
      let piles = tableau.pointee.end &- tableau.pointee.first
      return piles &- emptyCount(tableau.pointee.first, tableau.pointee.end) == 1
    }
  }

  /// Complete suits on foundations that take nothing else, and in the tableau.
  private func completeRuns() -> Int {
    var count = 0
    let foundations = tables.zone(.foundation)
    if foundations.pointee.takesCompleteRuns {
      let piles = foundations.pointee.end - foundations.pointee.first
      count += piles - emptyCount(foundations.pointee.first, foundations.pointee.end)
    }
    let tableau = tables.zone(.tableau)
    for pile in tableau.pointee.first..<tableau.pointee.end where length(pile) - Int(downs[pile]) >= 13 {
      count += suits(in: pile)
    }
    return count
  }

  /// How many complete suits, king to ace, lie open in a pile.
  private func suits(in pile: Int) -> Int {
    var (suits, length) = (0, 1)
    for place in Int(ends[pile]) + Int(downs[pile]) + 1..<Int(ends[pile + 1]) {
      length = cards[place - 1] == cards[place] + 1 ? length + 1 : 1
      if length == 13 { suits += 1 }
    }
    return suits
  }
}
