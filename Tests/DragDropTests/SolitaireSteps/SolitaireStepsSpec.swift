import DragDrop
import Testing

/// Each step of the article is played.
@Suite struct `Solitaire step by step` {
  typealias Game = SolitaireSteps.Solitaire

  // MARK: reordering

  @Test func `1 — four aces are reordered, at the end and in front of another`() throws {
    var engine = BoardEngine(
      board: SolitaireSteps.step1(), model: SolitaireSteps.hand("A♣ A♦ A♥ A♠"))
    let aceOfClubs = engine.model.card("A♣")
    // snippet: step-1-drop
    let drag = try engine.beginDrag(aceOfClubs, player: 1)
    let outcome = try engine.drop(drag.id, player: 1, at: engine.pointer(over: "hand"))
    // end snippet
    #expect(outcome == .performed(.move))
    #expect(engine.model.picture == "A♦ A♥ A♠ A♣")

    let next = try engine.beginDrag(aceOfClubs, player: 1)
    let hearts = engine.model.card("A♥")
    let place = BoardEngine<SolitaireSteps.Hand>.Destination(
      position: .before(hearts), collectionID: .init())
    #expect(try engine.drop(next.id, player: 1, at: .init(over: 0, place)) == .performed(.move))
    #expect(engine.model.picture == "A♦ A♣ A♥ A♠")
  }

  @Test func `1 — a card that is not in the hand cannot be lifted`() {
    var engine = BoardEngine(
      board: SolitaireSteps.step1(), model: SolitaireSteps.hand("A♣ A♦"))
    #expect(throws: DragError.unknownItem) { try engine.beginDrag(9, player: 1) }
    #expect(engine.model.picture == "A♣ A♦")
  }

