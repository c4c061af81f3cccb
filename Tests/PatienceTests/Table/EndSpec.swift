import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `The end of a game` {
  @Test func `is won when all cards are on the foundations`() throws {
    var table = try table("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-QS\nt4: KS")
    #expect(table.status == .playing)
    try table.send("KS")
    #expect(table.status == .won)
  }

  @Test func `No card moves after a won game`() throws {
    var engine = try engine("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-QS\nt4: KS")
    let king = try engine.model.handle("KS")
    _ = try engine.sendToFoundation(king, player: 1)
    #expect(throws: Refusal.gameOver) { try engine.lift(king, player: 1) }
    #expect(throws: Refusal.gameOver) { try engine.sendToFoundation(king, player: 1) }
    #expect(throws: Refusal.gameOver) { try engine.turnStock(player: 1) }
    #expect(throws: Refusal.gameOver) { try engine.finish(player: 1) }
    #expect(throws: Refusal.gameOver) { try engine.takeBack() }
    #expect(throws: Refusal.gameOver) { try engine.playAgain() }
    #expect(
      engine.choices(for: 1) == Choices(drops: [], canTapStock: false, sends: [], canFinish: false))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var picture: String
    var ruleset = "klondike1"
    var isDead: Bool
    var isKnown: Bool

    init(
      _ name: String, _ picture: String, _ ruleset: String = "klondike1", dead: Bool, known: Bool
    ) {
      (testDescription, self.picture, self.ruleset, isDead, isKnown) = (
        name, picture, ruleset, dead, known
      )
    }
  }

  static let cases = [
    Case("two cards that do not fit", "t0: 5C\nt1: 5S", dead: true, known: true),
    Case("two that fit", "t0: 5C\nt1: 6D", dead: false, known: false),
    Case("an ace can go up", "t0: 5C AD", dead: false, known: false),
    Case("the waste's top fits", "waste: 4D\nt0: 5C", dead: false, known: false),
    Case(
      "a card deeper in the waste fits, on the next pass", "waste: 4D 9C\nt0: 5C", dead: false,
      known: false),
    Case("a card in the stock fits", "stock: (9S) (4D) (9C)\nt0: 5C", dead: false, known: false),
    Case(
      "nothing in the stock fits, but nobody has seen it", "stock: (9S) (9C)\nt0: 5C", dead: true,
      known: false),
    Case("nothing in the waste fits", "waste: 9S 9C\nt0: 5C", dead: true, known: true),
    Case("a king between empty columns", "t0: KS\nt1: 5C", dead: true, known: true),
    Case(
      "a king with its queen between empty columns", "t0: KS QD\nt1: 5C", dead: true, known: true),
    Case("a king off a hidden card", "t0: (2C) KS\nt1: 5C", dead: false, known: false),
    Case(
      "a king off a hidden card without an empty column",
      "t0: (2C) KS\nt1: 5C\nt2: 5S\nt3: 8C\nt4: 8S\nt5: JC\nt6: JS", dead: true, known: true),
    Case("only back from a foundation", "f1: AD-3D\nt0: 4S\nt1: 9C", dead: true, known: true),
    Case(
      "part of a run to another card like the one below", "t0: 6D 5C\nt1: 6H", dead: false,
      known: false),
    Case(
      "draw three reaches the third", "stock: (4D) (9C) (9S)\nt0: 5C", "klondike3", dead: false,
      known: false),
    Case(
      "draw three skips the second", "stock: (9S) (4D) (9C)\nt0: 5C", "klondike3", dead: true,
      known: false),
    Case(
      "draw three: the last of a pass", "stock: (4D) (8S) (9S) (9C)\nt0: 5C", "klondike3",
      dead: false, known: false),
    Case(
      "draw three: what was left out comes up next pass", "stock: (8C)\nwaste: 9C 4D 9S 8S\nt0: 5C",
      "klondike3",
      dead: true, known: false),
    Case(
      "draw three: what the rest of the pass misses, the next pass reaches",
      "waste: 9C 9S 4D 8S\nt0: 5C",
      "klondike3", dead: false, known: false),
  ]

  @Test(arguments: cases)
  func `is a dead end if no stock turns permit a move that counts`(_ given: Case) throws {
    let ruleset = try #require(Catalogue.ruleset(id: given.ruleset))
    let table = try table(given.picture, ruleset)
    #expect(table.isDeadEnd == given.isDead)
    #expect(table.isKnownDeadEnd == given.isKnown)
    #expect(table.status == (given.isKnown ? .deadEnd : .playing))
    #expect(table.view().status == table.status)
  }

  @Test func `is announced once the last card that matters was seen, and stays known`() throws {
    var engine = try engine("stock: (9S) (9C)\nt0: 5C")
    #expect(engine.view().status == .playing)
    try engine.turnStock(player: 1)
    #expect(engine.view().status == .playing)
    try engine.turnStock(player: 1)
    #expect(engine.view().status == .deadEnd)
    try engine.takeBack()
    #expect(engine.view().status == .deadEnd, "the card was seen, undo or not")
  }

  @Test func `draw three needs to have seen only what it can reach`() throws {
    var table = try table("stock: (9S) (4D) (9C)\nt0: 5C", .klondike3)
    try table.turnStock()
    #expect(table.status == .deadEnd)
  }

  @Test func `The waste below its top does not count once no pass is left`() throws {
    var rules = Ruleset.klondike1
    rules.stock?.passes = .count(1)
    #expect(try table("waste: 4D 9C\nt0: 5C", rules).isDeadEnd)
    #expect(try !table("waste: 9C 4D\nt0: 5C", rules).isDeadEnd)
    #expect(try !table("stock: (4D) (9S)\nwaste: 9C\nt0: 5C", rules).isDeadEnd)
  }

  /// By brute force: every state that stock turns lead to, and every move of every card in it.
  @Test func `agrees with trying everything`() throws {
    var generator = SplitMix64(seed: 4711)
    var dead = 0
    for number in 0..<300 as Range<UInt64> {
      let ruleset: Ruleset = number % 2 == 0 ? .klondike1 : .klondike3
      var faces = Deck().cards
      faces.shuffle(using: &generator)
      var piles = Array(repeating: Pile(), count: 13)
      for handle in 0..<14 as Range<UInt16> {
        let slot = [0, 0, 1, 6, 6, 7, 8, 8, 9].randomElement(using: &generator) ?? 0
        piles[slot].cards.append(handle)
        if slot == 0 { piles[slot].down += 1 }
      }
      let table = Table(
        ruleset: ruleset, options: TableOptions(), faces: Array(faces.prefix(14)), piles: piles)
      let expected = try !canMoveSomehow(table)
      #expect(table.isDeadEnd == expected, "\(table.pictureWithHiddenCards)")
      if expected { dead += 1 }
    }
    #expect(dead > 10)
  }

  private func canMoveSomehow(_ start: Table) throws -> Bool {
    var table = start
    for _ in 0..<60 {
      for (slot, pile) in table.piles.enumerated() where table.pileIDs[slot].role != .foundation {
        for index in pile.cards.indices {
          for target in table.pileIDs
          where table.whyNotMove(Array(pile.cards[index...]), to: target) == nil {
            let isWholePileToNothing =
              index == 0 && target.role == .tableau && table.cards(in: target).isEmpty
            if !(isWholePileToNothing && table.pileIDs[slot].role == .tableau) { return true }
          }
        }
      }
      guard table.whyNotTurnStock == nil else { break }
      try table.turnStock()
    }
    return false
  }
}

