import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Variations` {
  private func text(_ ruleset: Ruleset) -> String { String(decoding: ruleset.id.bytes, as: UTF8.self) }

  @Test(arguments: Catalogue.games)
  func `have a name each, which says what differs`(_ game: CatalogueGame) throws {
    for variation in game.variations {
      let own = game.ruleset.value(of: variation.parameter)
      #expect(!variation.values.contains(own))
      for value in variation.values {
        let changed = try #require(game.ruleset(with: [(variation.parameter, value)]))
        let name = String(decoding: variation.parameter.name(of: value), as: UTF8.self)
        #expect(text(changed) == "\(text(game.ruleset)):\(variation.parameter.name)=\(name)")
        #expect(try rules(text(changed)) == changed)
        #expect(changed.value(of: variation.parameter) == value)
        // Nothing but the parameter, and what goes with it, is another.
        var back = changed
        back.set(variation.parameter, to: own)
        back.id = game.ruleset.id
        #expect(back == game.ruleset, "\(text(changed))")
      }
      let same = try #require(game.ruleset(with: [(variation.parameter, own)]))
      #expect(same == game.ruleset)
    }
  }

  @Test(arguments: Catalogue.games)
  func `deal the same cards where they have as many`(_ game: CatalogueGame) throws {
    let deal = Deal(number: 3, of: game.ruleset)
    for variation in game.variations where variation.parameter != .suits {
      for value in variation.values {
        let changed = try #require(game.ruleset(with: [(variation.parameter, value)]))
        #expect(Deal(number: 3, of: changed) == deal)
        let table = Table(ruleset: changed, deal: deal)
        #expect(table.census().count == deal.cards.count)
        #expect(table.handles(.tableau) == Table(ruleset: game.ruleset, deal: deal).handles(.tableau))
      }
    }
  }

  @Test func `go together, in the order in which they are offered`() throws {
    #expect(try rules("klondike1:back=no,passes=3").id == "klondike1:passes=3,back=no")
    #expect(try rules("klondike1:passes=any,back=no").id == "klondike1:back=no")
    #expect(try rules("canfield:draw=1,passes=2,unit=freeing,filler=waste").stock?.passes == .count(2))
    #expect(try rules("freecell:cells=4") == .freeCell)
  }

  @Test(arguments: [
    "freecell:", "freecell:cells", "freecell:cells=", "freecell:cells=0", "freecell:cells=9",
    "freecell:cells=03",
    "freecell:cells=3,cells=3", "freecell:cells=3,", "freecell:,cells=3", "freecell:passes=1",
    "freecell:CELLS=3",
    "freecell:cells=3:empty=any", "golf:kings=king", "golf:kings", ":kings=queen", "golf :kings=queen",
    "klondike",
    "klondike1:passes=4", "klondike1:shift=2", "beleagueredcastle:empty=king", "Golf",
  ])
  func `A variation that is not offered is not a game`(_ id: String) {
    #expect(Catalogue.ruleset(id: id) == nil)
  }

  @Test func `Klondike varies in cards back, passes, and points for moves between columns`() throws {
    try table("f1: AD-3D\nt0: 4S", of: "klondike1:back=no").refuses([("3D", "t0", .staysThere)])
    #expect(try dealt("klondike3:passes=2").passesLeft == 1)
    var table = try table("t0: 7S\nt1: 6D 5C\nt2: 6H", of: "klondike1:shift=3")
    try table.play("5C", onto: "t2")
    #expect(table.score == 3)
    try table.play("6D", onto: "t0")
    #expect(table.score == 6)
  }
}
