import Cards
import Patience

/// What may be put on piles, and taken off them.
extension Explanation {
  typealias Ways = [Ruleset.Way]

  // MARK: - The tableau

  mutating func tableau(_ ruleset: Ruleset, _ ways: Ways) {
    guard let zone = ruleset.zone(.tableau) else { return }
    if let match = ruleset.match { pairs(match, ruleset) }
    if !zone.places.isEmpty { say("cover") }
    if !zone.reach.isEmpty {
      row(zone)
    } else {
      if let build = zone.build, zone.from != .none { built(build) }
      if zone.build?.start == .bySuit { say("tableau.bySuit") }
      let targets = ways.filter { $0.from == .tableau }.map(\.to)
      if targets.contains(.waste) { say("tableau.toWaste") }
      if ruleset.match == nil ? targets != [.waste] : !targets.isEmpty { taken(zone, ruleset) }
      if zone.places.isEmpty || zone.from != .none || !zone.fill.isEmpty { emptied(zone, ways) }
    }
    if zone.putLimit != .unlimited { putLimit(zone) }
    if zone.capacity != (zone.places.isEmpty ? .unlimited : .count(1)) { capacity(zone) }
    if ruleset.automatic.turnUp, zone.down.contains(where: { $0 > 0 }) { say("turnUp") }
  }

  private mutating func pairs(_ match: Ruleset.Match, _ ruleset: Ruleset) {
    say("pairs.sum", ("sum", .number(Int(match.sum))))
    if match.sum == 13 { say("pairs.king") }
    let among = ruleset.zones.map(\.role).filter { match.among.contains(Zone.Roles($0)) }
    if ruleset.zone(.tableau) != nil, !among.contains(.tableau) { say("pairs.notTableau") }
    switch (among.contains(.waste), among.contains(.stock)) {
    case (true, true): say("pairs.wasteAndStock")
    case (true, false): say("pairs.waste")
    case (false, true): say("pairs.stock")
    case (false, false): break
    }
    if among.contains(.cell) { say("pairs.cell") }
    if among.contains(.reserve) { say("pairs.reserve") }
    say(match.takesCovered ? "pairs.covered" : "pairs.bare")
  }

  private mutating func row(_ zone: Zone) {
    say("row.reach", ("steps", .either(zone.reach.map { Int($0) })))
    guard let build = zone.build else { return }
    if build.suit == .suitOrRank, build.direction == .level {
      say("row.suitOrRank")
      closed(build)
    } else {
      say("row.tops")
      built(build)
    }
  }

  private mutating func taken(_ zone: Zone, _ ruleset: Ruleset) {
    say("take.\(zone.take.word)")
    guard zone.take != .top, zone.take != .none else { return }
    if case .count(let count) = zone.takeLimit { takeLimit(zone, count) }
    guard zone.takeLimit == .supermove else { return }
    let hasCells = ruleset.zone(.cell) != nil
    if zone.empty == .any {
      say(hasCells ? "take.supermove" : "take.supermove.columns")
    } else if hasCells {
      say("take.supermove.cells")
    }
  }

  private mutating func emptied(_ zone: Zone, _ ways: Ways) {
    filled(zone, "empty.fill")
    if zone.from == .none { return say("empty.none") }
    if zone.empty == .any, zone.emptyFrom == .waste {
      return say(zone.fill.isEmpty ? "empty.onlyWaste" : "empty.waste")
    }
    if zone.fill.isEmpty {
      say("empty.\(zone.empty.word)")
    } else {
      say("empty.then.\(zone.empty.word)")
    }
    notBegun(zone, ways)
  }

  // MARK: - Foundations

