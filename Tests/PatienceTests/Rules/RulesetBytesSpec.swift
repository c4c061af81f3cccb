import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `A ruleset as bytes` {
  @Test(arguments: Catalogue.rulesets) func `Each ruleset of the catalogue is read back`(ruleset: Ruleset) {
    #expect(Ruleset(bytes: ruleset.bytes) == ruleset)
    #expect(ruleset.bytes.count < 500)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func `A random ruleset is read back`(seed: UInt64) {
    print("seed \(seed)")
    var dice = SplitMix64(seed: seed)
    for _ in 0..<250 {
      let ruleset = Ruleset.random(using: &dice)
      #expect(Ruleset(bytes: ruleset.bytes) == ruleset)
    }
  }

  @Test func `has every case of every choice somewhere in what is made up`() {
    var dice = SplitMix64(seed: 1)
    let zones = (0..<400).flatMap { _ in Ruleset.random(using: &dice).zones }
    #expect(Set(zones.map { $0.role }).count == Zone.Role.allCases.count)
    #expect(Set(zones.map { $0.take }).count == 8 && Set(zones.map { $0.empty }).count == 5)
    let builds = zones.compactMap { $0.build }
    #expect(Set(builds.map { $0.suit }).count == 6 && Set(builds.map { $0.direction }).count == 4)
    #expect(Set(zones.map { $0.put }).count == 2 && Set(zones.map { $0.owner }).count == 2)
    #expect(Set(zones.map { $0.takeLimit == .supermove }).count == 2)
    #expect(Set(builds.map { $0.start }).count == 2 && Set(builds.map { $0.wraps }).count == 2)
  }

  @Test(arguments: Catalogue.rulesets) func `is refused shortened and lengthened`(ruleset: Ruleset) {
    let bytes = ruleset.bytes
    for count in bytes.indices { #expect(Ruleset(bytes: Array(bytes[..<count])) == nil) }
    for more in 0...255 as ClosedRange<UInt8> { #expect(Ruleset(bytes: bytes + [more]) == nil) }
  }

  @Test func `is refused if it describes what a ruleset may not be`() throws {
    let good = Ruleset.klondike1.bytes
    #expect(good[0] == 2)
    for version in [0, 1, 3, 255] as [UInt8] { #expect(Ruleset(bytes: [version] + good[1...]) == nil) }
    let packs = 1 + 1 + Ruleset.klondike1.id.bytes.count + 1 + Ruleset.klondike1.title.bytes.count
    #expect(good[packs..<packs + 5] == [1, 4, 1, 1, 1])
    func changed(_ at: Int, to value: UInt8) -> Ruleset? {
      var bytes = good
      bytes[packs + at] = value
      return Ruleset(bytes: bytes)
    }
    #expect(changed(0, to: 0) == nil, "more cards are dealt than there are")
    #expect(changed(0, to: 2)?.pack == .init(2))
    for suits in [0, 3, 5] as [UInt8] { #expect(changed(1, to: suits) == nil) }
    #expect(changed(2, to: 14) == nil, "no such rank")
    #expect(changed(2, to: 0)?.base == .dealt)
    for seats in [0, 9] as [UInt8] { #expect(changed(4, to: seats) == nil) }
    #expect(changed(3, to: 2) == nil, "more seats than there may be")
    for order in [3, 255] as [UInt8] { #expect(changed(5, to: order) == nil) }
    #expect(changed(6, to: 2) == nil, "no such generator")
    #expect(changed(9, to: 4) == nil, "no such win")
    for flags in [6, 7, 16, 255] as [UInt8] { #expect(changed(11, to: flags) == nil) }
    #expect(changed(12, to: 2) == nil, "no truth")
    #expect(changed(13, to: 2) == nil, "no such target")
  }

  /// A zone of nothing, and a game of such zones behind an empty head.
  private func zone(_ role: UInt8, count: UInt8 = 1, owner: UInt8 = 0) -> [UInt8] {
    [role, owner, count] + [UInt8](repeating: 0, count: 16)
  }

  private func game(_ zones: [[UInt8]], seats: UInt8 = 1) -> Ruleset? {
    let scoring = [UInt8](repeating: 0, count: 4 + 1 + 2 + 2 + 16 + 1 + 1)
    let head: [UInt8] = [2, 0, 0, 1, 4, 1, 1, seats, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    return Ruleset(bytes: head + scoring + [UInt8(zones.count)] + zones.joined())
  }

  @Test func `is refused with a role twice or out of order`() throws {
    #expect(game([zone(2), zone(3)]) != nil, "the rest of it is well formed")
    for roles in [[2, 2], [3, 2]] as [[UInt8]] { #expect(game(roles.map { zone($0) }) == nil) }
  }

  @Test func `is refused if it would never come to rest, or pairs had nowhere to go`() {
    func filled(_ role: UInt8, from fill: UInt8) -> [UInt8] {
      // The length of the list of fills stands six bytes before the end of a zone.
      let bytes = zone(role)
      let at = bytes.count - 5
      return bytes[..<at] + [1, fill] + bytes[(at + 1)...]
    }
    #expect(game([zone(2), filled(3, from: 5), zone(5)]) != nil, "the tableau from the reserve")
    #expect(game([zone(2), filled(3, from: 3)]) == nil, "from itself")
    #expect(game([zone(2), filled(3, from: 2)]) == nil, "from the foundations")
    #expect(game([filled(3, from: 4), filled(4, from: 3)]) == nil, "round and round")
    var pairs = Ruleset.pyramid
    #expect(Ruleset(bytes: pairs.bytes) != nil)
    pairs.change(.foundation) { $0.count = 0 }
    #expect(Ruleset(bytes: pairs.bytes) == nil)
  }

  @Test func `is refused with more piles than can be counted`() {
    #expect(game([zone(2, count: 200), zone(3, count: 55)]) != nil)
    #expect(game([zone(2, count: 200), zone(3, count: 56)]) == nil)
    #expect(game([zone(3, count: 31, owner: 1)], seats: 8) != nil)
    #expect(game([zone(3, count: 32, owner: 1)], seats: 8) == nil, "each seat has its own")
  }

  @Test func `Random bytes are refused, or are a ruleset in every respect`() {
    var dice = SplitMix64(seed: 20)
    for number in 0..<20_000 {
      let bytes: [UInt8]
      if number % 2 == 0 {
        bytes = (0..<dice.next() % 200).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      } else {
        var changed = Ruleset.klondike3.bytes
        for _ in 0...dice.next() % 3 {
          changed[Int(dice.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: dice.next())
        }
        bytes = changed
      }
      // What is taken is a ruleset in every respect: it is written again to the same bytes.
      if let ruleset = Ruleset(bytes: bytes) { #expect(ruleset.bytes == bytes) }
    }
  }
}

extension Ruleset {
  /// Any ruleset that can be written down, playable or not.
  static func random(using dice: inout SplitMix64) -> Ruleset {
    func below(_ bound: UInt64) -> UInt8 { UInt8(dice.next() % bound) }
    func chance() -> Bool { below(2) == 0 }
    func number() -> Int16 { Int16(truncatingIfNeeded: dice.next()) }
    func roles() -> [Zone.Role] { Zone.Role.allCases.filter { _ in below(4) == 0 } }
    func limit() -> Zone.Limit {
      [.unlimited, .supermove, .count(UInt8(truncatingIfNeeded: dice.next()))][Int(below(3))]
    }
    var zones: [Zone] = []
    for role in Zone.Role.allCases where below(3) > 0 {
      let build =
        below(4) == 0
        ? nil
        : Zone.Build(
          Zone.Build.SuitRule(rawValue: below(6)) ?? .any, Zone.Build.Direction(rawValue: below(4)) ?? .up,
          wraps: chance(), start: chance() ? .any : .bySuit,
          closedBy: chance() ? nil : Rank.all[Int(below(13))])
      let count = below(8)
      zones.append(
        Zone(
          role, count: count, owner: chance() ? .shared : .seat, down: (0..<below(4)).map { _ in below(2) },
          up: (0..<below(4)).map { _ in below(2) },
          places: chance() ? [] : (0..<count).map { Zone.Place(x: $0, y: below(3)) }, isTransparent: chance(),
          build: build, put: chance() ? .cards : .completeRun, putLimit: limit(),
          take: Zone.Unit(rawValue: below(8)) ?? .none, takeLimit: limit(),
          empty: Zone.Empty(rawValue: below(5)) ?? .none, emptyFrom: Zone.Roles(rawValue: below(256)),
          fill: role == .tableau && chance() ? [.reserve, .stock] : [],
          from: Zone.Roles(rawValue: below(256)), to: Zone.Roles(rawValue: below(256)),
          reach: (0..<below(3)).map { _ in below(4) }, capacity: limit()))
    }
    let stock = Stock(
      to: chance() ? .waste : .tableau, draw: below(256),
      passes: chance() ? .unlimited : .count(UInt16(truncatingIfNeeded: dice.next())),
      needsFullTableau: chance(),
      showsTop: chance())
    let wins: [Win] = [
      .foundationsFull, .emptied(Zone.Roles(rawValue: below(256))), .runs(below(9)), .onePile,
    ]
    let max = 1 + below(8)
    return Ruleset(
      id: Text(bytes: (0..<below(20)).map { _ in 97 + below(26) }), title: "Ü",
      pack: Pack(2 + below(3), suits: [.one, .two, .four][Int(below(3))]),
      base: chance() ? .dealt : .rank(Rank.all[Int(below(13))]), seats: Seats(1 + below(UInt64(max)), max),
      dealing: Dealing(
        order: Dealing.Order(rawValue: below(3)) ?? .rows, first: roles(),
        generator: chance() ? .own : .microsoft, basesFirst: chance()),
      zones: zones, stock: below(3) == 0 ? nil : stock,
      match: chance() || !zones.contains { $0.role == .foundation && $0.count > 0 }
        ? nil : Match(sum: below(27), among: Zone.Roles(rawValue: below(64)), takesCovered: chance()),
      win: wins[Int(below(4))], scoring: .random(using: &dice),
      automatic: Automatic(
        turnUp: chance(), foundation: Automatic.Foundation(rawValue: below(3)) ?? .off, runs: chance()))
  }
}

extension Scoring {
  static func random(using dice: inout SplitMix64) -> Scoring {
    func below(_ bound: UInt64) -> UInt8 { UInt8(dice.next() % bound) }
    func chance() -> Bool { below(2) == 0 }
    func number() -> Int16 { Int16(truncatingIfNeeded: dice.next()) }
    var scoring = Scoring()
    scoring.start = Int32(truncatingIfNeeded: dice.next())
    scoring.moves = (0..<below(4)).map { _ in
      Move(Zone.Role.allCases[Int(below(6))], Zone.Role.allCases[Int(below(6))], number())
    }
    scoring.turnUp = number()
    scoring.run = .min
    scoring.standing.foundationCard = number()
    scoring.standing.step = number()
    if chance() {
      scoring.streak = Streak(step: number(), turn: number(), peaks: (0..<below(4)).map { _ in number() })
    }
    scoring.floor = chance() ? nil : Int32(truncatingIfNeeded: dice.next())
    if chance() { scoring.passPenalty = .init(after: UInt16(below(250)), points: -7) }
    if chance() { scoring.timePenalty = .init(everySeconds: UInt16(below(250)), points: .max) }
    if chance() { scoring.timeBonus = .init(dividend: .max, secondsMin: UInt16(below(250))) }
    scoring.carriesOver = chance()
    scoring.isLowBetter = chance()
    return scoring
  }
}
