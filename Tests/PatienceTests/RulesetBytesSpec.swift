import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `A ruleset as bytes` {
  @Test(arguments: Catalogue.rulesets) func `of the catalogue is read back`(ruleset: Ruleset) {
    #expect(Ruleset(bytes: ruleset.bytes) == ruleset)
    #expect(ruleset.bytes.count < 200)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func `made up is read back`(seed: UInt64) {
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
    #expect(Set(zones.map { $0.take }).count == 6 && Set(zones.map { $0.empty }).count == 5)
    let builds = zones.compactMap { $0.build }
    #expect(Set(builds.map { $0.suit }).count == 4 && Set(builds.map { $0.direction }).count == 3)
    #expect(Set(builds.map { $0.start }).count == 2 && Set(builds.map { $0.wraps }).count == 2)
  }

  @Test(arguments: Catalogue.rulesets) func `is refused shortened and lengthened`(ruleset: Ruleset) {
    let bytes = ruleset.bytes
    for count in bytes.indices { #expect(Ruleset(bytes: Array(bytes[..<count])) == nil) }
    for more in 0...255 as ClosedRange<UInt8> { #expect(Ruleset(bytes: bytes + [more]) == nil) }
  }

  @Test func `is refused if it describes what a ruleset may not be`() throws {
    let good = Ruleset.klondike1.bytes
    #expect(good[0] == 1)
    for version in [0, 2, 255] as [UInt8] { #expect(Ruleset(bytes: [version] + good[1...]) == nil) }
    let packs = 1 + 1 + Ruleset.klondike1.id.bytes.count + 1 + Ruleset.klondike1.title.bytes.count
    #expect(good[packs] == 1)
    func changed(_ at: Int, to value: UInt8) -> Ruleset? {
      var bytes = good
      bytes[at] = value
      return Ruleset(bytes: bytes)
    }
    #expect(changed(packs, to: 0) == nil, "more cards are dealt than there are")
    #expect(changed(packs, to: 2)?.packs == 2)
    for rank in [0, 14] as [UInt8] { #expect(changed(packs + 1, to: rank) == nil) }
    #expect(changed(packs + 2, to: 1) == nil, "no such win")
    for flags in [6, 7, 8, 255] as [UInt8] { #expect(changed(packs + 3, to: flags) == nil) }
    #expect(changed(packs + 4, to: 2) == nil, "no truth")
    #expect(changed(packs + 5, to: 2) == nil, "no such target")
  }

  @Test func `is refused with a role twice or out of order`() throws {
    for roles in [[2, 2], [3, 2]] as [[UInt8]] {
      let zones = roles.flatMap { role in [role, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] as [UInt8] }
      let head = [1, 0, 0, 1, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 17)
      #expect(Ruleset(bytes: head + [2] + zones) == nil)
      let sorted: [UInt8] = [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      #expect(Ruleset(bytes: head + [2] + sorted) != nil, "the rest of it is well formed")
    }
  }

  @Test func `is refused with more piles than can be counted`() {
    let head = [1, 0, 0, 1, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 17) + [2]
    let zones = { (count: UInt8) -> [UInt8] in
      [2, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, count, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    }
    #expect(Ruleset(bytes: head + zones(55)) != nil)
    #expect(Ruleset(bytes: head + zones(56)) == nil)
  }

  @Test func `at random is refused and nothing breaks`() {
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
    func limit() -> Zone.Limit { below(2) == 0 ? .unlimited : .count(UInt8(truncatingIfNeeded: dice.next())) }
    var scoring = Scoring()
    scoring.start = Int32(truncatingIfNeeded: dice.next())
    scoring.events.wasteToTableau = Int16(truncatingIfNeeded: dice.next())
    scoring.events.turnUp = Int16(truncatingIfNeeded: dice.next())
    scoring.events.tableauToTableau = .min
    scoring.floor = below(2) == 0 ? nil : Int32(truncatingIfNeeded: dice.next())
    if below(2) == 0 { scoring.passPenalty = .init(after: UInt16(below(250)), points: -7) }
    if below(2) == 0 { scoring.timePenalty = .init(everySeconds: UInt16(below(250)), points: .max) }
    if below(2) == 0 { scoring.timeBonus = .init(dividend: .max, secondsMin: UInt16(below(250))) }
    var zones: [Zone] = []
    for role in Zone.Role.allCases where below(3) > 0 {
      let build =
        below(4) == 0
        ? nil
        : Zone.Build(
          Zone.Build.SuitRule(rawValue: below(4)) ?? .any, Zone.Build.Direction(rawValue: below(3)) ?? .up,
          wraps: below(2) == 0, start: below(2) == 0 ? .any : .bySuit)
      zones.append(
        Zone(
          role, count: below(20), down: (0..<below(5)).map { _ in below(3) },
          up: (0..<below(5)).map { _ in below(2) }, build: build, putLimit: limit(),
          take: Zone.Unit(rawValue: below(6)) ?? .none, takeLimit: limit(),
          empty: Zone.Empty(rawValue: below(5)) ?? .none, from: Zone.Roles(rawValue: below(256)),
          to: Zone.Roles(rawValue: below(256)), capacity: limit()))
    }
    let stock = Stock(
      to: below(2) == 0 ? .waste : .tableau, draw: below(256),
      passes: below(2) == 0 ? .unlimited : .count(UInt16(truncatingIfNeeded: dice.next())))
    return Ruleset(
      id: Text(bytes: (0..<below(20)).map { _ in 97 + below(26) }), title: "Ü", packs: 2 + below(3),
      base: Rank.all[Int(below(13))], zones: zones, stock: below(3) == 0 ? nil : stock, scoring: scoring,
      automatic: Automatic(
        turnUp: below(2) == 0, foundation: Automatic.Foundation(rawValue: below(3)) ?? .off))
  }
}