  mutating func foundations(_ ruleset: Ruleset, _ ways: Ways) {
    guard let zone = ruleset.zone(.foundation), ruleset.match == nil else { return }
    if zone.put == .completeRun {
      say(ruleset.automatic.runs ? "foundations.runs.auto" : "foundations.runs.hand")
    } else {
      begun(zone, ruleset)
      if zone.putLimit != .count(1) { putLimit(zone) }
      if zone.capacity != .unlimited { capacity(zone) }
      notBegun(zone, ways)
    }
    let automatic = ruleset.automatic.foundation
    if automatic != .off { say("foundations.auto.\(automatic.word)") }
    guard zone.put != .completeRun || zone.take != .none else { return }
    if zone.take == .none { return say("foundations.final") }
    if ways.contains(Ruleset.Way(from: .foundation, to: .tableau)) { say("foundations.back") }
    unusuallyTaken(zone)
  }

  /// What they begin with and how they grow: in one sentence, where it is one of the two usual ways.
  private mutating func begun(_ zone: Zone, _ ruleset: Ruleset) {
    let (count, build) = (Int(zone.count), zone.build)
    let beginsWithAce =
      zone.empty == .ace || ruleset.base == .rank(.ace) && zone.empty == .base
      || ruleset.base == .rank(.ace) && zone.empty == .none && ruleset.dealing.basesFirst
    if let build, build.direction == .up, build.suit == .same {
      if ruleset.base == .dealt, zone.empty == .base, count > 1 {
        say("foundations.base", count: count)
        if build.wraps { say("foundations.wraps") }
        return closed(build)
      }
      if beginsWithAce, !build.wraps {
        say("foundations.ace", count: count)
        return closed(build)
      }
    }
    say("foundations.count", count: count)
    switch (zone.empty, ruleset.base) {
    case (.ace, _): say("foundations.begin", ("rank", .word(Rank.ace.key)))
    case (.king, _): say("foundations.begin", ("rank", .word(Rank.king.key)))
    case (.base, .rank(let rank)): say("foundations.begin", ("rank", .word(rank.key)))
    case (.any, _): say("foundations.begin.any")
    // The dealt cards say it.
    case (.base, .dealt), (.none, _): break
    }
    if build?.start == .bySuit { say("foundations.bySuit") }
    if let build { built(build) } else { say("foundations.single") }
  }

  // MARK: - Cells, reserve, waste

  mutating func cells(_ ruleset: Ruleset, _ ways: Ways) {
    if let zone = ruleset.zone(.cell) {
      if zone.capacity == .count(1) {
        say("cells.hold", count: Int(zone.count))
      } else {
        say("cells.many", count: Int(zone.count))
        capacity(zone)
      }
      pile(zone, ways, usuallyBegunBy: .any)
    }
    guard let zone = ruleset.zone(.reserve) else { return }
    if zone.take == .top, ruleset.match == nil || ways.contains(where: { $0.from == .reserve }) {
      if zone.count == 1 { say("reserve.top") } else { say("reserve.tops", count: Int(zone.count)) }
    }
    if zone.capacity != .unlimited { capacity(zone) }
    pile(zone, ways, usuallyBegunBy: .none)
  }

  mutating func stock(_ ruleset: Ruleset, _ ways: Ways) {
    if let stock = ruleset.stock {
      say(stock.target == .waste ? "stock.waste" : "stock.tableau", count: Int(stock.draw))
    }
    if let zone = ruleset.zone(.waste) { waste(zone, ways) }
    guard let stock = ruleset.stock else { return }
    if stock.needsFullTableau { say("stock.full") }
    if stock.showsTop { say("stock.open") }
    guard stock.target == .waste else { return }
    switch stock.passes {
    case .unlimited: say("passes.any")
    case .count(1): say("passes.one")
    case .count(let count): say("passes.count", count: Int(count))
    }
  }

  private mutating func waste(_ zone: Zone, _ ways: Ways) {
    if let build = zone.build, zone.from != .none {
      if build.direction == .both, build.suit == .any {
        say("waste.build")
        if build.wraps {
          say("build.wraps")
        } else if build.closedBy == .king {
          say("waste.closed")
        } else {
          say("waste.queen")
        }
        if build.closedBy != .king || build.wraps { closed(build) }
      } else {
        say("piles.built", ("to", .word(zone.role.key)))
        built(build)
      }
      if zone.take == .top { say("waste.top") }
    } else if zone.take == .top {
      say("waste.top")
    }
    if zone.capacity != .unlimited { capacity(zone) }
    pile(zone, ways, usuallyBegunBy: zone.build == nil ? .none : .any)
  }