@Suite struct `Finishing` {
  @Test func `plays everything to the foundations`() throws {
    var engine = try engine(
      "stock: (5D) (4D)\nwaste: KH QH\nf0: AC-JC\nf1: AD-3D\nf2: AH-JH\nf3: AS-TS\nt0: KS\nt1: KC\nt2: QC\nt3: QS JS\n"
        + "t4: KD QD JD\nt5: TD 9D 8D 7D 6D", .klondike1)
    // Those diamonds do not alternate: whatever a position is, it is played, not assumed.
    #expect(engine.model.canFinish)
    try engine.finish(player: 1)
    #expect(engine.model.status == .won)
    #expect(engine.model.census().count == engine.model.faces.count)
    try #require(throws: Refusal.gameOver) { try engine.finish(player: 1) }
  }

  @Test func `needs every column open`() throws {
    var table = try table("f0: AC-QC\nf1: AD-KD\nf2: AH-KH\nf3: AS-QS\nt0: (KC) KS")
    #expect(throws: Refusal.notYetOpen) { try table.finish() }
    try table.send("KS")
    try table.finish()
    #expect(table.status == .won)
  }

  @Test func `is not promised where it gets stuck`() throws {
    let stuck = try table("f0: AC\nt0: 2C 4C\nt1: 3C KS", .klondike1)
    #expect(!stuck.canFinish)
    #expect(stuck.whyNotFinish() == .cannotFinish)
  }

