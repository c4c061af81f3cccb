import Patience
import Testing

@testable import Descriptions

/// A game around some fields, each in place of what it says otherwise.
func variedGame(_ fields: [(String, String)] = []) -> String {
  var all: [(String, String)] = [
    ("game", #""g""#), ("title", #""T""#), ("stock", "{}"), ("waste", "{}"), ("foundation", "{}"),
    ("tableau", #"{"count":7,"up":4,"build":"down"}"#),
  ]
  for field in fields {
    all.removeAll { $0.0 == field.0 }
    if !field.1.isEmpty { all.append(field) }
  }
  return "{" + all.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
}

/// What is said about it without the places in the text.
func saidOfGame(_ fields: [(String, String)]) -> [String] {
  return gameProblems(variedGame(fields)).split(separator: "\n").map {
    String($0.drop { $0 != ":" }.dropFirst(2))
  }
}

@Suite struct `A mistake in a game` {
  @Test func `The game that these tests vary has no mistakes`() { #expect(gameProblems(variedGame()) == "") }

  @Test(arguments: ["null", "[]", "{}", "7", #""x""#])
  func `A text that is not a game at all is named as such, without what follows from it`(text: String) {
    let told = gameProblems(text)
    #expect(!told.isEmpty)
    for follows in ["foundation", "cards are dealt", "cards"] { #expect(!told.contains(follows), "\(told)") }
    // What follows from a game that was begun is told.
    #expect(gameProblems(#"{"game":"g","title":"T"}"#).contains("cards are dealt"))
  }

  @Test func `Misspelt and misplaced words are named, each with its remedy`() {
    for (field, told) in [
      (("tablau", "{}"), #"tablau: A game has no field "tablau". Did you mean "tableau"?"#),
      (("columns", "{}"), #"columns: A game has no field "columns". Did you mean "tableau"?"#),
      (("decks", "2"), #"decks: A game has no field "decks". Did you mean "packs"?"#),
      (("goal", #""foundation""#), #"goal: "foundation" is not known here. Did you mean "foundations"?"#),
      (
        ("goal", #"{"runs":1,"empty":"tableau"}"#),
        #"goal: There is one goal only. Take "empty" or "runs" out."#
      ),
      (("goal", "{}"), #"goal: There is no goal in it. Add "empty": … or "runs": … to it."#),
      (
        ("stock", #"{"passes":"unlimited"}"#),
        #"stock.passes: "unlimited" is not known here. Did you mean "any"?"#
      ),
      (
        ("stock", #"{"passes":0}"#),
        #"""
        stock.passes: 0 is out of range. Write a whole number from 1 to 1000, without quotes, or "any".
        """#
      ),
      (
        ("stock", #"{"draw":0}"#),
        "stock.draw: 0 is out of range. Write a whole number from 1 to 52, without quotes."
      ),
      (
        ("base", #""joker""#),
        #"""
        base: "joker" is not known here. Write "ace", "jack", "queen", "king", "dealt", or write a whole number \#
        from 2 to 10, without quotes.
        """#
      ),
      (("suits", "3"), "suits: A pack is never of three suits. Write 1, 2 or 4."),
      (("seats", "[4,2]"), "seats: The least comes after the most. Write [2, 4]."),
      (
        ("score", #""window""#), #"score: "window" is not known here. Did you mean "windows"?"#
      ),
      (
        ("options", #"{"empty":"kings"}"#),
        #"options.empty: "kings" is not known here. Did you mean "king"?"#
      ),
      (
        ("foundation", #"{"from":["waste","waste"]}"#),
        "foundation.from[1]: It is written twice. Take one of them out."
      ),
    ] {
      #expect(saidOfGame([field]) == [told])
    }
  }

  @Test func `Cards that do not add up are named, each with its remedy`() {
    for (fields, told) in [
      (
        [("tableau", #"{"count":7,"up":8,"build":"down"}"#)],
        #"tableau: 56 cards are dealt, and there are 52. Deal 4 fewer, or change "packs"."#
      ),
      (
        [("stock", ""), ("waste", "")],
        """
        tableau: 28 cards are dealt, and nothing says where the other 24 are. \
        Deal 24 more, or add a "stock", which is what is left.
        """
      ),
      (
        [("tableau", #"{"count":13,"up":4,"build":"down"}"#)],
        "stock: All 52 cards are dealt: nothing is left for a stock. Deal fewer, or take it out."
      ),
      (
        [("tableau", #"{"count":2,"up":[1,2,3],"build":"down"}"#)],
        #"tableau.up: There are 3 numbers for 2 piles. Write one for each pile, or change "count"."#
      ),
      (
        [("tableau", #"{"build":"down"}"#)],
        #"tableau: A tableau needs to have columns. Add "count": 7 to it, or lists of cards."#
      ),
      (
        [("cell", #"{"count":230}"#)],
        ": There are 243 piles; at most 230 are allowed. Leave out 13 of them."
      ),
      (
        [("packs", "2"), ("cell", #"{"count":110}"#)],
        ": There are 127 piles; at most 115 are allowed with so many packs. Leave out 12 of them."
      ),
      (
        [("waste", #"{"up":[1,1]}"#)],
        "waste.up: There are 2 numbers here; at most 1 is allowed. Leave out 1 of them."
      ),
      (
        [("waste", #"{"up":[0,0]}"#)],
        "waste.up: There are 2 numbers here; at most 1 is allowed. Leave out 1 of them."
      ),
      (
        [
          ("tableau", #"{"count":220,"up":[28],"build":"down"}"#), ("cell", #"{"count":1}"#),
          ("options", #"{"cells":[4,24]}"#),
        ],
        "options.cells: With 24 there are 250 piles; at most 230 are allowed. Take 24 out."
      ),
      (
        [("foundation", #"{"count":33}"#)],
        "foundation: There are 33 foundations; at most 32 are allowed. Leave out 1 of them."
      ),
      (
        [
          ("seats", "[1,4]"), ("stock", ""), ("waste", ""),
          ("tableau", #"{"count":1,"up":13,"build":"down","owner":"seat"}"#),
        ],
        """
        seats: With fewer players fewer cards are dealt, and nothing says where the rest go. \
        Write "seats": 4, or add a "stock", which is what is left.
        """
      ),
      (
        [("tableau", #"{"count":7,"up":4,"build":"down","capacity":3}"#)],
        "tableau.capacity: 4 cards are dealt to a pile that holds 3. Write 4, or deal fewer."
      ),
      (
        [("cell", #"{"down":1}"#)],
        #"cell.down: Cards that lie face down here never turn up. Deal them with "up"."#
      ),
      (
        [("tableau", #"{"count":7,"down":1,"up":1,"build":"down"}"#), ("automatic", #"{"turnUp":false}"#)],
        """
        automatic.turnUp: Cards of the tableau lie face down, and nothing ever turns them up. Take it out.
        """
      ),
      (
        [("tableau", #"{"count":7,"up":4,"build":"down","transparent":true}"#)],
        "tableau.transparent: No card lies face down here. Take it out."
      ),
      (
        [("tableau", #"{"up":1,"places":[[1],[0,1]]}"#), ("pairs", "{}"), ("goal", #"{"empty":"tableau"}"#)],
        "tableau.places: In row 2 the cards at 0 and 1 lie on each other. Leave 2 between cards of a row."
      ),
      (
        [("deal", #"{"numbers":"microsoft"}"#), ("packs", "2")],
        "deal.numbers: Those numbers are of one pack of four suits. Take it out."
      ),
    ] as [([(String, String)], String)] {
      let lines = saidOfGame(fields)
      #expect(lines == [told.hasPrefix(": ") ? String(told.dropFirst(2)) : told])
    }
  }

  @Test func `Ways that no card can go are named, each with its remedy`() {
    for (fields, told) in [
      (
        [("reserve", #"{"up":1,"to":"none"}"#)],
        #"""
        reserve.to: Cards can be taken here, but nothing takes them. Write "take": "none", or let them go \#
        somewhere.
        """#
      ),
      (
        [("reserve", #"{"up":1,"take":"none"}"#)],
        """
        reserve.to: Cards of the reserve never get to where the goal wants them. Look at "take" and "to" here, \
        at "from" elsewhere, and at the "goal".
        """
      ),
      (
        [
          ("reserve", #"{"up":1}"#), ("goal", #"{"empty":"tableau"}"#),
          ("foundation", #"{"from":"tableau"}"#),
          ("tableau", #"{"count":7,"up":4,"build":"none"}"#),
        ],
        #"""
        reserve.to: Cards can be taken here, but nothing takes them. Write "take": "none", or let them go \#
        somewhere.
        """#
      ),
      (
        [("reserve", "{}")], #"reserve: No card ever comes here. Take it out, or write "up" or "from"."#
      ),
      (
        [("waste", ""), ("stock", #"{"target":"waste"}"#)],
        #"stock.target: There is no waste to which the stock could be turned. Add a "waste"."#
      ),
      (
        [("waste", ""), ("stock", #"{"passes":2}"#)],
        "stock.passes: What was dealt to the tableau does not come back. Take it out."
      ),
      (
        [("waste", ""), ("stock", #"{"draw":8}"#)],
        """
        stock.draw: 8 cards are dealt at once to 7 columns. Write a number from 1 to 7, or leave it out.
        """
      ),
      ([("stock", #"{"full":true}"#)], "stock.full: Nothing is dealt to the tableau here. Take it out."),
      (
        [("foundation", #"{"from":["cell","waste","tableau"]}"#)],
        #"foundation.from: There is no cell in this game. Add a "cell", or take the word out."#
      ),
      (
        [("tableau", #"{"count":7,"up":4,"build":"down","fill":"reserve"}"#)],
        #"tableau.fill: There is no reserve in this game. Add a "reserve", or take the word out."#
      ),
      (
        [("tableau", #"{"count":7,"up":4,"build":"down","fill":"tableau"}"#)],
        "tableau.fill: The tableau is not filled from the tableau. Take it out."
      ),
      (
        [
          ("tableau", #"{"count":7,"up":4,"build":"down","fill":"reserve"}"#),
          ("reserve", #"{"up":1,"fill":"tableau"}"#),
        ],
        #"reserve.fill: The tableau is filled itself. Take "fill" out of one of them."#
      ),
      (
        [("tableau", #"{"count":7,"up":4,"take":"run"}"#)],
        #"""
        tableau.take: Where nothing is built there are no runs. Write "take": "top", or add "build".
        """#
      ),
      (
        [("tableau", #"{"count":7,"up":4,"suit":"same"}"#)],
        #"tableau.suit: These piles have no "build", so this field has no effect. "#
          + #"Add "build": "down", or take it out."#
      ),
      (
        [("tableau", #"{"count":7,"up":4,"build":"down","reach":1}"#)],
        #"""
        tableau.reach: Only whole piles of a tableau go so many piles to the left. Add "take": "pile" and "build" \#
        to the tableau, or take it out.
        """#
      ),
    ] as [([(String, String)], String)] {
      let lines = saidOfGame(fields)
      #expect(lines.contains(told), "\(lines)")
    }
  }
}
