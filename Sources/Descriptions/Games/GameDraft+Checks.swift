import Patience

/// What is looked at before there is a ruleset.
extension GameDraft {
  /// Whether a ruleset can be made of zones.
  func isPossible(_ zones: [Zone]) -> Bool {
    let fit = zones.allSatisfy { zone in
      let count = Int(zone.count)
      return count > 0 && zone.down.count <= count && zone.up.count <= count
        && (zone.places.isEmpty || zone.places.count == count)
    }
    return fit && zones.pileCount(seats: seats.max) <= Ruleset.pilesMax
      && dealtCount(zones, seats: seats.max) <= 52 * Int(pack.packs)
      && (pairs == nil || self.zones[.foundation] != nil)
  }

  /// From one pack, or as many as there are without stocks of the seats.
  private func dealtCount(_ zones: [Zone], seats: UInt8) -> Int {
    let stockIsOfSeat = zones.contains { $0.role == .stock && $0.owner == .seat }
    return zones.dealtCount(seats: stockIsOfSeat ? 1 : seats)
  }

  /// Piles and cards that do not add up.
  func countMistakes(_ zones: [Zone]) -> [GameMistake] {
    var mistakes: [GameMistake] = []
    for zone in zones {
      let name = zone.role.word.description
      if zone.role == .tableau, zone.count == 0 {
        mistakes.add(
          name, "A tableau needs to have columns.", mend: "Add \"count\": 7 to it, or lists of cards.",
          restsOn: [name])
      }
      for (field, numbers) in [("down", zone.down), ("up", zone.up)] where numbers.count > Int(zone.count) {
        mistakes.add(
          "\(name).\(field)", "There are \(numbers.count) numbers for \(Int(zone.count)) piles.",
          mend: "Write one for each pile, or change \"count\".", restsOn: [name])
      }
      if !zone.places.isEmpty, zone.places.count != Int(zone.count) {
        mistakes.add(
          "\(name).places", "There are \(zone.places.count) places for \(Int(zone.count)) piles.",
          mend: "Take \"count\" out.", restsOn: [name])
      }
    }
    typealias Limits = GameDescription.Limits
    let piles = zones.pileCount(seats: seats.max)
    let pilesMax = Limits.pilesMax(packs: pack.packs)
    if piles > pilesMax {
      let why = pack.packs > 1 ? " with so many packs" : ""
      mistakes.add(
        "", "There are \(piles) piles; at most \(pilesMax) are allowed\(why).",
        mend: "Leave out \(piles - pilesMax) of them.", restsOn: GameMistake.zones.union(["packs"]))
    }
    let packs = Int(pack.packs) * (self.zones[.stock]?.owner == .seat ? Int(seats.max) : 1)
    if packs > Limits.packsOfAllMax {
      mistakes.add(
        "packs", "All seats together have \(packs) packs; at most \(Limits.packsOfAllMax) are allowed.",
        mend: "Write a smaller number, or fewer seats.", restsOn: ["packs", "seats", "stock"])
    }
    let foundations = zones.first { $0.role == .foundation }?.pileCount(seats: seats.max) ?? 0
    if packs <= Limits.packsOfAllMax, foundations > Limits.foundationsMax {
      mistakes.add(
        "foundation", "There are \(foundations) foundations; at most \(Limits.foundationsMax) are allowed.",
        mend: "Leave out \(foundations - Limits.foundationsMax) of them.", restsOn: ["foundation", "seats"])
    }
    return mistakes.isEmpty ? cardMistakes(zones) : mistakes
  }

  /// Each pack, that of the table or of the first seat, has to be enough for all that is dealt from it.
  private func cardMistakes(_ zones: [Zone]) -> [GameMistake] {
    let dealt = dealtCount(zones, seats: seats.max)
    let all = 52 * Int(pack.packs)
    var mistakes: [GameMistake] = []
    let restsOn = GameMistake.zones.union(["packs", "seats"])
    func add(_ path: String, _ message: String, _ mend: String) {
      mistakes.add(path, message, mend: mend, restsOn: restsOn)
    }
    let most = zones.max { $0.dealtCount < $1.dealtCount }?.role.word.description ?? ""
    if dealt > all {
      add(
        most, "\(dealt) cards are dealt, and there are \(all).",
        "Deal \(dealt - all) fewer, or change \"packs\".")
    } else if stock == nil, dealt < all {
      add(
        most, "\(dealt) cards are dealt, and nothing says where the other \(all - dealt) are.",
        "Deal \(all - dealt) more, or add a \"stock\", which is what is left.")
    } else if stock == nil, dealtCount(zones, seats: seats.min) < dealt {
      add(
        "seats", "With fewer players fewer cards are dealt, and nothing says where the rest go.",
        "Write \"seats\": \(seats.max), or add a \"stock\", which is what is left.")
    } else if stock != nil, dealt == all {
      add("stock", "All \(all) cards are dealt: nothing is left for a stock.", "Deal fewer, or take it out.")
    }
    return mistakes
  }

  /// Empty piles are filled from piles that are not filled themselves, so that it comes to an end.
  func fillMistakes(_ zones: [Zone]) -> [GameMistake] {
    zones.flatMap { zone in zone.fill.compactMap { fillMistake(zone, from: $0, zones) } }
  }

  private func fillMistake(_ zone: Zone, from role: Zone.Role, _ zones: [Zone]) -> GameMistake? {
    func mistake(_ message: String, _ mend: String) -> GameMistake {
      GameMistake("\(zone.role.word).fill", message, mend: mend, restsOn: GameMistake.zones)
    }
    guard let source = zones.first(where: { $0.role == role }) else {
      return mistake(
        "There is no \(role.word) in this game.", "Add a \"\(role.word)\", or take the word out.")
    }
    if role == .foundation || role == zone.role || [.foundation, .waste, .stock].contains(zone.role) {
      return mistake("The \(zone.role.word) is not filled from the \(role.word).", "Take it out.")
    }
    if role == .stock, stock?.showsTop != true {
      return mistake("The stock lies face down.", "Add \"top\": true to the stock, or take it out.")
    }
    if !source.fill.isEmpty {
      return mistake("The \(role.word) is filled itself.", "Take \"fill\" out of one of them.")
    }
    if source.to == .none || source.take == .none {
      return mistake(
        "Cards of the \(role.word) go nowhere else, so they would wait for an empty pile for ever.",
        "Let them go somewhere, or take it out.")
    }
    return nil
  }

  /// What is written about something that the game does not have.
  func writtenInVain(_ ruleset: Ruleset) -> [GameMistake] {
    zones.flatMap { role, piles in
      let name = role.word.description
      var fields: [String] = []
      if ruleset.zone(role)?.build == nil {
        if piles.suit != nil { fields.append("suit") }
        if piles.wraps != nil { fields.append("wraps") }
        if piles.start != nil { fields.append("start") }
        if piles.closedBy != nil { fields.append("closedBy") }
      }
      return fields.map {
        GameMistake(
          "\(name).\($0)", "These piles have no \"build\", so this field has no effect.",
          mend: "Add \"build\": \"down\", or take it out.", restsOn: [name])
      }
    }
  }
}
