import DragDrop
import Patience
import Testing

@testable import Descriptions

@Suite struct `The page about games` {
  @Test func `has listings only of the kinds that these tests read`() throws {
    let page = try GamesPage.page()
    #expect(page.kinds == ["json game", "json mistakes", "text problems"])
    #expect(page.texts("json game").count == 4)
    #expect(page.texts("json mistakes").count == page.texts("text problems").count)
  }

  @Test func `shows games that can be dealt, and none is named as one that is built in`() throws {
    for text in try GamesPage.page().texts("json game") {
      let game = try readGame(text)
      let table = Table(ruleset: game.ruleset, deal: Deal(number: 1, of: game.ruleset))
      #expect(table.status == .playing)
      #expect(Catalogue.ruleset(id: game.id.text) == nil)
      #expect(game.bytes.count <= text.utf8.count)
    }
  }

  @Test func `begins with the example that ships`() throws {
    let first = try GamesPage.page().texts("json game").first
    #expect(String(decoding: try GamesPage.example(), as: UTF8.self) == first.map { "\($0)\n" })
  }

  @Test func `tells the games as they are known`() throws {
    let games = try GamesPage.page().texts("json game").map { try readGame($0) }
    let (kingAlbert, gypsy, blackHole, hill) = (games[0], games[1], games[2], games[3])
    #expect(kingAlbert.variations == [Variation(.empty, [1]), Variation(.unit, [1])])
    #expect(kingAlbert.ruleset.zone(.reserve)?.to == [.foundation, .tableau])
    #expect(kingAlbert.ruleset.zone(.tableau)?.from == [.foundation, .tableau, .reserve])
    #expect(gypsy.ruleset.stock == .init(to: .tableau, draw: 8, passes: .count(1)))
    #expect(gypsy.ruleset.zone(.foundation)?.count == 8)
    #expect(blackHole.ruleset.zone(.tableau)?.to == .foundation)
    #expect(hill.ruleset.zone(.tableau)?.places.count == 15)
    #expect(hill.variations == [Variation(.passes, [1, 0]), Variation(.goal, [1])])
  }

  @Test func `shows mistakes with exactly what is said about them`() throws {
    let page = try GamesPage.page()
    for (text, expected) in zip(page.texts("json mistakes"), page.texts("text problems")) {
      #expect(gameProblems(text) == expected)
    }
  }

  @Test func `has a row for every field, and for every word that can be written there`() throws {
    let rows = try GamesPage.page().rows
    typealias Reader = GameWords
    let objects = ["deal", "stock", "tableau", "pairs", "goal", "automatic", "score", "options"]
    let fields = fieldsListed(
      in: gameProblems("{\"?\": 1, \(objects.map { "\"\($0)\": {\"?\": 1}" }.joined(separator: ", "))}"))
    #expect(fields.count == 79 + Parameter.allCases.count)
    for field in fields { #expect(rows.contains("`\(field)`"), "\(field)") }
    let parts = fieldsListed(
      in: gameProblems(
        #"{"score": {"moves": [{"?": 1}], "streak": {"?": 1}, "pass": {"?": 1}, "time": {"?": 1}, "bonus": {"?": 1}}}"#
      ))
    #expect(parts.count == 3 + 3 + 2 + 2 + 2)
    let words =
      Reader.suitRules.map { $0.word } + Reader.directions.map { $0.word } + Reader.starts.map { $0.word }
      + Reader.units.map { $0.word } + Reader.puts.map { $0.word } + Reader.empties.map { $0.word }
      + Reader.owners.map { $0.word } + Reader.orders.map { $0.word } + Reader.generators.map { $0.word }
      + Reader.targets.map { $0.word } + Reader.automatics.map { $0.word }
      + Reader.pictures.map { $0.word } + Reader.presets.map { $0.word } + Reader.ranks.map { $0.word }
      + Parameter.allCases.flatMap { $0.valueNames.map { $0.description } }
    for word in parts + words { #expect(rows.contains("\"\(word)\""), "\(word)") }
  }

  @Test func `tells the limits as they are`() throws {
    let page = try GamesPage.page().text
    typealias Limits = GameDescription.Limits
    for row in [
      "| a description | 65,536 bytes (\(Limits.bytesMax / 1024) KiB) |",
      "| piles, of all seats together | \(Limits.pilesMax), divided by `packs` |",
      "| foundations among them | \(Limits.foundationsMax) |",
      "| packs | \(Limits.packsMax); of all seats together \(Limits.packsOfAllMax) |",
      "| seats | \(Limits.seatsMax) |", "| `title` | \(Limits.titleMax) characters |",
      "| `family` | \(Limits.familyMax) characters |",
      "| `game` | \(Limits.nameMax) letters, digits and hyphens |",
      "| rows of a picture | \(Limits.rowsMax) |",
      "| points | 10,000 |",
    ] {
      #expect(page.contains(row), "\(row)")
    }
    #expect(Limits.pointsMax == 10_000)
  }
}
