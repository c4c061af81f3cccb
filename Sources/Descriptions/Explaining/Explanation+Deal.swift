import Patience

/// Who plays, how the cards are dealt, and what for.
extension Explanation {
  mutating func deal(_ ruleset: Ruleset) {
    say(ruleset.hasPackPerSeat ? "deal.packs.each" : "deal.packs", count: Int(ruleset.pack.packs))
    switch ruleset.pack.suits {
    case .one: say("deal.suits.one")
    case .two: say("deal.suits.two")
    case .four: break
    }
    seats(ruleset)
    if ruleset.dealing.basesFirst {
      if case .rank(let rank) = ruleset.base, rank != .ace {
        say("deal.basesFirst.rank", ("rank", .word(rank.key)))
      } else {
        say("deal.basesFirst")
      }
    }
    for zone in ruleset.zones where zone.dealtCount > 0 { dealt(zone, ruleset) }
    rest(ruleset)
    if ruleset.zones.contains(where: \.isTransparent) { say("deal.transparent") }
    if ruleset.isMicrosoft(1) { say(ruleset.isDealtAsFreeCell ? "deal.microsoft" : "deal.microsoft.shuffle") }
  }

  private mutating func seats(_ ruleset: Ruleset) {
    let seats = ruleset.seats
    guard seats != .one else { return }
    if seats.min == seats.max {
      say("seats.count", count: Int(seats.max))
    } else {
      say("seats.range", ("least", .number(Int(seats.min))), ("most", .number(Int(seats.max))))
    }
    for zone in ruleset.zones where zone.owner == .seat {
      say("own.\(zone.role.word)", count: Int(zone.count))
    }
  }

  private mutating func dealt(_ zone: Zone, _ ruleset: Ruleset) {
    let all = (0..<Int(zone.count)).map { zone.dealtCards(to: $0) }
    let down = (0..<Int(zone.count)).map { $0 < zone.down.count ? Int(zone.down[$0]) : 0 }
    switch zone.role {
    case .tableau where !zone.places.isEmpty:
      if zone.rowCount == 1 {
        say("deal.picture.row", count: zone.dealtCount)
      } else {
        say("deal.picture", ("count", .number(zone.dealtCount)), ("rows", .number(zone.rowCount)))
      }
    case .tableau where !zone.reach.isEmpty: say("deal.row", count: Int(zone.count))
    case .tableau:
      if Set(all) == [1] {
        say("deal.columns.single", count: Int(zone.count))
      } else if Set(all).count == 1 {
        say("deal.columns", ("count", .number(Int(zone.count))), ("cards", .number(all[0])))
      } else {
        say("deal.columns.sizes", ("count", .number(Int(zone.count))), ("sizes", .numbers(all)))
      }
    case .cell: say("deal.cells", count: zone.dealtCount)
    case .reserve:
      let hidden = down.reduce(0, +)
      if hidden == 0 {
        say("deal.reserve", count: zone.dealtCount)
      } else {
        say("deal.reserve.down", ("count", .number(zone.dealtCount)), ("down", .number(hidden)))
      }
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

  /// What is left when all are dealt.
  private mutating func rest(_ ruleset: Ruleset) {
    guard ruleset.zone(.stock) != nil else { return }
    let dealt = ruleset.zones.filter { $0.dealtCount > 0 }
    // With piles of the table and of seats, how many are left is another number with each number of players.
    guard dealt.allSatisfy({ ($0.owner == .seat) == ruleset.hasPackPerSeat }) else {
      return say("deal.stock.rest")
    }
    let left = ruleset.cardCount() - dealt.reduce(0) { $0 + $1.dealtCount }
    if left > 0 { say("deal.stock", count: left) }
  }

  mutating func goal(_ ruleset: Ruleset) {
    switch ruleset.win {
    case .foundationsFull: say(ruleset.match == nil ? "goal.foundations" : "goal.all")
    case .emptied(let roles):
      for zone in ruleset.zones where roles.contains(Zone.Roles(zone.role)) {
        say(zone.role == .tableau ? "goal.emptied" : "goal.emptied.\(zone.role.word)")
      }
    case .runs(let count): say("goal.runs", count: Int(count))
    case .onePile: say("goal.onePile")
    }
  }
}

extension Ruleset {
  /// Whether each card comes to lie where the Windows program's FreeCell has it, if the pack is shuffled as there.
  fileprivate var isDealtAsFreeCell: Bool {
    guard let tableau = zone(.tableau), tableau.dealtCount == cardCount() else { return false }
    return (0..<Int(tableau.count)).map { tableau.dealtCards(to: $0) } == [7, 7, 7, 7, 6, 6, 6, 6]
  }
}

extension Zone {
  fileprivate var rowCount: Int { Int(places.map(\.y).max() ?? 0) + 1 }
}
