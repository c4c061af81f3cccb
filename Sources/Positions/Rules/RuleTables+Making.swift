import Cards
import Patience

extension RuleTables {
  /// - Precondition: the memory lives as long as the tables.
  init(_ ruleset: Ruleset, autoMoves: Ruleset.Automatic.Foundation, keptIn memory: FlatMemory) {
    var draft = TableDraft(ruleset)
    for role in Zone.Role.allCases { draft.addLanes(from: role) }
    zones = memory.keep(draft.zones)
    lanes = memory.keep(draft.lanes)
    reaches = memory.keep(draft.reaches)
    roles = memory.keep(draft.roles)
    starters = memory.keep(draft.starters)
    coverFirst = memory.keep(draft.coverFirst)
    coverers = memory.keep(draft.coverers)
    takers = memory.keep(draft.takers)
    fills = memory.keep(draft.fills)
    salts = memory.keep(ruleset.salts(autoMoves: autoMoves))
    sealed = memory.keep(ruleset.sealedPiles())
    faces = ruleset.asksForSuits || autoMoves != .off ? ~0 : 0x0F0F_0F0F_0F0F_0F0F
    ranks = memory.keep((0...13).map { CardSet.ofRank($0) })
    let sum = ruleset.match.map { Int($0.sum) } ?? 0
    partners = memory.keep(
      (0..<64).map { code in
        let rank = sum - code & 15
        return Card(rawValue: UInt8(code)) != nil && 1...13 ~= rank ? .ofRank(UInt8(rank)) : .none
      })
    loners = 1...13 ~= sum ? .ofRank(UInt8(sum)) : .none
    pairs = memory.keep(
      Zone.Role.allCases.flatMap { from in Zone.Role.allCases.map { ruleset.pairs(from: from, to: $0) } })
    pileCount = draft.roles.count
    cardCount = ruleset.cardCount()
    takesCovered = ruleset.match?.takesCovered ?? false
    turnsUp = ruleset.automatic.turnUp
    stockTurnsUp = turnsUp && ruleset.stock?.showsTop == true
    hasFills = !draft.fills.isEmpty
    runsGo = ruleset.automatic.runs
    let wanted = ruleset.automatic.foundation == .off ? autoMoves : ruleset.automatic.foundation
    cardsGo = wanted != .off
    onlySafeGo = wanted == .safe
    wasteIsUnsafe = ruleset.stock.map { $0.draw > 1 } ?? false
    allIsSafe = ruleset.zone(.tableau)?.build == nil
    stock = StockRule(ruleset, draft)
    win = WinRule(ruleset.win)
  }
}

/// Tables while they grow.
private struct TableDraft {
  let ruleset: Ruleset
  var zones: [ZoneRule] = []
  var lanes: [Lane] = []
  var reaches: [Int] = []
  var roles: [UInt8] = []
  var starters: [CardSet] = []
  var coverFirst = [0]
  var coverers: [UInt8] = []
  var takers: [CardSet] = []
  var fills: [UInt8] = []

  init(_ ruleset: Ruleset) {
    self.ruleset = ruleset
    for role in Zone.Role.allCases {
      if let zone = ruleset.zone(role) {
        add(zone)
      } else {
        zones.append(ZoneRule(first: roles.count, end: roles.count))
      }
    }
  }

  private mutating func add(_ zone: Zone) {
    var rule = ZoneRule()
    rule.first = roles.count
    rule.end = rule.first + Int(zone.count)
    rule.take = Take(zone.take)
    rule.takesWholePiles = zone.take == .pile || zone.take == .pileOrTop || zone.take == .pileOrFreeing
    rule.hasToFree = zone.take == .pileOrFreeing
    rule.takeMax = zone.takeLimit.number(of: ruleset.cardCount())
    rule.takesBySupermove = zone.takeLimit == .supermove
    rule.cellsHelp = ruleset.zone(.cell).map { zone.takes(from: $0) } ?? false
    rule.columnsHelp = zone.empty == .any && zone.emptyFrom.contains(Zone.Roles(zone.role))
    rule.isCovered = !zone.places.isEmpty
    rule.startsWithBase = zone.empty == .base
    rule.takesCompleteRuns = zone.put == .completeRun
    rule.build = takers.count
    takers += (0..<64).map { code in
      Card(rawValue: UInt8(code)).flatMap { zone.build?.takers(on: $0) } ?? .none
    }
    rule.fillFirst = fills.count
    for role in zone.fill where ruleset.zone(role) != nil { fills.append(role.rawValue) }
    rule.fillEnd = fills.count
    for index in 0..<Int(zone.count) {
      roles.append(zone.role.rawValue)
      starters.append(zone.starters(of: index))
      if index < zone.places.count {
        let place = zone.places[index]
        for (other, above) in zone.places.enumerated() where place.lies(under: above) {
          coverers.append(UInt8(rule.first + other))
        }
      }
      coverFirst.append(coverers.count)
    }
    zones.append(rule)
  }

