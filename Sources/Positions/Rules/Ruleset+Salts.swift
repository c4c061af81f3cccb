import Cards
import Patience

extension Ruleset {
  /// By pile: a number that makes its cards count for something else in a key than those of other piles.
  /// Piles that could change places and nothing in the game with them have the same one. The first half holds
  /// while there is a stock, the second once it is empty.
  func salts(autoMoves: Automatic.Foundation) -> [UInt64] {
    salts(autoMoves, hasStock: true) + salts(autoMoves, hasStock: false)
  }

  private func salts(_ autoMoves: Automatic.Foundation, hasStock: Bool) -> [UInt64] {
    zones.flatMap { zone in
      let isAlike = !decidesByPlace(zone, autoMoves, hasStock: hasStock)
      return (0..<UInt64(zone.count)).map { index in
        // Piles that are begun by suit are alike where the suit is.
        let number = !isAlike ? index : zone.build?.start == .bySuit ? index % 4 : 0
        var mixer = SplitMix64(seed: UInt64(zone.role.rawValue) << 8 | number)
        return mixer.next()
      }
    }
  }

  /// Whether it matters which of its piles a card lies on, even among piles of the same rules.
  private func decidesByPlace(_ zone: Zone, _ autoMoves: Automatic.Foundation, hasStock: Bool) -> Bool {
    if zone.role == .stock || zone.role == .waste { return true }
    if !zone.places.isEmpty || !zone.reach.isEmpty { return true }
    // Which goes first is a question of places.
    if autoMoves != .off || automatic.foundation != .off { return true }
    if automatic.runs, zone.role != .cell, !hasRoomForAllRuns { return true }
    if zones.contains(where: { $0.fill.contains(zone.role) }) { return true }
    if zone.role == .foundation, match != nil { return true }
    guard zone.role == .tableau, let stock, stock.target == .tableau else { return false }
    // A stock that cards can be put on may deal again.
    return hasStock || self.zone(.stock).map { $0.from != .none || match != nil } ?? true
  }

  private var hasRoomForAllRuns: Bool {
    zone(.foundation).map { $0.put == .completeRun && Int($0.count) * 13 >= cardCount() } ?? false
  }

  // MARK: - What can be left out

  /// By pile: 1 where no card ever leaves it, so that of its cards only the last one and their number matter.
  func sealedPiles() -> [UInt8] {
    zones.flatMap { zone in Array(repeating: isSealed(zone) ? 1 : 0, count: Int(zone.count)) }
  }

  private func isSealed(_ zone: Zone) -> Bool {
    guard zone.role == .waste || zone.role == .foundation, zone.take == .none, match == nil,
      !zones.contains(where: { $0.fill.contains(zone.role) })
    else { return false }
    switch zone.role {
    case .foundation:
      // Runs that are counted are looked for in all cards of a pile, unless a pile has nothing but runs.
      if case .runs = win { return zone.put == .completeRun }
      return true
    case .waste:
      // It may come back as the stock of the next pass.
      return stock.map { $0.target == .waste && $0.passes != .count(1) } != true
    default: return false
    }
  }

  /// Whether a card of one suit is ever worth something else than that of another suit.
  var asksForSuits: Bool {
    if automatic.runs || automatic.foundation != .off { return true }
    if case .runs = win { return true }
    return zones.contains { zone in
      zone.take == .runOfSuit || zone.put == .completeRun
        || zone.build.map { $0.suit != .any || $0.start != .any } ?? false
    }
  }
}
