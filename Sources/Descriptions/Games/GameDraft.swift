import Cards
import Patience

/// A description of a game while it is read: what is written, and where. What is not written stands here as `nil`, to
/// be told from the rest when everything is known.
struct GameDraft {
  /// Cards of the piles of a zone.
  enum Dealt {
    case all(Int)
    case each([Int])
  }

  struct Piles {
    var count: Int?
    var owner = Zone.Owner.shared
    var down: Dealt?
    var up: Dealt?
    var places: [Zone.Place] = []
    /// Inside: `nil` if nothing is built here, and that is written.
    var direction: Zone.Build.Direction??
    var suit: Zone.Build.SuitRule?
    var wraps: Bool?
    var start: Zone.Build.Start?
    var closedBy: Ruleset.Base?
    var put = Zone.Put.cards
    var reach: [UInt8] = []
    /// All else that was read, to be said of a zone once it is known what goes without saying.
    var rules: [(inout Zone) -> Void] = []
    /// What is written, and what of it goes without saying.
    var given: (zone: Zone, usual: Zone)?
  }

  struct Stock {
    var target: Ruleset.Stock.Target?
    var draw: Int?
    var passes: Ruleset.Stock.Passes?
    var needsFullTableau = false
    var showsTop = false
  }

  struct Pairs {
    var sum: UInt8 = 13
    var among: Zone.Roles?
    var takesCovered = false
  }

  struct Deal: Equatable {
    var order = Dealing.Order.rows
    var first: [Zone.Role]?
    var generator = Dealing.Generator.own
    var basesFirst = false
  }

  enum Score: Equatable {
    case preset(ScorePreset)
    case own(Scoring)
  }

  var id = ""
  var title = ""
  var family: String?
  var pack = Ruleset.Pack()
  var base = Ruleset.Base.rank(.ace)
  var seats = Ruleset.Seats.one
  var deal = Deal()
  /// By role; the stock's as well.
  var zones: [Zone.Role: Piles] = [:]
  var stock: Stock?
  var pairs: Pairs?
  var win = Ruleset.Win.foundationsFull
  var score = Score.preset(.none)
  var automatic = Ruleset.Automatic()
  var options: [(parameter: Parameter, values: [UInt8])] = []
}

// MARK: - what is written of a game

extension GameDraft {
  /// What does not go without saying.
  init(_ game: GameDescription) {
    let (ruleset, defaults) = (game.ruleset, GameDefaults(game.ruleset))
    let dealing = ruleset.dealing
    (id, title, family) = (game.id.text, game.name.text, game.family == game.name ? nil : game.family.text)
    (pack, base, seats) = (ruleset.pack, ruleset.base, ruleset.seats)
    deal = Deal(
      order: dealing.order,
      first: dealing.first == (dealing.basesFirst ? [.foundation] : []) ? nil : dealing.first,
      generator: dealing.generator, basesFirst: dealing.basesFirst)
    for zone in ruleset.zones { zones[zone.role] = Piles(zone, besides: defaults) }
    stock = ruleset.stock.map { rule in
      let draw = rule.target == .waste ? 1 : ruleset.zone(.tableau)?.count ?? 1
      return Stock(
        target: rule.target == defaults.target() ? nil : rule.target,
        draw: rule.draw == draw ? nil : Int(rule.draw),
        passes: rule.passes == defaults.passes(to: rule.target) ? nil : rule.passes,
        needsFullTableau: rule.needsFullTableau, showsTop: rule.showsTop)
    }
    pairs = ruleset.match.map {
      Pairs(
        sum: $0.sum, among: $0.among == defaults.usualPairs ? nil : $0.among, takesCovered: $0.takesCovered)
    }
    (win, automatic) = (ruleset.win, ruleset.automatic)
    let preset = ScorePreset.allCases.first { $0.scoring(draw: ruleset.stock?.draw ?? 1) == ruleset.scoring }
    score = preset.map { .preset($0) } ?? .own(ruleset.scoring)
    options = game.variations.map { ($0.parameter, $0.values) }
  }
}

extension GameDraft.Piles {
  fileprivate init(_ zone: Zone, besides defaults: GameDefaults) {
    (down, up) = (GameDraft.Dealt(zone.down, of: zone), GameDraft.Dealt(zone.up, of: zone))
    (owner, places, put, reach) = (zone.owner, zone.places, zone.put, zone.reach)
    if Int(zone.count) != defaults.count(zone.role, listed: listed) { count = Int(zone.count) }
    if zone.build?.direction != defaults.direction(of: zone.role) { direction = .some(zone.build?.direction) }
    if let build = zone.build {
      let usual = defaults.build(zone.role, build.direction)
      if build.suit != usual.suit { suit = build.suit }
      if build.wraps { wraps = true }
      if build.start != usual.start { start = build.start }
      closedBy = build.closedBy.map { .rank($0) }
    }
    var form = Zone(
      zone.role, count: zone.count, owner: owner, down: zone.down, up: zone.up, places: places,
      build: zone.build, put: put)
    form.reach = reach
    given = (zone, defaults.completed(form))
  }

  /// Of how many piles the cards or places are told one by one.
  var listed: Int { max(places.count, down?.listed ?? 0, up?.listed ?? 0) }
}

extension GameDraft.Dealt {
  /// Nothing where no pile gets a card.
  fileprivate init?(_ cards: [UInt8], of zone: Zone) {
    guard cards.contains(where: { $0 > 0 }) else { return nil }
    let isUniform = cards.count == Int(zone.count) && cards.allSatisfy { $0 == cards[0] }
    self = isUniform ? .all(Int(cards[0])) : .each(cards.map { Int($0) })
  }

  fileprivate var listed: Int {
    if case .each(let numbers) = self { numbers.count } else { 0 }
  }
}