  /// The lanes of a zone, once all zones are there.
  mutating func addLanes(from role: Zone.Role) {
    zones[Int(role.rawValue)].laneFirst = lanes.count
    if let zone = ruleset.zone(role) {
      for target in ruleset.zones {
        guard let way = ruleset.way(from: zone, to: target) else { continue }
        addLane(way, from: zone, to: target)
      }
    }
    zones[Int(role.rawValue)].laneEnd = lanes.count
  }

  private mutating func addLane(_ way: Way, from zone: Zone, to target: Zone) {
    let index = Int(target.role.rawValue)
    switch way {
    case .ordinary: zones[index].isTarget = true
    case .pair: zones[index].isPaired = true
    case .completeRun, .alone: break
    }
    let capacity = target.capacity.number(of: ruleset.cardCount())
    let first = reaches.count
    let hasReach = way == .ordinary && zone.role == target.role && !target.reach.isEmpty
    if hasReach { reaches += (1...255).reversed().filter { target.reach.contains(UInt8($0)) } }
    lanes.append(
      Lane(
        way: way, target: index, first: zones[index].first, end: zones[index].end,
        putMax: min(capacity, target.putLimit.number(of: ruleset.cardCount())), capacity: capacity,
        begins: target.emptyFrom.contains(Zone.Roles(zone.role)), staysInZone: zone.role == target.role,
        judgesTop: !target.reach.isEmpty, hasReach: hasReach, reachFirst: first, reachEnd: reaches.count))
  }
}

extension Ruleset {
  /// How cards go from one zone to another; `nil` if they do not.
  fileprivate func way(from zone: Zone, to target: Zone) -> Way? {
    if let match, match.among.contains(Zone.Roles(zone.role)) {
      if target.role == .foundation { return .alone }
      if match.among.contains(Zone.Roles(target.role)) { return .pair }
    }
    guard target.takes(from: zone) else { return nil }
    return target.put == .completeRun ? .completeRun : .ordinary
  }

  fileprivate func pairs(from: Zone.Role, to: Zone.Role) -> Bool {
    guard let match else { return false }
    return to != .foundation && match.among.contains(Zone.Roles(from)) && match.among.contains(Zone.Roles(to))
  }
}

extension Zone.Place {
  fileprivate func lies(under other: Zone.Place) -> Bool {
    Int(other.y) == Int(y) + 1 && abs(Int(other.x) - Int(x)) == 1
  }
}

extension StockRule {
  fileprivate init(_ ruleset: Ruleset, _ draft: TableDraft) {
    guard let stock = ruleset.stock else { return }
    let piles = draft.zones[Int(Zone.Role.stock.rawValue)]
    let wastes = draft.zones[Int(Zone.Role.waste.rawValue)]
    if piles.first < piles.end { pile = piles.first }
    if wastes.first < wastes.end { waste = wastes.first }
    draw = Int(stock.draw)
    dealsToTableau = stock.target == .tableau
    if let target = ruleset.zone(dealsToTableau ? .tableau : .waste), case .count(let count) = target.capacity
    {
      capacity = Int(count)
    }
    needsFullTableau = stock.needsFullTableau
    if case .count(let count) = stock.passes { (isCounted, passesMax) = (true, count) }
    isFinal = ruleset.zone(.waste).map { $0.from != .none } ?? true
  }
}

extension WinRule {
  fileprivate init(_ win: Ruleset.Win) {
    switch win {
    case .foundationsFull: kind = .foundationsFull
    case .emptied(let roles): (kind, self.roles) = (.emptied, roles.rawValue)
    case .runs(let count): (kind, self.count) = (.runs, Int(count))
    case .onePile: kind = .onePile
    }
  }
}
