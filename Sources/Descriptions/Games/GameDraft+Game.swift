import DragDrop
import Patience

/// From what is written to a game that can be played.
extension GameDraft {
  /// - Returns: `nil` if there are complaints.
  func game(_ c: inout DescriptionCoder, isKept: Bool, offered: Set<String>) -> CatalogueGame? {
    // An author who wrote nothing yet is told what is needed, not what follows from it.
    if !c.hasFields { return nil }
    if !isKept { checkName(&c, offered: offered) }
    // What rests on something that could not be read would be told wrongly.
    let unread = Set(c.complaints.paths.map { Self.area(of: $0) })
    var draft = self
    let fields = c.names { draft.codeFields(by: &$0) }.all
    if unread.contains(where: { !$0.isEmpty && !fields.contains($0) }) { return nil }

    var zones = Zone.Role.allCases.compactMap { role in self.zones[role].map { zone(role, $0) } }
    var found = countMistakes(zones) + fillMistakes(zones)
    if pairs != nil, self.zones[.foundation] == nil {
      found.add(
        "pairs", "There is no foundation for pairs to go to.", mend: "Add \"foundation\": {}.",
        restsOn: ["pairs", "foundation"])
    }
    // No ruleset is made of zones that it would not take.
    if !fillMistakes(zones).isEmpty { for index in zones.indices { zones[index].fill = [] } }
    var game: CatalogueGame?
    if isPossible(zones) {
      let ruleset = ruleset(of: zones)
      found += writtenInVain(ruleset) + GameCheck(ruleset).mistakes
      let variations = options.map { option in
        Variation(option.parameter, option.values.filter { $0 != ruleset.value(of: option.parameter) })
      }
      if found.isEmpty { found = variations.flatMap { GameCheck.mistakes(of: $0, of: ruleset) } }
      game = CatalogueGame(
        ruleset, family: Text(family ?? title), variations.filter { !$0.values.isEmpty })
    }
    for mistake in found where mistake.restsOn.isDisjoint(with: unread) {
      c.complain(mistake.message, mend: mistake.mend, at: Self.place(of: mistake.path, &c))
    }
    return c.complaints.isEmpty ? game : nil
  }

  private static func area(of path: String) -> String {
    String(path.prefix { $0 != "." && $0 != "[" })
  }

  /// Where a field stands, or what it would belong to.
  private static func place(of path: String, _ c: inout DescriptionCoder) -> DescriptionCoder.Place {
    var rest = path[...]
    while !rest.isEmpty, c.places[String(rest)] == nil {
      rest = rest[..<(rest.lastIndex(of: ".") ?? rest.startIndex)]
    }
    return DescriptionCoder.Place(offset: c.places[String(rest)]?.offset ?? 0, path: path)
  }

  private func checkName(_ c: inout DescriptionCoder, offered: Set<String>) {
    guard let place = c.places["game"] else { return }
    let owner: String
    if let what = TakenName.meaning(of: id) {
      owner = "\(what) that Baize brings along"
    } else if offered.contains(id) {
      owner = "a game that this server offers"
    } else {
      return
    }
    c.complain("\(DescriptionCoder.quoted(id)) is \(owner).", mend: "Choose another name.", at: place)
  }

  // MARK: zones

  private func zone(_ role: Zone.Role, _ piles: Piles) -> Zone {
    let defaults = GameDefaults(self)
    var zone = Zone(role)
    (zone.owner, zone.places, zone.put, zone.reach) = (piles.owner, piles.places, piles.put, piles.reach)
    let count = piles.count ?? defaults.count(role, listed: piles.listed)
    zone.count = UInt8(clamping: count)
    zone.down = piles.down?.cards(count) ?? []
    zone.up = piles.up?.cards(count) ?? []
    if let direction = piles.direction ?? defaults.direction(of: role) {
      var build = defaults.build(role, direction)
      build.suit = piles.suit ?? build.suit
      build.wraps = piles.wraps ?? build.wraps
      build.start = piles.start ?? build.start
      if case .rank(let rank)? = piles.closedBy { build.closedBy = rank }
      zone.build = build
    }
    zone = defaults.completed(zone)
    for rule in piles.rules { rule(&zone) }
    return zone
  }

  /// - Precondition: nothing was wrong with their counts.
  private func ruleset(of zones: [Zone]) -> Ruleset {
    let defaults = GameDefaults(self)
    let dealing = Dealing(
      order: deal.order, first: deal.first ?? (deal.basesFirst ? [.foundation] : []),
      generator: deal.generator,
      basesFirst: deal.basesFirst)
    var rule: Ruleset.Stock?
    if let stock {
      let target = stock.target ?? defaults.target()
      let columns = zones.first { $0.role == .tableau }?.count ?? 1
      let draw = stock.draw.map { UInt8(clamping: $0) } ?? (target == .waste ? 1 : columns)
      rule = Ruleset.Stock(
        to: target, draw: draw, passes: stock.passes ?? defaults.passes(to: target),
        needsFullTableau: stock.needsFullTableau, showsTop: stock.showsTop)
    }
    let match = pairs.map { written in
      Ruleset.Match(
        sum: written.sum, among: defaults.pairs ?? .none, takesCovered: written.takesCovered)
    }
    let scoring =
      switch score {
      case .preset(let preset): preset.scoring(draw: rule?.draw ?? 1)
      case .own(let own): own
      }
    return Ruleset(
      id: Text(id), title: Text(title), pack: pack, base: base, seats: seats, dealing: dealing,
      zones: zones, stock: rule, match: match, win: win, scoring: scoring, automatic: automatic)
  }
}

extension GameDraft.Dealt {
  /// Nothing where no pile gets a card.
  fileprivate func cards(_ count: Int) -> [UInt8] {
    let numbers =
      switch self {
      case .all(let number): Array(repeating: number, count: min(count, 255))
      case .each(let numbers): numbers
      }
    return numbers.contains { $0 > 0 } ? numbers.map { UInt8(clamping: $0) } : []
  }
}
