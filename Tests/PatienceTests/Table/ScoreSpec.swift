import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Windows scoring` {
  static let picture = """
    stock: (KC)
    waste: 2C 6D
    f0: AC
    f1: AD-3D
    t0: 7S
    t1: (9S) 4D
    t2: 5S
    """

  @Test func `pays for each event`() throws {
    var table = try table(Self.picture)
    var scores: [Int32] = []
    try table.play("6D", onto: "t0")
    scores.append(table.score)  // waste to tableau
    try table.send("2C")
    scores.append(table.score)  // waste to foundation
    try table.play("4D", onto: "t2")
    scores.append(table.score)  // tableau to tableau is worth nothing, the card turned up 5
    try table.send("4D")
    scores.append(table.score)  // tableau to foundation
    try table.play("4D", onto: "t2")
    scores.append(table.score)  // and back
    #expect(scores == [5, 15, 20, 30, 15])
    #expect(table.moves == 5)
  }

  @Test func `never falls below zero`() throws {
    var table = try table("f1: AD-3D\nt0: 4S")
    try table.play("3D", onto: "t0")
    #expect(table.score == 0)
  }

  @Test func `the most without a clock is 745`() {
    let scoring = Ruleset.klondike1.scoring
    let (up, waste) = (
      scoring.points(from: .tableau, to: .foundation), scoring.points(from: .waste, to: .tableau)
    )
    #expect(52 * up + 21 * Int32(scoring.turnUp) + 24 * waste == 745)
    #expect(scoring.points(from: .waste, to: .foundation) == 10)
    #expect(scoring.points(from: .foundation, to: .tableau) == -15)
    #expect(scoring.points(from: .tableau, to: .tableau) == 0)
    #expect(Ruleset.klondike3.scoring.moves == scoring.moves)
  }

  @Test(arguments: [("klondike1", [0, -100, -200, -300, -400]), ("klondike3", [0, 0, 0, 0, -20])])
  func `costs for passes through the stock`(_ id: String, _ costs: [Int32]) throws {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    var table = try table("stock: (9C)\nt0: KS", ruleset)
    table.points = 1000
    // The costs of the passes so far, from the first on.
    for cost in costs {
      #expect(table.score == 1000 + cost)
      try table.turnStock()
      try table.turnStock()
    }
  }

  @Test func `undo restores the score`() throws {
    var engine = try engine(Self.picture)
    try engine.drag("6D", onto: "t0")
    try engine.takeBack()
    #expect(engine.model.score == 0)
    #expect(engine.model.moves == 0)
    try engine.playAgain()
    #expect(engine.model.score == 5)
  }
}

@Suite struct `The clock` {
  let timed = TableOptions(timed: true)

  @Test func `starts with the first move and costs 2 for every full 10 seconds`() throws {
    var table = try table(ScoreSpecPictures.manyPoints, options: timed)
    table.elapse(to: 500)
    #expect(table.elapsed == 0)
    try table.send("2C")
    try table.send("3C")
    #expect(table.score == 20)
    #expect(table.elapse(to: 509) == false)
    #expect(table.elapse(to: 510) == true)
    #expect(table.score == 18)
    table.elapse(to: 535)
    #expect(table.score == 14)
    #expect(table.elapsed == 35)
    table.elapse(to: 520)
    #expect(table.elapsed == 35, "time does not go back")
    table.elapse(to: 5000)
    #expect(table.score == 0, "nor does the score fall below nothing")
  }

  @Test func `costs nothing in an untimed game`() throws {
    var table = try table(ScoreSpecPictures.manyPoints)
    try table.send("2C")
    #expect(table.elapse(to: 1000) == false)
    #expect(table.score == 10)
    #expect(table.elapsed == 1000)
  }

  @Test func `is not turned back by undo`() throws {
    var engine = BoardEngine(table: try table(ScoreSpecPictures.manyPoints, options: timed))
    _ = try engine.sendToFoundation(try engine.model.handle("2C"), player: 1)
    _ = try engine.sendToFoundation(try engine.model.handle("3C"), player: 1)
    engine.elapse(to: 20)
    #expect(engine.model.score == 16)
    try engine.takeBack()
    #expect(engine.model.elapsed == 20)
    #expect(engine.model.score == 10 - 4)
    try engine.takeBack()
    #expect(engine.model.score == 0)
    engine.elapse(to: 30)
    try engine.playAgain()
    #expect(engine.model.score == 10 - 6)
  }

  @Test func `goes on if a won game is begun again`() throws {
    let fresh = try table(ScoreSpecPictures.lastTwo)
    var won = fresh
    try won.send("QS")
    won.elapse(to: 50)
    try won.send("KS")
    won.elapse(to: 70)
    #expect(won.elapsed == 50)
    var again = fresh
    again.keep(from: won)
    #expect(again.status == .playing)
    #expect(again.elapsed == 70)
  }

  @Test func `the options are kept by undo and redo`() throws {
    var engine = BoardEngine(table: try table(ScoreSpecPictures.manyPoints))
    _ = try engine.sendToFoundation(try engine.model.handle("2C"), player: 1)
    engine.edit {
      $0.options.autoMoves = .safe
      return true
    }
    try engine.takeBack()
    #expect(engine.model.options.autoMoves == .safe)
    try engine.playAgain()
    #expect(engine.model.options.autoMoves == .safe)
  }

  @Test(arguments: [(29, 0), (30, 23_333), (60, 11_666), (120, 5_833), (300, 2_333)])
  func `pays for a quick win, but not for an incredible one`(
    _ seconds: UInt32, _ bonus: Int32
  ) throws {
    #expect(Ruleset.klondike1.scoring.timeBonus?.points(after: seconds) == bonus)
    var table = try table(ScoreSpecPictures.lastTwo, options: timed)
    table.points = 1000
    try table.send("QS")
    table.elapse(to: seconds)
    try table.send("KS")
    #expect(table.status == .won)
    #expect(table.score == 1000 + 20 - 2 * Int32(seconds / 10) + bonus)
    table.elapse(to: 10_000)
    #expect(table.elapsed == seconds, "the clock stops at the win")
  }

  @Test func `pays nothing in an untimed game`() throws {
    var table = try table(ScoreSpecPictures.lastTwo)
    try table.send("QS")
    table.elapse(to: 60)
    try table.send("KS")
    #expect(table.score == 20)
  }
}

private enum ScoreSpecPictures {
  static let manyPoints = "f0: AC\nt0: 2C\nt1: 3C\nt2: 4C\nt3: KS"
  static let lastTwo = "f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-JS\nt0: QS\nt1: KS"
}
