import Patience

extension Ruleset {
  /// That cards can be moved from piles of one role to piles of another, if they fit.
  struct Way: Hashable {
    let from: Zone.Role
    let to: Zone.Role
  }

  /// All that there are, in the order of roles, without moves in pairs, automatic moves and turning the stock.
  var ways: [Way] {
    zones.flatMap { source in
      zones.filter { leads(source, to: $0) }.map { Way(from: source.role, to: $0.role) }
    }
  }

  /// Those that go without saying in a game with these piles.
  var usualWays: [Way] {
    let defaults = GameDefaults(self)
    var usual = self
    for zone in zones {
      let completed = defaults.completed(zone)
      usual.change(zone.role) { ($0.from, $0.to) = (completed.from, completed.to) }
    }
    return usual.ways
  }

  private func leads(_ source: Zone, to target: Zone) -> Bool {
    let (from, to) = (Zone.Roles(source.role), Zone.Roles(target.role))
    guard source.take != .none, source.to.contains(to), target.from.contains(from) else { return false }
    if let match, match.among.contains(from), match.among.contains(to) || target.role == .foundation {
      return false
    }
    let isItself = source.role == target.role
    if isItself, target.pileCount(seats: seats.max) < 2 { return false }
    return target.put == .completeRun || target.empty != .none || target.build != nil
  }
}
