package import Patience

/// The rules of a game as sentences: keys of the catalogue of words, with what stands in their gaps. Promise: it is
/// made of the ruleset alone, and says everything that a player has to know of it.
package struct Explanation: Equatable, Sendable {
  package enum Argument: Equatable, Sendable {
    case number(Int)
    case numbers([Int])
    /// Another key of the catalogue.
    case word(String)
  }

  package struct Sentence: Equatable, Sendable {
    package let key: String
    package let arguments: [(name: String, value: Argument)]

    package static func == (a: Sentence, b: Sentence) -> Bool {
      a.key == b.key && a.arguments.map(\.name) == b.arguments.map(\.name)
        && a.arguments.map(\.value) == b.arguments.map(\.value)
    }
  }

  /// Those whose keys begin with "section." are headings.
  package private(set) var sentences: [Sentence] = []

  package init(_ ruleset: Ruleset) {
    section("deal") { $0.deal(ruleset) }
    section("goal") { $0.goal(ruleset) }
    section("tableau") { $0.tableau(ruleset) }
    section("foundations") { $0.foundations(ruleset) }
    section("cells") { $0.cells(ruleset) }
    section("stock") { $0.stock(ruleset) }
    section("score") { $0.score(ruleset.scoring) }
  }

  /// A heading, unless nothing stands under it.
  private mutating func section(_ name: String, _ body: (inout Explanation) -> Void) {
    let count = sentences.count
    say("section.\(name)")
    body(&self)
    if sentences.count == count + 1 { sentences.removeLast() }
  }

  private mutating func say(_ key: String, _ arguments: (String, Argument)...) {
    sentences.append(Sentence(key: key, arguments: arguments.map { (name: $0.0, value: $0.1) }))
  }

  private mutating func say(_ key: String, count: Int) { say(key, ("count", .number(count))) }

  // MARK: - The deal

  private mutating func deal(_ ruleset: Ruleset) {
    say("deal.packs", count: Int(ruleset.pack.packs))
    switch ruleset.pack.suits {
    case .one: say("deal.suits.one")
    case .two: say("deal.suits.two")
    case .four: break
    }
    if ruleset.dealing.basesFirst { say("deal.basesFirst") }
    for zone in ruleset.zones where zone.dealtCount > 0 { dealt(zone, ruleset) }
    let left = ruleset.cardCount() - ruleset.zones.reduce(0) { $0 + $1.dealtCount }
    if ruleset.zone(.stock) != nil, left > 0 { say("deal.stock", count: left) }
    if ruleset.zones.contains(where: \.isTransparent) { say("deal.transparent") }
    if ruleset.isMicrosoft(1) { say("deal.microsoft") }
  }

  private mutating func dealt(_ zone: Zone, _ ruleset: Ruleset) {
    let all = (0..<Int(zone.count)).map { zone.dealtCards(to: $0) }
    let down = (0..<Int(zone.count)).map { $0 < zone.down.count ? Int(zone.down[$0]) : 0 }
    switch zone.role {
    case .tableau where !zone.places.isEmpty:
      say("deal.picture", ("count", .number(zone.dealtCount)), ("rows", .number(zone.rowCount)))
    case .tableau where !zone.reach.isEmpty: say("deal.row", count: Int(zone.count))
    case .tableau:
      if Set(all).count == 1 {
        say("deal.columns", ("count", .number(Int(zone.count))), ("cards", .number(all[0])))
      } else {
        say("deal.columns.sizes", ("count", .number(Int(zone.count))), ("sizes", .numbers(all)))
      }
    case .cell: say("deal.cells", count: zone.dealtCount)
    case .reserve:
      say("deal.reserve", ("count", .number(zone.dealtCount)), ("down", .number(down.reduce(0, +))))
    case .waste: say("deal.waste", count: zone.dealtCount)
    case .foundation:
      if !ruleset.dealing.basesFirst { say("deal.foundation", count: zone.dealtCount) }
      if ruleset.base == .dealt { say("deal.base") }
    case .stock: break
    }
    guard zone.role == .tableau else { return }
    if down.allSatisfy({ $0 == 0 }) { return say("deal.open") }
    if zip(all, down).allSatisfy({ $0 - $1 == 1 }) { return say("deal.topsOpen") }
    if zone.places.isEmpty {
      say("deal.down.sizes", ("sizes", .numbers(down)))
    } else {
      say("deal.lastRowOpen")
    }
  }

  // MARK: - The goal

  private mutating func goal(_ ruleset: Ruleset) {
    switch ruleset.win {
    case .foundationsFull: say(ruleset.match == nil ? "goal.foundations" : "goal.all")
    case .emptied: say("goal.emptied")
    case .runs(let count): say("goal.runs", count: Int(count))
    case .onePile: say("goal.onePile")
    }
  }

  // MARK: - The tableau

  private mutating func tableau(_ ruleset: Ruleset) {
    guard let zone = ruleset.zone(.tableau) else { return }
    if let match = ruleset.match { pairs(match) }
    if !zone.places.isEmpty { say("cover") }
    if !zone.reach.isEmpty {
      say("row.reach", ("steps", .numbers(zone.reach.map { Int($0) })))
      say("row.suitOrRank")
      return
    }
    if let build = zone.build, zone.from != .none {
      say("tableau.\(build.direction.word)")
      say("suit.\(build.suit.word)")
      if build.wraps { say("build.wraps") }
    }
    if ruleset.match == nil, zone.to.contains(.waste) { say("tableau.toWaste") } else { taken(zone, ruleset) }
    if zone.places.isEmpty { emptied(zone, ruleset) }
    if ruleset.automatic.turnUp, zone.down.contains(where: { $0 > 0 }) { say("turnUp") }
  }

  private mutating func pairs(_ match: Ruleset.Match) {
    say("pairs.sum", ("sum", .number(Int(match.sum))))
    if match.sum == 13 { say("pairs.king") }
    say(match.among.contains(.stock) ? "pairs.wasteAndStock" : "pairs.waste")
    say(match.takesCovered ? "pairs.covered" : "pairs.bare")
  }

  private mutating func taken(_ zone: Zone, _ ruleset: Ruleset) {
    guard ruleset.match == nil else { return }
    say("take.\(zone.take.word)")
    guard zone.takeLimit == .supermove, zone.take != .top else { return }
    let hasCells = ruleset.zone(.cell) != nil
    if zone.empty == .any {
      say(hasCells ? "take.supermove" : "take.supermove.columns")
    } else if hasCells {
      say("take.supermove.cells")
    }
  }

  private mutating func emptied(_ zone: Zone, _ ruleset: Ruleset) {
    if let filler = zone.fill.first { say("empty.fill", ("from", .word("zone.\(filler.word)"))) }
    if zone.from == .none { return say("empty.none") }
    if zone.empty == .any, zone.emptyFrom == .waste { return say("empty.waste") }
    say("empty.\(zone.empty.word)")
  }

  // MARK: - Elsewhere

  private mutating func foundations(_ ruleset: Ruleset) {
    guard let zone = ruleset.zone(.foundation), ruleset.match == nil else { return }
    if zone.put == .completeRun {
      return say(ruleset.automatic.runs ? "foundations.runs.auto" : "foundations.runs.hand")
    }
    say(ruleset.base == .dealt ? "foundations.base" : "foundations.ace", count: Int(zone.count))
    if zone.build?.wraps == true { say("foundations.wraps") }
    say(zone.take == .none ? "foundations.final" : "foundations.back")
  }

  private mutating func cells(_ ruleset: Ruleset) {
    if let zone = ruleset.zone(.cell) { say("cells.hold", count: Int(zone.count)) }
    if ruleset.zone(.reserve) != nil { say("reserve.top") }
  }

  private mutating func stock(_ ruleset: Ruleset) {
    guard let stock = ruleset.stock else { return }
    switch stock.target {
    case .waste:
      say("stock.waste", count: Int(stock.draw))
      if let waste = ruleset.zone(.waste) { self.waste(waste) }
    case .tableau: say("stock.tableau", count: Int(stock.draw))
    }
    if stock.needsFullTableau { say("stock.full") }
    if stock.showsTop { say("stock.open") }
    guard stock.target == .waste else { return }
    switch stock.passes {
    case .unlimited: say("passes.any")
    case .count(1): say("passes.one")
    case .count(let count): say("passes.count", count: Int(count))
    }
  }

  private mutating func waste(_ zone: Zone) {
    guard let build = zone.build else { return say("waste.top") }
    say("waste.build")
    if build.wraps { say("build.wraps") } else { say(build.closedBy == nil ? "waste.queen" : "waste.closed") }
  }

  // MARK: - The score

  private mutating func score(_ scoring: Scoring) {
    if scoring.isNone { return say("score.none") }
    func points(_ value: some BinaryInteger) -> (String, Argument) { ("points", .number(Int(value))) }
    if scoring.start != 0 { say("score.start", points(scoring.start)) }
    for move in scoring.moves {
      say(
        "score.move", ("from", .word("zone.\(move.from.word)")), ("to", .word("zone.\(move.to.word)")),
        points(move.points))
    }
    let standing = scoring.standing
    for (key, worth) in [
      ("turnUp", scoring.turnUp), ("run", scoring.run), ("foundationCard", standing.foundationCard),
      ("foundationSuit", standing.foundationSuit), ("tableauCard", standing.tableauCard),
      ("stockCard", standing.stockCard), ("joint", standing.joint), ("faceDown", standing.faceDown),
      ("tableauSuit", standing.tableauSuit), ("step", standing.step),
    ] where worth != 0 { say("score.\(key)", points(worth)) }
    if let streak = scoring.streak {
      say("score.streak", points(streak.step))
      say("score.streak.turn", points(streak.turn))
      if !streak.peaks.isEmpty { say("score.peaks", ("points", .numbers(streak.peaks.map { Int($0) }))) }
    }
    if let penalty = scoring.passPenalty {
      say("score.pass", ("count", .number(Int(penalty.after))), points(penalty.points))
    }
    if let penalty = scoring.timePenalty {
      say("score.time", ("count", .number(Int(penalty.everySeconds))), points(penalty.points))
    }
    if let bonus = scoring.timeBonus {
      say("score.bonus", points(bonus.dividend), ("count", .number(Int(bonus.secondsMin))))
    }
    if let floor = scoring.floor { say("score.floor", points(floor)) }
    if scoring.carriesOver { say("score.carry") }
    if scoring.isLowBetter { say("score.low") }
  }
}

// MARK: - Words of the data

extension Zone {
  fileprivate var rowCount: Int { Int(places.map(\.y).max() ?? 0) + 1 }
}

extension Zone.Build.Direction {
  package var word: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .both: "both"
    case .level: "level"
    }
  }
}

extension Zone.Build.SuitRule {
  package var word: String {
    switch self {
    case .any: "any"
    case .same: "same"
    case .alternateColour: "alternateColour"
    case .sameColour: "sameColour"
    case .otherSuit: "otherSuit"
    case .suitOrRank: "suitOrRank"
    }
  }
}

extension Zone.Unit {
  package var word: String {
    switch self {
    case .none: "none"
    case .top: "top"
    case .run: "run"
    case .runOfSuit: "runOfSuit"
    case .face: "face"
    case .pile: "pile"
    case .pileOrTop: "pileOrTop"
    case .pileOrFreeing: "pileOrFreeing"
    }
  }
}
