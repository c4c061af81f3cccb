import Patience

/// What goes without saying about the zones of a game. Invariant: it rests on what a game has, and on nothing that is
/// told here, so that what is read and what is left out in writing are the same.
struct GameDefaults {
  /// Zones that the game has.
  var roles: Zone.Roles
  var pack: Ruleset.Pack
  var seats: Ruleset.Seats
  var base: Ruleset.Base
  /// Where pairs lie, if cards go in pairs.
  var pairs: Zone.Roles?
  var stockIsOfSeat: Bool
  var stockShowsTop: Bool
  var wasteIsBuilt: Bool
  var tableauIsBuilt: Bool
  var foundationPut: Zone.Put

  init(_ ruleset: Ruleset) {
    roles = ruleset.zones.reduce(.none) { $0.union(Zone.Roles($1.role)) }
    pack = ruleset.pack
    seats = ruleset.seats
    base = ruleset.base
    pairs = ruleset.match?.among
    stockIsOfSeat = ruleset.hasPackPerSeat
    stockShowsTop = ruleset.stock?.showsTop ?? false
    wasteIsBuilt = ruleset.zone(.waste)?.build != nil
    tableauIsBuilt = ruleset.zone(.tableau)?.build != nil
    foundationPut = ruleset.zone(.foundation)?.put ?? .cards
  }

  init(_ draft: GameDraft) {
    roles = draft.zones.keys.reduce(.none) { $0.union(Zone.Roles($1)) }
    pack = draft.pack
    seats = draft.seats
    base = draft.base
    stockIsOfSeat = draft.zones[.stock]?.owner == .seat
    stockShowsTop = draft.stock?.showsTop ?? false
    wasteIsBuilt = Self.isBuilt(draft.zones[.waste])
    tableauIsBuilt = Self.isBuilt(draft.zones[.tableau])
    foundationPut = draft.zones[.foundation]?.put ?? .cards
    if let written = draft.pairs { pairs = written.among ?? usualPairs }
  }

  private static func isBuilt(_ piles: GameDraft.Piles?) -> Bool {
    if case .some(.some) = piles?.direction { true } else { false }
  }

  // MARK: the parts that others rest on

  var usualPairs: Zone.Roles {
    let all: Zone.Roles = stockShowsTop ? [.tableau, .waste, .stock] : [.tableau, .waste]
    return all.intersection(roles)
  }

  func direction(of role: Zone.Role) -> Zone.Build.Direction? {
    role == .foundation && pairs == nil && foundationPut == .cards ? .up : nil
  }

  func build(_ role: Zone.Role, _ direction: Zone.Build.Direction) -> Zone.Build {
    guard role == .foundation else { return Zone.Build(.any, direction) }
    return Zone.Build(.same, direction, start: base != .dealt && pack.suits == .four ? .bySuit : .any)
  }

  /// - Parameter listed: of how many piles the cards or places are told one by one.
  func count(_ role: Zone.Role, listed: Int) -> Int {
    if listed > 0 { return listed }
    switch role {
    case .stock, .waste, .reserve: return 1
    case .tableau: return 0
    case .cell: return 4
    case .foundation:
      if pairs != nil { return 1 }
      return 4 * Int(pack.packs) * (stockIsOfSeat ? Int(seats.max) : 1)
    }
  }

  func target() -> Ruleset.Stock.Target { roles.contains(.waste) ? .waste : .tableau }

  func passes(to target: Ruleset.Stock.Target) -> Ruleset.Stock.Passes {
    target == .tableau || wasteIsBuilt ? .count(1) : .unlimited
  }

  // MARK: zones

  /// - Parameter form: a zone of which only this is told: role, owner, count, cards, places, build, put and reach.
  func completed(_ form: Zone) -> Zone {
    var zone = form
    zone.from = from(form)
    zone.to = to(form.role)
    switch form.role {
    case .stock: zone.take = stockShowsTop ? .top : .none
    case .waste:
      zone.take = wasteIsBuilt ? .none : .top
      zone.empty = wasteIsBuilt ? .any : .none
    case .foundation:
      guard pairs == nil else { break }
      if form.put == .completeRun {
        zone.empty = .any
      } else {
        zone.empty = base == .rank(.ace) ? .ace : .base
        zone.putLimit = .count(1)
      }
    case .tableau:
      zone.take = .top
      zone.empty = form.build != nil && form.reach.isEmpty ? .any : .none
    case .cell:
      zone.take = .top
      zone.empty = .any
      zone.capacity = .count(1)
    case .reserve: zone.take = .top
    }
    if !form.places.isEmpty { zone.capacity = .count(1) }
    return zone
  }

  /// Zones from which cards are played.
  private var sources: Zone.Roles {
    var sources: Zone.Roles = [.tableau, .cell, .reserve]
    if !wasteIsBuilt { sources.insert(.waste) }
    if stockShowsTop { sources.insert(.stock) }
    return sources.intersection(roles)
  }

  private func from(_ form: Zone) -> Zone.Roles {
    switch form.role {
    case .stock, .reserve: return .none
    case .waste: return wasteIsBuilt ? sources : .none
    case .foundation: return pairs != nil ? .any : form.put == .completeRun ? .tableau : sources
    case .tableau:
      if form.build == nil { return .none }
      let comesBack = roles.contains(.foundation) && pairs == nil && foundationPut == .cards
      return comesBack ? sources.union(.foundation) : sources
    case .cell: return sources
    }
  }

  private func to(_ role: Zone.Role) -> Zone.Roles {
    if let pairs, pairs.contains(Zone.Roles(role)) {
      let others = role == .tableau ? pairs : pairs.subtracting(Zone.Roles(role))
      return others.union(.foundation).intersection(roles)
    }
    var takers: Zone.Roles = [.foundation, .cell]
    if tableauIsBuilt || pairs != nil { takers.insert(.tableau) }
    switch role {
    case .foundation:
      return pairs == nil && foundationPut == .cards ? Zone.Roles.tableau.intersection(roles) : .none
    case .stock: if !stockShowsTop { return .none }
    case .waste: if wasteIsBuilt { return .none }
    case .tableau, .cell, .reserve: break
    }
    if wasteIsBuilt { takers.insert(.waste) }
    return takers.intersection(roles)
  }
}
