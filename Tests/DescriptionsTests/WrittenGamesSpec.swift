import DragDrop
import Patience
import Testing

@testable import Descriptions

@Suite struct `A game that is built in` {
  @Test(arguments: Catalogue.games)
  func `is equal when it is written and read again`(_ game: CatalogueGame) throws {
    let written = GameDescription(game)
    let again = try GameDescription.read(written.bytes, isKept: true)
    #expect(again.ruleset == game.ruleset, "\(written.text)")
    #expect(again.family == game.family)
    #expect(again.variations == game.variations)
    #expect(again.bytes == written.bytes)
    #expect(again.game == game)
  }

  @Test(arguments: Catalogue.games)
  func `is equal when written and read again with each choice that it offers`(_ game: CatalogueGame) throws {
    for variation in game.variations {
      for value in variation.values {
        var ruleset = try #require(game.ruleset(with: [(variation.parameter, value)]))
        ruleset.id = "own-game"
        let written = GameDescription(CatalogueGame(ruleset, family: game.family))
        #expect(try GameDescription.read(written.bytes).ruleset == ruleset, "\(written.text)")
      }
    }
  }

  @Test(arguments: Catalogue.games)
  func `has a name that nobody else can take`(_ game: CatalogueGame) {
    #expect(
      gameProblems(GameDescription(game).text)
        == """
        line 1, column 9: game: "\(game.ruleset.id.text)" is a game that Baize brings along. Choose another name.
        """)
  }

  @Test(arguments: ["klondike", "solitaire", "vegas", "spider", "castle"])
  func `is called by names that nobody else can take either`(name: String) throws {
    let text = variedGame([("game", "\"\(name)\"")])
    #expect(
      gameProblems(text).hasSuffix(
        ": game: \"\(name)\" is a game that Baize brings along. Choose another name."))
    #expect(try GameDescription.read(Array(text.utf8), isKept: true).id.text == name)
  }

  @Test(arguments: ["klondikes", "spide", "vegas-1", "king-albert"])
  func `leaves all other names free`(name: String) {
    #expect(gameProblems(variedGame([("game", "\"\(name)\"")])) == "")
  }

  @Test func `is written in a few words`() {
    func text(_ ruleset: Ruleset) -> String {
      GameDescription(CatalogueGame(ruleset, family: "F")).text
    }
    #expect(
      text(.freeCell)
        == #"{"game":"freecell","title":"FreeCell","family":"F","deal":{"numbers":"microsoft"},"foundation":{},"#
        + #""tableau":{"up":[7,7,7,7,6,6,6,6],"build":"down","suit":"alternateColour","take":"run","#
        + #""takeLimit":"supermove"},"cell":{}}"#)
    #expect(
      text(.klondike3)
        == #"{"game":"klondike3","title":"Klondike, draw three","family":"F","stock":{"draw":3},"waste":{},"#
        + #""foundation":{"take":"top"},"tableau":{"down":[0,1,2,3,4,5,6],"up":1,"build":"down","#
        + #""suit":"alternateColour","take":"run","empty":"king"},"score":"windows"}"#)
    #expect(
      text(.spider2)
        == #"{"game":"spider2","title":"Spider, two suits","family":"F","packs":2,"suits":2,"stock":{"full":true},"#
        + #""foundation":{"put":"completeRun"},"tableau":{"down":[5,5,5,5,4,4,4,4,4,4],"up":1,"build":"down","#
        + #""take":"runOfSuit"},"goal":{"runs":8},"automatic":{"runs":true},"score":"spider"}"#)
    #expect(
      text(.accordion)
        == #"{"game":"accordion","title":"Accordion","family":"F","tableau":{"count":52,"up":1,"build":"level","#
        + #""suit":"suitOrRank","take":"pile","reach":[1,3]},"goal":"onePile"}"#)
    #expect(
      text(.pyramid)
        == #"{"game":"pyramid","title":"Pyramid","family":"F","stock":{"passes":3},"waste":{},"foundation":{},"#
        + #""tableau":{"up":1,"places":"pyramid"},"pairs":{},"goal":{"empty":"tableau"},"#
        + #""score":{"moves":[{"from":"tableau","to":"foundation","points":1},"#
        + #"{"from":"waste","to":"foundation","points":1},{"from":"stock","to":"foundation","points":1}]}}"#)
  }
}

