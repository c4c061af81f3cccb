import Cards
import Patience
import Positions
import TestDice
import Testing

@Suite struct `The key of a position` {
  @Test(arguments: [
    (
      Ruleset.freeCell, "t0: 9S 8H\nt1: TD\nt3: 4C\nc0: KC\nc1: 2D",
      "t5: 9S 8H\nt7: TD\nt0: 4C\nc3: KC\nc0: 2D"
    ),
    (.klondike1, "t0: 9S 8H\nt1: (TD) 2C", "t3: 9S 8H\nt0: (TD) 2C"),
    (.doubleKlondike, "f0: AC 2C\nf4: AC", "f4: AC 2C\nf0: AC"),
    (.spider4, "t0: 9S\nt1: 2H", "t4: 9S\nt3: 2H"), (.canfield, "f1: 5H\nf2: 5C 6C", "f2: 5H\nf3: 5C 6C"),
  ])
  func `is the same where piles change places that are alike`(ruleset: Ruleset, a: String, b: String) throws {
    #expect(try Played(a, ruleset).key == Played(b, ruleset).key)
  }

  @Test(arguments: [
    (Ruleset.freeCell, "t0: 9S 8H", "t0: 9S\nt1: 8H"), (.freeCell, "t0: 9S\nc0: 8H", "t0: 8H\nc0: 9S"),
    (.klondike1, "t0: 9S 8H", "t0: (9S) 8H"), (.klondike1, "stock: (9S)", "waste: 9S"),
    (.klondike1, "f0: AC", "f1: AC"),
    (.spider4, "stock: (2C)\nt0: 9S\nt1: 2H", "stock: (2C)\nt1: 9S\nt0: 2H"),
    (.accordion, "t0: 9S\nt1: 2H", "t0: 9S\nt2: 2H"), (.pyramid, "t0: 9S", "t1: 9S"),
    (.freeCell, "t0: 9S 8H", "t0: 8H 9S"),
  ])
  func `differs where the games differ`(ruleset: Ruleset, a: String, b: String) throws {
    #expect(try Played(a, ruleset).key != Played(b, ruleset).key)
  }

  @Test func `counts passes where they are counted`() throws {
    for (ruleset, isCounted) in [(Ruleset.vegas3, true), (.klondike3, false)] {
      let position = try Played("stock: (2C)\nt0: KS", ruleset)
      let key = position.key
      for _ in 0..<2 { try position.play("turn") }
      #expect((position.key != key) == isCounted)
    }
  }

  @Test(arguments: [Ruleset.freeCell, .klondike3, .yukon, .triPeaks])
  func `is the same only for equal positions`(ruleset: Ruleset) throws {
    var dice = Dice(seed: 5)
    let rules = try #require(CompiledRules(ruleset))
    var list = MoveList(for: rules)
    var met: [UInt64: String] = [:]
    var games = 0
    while games < rounds(40) {
      let table = Table(ruleset: ruleset, deal: Deal(number: UInt64(games), of: ruleset))
      guard var position = Position(table, of: rules) else { break }
      games += 1
      for _ in 0..<100 {
        let (key, text) = (position.key, canonical(position))
        #expect(met[key, default: text] == text)
        met[key] = text
        position.moves(into: &list)
        if list.isEmpty { break }
        position.apply(list[Int(dice.next() % UInt64(list.count))])
      }
    }
    #expect(met.count > 8 * games && Set(met.values).count == met.count)
  }

  /// All that lies somewhere, with the columns and the cells of games that do not tell them apart in
  /// alphabetical order.
  private func canonical(_ position: borrowing Position) -> String {
    let hasPlaces = position.rules.ruleset.zones.contains { !$0.places.isEmpty }
    var rows: [Zone.Role: [String]] = [:]
    for (index, pile) in position.rules.pileIDs.enumerated() {
      rows[pile.role, default: []].append(position.row(index))
    }
    if !hasPlaces {
      rows[.tableau]?.sort()
      rows[.cell]?.sort()
    }
    return rows.sorted { $0.key.rawValue < $1.key.rawValue }.map { $0.value.joined(separator: "/") }
      .joined(separator: "\n")
  }
}