  @Test func `waits at draw three until the whole stock has been seen`() throws {
    var table = try table("stock: (4C) (3C) (2C)\nf0: AC\nt0: KS", .klondike3)
    #expect(table.whyNotFinish() == .notYetOpen)
    try table.turnStock()
    #expect(table.whyNotFinish() == .cannotFinish, "only the 4 can be reached")
  }

  /// Were it otherwise, the button would tell in which order the stock lies.
  @Test func `is promised or not at draw one whatever the order of the stock`() throws {
    for stock in ["(2C) (3C) (4C)", "(4C) (3C) (2C)", "(3C) (4C) (2C)"] {
      #expect(try table("stock: \(stock)\nf0: AC\nt0: KS").canFinish == false)
      #expect(try table("stock: \(stock)\nf0: AC\nt0: 5C").canFinish)
    }
  }

  @Test func `is one step to undo, scores each card and counts each move`() throws {
    var engine = try engine("stock: (4C) (3C) (2C)\nf0: AC\nt0: 5C")
    let before = engine.view()
    try engine.finish(player: 1)
    #expect(engine.model.score == 3 * 10 + 10)
    #expect(engine.model.moves == 3 + 4)
    #expect(engine.revision == 1)
    #expect(before.status == .playing)
  }

  @Test func `waits for the drags of others`() throws {
    var engine = try engine("f0: AC\nt0: 2C\nt1: 3C")
    _ = try engine.lift(try engine.model.handle("3C"), player: 2)
    #expect(!engine.choices(for: 1).canFinish)
    #expect(throws: Refusal.inUse) { try engine.finish(player: 1) }
    #expect(engine.choices(for: 2).canFinish)
  }
}

@Suite struct `Cards that go by themselves` {
  let safe = TableOptions(autoMoves: .safe)

  @Test func `go once nothing can be wanted on them`() throws {
    var table = try table(
      "f0: AC\nf1: AD-2D\nf2: AH-2H\nt0: 2C 9H\nt1: TS\nt2: 3C\nt3: 4C\nt4: AS\nt5: (3D) KS",
      options: safe)
    try table.play("9H", onto: "t1")
    // 2C and AS go; 3C goes because both red twos are up; 4C waits for the red threes.
    #expect(table.row("f0") == "AC 2C 3C")
    #expect(table.row("f3") == "AS")
    #expect(table.row("t3") == "4C")
    #expect(table.moves == 1)
    #expect(table.score == 30)
  }

  @Test func `stay if the option is off`() throws {
    var table = try table("f0: AC\nt0: 2C 9H\nt1: TS")
    try table.play("9H", onto: "t1")
    #expect(table.row("t0") == "2C")
  }

  @Test func `turn up what they lay on, and go on`() throws {
    var table = try table("t0: (2C) (AC) AS 9H\nt1: TS", options: safe)
    try table.play("9H", onto: "t1")
    #expect(table.row("f0") == "AC 2C")
    #expect(table.row("t0") == "")
  }

  @Test func `go all of them if the game says so`() throws {
    var rules = Ruleset.klondike1
    rules.automatic.foundation = .all
    var table = try table("f0: AC-3C\nt0: 4C 9H\nt1: TS\nt2: (3D) KS", rules)
    try table.play("9H", onto: "t1")
    #expect(table.row("f0") == "AC 2C 3C 4C")
  }

  @Test func `leave the waste alone where its order matters`() throws {
    var one = try table("stock: (AC)\nt0: KS", options: safe)
    try one.turnStock()
    #expect(one.row("f0") == "AC")
    var three = try table("stock: (AC)\nt0: KS", .klondike3, options: safe)
    try three.turnStock()
    #expect(three.row("waste") == "AC")
  }

  @Test func `do not take back at once what a player brings down`() throws {
    var table = try table("f0: AC\nf1: AD-2D\nf2: AH-2H\nf3: AS\nt0: 3S\nt1: KC", options: safe)
    try table.play("2D", onto: "t0")
    #expect(table.row("t0") == "3S 2D")
  }

  @Test func `are undone with the move that freed them`() throws {
    var engine = BoardEngine(table: try table("t0: AS 9H\nt1: TS", options: safe))
    let before = engine.view()
    try engine.drag("9H", onto: "t1")
    #expect(engine.model.row("f3") == "AS")
    try engine.takeBack()
    #expect(engine.view().piles == before.piles)
  }
}
