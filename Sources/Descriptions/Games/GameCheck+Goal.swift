import Patience

/// Whether what a game is played for can come about.
extension GameCheck {
  // MARK: stock

  mutating func checkStock() {
    guard let stock = ruleset.stock else { return }
    let target: Zone.Role = stock.target == .waste ? .waste : .tableau
    guard let taker = ruleset.zone(target) else {
      return add(
        "stock.target", "There is no \(target.word) to which the stock could be turned.",
        "Add a \"\(target.word)\".")
    }
    if target == .tableau, stock.draw > taker.count {
      add(
        "stock.draw",
        "\(stock.draw) cards are dealt at once to \(taker.count) \(taker.count == 1 ? "column" : "columns").",
        "Write a number from 1 to \(taker.count), or leave it out.")
    }
    if stock.needsFullTableau, target == .waste {
      add("stock.full", "Nothing is dealt to the tableau here.", "Take it out.")
    }
    guard stock.passes != .count(1) else { return }
    if target == .tableau {
      add("stock.passes", "What was dealt to the tableau does not come back.", "Take it out.")
    } else if taker.from != .none {
      add("stock.passes", "A waste on which cards are put is not turned over.", "Take it out.")
    }
  }

  // MARK: foundations

  mutating func checkFoundations() {
    guard let zone = ruleset.zone(.foundation) else {
      if ruleset.base == .dealt {
        add("base", "There is no foundation to which a first card could be dealt.", "Take it out.", "base")
      }
      if ruleset.automatic.runs { addNoRuns() }
      return
    }
    if zone.put != .completeRun, ruleset.automatic.runs { addNoRuns() }
    if ruleset.match != nil { return }
    if zone.put == .completeRun {
      if !zone.from.contains(.tableau) || ruleset.zone(.tableau) == nil {
        add("foundation.from", "Complete runs come from the tableau.", "Write \"from\": \"tableau\".")
      }
      if zone.dealtCount > 0 {
        add("foundation.up", "Only complete runs can lie here.", "Take it out.")
      }
      return
    }
    checkBeginnings(zone)
    if zone.build?.start == .bySuit, ruleset.pack.suits != .four {
      add(
        "foundation.start", "There are not as many suits as foundations are for.",
        "Write \"start\": \"any\".", "suits")
    }
  }

  private mutating func addNoRuns() {
    add(
      "automatic.runs", "There is no foundation for complete runs.",
      "Add \"put\": \"completeRun\" to the foundation.",
      "automatic")
  }

  private mutating func checkBeginnings(_ zone: Zone) {
    if ruleset.base == .dealt {
      if zone.owner == .seat {
        add("foundation.owner", "All foundations begin with the same.", "Take it out.", "base")
      }
      if zone.dealtCards(to: 0) != 1 || zone.dealtCount != 1 {
        add(
          "foundation.up", "One card, dealt to the first foundation, says what they all begin with.",
          "Write \"up\": [1].", "base")
      }
      if zone.build?.start == .bySuit {
        add("foundation.start", "The first card can be of any suit.", "Write \"start\": \"any\".", "base")
      }
    } else if zone.dealtCount > 0, !ruleset.dealing.basesFirst {
      add(
        "foundation.up", "Any card may come to lie here, and not only those that begin a foundation.",
        "Take it out, or write \"base\": \"dealt\", or \"deal\": {\"basesFirst\": true}.", "base", "deal")
    } else if zone.dealtCount == 0, zone.empty == .none {
      add("foundation.empty", "Nothing can begin a foundation.", "Take it out.", "base", "deal")
    }
  }

  // MARK: goal

  mutating func checkGoal() {
    switch ruleset.win {
    case .foundationsFull: checkFoundationsHoldAll()
    case .emptied(let roles):
      addMissing(in: roles, "goal.empty")
      let stock: Zone.Roles = ruleset.stock == nil ? .none : .stock
      let hold = ruleset.zones.contains { roles.contains(Zone.Roles($0.role)) && $0.dealtCount > 0 }
      if !hold, stock.isDisjoint(with: roles) {
        add("goal.empty", "No card lies there at the start.", "Write \"empty\": \"tableau\".", "goal")
      }
    case .runs(let count): checkRuns(Int(count))
    case .onePile:
      let row = ruleset.zone(.tableau)
      if row?.reach.isEmpty != false || row.map({ $0.count < 2 }) == true {
        add(
          "goal", "The goal \"onePile\" needs a tableau of two or more piles with \"reach\".",
          "Add \"reach\": [1, 3] to the tableau.", "goal")
      }
    }
  }

