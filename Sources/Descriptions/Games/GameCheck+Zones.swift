import Patience

/// Zone by zone: what contradicts itself, and what leads nowhere.
extension GameCheck {
  mutating func check(_ zone: Zone) {
    let name = zone.role.word.description
    addMissing(in: zone.from, "\(name).from")
    addMissing(in: zone.to, "\(name).to")
    addMissing(in: zone.emptyFrom, "\(name).emptyFrom")
    checkCards(zone, name)
    checkPlaces(zone, name)
    checkTaking(zone, name)
    if zone.empty != .none, zone.from != .none, zone.emptyFrom.isDisjoint(with: zone.from) {
      add("\(name).emptyFrom", "None of these can come here at all.", "Take it out, or add them to \"from\".")
    }
    if zone.put == .completeRun, zone.role != .foundation {
      add("\(name).put", "Complete runs are put on foundations only.", "Take it out.")
    }
    let isUsed = zone.role == .stock || zone.dealtCount > 0 || zone.from != .none || !zone.fill.isEmpty
    if !isUsed, !(zone.role == .waste && ruleset.stock?.target == .waste) {
      add(name, "No card ever comes here.", "Take it out, or write \"up\" or \"from\".")
    }
  }

  private mutating func checkCards(_ zone: Zone, _ name: String) {
    let hasDown = zone.down.contains { $0 > 0 }
    if hasDown, [.waste, .foundation, .cell].contains(zone.role) {
      add("\(name).down", "Cards that lie face down here never turn up.", "Deal them with \"up\".")
    } else if hasDown, !ruleset.automatic.turnUp {
      add(
        "automatic.turnUp", "Cards of the \(name) lie face down, and nothing ever turns them up.",
        "Take it out.",
        "automatic")
    }
    if zone.isTransparent, !hasDown, zone.role != .stock {
      add("\(name).transparent", "No card lies face down here.", "Take it out.")
    }
    let most = (0..<Int(zone.count)).map { zone.dealtCards(to: $0) }.max() ?? 0
    if case .count(let capacity) = zone.capacity, most > Int(capacity) {
      add(
        "\(name).capacity", "\(most) cards are dealt to a pile that holds \(capacity).",
        "Write \(most), or deal fewer.")
    }
  }

  private mutating func checkPlaces(_ zone: Zone, _ name: String) {
    if zone.places.isEmpty { return }
    if zone.role != .tableau {
      return add("\(name).places", "Only the tableau can be a picture.", "Take it out.")
    }
    for (index, place) in zone.places.enumerated() {
      for other in zone.places[..<index] where other.y == place.y && abs(Int(other.x) - Int(place.x)) < 2 {
        return add(
          "\(name).places", "In row \(place.y + 1) the cards at \(other.x) and \(place.x) lie on each other.",
          "Leave 2 between cards of a row.")
      }
    }
    if (0..<Int(zone.count)).contains(where: { zone.dealtCards(to: $0) > 1 }) {
      add("\(name).up", "Each place of a picture holds one card.", "Write 1, or lists of 0 and 1.")
    }
  }

  private mutating func checkTaking(_ zone: Zone, _ name: String) {
    if [.run, .runOfSuit, .pileOrFreeing].contains(zone.take), zone.build == nil {
      add(
        "\(name).take", "Where nothing is built there are no runs.",
        "Write \"take\": \"top\", or add \"build\".")
    }
    if !zone.reach.isEmpty, zone.role != .tableau || zone.take != .pile || !zone.from.contains(.tableau) {
      add(
        "\(name).reach", "Only whole piles of a tableau go so many piles to the left.",
        "Add \"take\": \"pile\" and \"build\" to the tableau, or take it out.")
    }
    let path = zone.role == .stock ? "stock.top" : "\(name).to"
    if zone.take != .none, ways(from: zone).isEmpty, !mistakes.contains(where: { $0.path == path }) {
      add(
        path, "Cards can be taken here, but nothing takes them.",
        "Write \"take\": \"none\", or let them go somewhere.")
    }
  }

  // MARK: ways of cards

  /// Roles to which cards of a zone can go at once: moved, by themselves, or from the stock.
  func ways(from zone: Zone) -> Zone.Roles {
    var ways = Zone.Roles.none
    let own = Zone.Roles(zone.role)
    for other in ruleset.zones {
      let isMoved = zone.take != .none && zone.to.contains(Zone.Roles(other.role)) && other.from.contains(own)
      let hasRoom = other.role != zone.role || zone.pileCount(seats: ruleset.seats.max) > 1
      if isMoved && hasRoom && takesAny(other) || other.fill.contains(zone.role) {
        ways.insert(Zone.Roles(other.role))
      }
    }
    if ruleset.match?.among.contains(own) == true, ruleset.zone(.foundation) != nil {
      ways.insert(.foundation)
    }
    return ways
  }

  /// Whether any card can be put there at all.
  private func takesAny(_ zone: Zone) -> Bool {
    zone.put == .completeRun || zone.empty != .none || zone.build != nil
  }

  /// Whether cards of a role can get to one of these, in however many moves.
  func leads(_ role: Zone.Role, to goals: Zone.Roles) -> Bool {
    var reached = Zone.Roles(role)
    while true {
      var next = reached
      for zone in ruleset.zones where reached.contains(Zone.Roles(zone.role)) {
        next.formUnion(ways(from: zone))
        if zone.role == .stock, let target = ruleset.stock?.target {
          next.insert(target == .waste ? .waste : .tableau)
        }
      }
      if !next.subtracting(Zone.Roles(role)).isDisjoint(with: goals) || goals.contains(Zone.Roles(role)) {
        return true
      }
      if next == reached { return false }
      reached = next
    }
  }
}
