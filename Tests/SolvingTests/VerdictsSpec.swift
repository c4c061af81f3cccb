import Cards
import Patience
import Positions
import TestDice
import Testing

@testable import Solving

@Suite struct `Verdicts` {
  private static let budget = Budget(positions: 3_000_000, bytes: 256 << 20)

  /// A table of this deal, on which nothing goes home by itself.
  private static func table(_ ruleset: Ruleset, _ number: UInt64) -> Table {
    Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset), options: TableOptions(autoMoves: .off))
  }

  private static func verdict(
    _ ruleset: Ruleset, _ number: UInt64, kind: KernelKind? = nil, budget: Budget = Self.budget
  ) throws -> Verdict {
    let rules = try #require(CompiledRules(ruleset))
    let position = try SolvingTests.position(of: table(ruleset, number), rules)
    var solver = Solver(for: rules, bytes: budget.bytes, kind: kind)
    return solver.solve(position, within: budget)
  }

  /// The only ones of the first million that cannot be won, as every exact solver says.
  @Test(arguments: [11_982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948] as [UInt64])
  func `call the impossible deals of FreeCell impossible`(number: UInt64) throws {
    guard case .impossible(let proof) = try Self.verdict(.freeCell, number) else {
      Issue.record("deal \(number) is not proved")
      return
    }
    #expect(proof.kernel == .cells && proof.sum != 0)
  }

  /// A solver that moves several cards as one step, and leaves other moves out, calls the last one impossible. Deepest
  /// first, 285 and 2172 are won in thousands of moves.
  @Test(arguments: [1, 285, 617, 1_941, 2_172, 31_465, 739_671] as [UInt64])
  func `win deals of FreeCell that are hard`(number: UInt64) throws {
    guard case .winnable(let line) = try Self.verdict(.freeCell, number) else {
      Issue.record("deal \(number) is not won")
      return
    }
    #expect(line.moves.count < 400)
    try Self.play(line, .freeCell, number)
  }

  /// An ace that moves from one foundation to another one comes no nearer to a win, however safe it is.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `win where aces may change their foundations`(number: UInt64) throws {
    var zones = Ruleset.freeCell.zones
    for index in zones.indices where zones[index].role == .foundation {
      zones[index].take = .top
      zones[index].build?.start = .any
      (zones[index].from, zones[index].to) = (.any, [.tableau, .foundation])
    }
    let ruleset = Ruleset(id: "changed", title: "Changed", zones: zones)
    guard case .winnable(let line) = try Self.verdict(ruleset, number) else {
      Issue.record("deal \(number) is not won")
      return
    }
    try Self.play(line, ruleset, number)
  }

  /// The first one that cannot be won is 11982.
  @Test func `win the first deals of FreeCell, all of them in few moves`() throws {
    let rules = try #require(CompiledRules(.freeCell))
    var solver = Solver(for: rules, bytes: Self.budget.bytes)
    for number in 1...UInt64(rounds(2_000)) {
      let position = try SolvingTests.position(of: Self.table(.freeCell, number), rules)
      guard case .winnable(let line) = solver.solve(position, within: Self.budget) else {
        Issue.record("deal \(number) is not won")
        continue
      }
      #expect(position.isWon(by: line.moves) && line.moves.count < 300, "deal \(number)")
    }
  }

  /// Solvers that move several cards as one step call some of these impossible.
  @Test func `of Baker's game are as many as are known, and two kernels prove the same`() throws {
    var won = 0
    for number in 1...200 as ClosedRange<UInt64> {
      switch try Self.verdict(.bakersGame, number) {
      case .winnable: won += 1
      case .impossible:
        guard case .impossible = try Self.verdict(.bakersGame, number, kind: .generic) else {
          Issue.record("deal \(number) is not impossible for the kernel of all games")
          continue
        }
      case .unknown(let why): Issue.record("deal \(number): \(why)")
      }
    }
    #expect(won == 150)
  }

  /// The seven of hearts can go home after two cards of the stock have left it: the six of hearts has gone
  /// home, and the seven of diamonds has taken what lay on it.
  @Test func `of Klondike see a move that waits for two cards of the stock`() throws {
    let picture = """
      stock: (7D) (6H)
      f0: AC 2C 3C 4C 5C
      f1: AD 2D 3D 4D 5D
      f2: AH 2H 3H 4H 5H
      f3: AS 2S
      t0: (6D) (7C) (6C) (5S) (4S) (3S) (8H) 7H 6S
      t1: (8S) (9H) (9D) (9C) 8C
      t2: KS QH JS TH 9S 8D 7S
      t3: KH QS JH TS
      t4: KD QC JD TC
      t5: KC QD JC TD
      """
    let rules = try #require(CompiledRules(.klondike1))
    for prunings in [[], .all] + Prunings.each {
      var solver = Solver(for: rules, bytes: Self.budget.bytes, prunings: prunings)
      let position = try SolvingTests.position(of: Table(picture: picture, ruleset: .klondike1), rules)
      guard case .winnable = solver.solve(position, within: Self.budget) else {
        Issue.record("prunings \(prunings.rawValue)")
        continue
      }
    }
  }

  @Test(arguments: Catalogue.rulesets.map(\.id.text))
  func `that say winnable come with moves that a table takes`(game: String) throws {
    let ruleset = try #require(Catalogue.ruleset(id: game))
    var won = 0
    // The first deal of Klondike with three cards cannot be won: two are the fewest that tell anything.
    for number in 1...UInt64(max(2, rounds(6))) {
      let budget = Budget(positions: 5_000, bytes: 64 << 20)
      guard case .winnable(let line) = try Self.verdict(ruleset, number, budget: budget) else { continue }
      won += 1
      try Self.play(line, ruleset, number)
    }
    #expect(won > 0 || !Self.areSoonWon.contains(game), "\(game)")
  }

  private static let areSoonWon: Set = [
    "freecell", "bakers", "eightoff", "seahaven", "klondike1", "klondike3", "tripeaks",
  ]

  /// Plays moves at a real table.
  private static func play(_ line: Line, _ ruleset: Ruleset, _ number: UInt64) throws {
    let rules = try #require(CompiledRules(ruleset))
    var table = table(ruleset, number)
    for move in line.moves { try table.make(move, of: rules) }
    #expect(table.status == .won)
  }

  @Test(arguments: [
    (Ruleset.freeCell, 11_982 as UInt64), (.bakersGame, 3), (.klondike3, 1), (.klondike3, 18),
    (.seahavenTowers, 12),
  ])
  func `of few positions are the same by the rules of tables alone`(ruleset: Ruleset, number: UInt64) throws {
    let own = try Self.verdict(ruleset, number)
    let generic = try Self.verdict(ruleset, number, kind: .generic)
    switch (own, generic) {
    case (.winnable, .winnable), (.impossible, .impossible): break
    default: Issue.record("\(own), but \(generic)")
    }
  }
}