  /// What is not as usual about a pile that is no column and no foundation.
  private mutating func pile(_ zone: Zone, _ ways: Ways, usuallyBegunBy usual: Zone.Empty) {
    if zone.role != .waste, let build = zone.build, zone.from != .none {
      say("piles.built", ("to", .word(zone.role.key)))
      built(build)
    }
    if zone.empty != usual, ways.contains(where: { $0.to == zone.role }) {
      say("begin.\(zone.empty.word)", ("to", .word(zone.role.key)))
    }
    notBegun(zone, ways)
    if zone.putLimit != .unlimited { putLimit(zone) }
    filled(zone, "piles.fill")
    unusuallyTaken(zone)
  }

  // MARK: - What all piles may have

  private mutating func built(_ build: Zone.Build) {
    say("tableau.\(build.direction.word)")
    say(build.suit == .suitOrRank ? "suit.orRank" : "suit.\(build.suit.word)")
    if build.wraps { say("build.wraps") }
    closed(build)
  }

  private mutating func closed(_ build: Zone.Build) {
    if let rank = build.closedBy { say("build.closed", ("rank", .word(rank.key))) }
  }

  /// - Parameter key: of the sentence about the piles that it is filled from first.
  private mutating func filled(_ zone: Zone, _ key: String) {
    for (index, filler) in zone.fill.enumerated() {
      let from = ("from", Argument.word(filler.key))
      if index > 0 {
        say("fill.next", from)
      } else if key == "empty.fill" {
        say("empty.fill", from)
      } else {
        say("piles.fill", from, ("to", .word(zone.role.key)))
      }
    }
  }

  /// From where cards come that do not begin an empty pile.
  private mutating func notBegun(_ zone: Zone, _ ways: Ways) {
    if zone.empty == .none { return }
    for way in ways where way.to == zone.role && !zone.emptyFrom.contains(Zone.Roles(way.from)) {
      say("piles.notBegun", ("from", .word(way.from.key)), ("to", .word(zone.role.key)))
    }
  }

  private mutating func unusuallyTaken(_ zone: Zone) {
    let from = ("from", Argument.word(zone.role.key))
    switch zone.take {
    case .top: return
    case .none: if zone.role == .waste && zone.build != nil { return } else { say("piles.take.none", from) }
    default:
      say("piles.take.\(zone.take.word)", from)
      if case .count(let count) = zone.takeLimit { takeLimit(zone, count) }
    }
  }

  private mutating func takeLimit(_ zone: Zone, _ count: UInt8) {
    say("piles.takeLimit", ("from", .word(zone.role.key)), ("count", .number(Int(count))))
  }

  private mutating func putLimit(_ zone: Zone) {
    let to = ("to", Argument.word(zone.role.key))
    if case .count(let count) = zone.putLimit {
      say("piles.putLimit", to, ("count", .number(Int(count))))
    } else {
      say("piles.putAny", to)
    }
  }

  private mutating func capacity(_ zone: Zone) {
    let to = ("to", Argument.word(zone.role.key))
    if case .count(let count) = zone.capacity {
      say("piles.capacity", to, ("count", .number(Int(count))))
    } else {
      say("piles.capacity.any", to)
    }
  }

  // MARK: - Ways

  /// Ways that games with these piles usually do not have, and usual ones that this one lacks.
  mutating func unusual(_ ruleset: Ruleset, _ ways: Ways) {
    let usual = ruleset.usualWays
    for way in ways where !usual.contains(way) { say("ways.also", way) }
    for way in usual where !ways.contains(way) { say("ways.not", way) }
  }

  private mutating func say(_ key: String, _ way: Ruleset.Way) {
    say(key, ("from", .word(way.from.key)), ("to", .word(way.to.key)))
  }
}
