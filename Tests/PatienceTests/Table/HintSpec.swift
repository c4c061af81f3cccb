import Cards
import DragDrop
import TestDice
import Testing

@testable import Patience

/// What is worth doing, best first, and why.
@Suite struct `A hint` {
  /// "AH f1 safe", "stock draw": the card, where to, and why.
  private func hints(_ table: Table) -> [String] {
    BoardEngine(table: table).hints(for: 0).map { hint in
      let why = hint.reason.wireName.description
      return switch hint.action {
      case .drop(let handle, let pile): "\(table.faces[Int(handle)]?.text ?? "--") \(pile.text) \(why)"
      case .turnStock: "stock \(why)"
      case .finish: "finish \(why)"
      }
    }
  }

  struct Case: CustomTestStringConvertible {
    let why: Hint.Reason
    let game: String
    let picture: String
    /// Among the hints.
    let hint: String
    /// The same without what makes it so, and what is said of it then.
    let otherwise: (picture: String, hint: String)

    var testDescription: String { "\(why)" }
  }

  static let cases: [Case] = [
    Case(
      why: .finish, game: "klondike1", picture: "f0: AC-TC\nt0: KC QC JC", hint: "finish finish",
      otherwise: ("f0: AC-TC\nt0: (QC) KC JC", "JC f0 safe")),
    Case(
      why: .safe, game: "klondike1", picture: "t0: (KS) AH\nt1: 9C", hint: "AH f2 safe",
      otherwise: ("f2: AH-2H\nt0: (2S) 3H\nt1: 9C", "3H f2 foundation")),
    Case(
      why: .run, game: "spider1:runs=no",
      picture: "stock: (AS)\nt0: (9S) \(down("S", from: 13, to: 1))\nt1: 5S", hint: "KS f0 run",
      otherwise: ("t0: (9S) \(down("S", from: 13, to: 2))\nt1: 5S 2S AS", "KS t2 turnsUp")),
    Case(
      why: .pair, game: "pyramid", picture: "t1: 6S\nt2: 7H", hint: "6S t2 pair",
      otherwise: ("t1: KS\nt2: 7H", "KS f0 pair")),
    Case(
      why: .turnsUp, game: "klondike1", picture: "t0: (2C) 6H\nt1: 7S", hint: "6H t1 turnsUp",
      otherwise: ("t0: 6H\nt1: 7S", "6H t1 empties")),
    Case(
      why: .empties, game: "klondike1", picture: "t0: 6H\nt1: 7S", hint: "6H t1 empties",
      otherwise: ("t0: (2C) 6H\nt1: 7S", "6H t1 turnsUp")),
    Case(
      why: .clears, game: "golf", picture: "waste: 5C\nt0: 9H 6H", hint: "6H waste clears",
      otherwise: ("stock: (2C)\nwaste: 5C\nt0: 9H 8H", "stock draw")),
    Case(
      why: .foundation, game: "klondike1", picture: "f2: AH-2H\nt0: (2S) 3H\nt1: 9C",
      hint: "3H f2 foundation",
      otherwise: ("t0: (KS) AH\nt1: 9C", "AH f2 safe")),
    Case(
      why: .suit, game: "spider4", picture: "t0: 9C 6H\nt1: KC 7H", hint: "6H t1 suit",
      otherwise: ("t0: 9C 6H\nt1: KC 7S", "6H t1 build")),
    Case(
      why: .waste, game: "klondike1", picture: "stock: (2C)\nwaste: 6H\nt1: 7S", hint: "6H t1 waste",
      otherwise: ("stock: (2C)\nwaste: 6H\nt1: 8S", "stock draw")),
    Case(
      why: .reserve, game: "freecell", picture: "c0: 6H\nt0: 2C 9D\nt1: 7S", hint: "6H t1 reserve",
      otherwise: ("c0: 6H\nt0: 2C 9D\nt1: 8S", "6H c1 shuffle")),
    Case(
      why: .fills, game: "klondike1", picture: "t0: 5C 4H\nt1: (2C) 9S KH", hint: "KH t2 fills",
      otherwise: ("t0: 5C 4H\nt1: KH", "KH t2 shuffle")),
    Case(
      why: .build, game: "freecell", picture: "t0: 2C 6H\nt1: 9D 7S", hint: "6H t1 build",
      otherwise: ("t0: 2C 6H\nt1: 9D 8S", "6H c0 cell")),
    Case(
      why: .cell, game: "freecell", picture: "t0: 2C 6H", hint: "6H c0 cell",
      otherwise: ("c0: 9S\nt0: 2C 8H", "8H c1 cell")),
    Case(
      why: .deal, game: "spider1",
      picture: "stock: (2S) (2S) (3S) (3S) (4S) (4S) (5S) (5S) (6S) (6S)\n"
        + columns("KS KS KS KS QS QS QS QS JS JS"),
      hint: "stock deal", otherwise: ("t0: 9S\nt1: TS", "9S t1 empties")),
    Case(
      why: .draw, game: "klondike1", picture: "stock: (2C)\nt0: 9H", hint: "stock draw",
      otherwise: ("waste: 2C\nt0: 9H", "stock redeal")),
    Case(
      why: .redeal, game: "klondike1", picture: "waste: 2C\nt0: 9H", hint: "stock redeal",
      otherwise: ("stock: (2C)\nt0: 9H", "stock draw")),
    Case(
      why: .shuffle, game: "klondike1", picture: "t0: 7C 6H\nt1: 7S", hint: "6H t1 shuffle",
      otherwise: ("t0: (7C) 6H\nt1: 7S", "6H t1 turnsUp")),
    Case(
      why: .back, game: "klondike1", picture: "f2: AH-2H\nt0: 3S", hint: "2H t0 back",
      otherwise: ("f2: AH-2H\nt0: 4S", "4S t1 shuffle")),
  ]

