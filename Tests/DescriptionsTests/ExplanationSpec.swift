import DragDrop
import Patience
import Testing

@testable import Descriptions

/// The rules of a game in sentences: here by their keys, each with what stands in its gaps.
@Suite struct `An explanation` {
  private func said(_ ruleset: Ruleset) -> [String] {
    Explanation(ruleset).sentences.map { sentence in
      let arguments = sentence.arguments.map { name, value in
        switch value {
        case .number(let number): "\(name)=\(number)"
        case .numbers(let numbers): "\(name)=\(numbers)"
        case .either(let numbers): "\(name)=any\(numbers)"
        case .word(let word): "\(name)=\(word)"
        }
      }
      return ([sentence.key] + arguments).joined(separator: " ")
    }
  }

  private func said(_ id: String) throws -> [String] {
    said(try #require(Catalogue.ruleset(id: id), "\(id)"))
  }

  @Test func `The explanation of Klondike has every rule and every score`() throws {
    let told = try said("klondike3")
    #expect(
      told == [
        "section.deal", "deal.packs count=1", "deal.columns.sizes count=7 sizes=[1, 2, 3, 4, 5, 6, 7]",
        "deal.topsOpen", "deal.stock count=24",
        "section.goal", "goal.foundations",
        "section.tableau", "tableau.down", "suit.alternateColour", "take.run", "empty.king", "turnUp",
        "section.foundations", "foundations.ace count=4", "foundations.back",
        "section.stock", "stock.waste count=3", "waste.top", "passes.any",
        "section.score", "score.move from=zone.waste to=zone.tableau points=5",
        "score.move from=zone.waste to=zone.foundation points=10",
        "score.move from=zone.tableau to=zone.foundation points=10",
        "score.move from=zone.foundation to=zone.tableau points=-15", "score.turnUp points=5",
        "score.pass count=4 points=-20", "score.time count=10 points=-2",
        "score.bonus points=700000 count=30", "score.floor points=0",
      ])
  }

  @Test func `The explanation of FreeCell names its cells and supermoves`() throws {
    #expect(
      try said("freecell:cells=3") == [
        "section.deal", "deal.packs count=1", "deal.columns.sizes count=8 sizes=[7, 7, 7, 7, 6, 6, 6, 6]",
        "deal.open", "deal.microsoft",
        "section.goal", "goal.foundations",
        "section.tableau", "tableau.down", "suit.alternateColour", "take.run", "take.supermove", "empty.any",
        "section.foundations", "foundations.ace count=4", "foundations.final",
        "section.cells", "cells.hold count=3",
        "section.score", "score.none",
      ])
  }

  @Test func `A game without foundations or a stock is explained without those headings`() throws {
    let accordion = try said("accordion")
    #expect(accordion.contains("row.suitOrRank") && accordion.contains("row.reach steps=any[1, 3]"))
    #expect(!accordion.contains("section.foundations") && !accordion.contains("section.stock"))
    #expect(try !said("pyramid").contains { $0.hasPrefix("take.") || $0 == "section.foundations" })
  }

  @Test func `has points only for what can happen`() throws {
    let pyramid = try said("pyramid")
    #expect(
      pyramid.filter { $0.hasPrefix("score.") } == [
        "score.away from=zone.tableau points=1", "score.away from=zone.waste points=1",
      ])
    #expect(try said("pyramid:top=yes").contains("score.away from=zone.stock points=1"))
    // What fills an empty column goes there by itself.
    var canfield = try #require(Catalogue.ruleset(id: "canfield"))
    canfield.scoring.moves = [
      .init(.reserve, .tableau, 5), .init(.stock, .waste, 1), .init(.waste, .stock, -1),
      .init(.stock, .tableau, 7),
      .init(.foundation, .tableau, 8), .init(.waste, .cell, 9),
    ]
    #expect(
      said(canfield).filter { $0.hasPrefix("score.move") } == [
        "score.move from=zone.reserve to=zone.tableau points=5",
        "score.move from=zone.stock to=zone.waste points=1",
        "score.move from=zone.waste to=zone.stock points=-1",
      ])
    var spider = try #require(Catalogue.ruleset(id: "spider1"))
    spider.scoring.moves = [
      .init(.tableau, .foundation, 5), .init(.stock, .tableau, 1), .init(.stock, .waste, 2),
    ]
    #expect(
      said(spider).filter { $0.hasPrefix("score.move") } == [
        "score.move from=zone.stock to=zone.tableau points=1"
      ])
  }

  @Test func `calls deals those of the Windows program only where the cards come to lie as there`() throws {
    for game in ["freecell", "bakers", "freecell:cells=1"] {
      #expect(try said(game).contains("deal.microsoft"), "\(game)")
    }
    for game in ["eightoff", "seahaven"] {
      #expect(try said(game).contains("deal.microsoft.shuffle"), "\(game)")
      #expect(try !said(game).contains("deal.microsoft"), "\(game)")
    }
    #expect(try !said("klondike1").contains { $0.hasPrefix("deal.microsoft") })
  }

  @Test func `Canfield's explanation says what begins an empty column once the reserve is gone`() throws {
    let canfield = try said("canfield")
    #expect(canfield.contains("empty.then.any") && !canfield.contains("empty.any"))
    #expect(canfield.contains("deal.columns.single count=4"))
    #expect(canfield.contains("deal.reserve.down count=13 down=12"))
  }

  /// Nobody should have to find out by trying what their choice has changed.
  @Test(arguments: Catalogue.rulesets.map(\.id.text))
  func `tells of each choice that a game offers`(id: String) throws {
    let game = try #require(Catalogue.games.first { $0.ruleset.id.text == id })
    let own = said(game.ruleset)
    for variation in game.variations {
      var told: Set<[String]> = [own]
      for value in variation.values {
        let ruleset = try #require(game.ruleset(with: [(variation.parameter, value)]))
        #expect(told.insert(said(ruleset)).inserted, "\(ruleset.id.text) is explained as another")
      }
    }
  }

  @Test func `No two games of the catalogue have the same explanation`() throws {
    var told: [[String]: String] = [:]
    for ruleset in Catalogue.rulesets {
      let other = told.updateValue(ruleset.id.text, forKey: said(ruleset))
      #expect(other == nil, "\(ruleset.id.text) is explained as \(other ?? "")")
    }
  }
}