  @Test func `2 — a card goes from pile to pile in one container`() throws {
    var engine = engine(SolitaireSteps.step2(), ["9♣ 4♦", "5♠"])
    #expect(try engine.play("4♦", onto: .pile(1)) == .performed(.move))
    #expect(engine.model.picture(.pile(0)) == "9♣")
    #expect(engine.model.picture(.pile(1)) == "5♠ 4♦")
    #expect(try engine.play("4♦", onto: .pile(6)) == .performed(.move))  // no rules yet
    #expect(
      try engine.play("4♦", onto: .remainder) == .refused(.badDestination(.unknownCollection)))
  }

  @Test func `2 — a face-down card can still be lifted, 3 — and then no more`() throws {
    let piles = ["(9♣ J♥) 4♦", "5♠"]
    var before = engine(SolitaireSteps.step2(), piles)
    #expect(try before.play("J♥", onto: .pile(1)) == .performed(.move))
    var after = engine(SolitaireSteps.step3(), piles)
    #expect(throws: DragError.notDraggable) { try after.play("J♥", onto: .pile(1)) }
    #expect(after.sessions.isEmpty)
    #expect(try after.play("4♦", onto: .pile(1)) == .performed(.move))
  }

  @Test func `3 — what is uncovered is turned up, and can be lifted`() throws {
    var engine = engine(SolitaireSteps.step3(), ["(9♣ J♥) 4♦", "5♠"])
    _ = try engine.play("4♦", onto: .pile(1))
    #expect(engine.revision == 1)
    #expect(try engine.play("J♥", onto: .pile(1)) == .performed(.move))
    #expect(engine.model.picture(.pile(1)) == "5♠ 4♦ J♥")
  }

  // MARK: several cards at once

  @Test func `4 — a card brings those that lie on it, and before step 4 it came alone`() throws {
    let piles = ["(9♣) 4♣ 3♦", "5♥"]
    var alone = engine(SolitaireSteps.step3(), piles)
    let four = alone.model.card("4♣")
    #expect(try alone.beginDrag(four, player: 1).draggedItemIDs == [four])
    var engine = engine(SolitaireSteps.step4(), piles)
    let drag = try engine.beginDrag(four, player: 1)
    #expect(drag.draggedItemIDs == [four, engine.model.card("3♦")])
    #expect(drag.draggedItemIndex == 0)
    try engine.cancel(drag.id, player: 1)
    #expect(try engine.play("4♣", onto: .pile(1)) == .performed(.move))
    #expect(engine.model.picture(.pile(1)) == "5♥ 4♣ 3♦")
  }

  @Test func `5 — cards travel as a stack, 6 — above a destination only if the board says so`() throws {
    let piles = ["(9♣) 4♣ 3♦", "5♥"]
    let above = BoardEngine<Game>.Pointer(over: 0, .init(position: .end, collectionID: .pile(1)))
    var engine = engine(SolitaireSteps.step5(), piles)
    let drag = try engine.beginDrag(engine.model.card("4♣"), player: 1)
    #expect(engine.formation(of: drag, at: .init()) == .stack)
    #expect(engine.formation(of: drag, at: above) == .default)

    var whole = BoardEngine(board: SolitaireSteps.step6(), model: Game(piles))
    let same = try whole.beginDrag(whole.model.card("4♣"), player: 1)
    #expect(whole.formation(of: same, at: .init()) == .stack)
    #expect(whole.formation(of: same, at: above) == .stack)
  }

  // MARK: configurations

  @Test func `7 — the remainder offers moves, and no pile takes them yet`() throws {
    let board = Board<Game> {
      SolitaireSteps.step5()
      SolitaireSteps.step7()
    }
    var engine = BoardEngine(board: board, model: Game(["7♠"], remainder: "6♦", shownCount: 1))
    let six = engine.model.card("6♦")
    #expect(engine.destinations(for: six, player: 1).isEmpty)
    #expect(try engine.play("6♦", onto: .pile(0)) == .refused(.forbidden(reason: 0)))
    #expect(engine.model.currentCard == [six])
  }

  @Test func `8 — the six of diamonds goes to the seven of spades, the queen returns`() throws {
    let board = Board<Game> {
      SolitaireSteps.step8()
      SolitaireSteps.step7()
    }
    var engine = BoardEngine(
      board: board, model: Game(["7♠", "7♦"], remainder: "Q♦ 6♦", shownCount: 2))
    #expect(try engine.play("6♦", onto: .pile(0)) == .performed(.move))
    #expect(engine.model.picture(.pile(0)) == "7♠ 6♦")
    #expect(engine.model.picture(.remainder) == "Q♦")

    let queen = engine.model.card("Q♦")
    #expect(engine.model.currentCard == [queen])
    #expect(try engine.play("Q♦", onto: .pile(1)) == .refused(.forbidden(reason: 0)))
    #expect(engine.model.picture(.pile(1)) == "7♦")
    #expect(engine.model.currentCard == [queen])
    #expect(engine.revision == 1)
  }

  @Test func `8 — the place is always the end of the pile, wherever the pointer is`() throws {
    let board = Board<Game> {
      SolitaireSteps.step8()
      SolitaireSteps.step7()
    }
    var engine = BoardEngine(board: board, model: Game(["8♥ 7♠"], remainder: "6♦", shownCount: 1))
    let drag = try engine.beginDrag(engine.model.card("6♦"), player: 1)
    let first = engine.model.card("8♥")
    let answer = try engine.propose(
      drag.id, player: 1, at: .init(over: 0, .init(position: .before(first), collectionID: .pile(0))))
    #expect(answer.operation == .move)
    #expect(answer.destination == .init(position: .end, collectionID: .pile(0)))
  }

  private func engine(_ piles: SolitaireSteps.Pile, _ pictures: [String]) -> BoardEngine<Game> {
    BoardEngine(board: Board { piles }, model: Game(pictures))
  }
}

/// The last step's board, played by the rules.
@Suite struct `The finished Solitaire` {
  typealias Game = SolitaireSteps.Solitaire

  private let foundations: RegionID = 1
  private let deck: RegionID = 3

  @Test func `the six of diamonds is moved from the remainder onto the seven of spades`() throws {
    var engine = engine(["(2♥) 7♠"], remainder: "6♦ Q♦", shownCount: 1)
    #expect(try engine.play("6♦", onto: .pile(0)) == .performed(.move))
    #expect(engine.model.picture(.pile(0)) == "2♥ 7♠ 6♦")
    #expect(engine.model.picture(.remainder) == "Q♦")
    #expect(engine.model.currentCard.isEmpty)
  }