  @Test func `is given for each reason there is`() {
    // Nothing is done again before something was played.
    #expect(Self.cases.map { $0.why } == Hint.Reason.allCases.filter { $0 != .again })
  }

  @Test(arguments: cases) func `says why`(_ example: Case) throws {
    let told = hints(try table(example.picture, of: example.game))
    #expect(told.contains(example.hint), "\(told)")
    let others = hints(try table(example.otherwise.picture, of: example.game))
    #expect(!others.contains(example.hint), "\(others)")
    if !example.otherwise.hint.hasSuffix("shuffle") {
      #expect(others.contains(example.otherwise.hint), "\(others)")
    }
  }

  @Test(arguments: Catalogue.rulesets.map(\.id.text), 0..<UInt64(rounds(3)))
  func `is something that can be done, the better reasons first`(id: String, deal: UInt64) throws {
    var engine = BoardEngine(table: try dealt(id, deal))
    var dice = SplitMix64(seed: deal)
    for _ in 0..<40 {
      let (hints, choices) = (engine.hints(for: 0), engine.choices(for: 0))
      #expect(hints.map { $0.reason } == hints.map { $0.reason }.sorted())
      let drops = choices.drops.reduce(0) { $0 + $1.places.count }
      #expect(hints.isEmpty == (drops == 0 && !choices.canTapStock && !choices.canFinish))
      for hint in hints {
        var trial = engine
        try trial.follow(hint)
      }
      guard let hint = hints.randomElement(using: &dice) else { break }
      try engine.follow(hint)
    }
  }

  /// How cards lie, and how often stocks may still be gone through.
  private struct Position: Hashable {
    let piles: [Pile]
    let passes: [UInt16]

    init(_ table: Table) {
      piles = table.piles
      passes = table.ruleset.stock?.passes == .unlimited ? [] : table.passes
    }
  }

