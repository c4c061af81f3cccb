import Cards
import Testing

@testable import Patience

@Suite struct `A layout picture` {
  @Test func `is read as it is written`() throws {
    for number in 0..<20 as Range<UInt64> {
      let table = Table(ruleset: .klondike1, deal: Deal(number: number, of: .klondike1))
      let read = try Table(picture: table.pictureWithHiddenCards, ruleset: .klondike1)
      #expect(read.pictureWithHiddenCards == table.pictureWithHiddenCards)
    }
  }

  @Test(arguments: [
    ("x0: KS", LayoutPicture.Mistake.noSuchPile(line: 1)), ("t0: KS\nt7: QS", .noSuchPile(line: 2)),
    ("t0 KS", .noSuchPile(line: 1)), ("t0: KX", .notACard(line: 1)),
    ("t0: (KS", .notACard(line: 1)),
    ("t0: AS-3H", .notACard(line: 1)), ("t0: 3S-AS", .notACard(line: 1)),
    ("t0: KS\n\nt1: KS", .cardTwice(line: 3)),
    ("t0: KS (QS)", .wrongWayUp(line: 1)), ("stock: KS", .wrongWayUp(line: 1)),
  ])
  func `tells the line of a mistake`(_ picture: String, _ mistake: LayoutPicture.Mistake) {
    #expect(throws: mistake) { try Table(picture: picture, ruleset: .klondike1) }
  }
}

@Suite struct `The name of a pile` {
  @Test func `is read as it is written`() {
    let piles = Ruleset.klondike1.pileIDs()
    #expect(
      piles.map { $0.text } == [
        "stock", "waste", "f0", "f1", "f2", "f3", "t0", "t1", "t2", "t3", "t4", "t5", "t6",
      ])
    for pile in piles + [PileID(.cell, 12), PileID(.reserve, 255), PileID(.stock, 1), PileID(.waste, 7)] {
      #expect(PileID(wireName: pile.wireName) == pile)
    }
    #expect(piles == piles.sorted())
  }

  @Test(arguments: [
    "", "t", "t01", "t256", "t-1", "t1x", "T1", "stock0", "wast", "f 1", "t99999999999999999999",
  ])
  func `is not read from anything else`(_ name: String) {
    #expect(PileID(wireName: name.utf8) == nil)
  }
}

@Suite struct `Refusals` {
  @Test func `have a name and a code each`() {
    var names: Set<String> = []
    for refusal in Refusal.allCases {
      names.insert("\(refusal.wireName)")
      #expect(refusal.rawValue > 0)
      #expect("\(refusal.wireName)" == "\(refusal)")
    }
    #expect(names.count == Refusal.allCases.count)
  }
}

@Suite struct `The catalogue` {
  @Test func `finds rulesets by identifier`() {
    #expect(Catalogue.ruleset(id: "klondike1")?.stock?.draw == 1)
    #expect(Catalogue.ruleset(id: Array("klondike3".utf8))?.stock?.draw == 3)
    #expect(Catalogue.ruleset(id: "klondike2") == nil)
    #expect(Catalogue.ruleset(id: "") == nil)
    #expect(Set(Catalogue.rulesets.map { $0.id }).count == Catalogue.rulesets.count)
  }
}
