import DragDrop
import Patience

/// From what is written to a game that can be played.
extension GameDraft {
  private typealias Reader = DescriptionReader

  /// - Returns: `nil` if there are complaints.
  func game(_ complaints: inout Complaints, isKept: Bool, offered: Set<String>) -> CatalogueGame? {
    // An author who wrote nothing yet is told what is needed, not what follows from it.
    if isEmpty { return nil }
    if !isKept { checkName(&complaints, offered: offered) }
    // What rests on something that could not be read would be told wrongly.
    let unread = Set(complaints.paths.map { Self.area(of: $0) })
    if unread.contains(where: { !$0.isEmpty && !Reader.gameFields.contains($0) }) { return nil }

    var zones = Zone.Role.allCases.compactMap { role in self.zones[role].map { zone(role, $0) } }
    var found = countMistakes(zones) + fillMistakes(zones)
    if pairs != nil, self.zones[.foundation] == nil {
      found.append(
        GameMistake(
          "pairs", "There is no foundation for pairs to go to.", mend: "Add \"foundation\": {}.",
          restsOn: ["pairs", "foundation"]))
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
      complaints.add(at: offset(of: mistake.path), mistake.path, mistake.message, mend: mistake.mend)
    }
    return complaints.isEmpty ? game : nil
  }

  private static func area(of path: String) -> String {
    String(path.prefix { $0 != "." && $0 != "[" })
  }

  private func checkName(_ complaints: inout Complaints, offered: Set<String>) {
    guard let id else { return }
    let owner: String
    if let what = TakenName.meaning(of: id.value) {
      owner = "\(what) that Baize brings along"
    } else if offered.contains(id.value) {
      owner = "a game that this server offers"
    } else {
      return
    }
    complaints.add(
      at: id.offset, id.path, "\(Reader.quoted(id.value)) is \(owner).", mend: "Choose another name.")
  }

  // MARK: zones

  private func zone(_ role: Zone.Role, _ piles: Piles) -> Zone {
    let defaults = GameDefaults(self)
    var zone = Zone(role)
    zone.owner = piles.owner ?? .shared
    zone.places = piles.places ?? []
    let listed = [zone.places.count, piles.down?.listed ?? 0, piles.up?.listed ?? 0].max() ?? 0
    let count = piles.count ?? defaults.count(role, listed: listed)
    zone.count = UInt8(clamping: count)
    zone.down = piles.down?.cards(count) ?? []
    zone.up = piles.up?.cards(count) ?? []
    zone.put = piles.put ?? .cards
    zone.reach = piles.reach ?? []
    if let direction = piles.direction ?? defaults.direction(of: role) {
      var build = defaults.build(role, direction)
      build.suit = piles.suit ?? build.suit
      build.wraps = piles.wraps ?? build.wraps
      build.start = piles.start ?? build.start
      build.closedBy = piles.closedBy
      zone.build = build
    }
    zone = defaults.completed(zone)
    zone.isTransparent = piles.isTransparent ?? false
    zone.putLimit = piles.putLimit ?? zone.putLimit
    zone.take = piles.take ?? zone.take
    zone.takeLimit = piles.takeLimit ?? zone.takeLimit
    zone.capacity = piles.capacity ?? zone.capacity
    zone.empty = piles.empty ?? zone.empty
    zone.emptyFrom = piles.emptyFrom ?? zone.emptyFrom
    zone.fill = piles.fill ?? zone.fill
    zone.from = piles.from ?? zone.from
    zone.to = piles.to ?? zone.to
    return zone
  }

  /// - Precondition: nothing was wrong with their counts.
  private func ruleset(of zones: [Zone]) -> Ruleset {
    let defaults = GameDefaults(self)
    var dealing = Dealing(order: order ?? .rows, first: first ?? [], generator: generator ?? .own)
    dealing.basesFirst = basesFirst
    if basesFirst, first == nil { dealing.first = [.foundation] }
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
        sum: UInt8(written.sum), among: defaults.pairs ?? .none, takesCovered: written.takesCovered)
    }
    let scoring =
      switch score {
      case .preset(let preset): preset.scoring(draw: rule?.draw ?? 1)
      case .own(let own): own
      }
    return Ruleset(
      id: Text(id?.value ?? ""), title: Text(title), pack: pack, base: base, seats: seats, dealing: dealing,
      zones: zones, stock: rule, match: match, win: win, scoring: scoring, automatic: automatic)
  }
}

extension GameDraft.Dealt {
  /// How many piles are told one by one.
  fileprivate var listed: Int {
    if case .each(let numbers) = self { numbers.count } else { 0 }
  }

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
