import Foundation
import Patience
import Testing

@testable import Descriptions

/// The keys of the English words, each at the beginning of its line.
enum EnglishWords {
  static let keys: Set<String> = {
    let modules = ["english", "rules"].map { (try? DocPage.bytes(of: "Public/js/words/\($0).js")) ?? [] }
    let lines = modules.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    return Set(
      lines.compactMap { line -> String? in
        line.hasPrefix("  \"") ? line.dropFirst(3).split(separator: "\"").first.map(String.init) : nil
      })
  }()

  /// Sentences, and words in their gaps, that nobody has words for.
  static func missing(in explanation: Explanation) -> [String] {
    explanation.sentences.flatMap { sentence in
      [sentence.key]
        + sentence.arguments.compactMap { argument -> String? in
          if case .word(let key) = argument.value { return key }
          return nil
        }
    }
    .filter { !keys.contains($0) }
  }
}

/// "piles.takeLimit from=zone.tableau count=3", one for each sentence.
private func told(_ ruleset: Ruleset) -> [String] {
  Explanation(ruleset).sentences.map { sentence in
    let arguments = sentence.arguments.map { name, value in
      switch value {
      case .number(let number): " \(name)=\(number)"
      case .numbers(let numbers): " \(name)=\(numbers)"
      case .either(let numbers): " \(name)=any\(numbers)"
      case .word(let word): " \(name)=\(word)"
      }
    }
    return sentence.key + arguments.joined()
  }
}

@Suite struct `The rules of a described game` {
  private typealias Fields = [(String, String)]

  private func tells(
    _ fields: Fields, _ sentences: [String], not others: [String] = [],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let game = try readGame(variedGame(fields))
    let all = told(game.ruleset)
    for sentence in sentences {
      #expect(all.contains(sentence), "\(sentence) is not in \(all)", sourceLocation: location)
    }
    for other in others {
      let isTold = all.contains { $0 == other || $0.hasPrefix(other + " ") }
      #expect(!isTold, "\(other) is in \(all)", sourceLocation: location)
    }
    #expect(EnglishWords.missing(in: Explanation(game.ruleset)) == [], sourceLocation: location)
  }