@Suite struct `A game that is described` {
  private let all =
    #"{"game":"g","title":"T","family":"F","packs":2,"suits":2,"base":5,"seats":[2,3],"deal":{"order":"piles","#
    + #""first":["tableau","reserve"]},"stock":{"draw":2,"passes":4,"owner":"seat","transparent":true},"#
    + #""waste":{"to":["foundation","tableau"],"owner":"seat"},"foundation":{"count":28,"wraps":true,"#
    + #""closedBy":4,"take":"top"},"tableau":{"down":[1,2],"up":2,"build":"down","suit":"sameColour","#
    + #""wraps":true,"closedBy":"queen","take":"run","takeLimit":3,"putLimit":3,"capacity":20,"empty":"base","#
    + #""emptyFrom":"waste","fill":"reserve","owner":"seat","transparent":true},"cell":{"count":2,"#
    + #""owner":"seat"},"reserve":{"down":12,"up":1,"owner":"seat"},"automatic":{"foundation":"safe"},"#
    + #""score":{"start":1,"floor":-2,"moves":[{"from":"waste","to":"tableau","points":3}],"turnUp":1,"#
    + #""run":1,"foundationCard":1,"foundationSuit":1,"tableauCard":1,"stockCard":1,"joint":1,"faceDown":1,"#
    + #""tableauSuit":1,"step":1,"streak":{"step":1,"turn":2,"peaks":[3,4]},"pass":{"after":1,"points":2},"#
    + #""time":{"every":1,"points":2},"bonus":{"points":1,"after":2},"carry":true,"low":true},"#
    + #""options":{"passes":[1,"any"],"unit":"top"}}"#

  @Test func `says all that a game can say`() throws {
    #expect(gameProblems(all) == "")
    let written = try readGame(all).text
    #expect(written == all)
  }

  @Test func `may name what goes without saying`() throws {
    let short =
      #"{"game":"g","title":"T","stock":{},"waste":{},"foundation":{},"#
      + #""tableau":{"count":4,"up":2,"build":"down"}}"#
    let long =
      #"{"tableau":{"count":4,"down":0,"up":[2,2,2,2],"build":"down","suit":"any","wraps":false,"start":"any","#
      + #""take":"top","takeLimit":"any","put":"cards","putLimit":"any","capacity":"any","empty":"any","#
      + #""emptyFrom":"any","from":["waste","foundation","tableau"],"to":["tableau","foundation"],"#
      + #""owner":"table","transparent":false},"foundation":{"count":4,"build":"up","suit":"same","#
      + #""start":"bySuit","take":"none","putLimit":1,"empty":"ace","from":["waste","tableau"],"#
      + #""to":"tableau"},"waste":{"take":"top","empty":"none","from":"none","to":["foundation","tableau"]},"#
      + #""stock":{"target":"waste","draw":1,"passes":"any","full":false,"top":false},"goal":"foundations","#
      + #""score":"none","base":"ace","packs":1,"suits":4,"seats":1,"deal":{"order":"rows","numbers":"own","#
      + #""basesFirst":false},"automatic":{"turnUp":true,"foundation":"off","runs":false},"family":"T","#
      + #""options":{"passes":"any","draw":[1,3]},"title":"T","game":"g"}"#
    #expect(gameProblems(long) == "")
    let options = #","options":{"draw":3}}"#
    #expect(try readGame(long).text == short.dropLast() + options)
    #expect(try readGame(short).text == short)
  }

  @Test func `has one waste, whether its cards are given as a number or as a list of one`() throws {
    let waste = try [#""up":1"#, #""up":[1]"#].map { try readGame(variedGame([("waste", "{\($0)}")])) }
    #expect(waste[0].ruleset == waste[1].ruleset && waste[0].ruleset.zone(.waste)?.count == 1)
    #expect(try readGame(waste[1].text) == waste[1])
    #expect(try readGame(variedGame([("waste", #"{"up":[]}"#)])) == readGame(variedGame()))
  }

  @Test func `reaches the rules in the browser unchanged`() throws {
    for text in [all] + (try GamesPage.page().texts("json game")) {
      let ruleset = try readGame(text).ruleset
      #expect(Ruleset(bytes: ruleset.bytes) == ruleset)
    }
  }
}
