import Patience
import Testing

@testable import Descriptions

@Suite struct `A mistake about the goal of a game` {
  @Test func `Mistakes about foundations and goals are named, each with its remedy`() {
    for (fields, told) in [
      (
        [("foundation", "")],
        #"goal: There is no foundation to hold all cards. Add "foundation": {}, or another "goal"."#
      ),
      (
        [("foundation", #"{"count":3}"#)],
        #"""
        foundation: 3 foundations of at most 13 cards do not hold all 52. Look at "count", "build" and "empty".
        """#
      ),
      (
        [("base", "7")],
        #"foundation: 4 foundations of at most 7 cards do not hold all 52. Add "wraps": true."#
      ),
      (
        [("foundation", #"{"empty":"none"}"#)],
        "foundation.empty: Nothing can begin a foundation. Take it out."
      ),
      (
        [("foundation", #"{"up":1}"#)],
        #"""
        foundation.up: Any card may come to lie here, and not only those that begin a foundation. Take it out, \#
        or write "base": "dealt", or "deal": {"basesFirst": true}.
        """#
      ),
      (
        [("base", #""dealt""#), ("foundation", #"{"wraps":true}"#)],
        #"""
        foundation.up: One card, dealt to the first foundation, says what they all begin with. Write "up": [1].
        """#
      ),
      (
        [("suits", "2"), ("foundation", #"{"start":"bySuit"}"#)],
        #"foundation.start: There are not as many suits as foundations are for. Write "start": "any"."#
      ),
      (
        [("goal", #"{"empty":"cell"}"#)],
        #"goal.empty: No card lies there at the start. Write "empty": "tableau"."#
      ),
      (
        [("goal", #"{"runs":9}"#)], "goal.runs: There are cards for 4 runs of a suit. Write at most 4."
      ),
      (
        [("goal", #"{"runs":4}"#), ("tableau", #"{"count":7,"up":4,"build":"up"}"#)],
        #"tableau.build: Runs from king to ace are built down. Write "build": "down"."#
      ),
      (
        [("goal", #""onePile""#)],
        #"goal: The goal "onePile" needs a tableau of two or more piles with "reach". "#
          + #"Add "reach": [1, 3] to the tableau."#
      ),
      (
        [("pairs", "{}"), ("foundation", "")],
        #"pairs: There is no foundation for pairs to go to. Add "foundation": {}."#
      ),
      (
        [("pairs", #"{"among":"reserve"}"#)],
        #"pairs.among: There is no reserve in this game. Add a "reserve", or take the word out."#
      ),
      (
        [("automatic", #"{"runs":true}"#)],
        #"""
        automatic.runs: There is no foundation for complete runs. Add "put": "completeRun" to the foundation.
        """#
      ),
      (
        [("deal", #"{"basesFirst":true}"#)],
        #"""
        deal.basesFirst: The cards that begin the foundations have to be dealt to them, and first of all. \#
        Write "up": 1 in the foundation with "count": 4, and "first": "foundation".
        """#
      ),
      (
        [("tableau", #"{"count":7,"up":4,"build":"down","owner":"seat"}"#)],
        #"""
        tableau.owner: The game has one player, so no pile can belong to a seat. Take it out, or write "seats": [2, 4].
        """#
      ),
      (
        [("seats", "2"), ("stock", #"{"owner":"seat"}"#)],
        """
        waste.owner: The stock and its waste belong to one another. Write the same "owner" for both.
        """
      ),
      (
        [("packs", "4"), ("seats", "3"), ("stock", #"{"owner":"seat"}"#), ("waste", #"{"owner":"seat"}"#)],
        """
        packs: All seats together have 12 packs; at most 8 are allowed. Write a smaller number, or fewer seats.
        """
      ),
    ] as [([(String, String)], String)] {
      let lines = saidOfGame(fields)
      #expect(lines.contains(told), "\(lines)")
    }
  }

  @Test func `Mistakes in options are named, each with its remedy`() {
    for (field, told) in [
      (#"{"cells":2}"#, "options.cells: This game has nothing that 2 would change. Take it out."),
      (
        #"{"full":"yes"}"#,
        "options.full: With yes: stock.full: Nothing is dealt to the tableau here. Take yes out."
      ),
      (
        #"{"suits":2}"#,
        """
        options.suits: With 2: foundation.start: There are not as many suits as foundations are for. Take 2 out.
        """
      ),
      (#"{"drow":3}"#, #"options.drow: The set of options has no field "drow". Did you mean "draw"?"#),
    ] {
      #expect(saidOfGame([("options", field)]) == [told])
    }
    let cells = variedGame([("options", #"{"cells":[1,3]}"#), ("cell", #"{"count":3,"up":1}"#)])
    #expect(gameProblems(cells).contains("With 1 there is no place for some of the cards."))
    let unit = variedGame([
      ("options", #"{"unit":"top"}"#), ("tableau", #"{"count":7,"up":4,"build":"down","take":"face"}"#),
    ])
    #expect(gameProblems(unit).contains("The game's own rules match none of this option's values."))
  }

  @Test func `A mistake that only follows from an unreadable field is not named`() {
    #expect(
      saidOfGame([("tableau", #"{"count":7,"up":80000,"build":"down"}"#)]) == [
        "tableau.up: 80000 is out of range. Write a whole number from 0 to 208, without quotes."
      ])
    #expect(saidOfGame([("title", #""""#), ("foundation", #"{"count":3}"#)]).count == 2)
  }
}