  @Test func `The rules of unusual foundations say what is unusual about them`() throws {
    try tells([], ["foundations.ace count=4", "foundations.final"], not: ["foundations.count"])
    try tells(
      [("base", "5"), ("foundation", #"{"wraps":true}"#)],
      [
        "foundations.count count=4", "foundations.begin rank=rank.5", "foundations.bySuit", "tableau.up",
        "suit.same", "build.wraps",
      ], not: ["foundations.ace", "foundations.base"])
    try tells(
      [("foundation", #"{"build":"down","suit":"any","empty":"king"}"#)],
      ["foundations.count count=4", "foundations.begin rank=rank.K", "suit.any"], not: ["foundations.ace"])
    try tells(
      [("foundation", #"{"putLimit":"any","capacity":20}"#)],
      [
        "foundations.ace count=4", "piles.putAny to=zone.foundation",
        "piles.capacity to=zone.foundation count=20",
      ])
    try tells(
      [("base", #""king""#), ("deal", #"{"basesFirst":true}"#), ("foundation", #"{"up":1,"wraps":true}"#)],
      ["deal.basesFirst.rank rank=rank.K"], not: ["deal.basesFirst", "foundations.ace"])
    try tells([("automatic", #"{"foundation":"safe"}"#)], ["foundations.auto.safe"])
    try tells([("automatic", #"{"foundation":"all"}"#)], ["foundations.auto.all"])
  }

  @Test func `name what is to be cleared`() throws {
    try tells(
      [("goal", #"{"empty":"reserve"}"#), ("reserve", #"{"up":[2,2]}"#)],
      ["goal.emptied.reserve", "reserve.tops count=2"], not: ["goal.emptied", "reserve.top"])
    try tells(
      [("goal", #"{"empty":["tableau","waste"]}"#)], ["goal.emptied.waste", "goal.emptied"],
      not: ["goal.foundations"])
  }

  @Test func `name where pairs lie, and only there`() throws {
    let pairs: Fields = [
      ("tableau", #"{"count":7,"up":4}"#), ("goal", #"{"empty":"tableau"}"#),
    ]
    try tells(pairs + [("pairs", "{}")], ["pairs.waste", "pairs.bare"], not: ["pairs.wasteAndStock"])
    try tells(
      pairs + [("pairs", #"{"among":"tableau"}"#), ("waste", #"{"take":"none"}"#)],
      ["pairs.sum sum=13", "piles.take.none from=zone.waste"], not: ["pairs.waste", "waste.top"])
    try tells(
      pairs + [
        ("pairs", #"{"among":["tableau","reserve"]}"#), ("reserve", #"{"up":[1,1]}"#),
        ("waste", #"{"take":"none"}"#),
      ],
      ["pairs.reserve"], not: ["pairs.waste", "reserve.tops"])
  }

  @Test func `The rules of a row tell how its piles are built, and how far they reach`() throws {
    let row: Fields = [("stock", ""), ("waste", ""), ("foundation", ""), ("goal", #""onePile""#)]
    func tableau(_ suit: String, _ build: String) -> (String, String) {
      ("tableau", #"{"count":52,"up":1,"build":"\#(build)","suit":"\#(suit)","take":"pile","reach":[1]}"#)
    }
    try tells(row + [tableau("suitOrRank", "level")], ["row.suitOrRank"], not: ["row.tops"])
    try tells(
      row + [tableau("same", "down")], ["row.reach steps=any[1]", "row.tops", "tableau.down", "suit.same"],
      not: ["row.suitOrRank"])
    try tells(row + [tableau("suitOrRank", "both")], ["row.tops", "tableau.both", "suit.orRank"])
  }

  @Test func `tell all limits of columns`() throws {
    try tells(
      [
        (
          "tableau",
          #"{"count":7,"up":4,"build":"down","closedBy":"ace","take":"run","takeLimit":3,"putLimit":2,"capacity":9}"#
        )
      ],
      [
        "piles.takeLimit from=zone.tableau count=3", "piles.putLimit to=zone.tableau count=2",
        "piles.capacity to=zone.tableau count=9", "build.closed rank=rank.A",
      ])
    try tells([("cell", #"{"count":2}"#)], ["cells.hold count=2"], not: ["cells.many", "piles.capacity"])
    try tells(
      [("cell", #"{"count":2,"capacity":3,"empty":"king"}"#)],
      ["cells.many count=2", "piles.capacity to=zone.cell count=3", "begin.king to=zone.cell"],
      not: ["cells.hold"])
  }

  @Test func `tell what fills empty columns, and what may not`() throws {
    func tableau(_ more: String) -> (String, String) {
      ("tableau", #"{"count":7,"up":4,"build":"down",\#(more)}"#)
    }
    let reserve = ("reserve", #"{"up":5}"#)
    try tells([tableau(#""emptyFrom":"waste""#)], ["empty.onlyWaste"], not: ["empty.waste", "empty.any"])
    try tells(
      [reserve, tableau(#""emptyFrom":"waste","fill":"reserve""#)],
      ["empty.fill from=zone.reserve", "empty.waste"], not: ["empty.onlyWaste", "fill.next"])
    try tells(
      [reserve, tableau(#""fill":["reserve","waste"]"#)],
      ["empty.fill from=zone.reserve", "fill.next from=zone.waste", "empty.then.any"], not: ["empty.any"])
    try tells(
      [reserve, tableau(#""emptyFrom":["waste","tableau"]"#)],
      ["empty.any", "piles.notBegun from=zone.reserve to=zone.tableau"],
      not: ["piles.notBegun from=zone.waste to=zone.tableau"])
  }

  @Test func `count piles and cards apart`() throws {
    try tells(
      [("reserve", #"{"up":1}"#), ("tableau", #"{"count":1,"up":4,"build":"down"}"#)],
      ["deal.columns count=1 cards=4", "deal.reserve count=1"],
      not: ["deal.reserve.down", "deal.columns.single"])
    try tells(
      [("tableau", #"{"count":5,"up":1,"build":"down"}"#)], ["deal.columns.single count=5"],
      not: ["deal.columns"])
  }

  @Test func `tell ways that are not as usual, and no others`() throws {
    try tells([], [], not: ["section.ways"])
    try tells(
      [("waste", #"{"to":"foundation"}"#)],
      ["section.ways", "ways.not from=zone.waste to=zone.tableau"],
      not: ["ways.not from=zone.waste to=zone.foundation", "ways.also"])
    try tells(
      [("foundation", #"{"take":"top","to":["tableau","cell"]}"#), ("cell", #"{"from":"any"}"#)],
      ["foundations.back", "ways.also from=zone.foundation to=zone.cell"], not: ["ways.not"])
  }

  @Test func `The rules of a waste that is built tell how`() throws {
    let golf: Fields = [
      ("foundation", ""), ("goal", #"{"empty":"tableau"}"#), ("tableau", #"{"count":7,"up":4}"#),
    ]
    try tells(
      golf + [("waste", #"{"up":1,"build":"both"}"#)], ["waste.build", "waste.queen"], not: ["piles.built"])
    try tells(
      golf + [("waste", #"{"up":1,"build":"up","suit":"same","closedBy":5}"#)],
      ["piles.built to=zone.waste", "tableau.up", "suit.same", "build.closed rank=rank.5"],
      not: ["waste.build", "waste.queen", "waste.closed"])
  }

  @Test func `tell how many play, and which piles are whose`() throws {
    try tells([], [], not: ["seats.count", "seats.range", "own.tableau", "deal.stock.rest"])
    try tells([("seats", "3")], ["seats.count count=3", "deal.stock count=24"])
    try tells(
      [("seats", "[2,3]"), ("tableau", #"{"count":3,"up":4,"build":"down","owner":"seat"}"#)],
      ["seats.range least=2 most=3", "own.tableau count=3", "deal.stock.rest", "deal.packs count=1"],
      not: ["deal.stock", "deal.packs.each"])
    try tells(
      [
        ("seats", "2"), ("stock", #"{"owner":"seat"}"#), ("waste", #"{"owner":"seat"}"#),
        ("tableau", #"{"count":3,"up":4,"build":"down","owner":"seat"}"#),
      ],
      ["deal.packs.each count=1", "own.stock count=1", "own.waste count=1", "deal.stock count=40"],
      not: ["deal.packs", "deal.stock.rest"])
  }

  /// What is unusual is so: no game that is built in has any of it, with whatever is chosen.
  @Test(arguments: Catalogue.games)
  func `Built-in games need none of the words for unusual rules`(_ game: CatalogueGame) throws {
    var rulesets = [game.ruleset]
    for variation in game.variations {
      for value in variation.values {
        rulesets.append(try #require(game.ruleset(with: [(variation.parameter, value)])))
      }
    }
    for ruleset in rulesets {
      #expect(EnglishWords.missing(in: Explanation(ruleset)) == [])
      for area in ["section.ways", "ways.", "piles.", "own.", "seats.", "begin.", "foundations.count"] {
        #expect(!told(ruleset).contains { $0.hasPrefix(area) }, "\(ruleset.id.text): \(area)")
      }
    }
  }
}