  @Test(arguments: Catalogue.rulesets.map(\.id.text), 0..<UInt64(rounds(3)))
  func `leads where nobody was as long as anything does`(id: String, deal: UInt64) throws {
    var engine = BoardEngine(table: try dealt(id, deal))
    var known: Set<Position> = [Position(engine.model)]
    for _ in 0..<120 {
      let hints = engine.hints(for: 0)
      for hint in hints {
        var trial = engine
        try trial.follow(hint)
        #expect((hint.reason == .again) == known.contains(Position(trial.model)), "\(hint)")
      }
      guard let hint = hints.first else { break }
      try engine.follow(hint)
      known.insert(Position(engine.model))
    }
  }

  /// A six that can lie on either of two sevens, and a stock of one card.
  private func toAndFro(stock: String = "2C") throws -> BoardEngine<Table> {
    var options = TableOptions()
    options.autoMoves = .off
    return BoardEngine(
      table: try table("stock: (\(stock))\nt0: 7C 6H\nt1: 7S", of: "klondike1", options: options))
  }

  private func reasons(_ engine: BoardEngine<Table>) -> [Hint.Reason] {
    engine.hints(for: 0).map { $0.reason }
  }

  @Test func `leads on again once it was taken back`() throws {
    var engine = try toAndFro()
    let (draw, shuffle) = (engine.hints(for: 0)[0], engine.hints(for: 0)[1])
    #expect([draw.reason, shuffle.reason] == [.draw, .shuffle])
    try engine.follow(shuffle)
    #expect(reasons(engine) == [.draw, .again])
    try engine.takeBack()
    #expect(engine.hints(for: 0) == [draw, shuffle])
  }

  @Test func `Hints after a restart are as good as they were at the first deal`() throws {
    var engine = BoardEngine(table: try dealt("klondike1", 7))
    let opening = engine.hints(for: 0)
    for _ in 0..<5 { try engine.follow(try #require(engine.hints(for: 0).first)) }
    let deal = Deal(number: 7, of: engine.model.ruleset)
    _ = engine.perform { table in
      table.beginAnew(deal)
      return true
    }
    #expect(engine.hints(for: 0) == opening)
  }

  @Test(arguments: [126, 128]) func `remembers a limited number of steps`(turns: Int) throws {
    var engine = try toAndFro()
    try engine.follow(engine.hints(for: 0)[1])
    for _ in 0..<turns { try engine.turnStock(player: 0) }
    #expect(reasons(engine).contains(.shuffle) == (turns + 1 > Table.lately))
  }

  @Test func `tells a pass that counts from the last one`() throws {
    var engine = BoardEngine(table: try table("stock: (2C)\nt0: 7C", of: "klondike1"))
    for _ in 0..<2 { try engine.turnStock(player: 0) }
    #expect(reasons(engine) == [.again])
    engine = BoardEngine(table: try table("stock: (2C) (3C) (4C) (5C)\nt0: 7C", of: "vegas3"))
    for _ in 0..<3 { try engine.turnStock(player: 0) }
    #expect(reasons(engine) == [.draw])
  }

  @Test func `does not tell what lies face down again`() throws {
    let told = try ["2C", "AH"].map { stock in
      var engine = try toAndFro(stock: stock)
      for _ in 0..<2 { try engine.turnStock(player: 0) }
      engine.edit { table in
        table.options.autoMoves = .all
        return true
      }
      return engine.hints(for: 0)
    }
    #expect(told[0] == told[1] && told[0].map { $0.reason } == [.shuffle, .again])
  }
}

extension BoardEngine<Table> {
  fileprivate mutating func follow(_ hint: Hint) throws {
    switch hint.action {
    case .drop(let handle, let pile):
      let session = try lift(handle, player: 0)
      try drop(session.id, player: 0, on: pile)
    case .turnStock: try turnStock(player: 0)
    case .finish: try finish(player: 0)
    }
  }
}
