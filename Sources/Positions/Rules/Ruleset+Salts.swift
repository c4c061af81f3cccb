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
}
