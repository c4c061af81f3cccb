import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `What a player sees, as bytes` {
  private func someTable() -> Table {
    var table = Table(
      ruleset: .klondike1, deal: Deal(number: 12, of: .klondike1),
      options: TableOptions(autoMoves: .safe, timed: true))
    for _ in 0..<30 { try? table.turnStock() }
    table.elapse(to: 400)
    return table
  }

  /// The first byte of a pile's count.
  private func offset(of pile: Int, in table: Table) -> Int {
    21 + table.piles[..<pile].reduce(0) { $0 + 2 + 3 * $1.cards.count }
  }

  private func reads(_ bytes: [UInt8], _ ruleset: Ruleset = .klondike1) -> Bool {
    Sight(bytes: bytes, ruleset: ruleset).map { Table(ruleset: ruleset, sight: $0) != nil } ?? false
  }

  @Test func `are read back, and make a table that looks the same`() throws {
    let table = someTable()
    let sight = try #require(Sight(bytes: table.sight.bytes, ruleset: .klondike1))
    #expect(sight == table.sight)
    let seen = try #require(Table(ruleset: .klondike1, sight: sight))
    #expect(seen.sight == table.sight)
    #expect(seen.view() == table.view())
    #expect(seen.pass == table.pass && seen.elapsed == table.elapsed)
    #expect(seen.penaltyTicks == table.penaltyTicks)
  }

  @Test func `tell how many passes are left`() throws {
    var rules = Ruleset.klondike1
    rules.stock?.passes = .count(3)
    var table = Table(ruleset: rules, deal: Deal(number: 2, of: rules))
    for _ in 0..<26 { try table.turnStock() }
    let sight = try #require(Sight(bytes: table.sight.bytes, ruleset: rules))
    #expect(sight.view.passesLeft == table.passesLeft)
    #expect(sight == table.sight)
  }

  @Test func `are refused shortened, lengthened, and for another game`() {
    let bytes = someTable().sight.bytes
    for count in bytes.indices { #expect(!reads(Array(bytes[..<count]))) }
    #expect(!reads(bytes + [0]))
    var rules = Ruleset.klondike1
    rules.pack = .init(2)
    #expect(!reads(bytes, rules))
    #expect(reads(bytes, .klondike3), "the same piles")
  }

  @Test func `are refused with what no head may have`() {
    let bytes = someTable().sight.bytes
    for (at, values) in [(0, [0, 1, 3]), (1, [3, 8, 255]), (2, [3, 255]), (3, [12, 14]), (16, [0, 2])]
      as [(Int, [UInt8])]
    {
      for value in values {
        var changed = bytes
        changed[at] = value
        #expect(!reads(changed), "byte \(at) is \(value)")
      }
    }
    var noPass = bytes
    noPass[17...18] = [0, 0]
    #expect(!reads(noPass))
    var won = bytes
    won[2] = GameStatus.won.rawValue
    #expect(!reads(won), "cards are left, so it is not won")
  }

  @Test func `are refused with cards that no table has`() throws {
    let table = someTable()
    let bytes = table.sight.bytes
    let column = offset(of: 12, in: table) + 2  // a face-down card of the last column
    let open = column + 3 * 6
    #expect(bytes[column + 2] == 255 && bytes[open + 2] != 255)
    func changed(_ changes: [Int: UInt8]) -> [UInt8] {
      var changed = bytes
      for (at, value) in changes { changed[at] = value }
      return changed
    }
    #expect(reads(changed([:])))
    #expect(!reads(changed([column: bytes[column + 3], column + 1: bytes[column + 4]])), "a card twice")
    #expect(!reads(changed([column: 52, column + 1: 0])), "no such card")
    #expect(!reads(changed([column + 2: bytes[open + 2]])), "a face twice")
    #expect(!reads(changed([open + 2: 0])), "no face")
    #expect(!reads(changed([open + 2: 78])), "no face")
    #expect(!reads(changed([offset(of: 0, in: table) + 4: 1])), "an open card in the stock")
    // An open card below a hidden one.
    let unused = try #require(
      Deck().cards.first { card in !table.view().piles.contains { $0.cards.contains { $0.face == card } } })
    #expect(reads(changed([column + 3 * 5 + 2: unused.rawValue])), "the deepest ones are hidden")
    #expect(!reads(changed([column + 2: unused.rawValue])))
  }

  @Test func `Random bytes are refused, or give a table that keeps its invariants`() {
    var dice = SplitMix64(seed: 21)
    let good = someTable().sight.bytes
    for number in 0..<20_000 {
      var bytes = good
      if number % 4 == 0 {
        bytes = (0..<dice.next() % 230).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      } else {
        for _ in 0...dice.next() % 4 {
          bytes[Int(dice.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: dice.next())
        }
      }
      guard let sight = Sight(bytes: bytes, ruleset: .klondike1),
        let table = Table(ruleset: .klondike1, sight: sight)
      else { continue }
      #expect(table.sight.bytes == bytes)
      #expect(table.checkInvariants())
    }
  }
}

/// Rulesets that no catalogue has, which bytes from outside may describe.
@Suite struct `A stock that gives nothing` {
  @Test func `is not turned, so that nothing waits for it for ever`() throws {
    for (target, draw, zones) in [
      (.waste, 0, [Zone(.stock), Zone(.waste, take: .top)]), (.waste, 1, [Zone(.stock)]),
      (.tableau, 1, [Zone(.stock)]),
    ] as [(Ruleset.Stock.Target, UInt8, [Zone])] {
      let foundation = Zone(.foundation, count: 4, build: Zone.Build(.same, .up), empty: .ace, from: .any)
      let rules = Ruleset(
        id: "x", title: "X", zones: zones + [foundation],
        stock: Ruleset.Stock(to: target, draw: draw, passes: .unlimited))
      let table = try table("stock: (AC) (2C)\nf1: AD-KD\nf2: AH-KH\nf3: AS-KS", rules)
      #expect(table.whyNotTurnStock == .nothingThere)
      #expect(!table.canFinish)
    }
  }
}
