import Cards
package import Patience
package import TestDice

extension Ruleset {
  /// A ruleset that nobody would play, of a random choice of everything that a position is made from. It is
  /// sound: nothing in it goes round for ever by itself, and every card lies somewhere.
  package static func random(using dice: inout Dice) -> Ruleset {
    var maker = RulesetMaker(dice: dice)
    let ruleset = maker.ruleset()
    dice = maker.dice
    return ruleset
  }
}

private struct RulesetMaker {
  var dice: Dice

  mutating func below(_ bound: Int) -> Int { Int(dice.next() % UInt64(bound)) }
  mutating func chance(_ one: Int = 2) -> Bool { below(one) == 0 }
  mutating func any<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  mutating func ruleset() -> Ruleset {
    let packs = UInt8(1 + below(2))
    var left = Int(packs) * 52
    var zones: [Zone] = []
    for role in [Zone.Role.tableau, .foundation, .cell, .reserve, .waste, .stock]
    where role == .tableau || !chance(4) {
      zones.append(zone(role, &left))
    }
    // Without a stock all cards lie somewhere else.
    if !zones.contains(where: { $0.role == .stock }) {
      let count = Int(zones[0].count)
      zones[0].up = zones[0].up.enumerated().map { UInt8((left + count - 1 - $0) / count) + $1 }
    }
    let hasFoundation = zones.contains { $0.role == .foundation }
    let hasFill = zones.contains { !$0.fill.isEmpty }
    let stock = Ruleset.Stock(
      to: chance() ? .waste : .tableau, draw: UInt8(below(5)),
      passes: chance() ? .unlimited : .count(UInt16(below(4))), needsFullTableau: chance(),
      showsTop: chance(3))
    let match = Ruleset.Match(sum: UInt8(any([13, 13, 11, 14, 2])), among: roles(), takesCovered: chance())
    return Ruleset(
      id: "random", title: "Random", pack: Ruleset.Pack(packs, suits: any([.one, .two, .four, .four])),
      base: chance(3) ? .dealt : .rank(any(Rank.all)),
      dealing: Dealing(order: any([.rows, .piles, .openLast]), basesFirst: chance(4)), zones: zones,
      stock: chance(5) ? nil : stock, match: hasFoundation && chance(3) ? match : nil,
      win: any([.foundationsFull, .emptied(roles()), .runs(UInt8(below(3))), .onePile]),
      automatic: Ruleset.Automatic(
        turnUp: !chance(6), foundation: any([.off, .off, hasFill ? .off : .safe, .all]), runs: chance()))
  }

  private mutating func zone(_ role: Zone.Role, _ left: inout Int) -> Zone {
    let isPicture = role != .stock && chance(6)
    let count =
      switch role {
      case .stock, .waste: 1
      case .tableau: isPicture ? 10 : 1 + below(12)
      default: 1 + below(5)
      }
    let most = role == .foundation ? 2 : role == .waste ? 3 : isPicture ? 1 : 7
    var (down, up): ([UInt8], [UInt8]) = ([], [])
    for _ in 0..<(role == .stock ? 0 : count) {
      let all = min(left, below(most + 1))
      let hidden = chance() ? 0 : below(all + 1)
      down.append(UInt8(hidden))
      up.append(UInt8(all - hidden))
      left -= all
    }
    let places = (0..<count).map { index in
      let row = index < 1 ? 0 : index < 3 ? 1 : index < 6 ? 2 : 3
      return Zone.Place(x: UInt8(6 - row + 2 * (index - row * (row + 1) / 2)), y: UInt8(row))
    }
    return Zone(
      role, count: UInt8(count), owner: chance(6) ? .seat : .shared, down: down, up: up,
      places: isPicture ? places : [], build: chance(6) ? nil : build(),
      put: chance(8) ? .completeRun : .cards,
      putLimit: limit(),
      take: any([.top, .run, .runOfSuit, .face, .pile, .pileOrTop, .pileOrFreeing, .none]),
      takeLimit: limit(), empty: any([.any, .any, .king, .ace, .base, .none]),
      emptyFrom: chance() ? .any : roles(),
      fill: role == .tableau && chance(4) ? any([[.reserve], [.waste], [.reserve, .waste], [.stock]]) : [],
      from: chance() ? .any : roles(), to: chance() ? .any : roles(),
      reach: chance(6) ? (0...below(3)).map { _ in UInt8(below(5)) } : [],
      capacity: chance(4) ? .count(UInt8(1 + below(9))) : .unlimited)
  }

  private mutating func build() -> Zone.Build {
    Zone.Build(
      any([.any, .same, .alternateColour, .sameColour, .otherSuit, .suitOrRank]),
      any([.up, .down, .down, .both, .level]),
      wraps: chance(), start: chance(4) ? .bySuit : .any, closedBy: chance(5) ? any(Rank.all) : nil)
  }

  private mutating func limit() -> Zone.Limit {
    any([.unlimited, .unlimited, .supermove, .count(UInt8(below(4)))])
  }

  private mutating func roles() -> Zone.Roles { Zone.Roles(rawValue: UInt8(below(64))) }
}
