package import Patience
package import Wire

extension ZoneTold {
  /// What a client that draws a game has to know of its piles.
  package static func zones(of ruleset: Ruleset, seats: UInt8 = 1) -> [ZoneTold] {
    let piles = ruleset.pileIDs(seats: seats)
    return ruleset.zones.map { zone in ZoneTold(zone, count: piles.count { $0.role == zone.role }) }
  }
}

extension ZoneTold {
  fileprivate init(_ zone: Zone, count: Int) {
    self.init(role: zone.role.word.description, count: count)
    for index in 0..<Int(zone.count) { dealt = max(dealt, zone.dealtCards(to: index)) }
    isSpread = zone.role == .tableau && zone.take != .pile && zone.capacity != .count(1)
    hasSuits = zone.build?.start == .bySuit
    takesRuns = zone.put == .completeRun
    isRow = !zone.reach.isEmpty
    empty = zone.empty.word.description
    places = zone.places.map { [Int($0.x), Int($0.y)] }
  }
}
