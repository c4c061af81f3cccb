import Patience

/// Whether a ruleset is a game: everything leads somewhere, and to the goal. How many piles and cards there are is no
/// matter of this: it is counted before there is a ruleset (`GameDraft.countMistakes`), and once more for each choice.
struct GameCheck {
  let ruleset: Ruleset
  private(set) var mistakes: [GameMistake] = []

  init(_ ruleset: Ruleset) {
    self.ruleset = ruleset
    checkSeats()
    checkDealing()
    for zone in ruleset.zones { check(zone) }
    checkStock()
    checkFoundations()
    checkPairs()
    checkWays()
    checkGoal()
  }

  /// - Parameter areas: besides the zones.
  mutating func add(_ path: String, _ message: String, _ mend: String, _ areas: String...) {
    mistakes.add(path, message, mend: mend, restsOn: GameMistake.zones.union(areas))
  }

  // MARK: options

  /// What is wrong with a game once something is chosen about it. Each choice is looked at by itself.
  static func mistakes(of variation: Variation, of ruleset: Ruleset) -> [GameMistake] {
    let parameter = variation.parameter
    let path = "options.\(parameter.name)"
    let areas = GameMistake.zones.union(["options", "pairs", "goal", "score", "automatic", "suits"])
    var same = ruleset
    same.set(parameter, to: ruleset.value(of: parameter))
    var mistakes: [GameMistake] = []
    if same != ruleset {
      return [
        GameMistake(
          path, "The game's own rules match none of this option's values.", mend: "Take it out.",
          restsOn: areas)
      ]
    }
    for value in variation.values {
      var changed = ruleset
      changed.set(parameter, to: value)
      let word = parameter.text(of: value)
      if changed == ruleset || changed.value(of: parameter) != value {
        mistakes.add(
          path, "This game has nothing that \(word) would change.", mend: "Take it out.", restsOn: areas)
      } else if changed.dealtAll != ruleset.dealtAll {
        mistakes.add(
          path, "With \(word) there is no place for some of the cards.", mend: "Take it out.", restsOn: areas)
      } else if changed.pilesOfAll > changed.pilesMax {
        mistakes.add(
          path,
          "With \(word) there are \(changed.pilesOfAll) piles; at most \(changed.pilesMax) are allowed.",
          mend: "Take \(word) out.", restsOn: areas.union(["packs"]))
      } else if let first = GameCheck(changed).mistakes.first {
        mistakes.add(
          path, "With \(word): \(first.path): \(first.message)", mend: "Take \(word) out.", restsOn: areas)
      }
    }
    return mistakes
  }

  // MARK: the whole

  private mutating func checkSeats() {
    let owned = ruleset.zones.filter { $0.owner == .seat }
    if ruleset.seats.max == 1, let zone = owned.first {
      add(
        "\(zone.role.word).owner", "The game has one player, so no pile can belong to a seat.",
        "Take it out, or write \"seats\": [2, 4].", "seats")
    }
    if let stock = ruleset.zone(.stock), let waste = ruleset.zone(.waste), stock.owner != waste.owner {
      add(
        "waste.owner", "The stock and its waste belong to one another.", "Write the same \"owner\" for both.")
    }
    if ruleset.hasPackPerSeat, ruleset.stock?.target == .tableau {
      add("stock.target", "The stock of a seat goes to a waste.", "Write \"target\": \"waste\".")
    }
  }

  private mutating func checkDealing() {
    let dealing = ruleset.dealing
    for role in dealing.first where ruleset.zone(role) == nil { addMissing(role, "deal.first") }
    let isOfOnePack = ruleset.pack == Ruleset.Pack() && !ruleset.hasPackPerSeat
    if dealing.generator == .microsoft, !isOfOnePack {
      add(
        "deal.numbers", "Those numbers are of one pack of four suits.", "Take it out.", "deal", "packs",
        "suits")
    }
    guard dealing.basesFirst else { return }
    let bases = 4 * Int(ruleset.pack.packs)
    let foundation = ruleset.zone(.foundation)
    if ruleset.base == .dealt || ruleset.hasPackPerSeat || foundation?.owner == .seat {
      add(
        "deal.basesFirst", "Which cards begin the foundations is not known before the deal.", "Take it out.",
        "deal", "base")
    } else if dealing.first.first != .foundation || foundation?.up != Array(repeating: 1, count: bases) {
      add(
        "deal.basesFirst", "The cards that begin the foundations have to be dealt to them, and first of all.",
        "Write \"up\": 1 in the foundation with \"count\": \(bases), and \"first\": \"foundation\".", "deal",
        "packs")
    }
  }

  mutating func addMissing(_ role: Zone.Role, _ path: String) {
    let area = String(path.prefix { $0 != "." })
    add(path, "There is no \(role.word) in this game.", "Add a \"\(role.word)\", or take the word out.", area)
  }

  // MARK: pairs

  private mutating func checkPairs() {
    guard let match = ruleset.match else { return }
    addMissing(in: match.among, "pairs.among")
    if match.among.contains(.foundation)
      || match.among.intersection([.tableau, .waste, .cell, .reserve]).isEmpty
    {
      add("pairs.among", "These cards cannot be paired.", "Write [\"tableau\", \"waste\"].", "pairs")
    }
    for zone in ruleset.zones where match.among.contains(Zone.Roles(zone.role)) && zone.take != .top {
      if zone.role == .stock {
        add("pairs.among", "The stock's top lies face down.", "Add \"top\": true to the stock.", "pairs")
      } else {
        add(
          "\(zone.role.word).take", "Cards that go in pairs go one by one.", "Write \"take\": \"top\".",
          "pairs")
      }
    }
    if match.takesCovered, ruleset.zone(.tableau)?.places.isEmpty != false {
      add("pairs.covered", "No card covers another here.", "Take it out.", "pairs")
    }
  }

  mutating func addMissing(in roles: Zone.Roles, _ path: String) {
    if roles == .any { return }
    for role in Zone.Role.allCases where roles.contains(Zone.Roles(role)) && ruleset.zone(role) == nil {
      addMissing(role, path)
    }
  }
}

extension Ruleset {
  /// All cards dealt to piles, one seat's where each has its own.
  fileprivate var dealtAll: Int { zones.dealtCount(seats: 1) }

  fileprivate var pilesMax: Int { GameDescription.Limits.pilesMax(packs: pack.packs) }

  /// Piles of all seats together.
  fileprivate var pilesOfAll: Int { zones.pileCount(seats: seats.max) }
}