  @Test func `the queen of diamonds is refused by the seven of diamonds and stays in the remainder`() throws {
    var engine = engine(["7♦"], remainder: "Q♦", shownCount: 1)
    let model = engine.model.groups
    #expect(try engine.play("Q♦", onto: .pile(0)) == .refused(.forbidden(reason: 0)))
    #expect(engine.model.groups == model)
    #expect(engine.model.currentCard == [engine.model.card("Q♦")])
    #expect(engine.revision == 0)
  }

  @Test func `only a king fills an empty pile`() throws {
    var engine = engine(["(2♥) K♠ Q♦", "", "J♠"])
    #expect(try engine.play("J♠", onto: .pile(1)) == .refused(.forbidden(reason: 0)))
    #expect(try engine.play("K♠", onto: .pile(1)) == .performed(.move))
    #expect(engine.model.picture(.pile(1)) == "K♠ Q♦")
    #expect(engine.model.faceUp(0) == [engine.model.card("2♥")])
  }

  @Test func `a foundation takes its suit upwards, one card at a time`() throws {
    var engine = engine(["3♣ 2♣", "2♠"], clubs: "A♣")
    #expect(
      try engine.play("3♣", onto: .foundation(.clubs), of: foundations)
        == .refused(.forbidden(reason: 0)))
    #expect(
      try engine.play("2♠", onto: .foundation(.clubs), of: foundations)
        == .refused(.forbidden(reason: 0)))
    #expect(
      try engine.play("2♣", onto: .foundation(.clubs), of: foundations) == .performed(.move))
    #expect(engine.model.picture(.foundation(.clubs)) == "A♣ 2♣")
    #expect(throws: DragError.unknownItem) {  // covered
      try engine.beginDrag(engine.model.card("A♣"), player: 1)
    }
  }

  @Test func `a card comes back from its foundation`() throws {
    var engine = engine(["3♦"], clubs: "A♣ 2♣")
    #expect(try engine.play("2♣", onto: .pile(0)) == .performed(.move))
    #expect(engine.model.picture(.pile(0)) == "3♦ 2♣")
  }

  @Test func `the deck shows card after card and begins again, unless it is empty`() {
    var engine = engine([], remainder: "6♦ Q♦")
    var shown: [[UInt16]] = []
    for _ in 0..<3 {
      #expect(engine.tap(deck, player: 1) == .performed(.move))
      shown.append(engine.model.currentCard)
    }
    #expect(shown == [[engine.model.card("6♦")], [engine.model.card("Q♦")], []])
    var empty = self.engine(["7♦"])
    #expect(empty.tap(deck, player: 1) == .refused(.disabled))
  }

  @Test func `undo brings a dropped card back to where it was current`() throws {
    var engine = engine(["7♠"], remainder: "6♦", shownCount: 1)
    _ = try engine.play("6♦", onto: .pile(0))
    // snippet: undo
    let isUndone = engine.undo()
    // end snippet
    #expect(isUndone)
    #expect(engine.model.picture(.pile(0)) == "7♠")
    #expect(engine.model.currentCard == [engine.model.card("6♦")])
    #expect(engine.canRedo)
  }

  @Test func `No drop of any card anywhere loses or doubles a card`() throws {
    let game = Game(
      ["(2♥) 7♠", "7♦ 6♠", "K♥", "8♣", "", "(9♥) Q♠"], clubs: "A♣", remainder: "6♦ Q♦", shownCount: 1)
    let groups: [Game.Group] =
      (0..<7).map { .pile($0) } + SolitaireSteps.Card.Suit.allCases.map { .foundation($0) }
    let census = game.census().sorted()
    for card in game.cards {
      for group in groups {
        for region: RegionID in [0, 1, 2, 3] {
          var engine = BoardEngine(board: SolitaireSteps.step9(), model: game)
          let outcome = try? engine.play(SolitaireSteps.name(card), onto: group, of: region)
          #expect(engine.model.census().sorted() == census)
          if outcome != .performed(.move) { #expect(engine.model.groups == game.groups) }
        }
      }
    }
  }

  private func engine(
    _ piles: [String], clubs: String = "", remainder: String = "", shownCount: Int = 0
  ) -> BoardEngine<Game> {
    BoardEngine(
      board: SolitaireSteps.step9(),
      model: Game(piles, clubs: clubs, remainder: remainder, shownCount: shownCount))
  }
}