  private mutating func checkFoundationsHoldAll() {
    guard let zone = ruleset.zone(.foundation) else {
      return add(
        "goal", "There is no foundation to hold all cards.", "Add \"foundation\": {}, or another \"goal\".",
        "goal")
    }
    guard ruleset.match == nil else { return }
    for seats in Set([ruleset.seats.min, ruleset.seats.max]).sorted() {
      let count = zone.pileCount(seats: seats)
      let cards = ruleset.cardCount(seats: seats)
      let each = height(of: zone, max: cards)
      guard count * each < cards else { continue }
      return add(
        "foundation",
        "\(count) \(count == 1 ? "foundation" : "foundations") of at most \(each) "
          + "\(each == 1 ? "card" : "cards") \(count == 1 ? "does" : "do") not hold all \(cards).",
        zone.build?.wraps == false && ruleset.base != .rank(.ace)
          ? "Add \"wraps\": true." : "Look at \"count\", \"build\" and \"empty\".", "goal", "base", "packs",
        "seats")
    }
  }

  /// How many cards a foundation can hold.
  private func height(of zone: Zone, max: Int) -> Int {
    var room = max
    if case .count(let capacity) = zone.capacity { room = min(room, Int(capacity)) }
    if zone.put == .completeRun { return min(room, 13) }
    guard let build = zone.build else { return min(room, 1) }
    let step: Int
    switch build.direction {
    case .up: step = 1
    case .down: step = -1
    case .both: return room
    case .level: return min(room, 4 * Int(ruleset.pack.packs))
    }
    // Where it is not known what they begin with, the best is hoped for, but for a base that any card may be.
    let last = step == 1 ? 13 : 1
    var rank: Int
    switch zone.empty {
    case .ace: rank = 1
    case .king: rank = 13
    case .any: rank = 14 - last
    case .base, .none: rank = ruleset.base == .dealt ? last : ruleset.base.number
    }
    var height = 1
    while height < room, rank != build.closedBy.map({ Int($0.rawValue) }) {
      if rank == last, !build.wraps { break }
      rank = rank == last ? 14 - last : rank + step
      height += 1
    }
    return height
  }

  private mutating func checkRuns(_ count: Int) {
    guard let zone = ruleset.zone(.tableau) else {
      return add("goal.runs", "There is no tableau for runs.", "Add a \"tableau\".", "goal")
    }
    let all = ruleset.cardCount(seats: ruleset.seats.max) / 13
    if count > all {
      add("goal.runs", "There are cards for \(all) runs of a suit.", "Write at most \(all).", "goal", "packs")
    }
    if zone.build == nil || zone.build?.direction == .up || zone.build?.direction == .level {
      add("tableau.build", "Runs from king to ace are built down.", "Write \"build\": \"down\".", "goal")
    } else if zone.build?.suit == .alternateColour || zone.build?.suit == .otherSuit {
      add(
        "tableau.suit", "Runs of a suit cannot be built so.", "Write \"suit\": \"same\" or \"any\".", "goal")
    }
  }

  // MARK: ways to the goal

  mutating func checkWays() {
    let goals: Zone.Roles
    switch ruleset.win {
    case .foundationsFull: goals = ruleset.zone(.foundation) == nil ? .any : .foundation
    case .emptied(let roles): goals = Zone.Roles.any.subtracting(roles)
    case .runs: goals = [.tableau, .foundation]
    case .onePile: goals = .tableau
    }
    for zone in ruleset.zones where zone.dealtCount > 0 || zone.role == .stock {
      let path = "\(zone.role.word)" + (zone.role == .stock ? "" : ".to")
      if mistakes.contains(where: { $0.path == path }) { continue }
      if !leads(zone.role, to: goals) {
        add(
          path, "Cards of the \(zone.role.word) never get to where the goal wants them.",
          "Look at \"take\" and \"to\" here, at \"from\" elsewhere, and at the \"goal\".", "goal", "pairs")
      } else if isDead(zone) {
        add(path, "Cards of the \(zone.role.word) are never played.", "Deal none, or let them go somewhere.")
      }
    }
  }

  /// Cards lie there from the start to the end, and no others come.
  private func isDead(_ zone: Zone) -> Bool {
    if zone.role == .foundation || zone.role == .stock { return false }
    return ways(from: zone) == .none && (zone.from == .none || zone.build == nil)
  }
}
