import Patience

/// Which foundation takes a single card.
extension Piles {
  /// The first foundation that would take a card of this pile if it lay on top.
  func foundation(for card: UInt8, from pile: Int) -> Int? {
    let zone = tables.zones[Int(tables.roles[pile])]
    for index in zone.laneFirst..<zone.laneEnd {
      let lane = tables.lanes[index]
      if lane.target != Int(Zone.Role.foundation.rawValue) { continue }
      for target in lane.first..<lane.end where takes(card, from: pile, lane, target) {
        return target
      }
    }
    return nil
  }

  private func takes(
    _ card: UInt8, from pile: Int, _ lane: Lane, _ target: Int
  ) -> Bool {
    if pile == target { return false }
    let card = lane.judgesTop ? top(pile) : card
    switch lane.way {
    case .alone: return tables.loners.contains(card)
    // One card is no run, and foundations make no pairs.
    case .completeRun, .pair: return false
    case .ordinary: break
    }
    if lane.putMax < 1 || length(target) >= Int(lane.capacity) { return false }
    if lane.hasReach, !isInReach(pile, lane, target) { return false }
    let zone = tables.zones[lane.target]
    if isEmpty(target) { return lane.begins && starters(of: target, zone).contains(card) }
    return isOpen(target) && tables.takers[zone.build + Int(top(target))].contains(card)
  }

  private func isInReach(_ pile: Int, _ lane: Lane, _ target: Int) -> Bool {
    if target >= pile || isEmpty(target) { return false }
    let steps = pile - target - emptyCount(target, pile)
    return (lane.reachFirst..<lane.reachEnd).contains { tables.reaches[$0] == steps }
  }
}
