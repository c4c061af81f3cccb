import Cards
import DragDrop
import Patience
import TestDice
import Testing

@testable import Strategies

/// A game under the referee, played as a remote player would: from views and choices alone.
struct Game {
  var engine: BoardEngine<Table>
  var decisions: [Decision] = []

  init(_ id: String, deal number: UInt64) throws {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    engine = BoardEngine(table: Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset)))
  }

  var status: GameStatus { engine.model.status }

  /// What arrives over the wire: the same view, made anew from its parts.
  var received: TableView {
    let view = engine.view()
    let piles = view.piles.map { pile in
      TableView.PileView(
        id: pile.id, cards: pile.cards.map { .init(handle: $0.handle, face: $0.face) })
    }
    return TableView(
      piles: piles, score: view.score, moves: view.moves, passesLeft: view.passesLeft,
      status: view.status, elapsed: view.elapsed)
  }

  /// Every decision must be carried out: a strategy that is refused has a mistake.
  mutating func play(_ next: (TableView, Choices) -> Decision?) throws {
    while let decision = next(received, engine.choices(for: 1)) {
      switch decision {
      case .drop(let handle, let pile):
        let session = try engine.lift(handle, player: 1)
        try engine.drop(session.id, player: 1, on: pile)
      case .send(let handle): _ = try engine.sendToFoundation(handle, player: 1)
      case .turnStock: try engine.turnStock(player: 1)
      case .finish: try engine.finish(player: 1)
      case .stopAutoMoves:
        engine.edit { table in
          table.options.autoMoves = .off
          return true
        }
      }
      _ = engine.drainEvents()
      decisions.append(decision)
      try #require(decisions.count < 3000, "the game does not end")
    }
  }
}

@Suite struct `The greedy strategy` {
  private func played(_ id: String, deal number: UInt64) throws -> Game {
    var game = try Game(id, deal: number)
    var strategy = GreedyStrategy()
    try game.play { strategy.next($0, $1) }
    return game
  }

  @Test(arguments: [("klondike1", 40, 6), ("klondike3", 30, 3)])
  func `ends every game and wins its share`(_ id: String, _ deals: UInt64, _ winsMin: Int) throws {
    var wins = 0
    for number in 1...deals where try played(id, deal: number).status == .won { wins += 1 }
    #expect(wins >= winsMin)
  }

  /// What looks good is made for Klondike; elsewhere it tries what is allowed.
  @Test(arguments: Catalogue.rulesets.map(\.id.text))
  func `plays at every game, and comes to an end`(_ id: String) throws {
    let games = try (1...UInt64(rounds(3))).map { try played(id, deal: $0) }
    #expect(games.allSatisfy { $0.decisions.count > 3 }, "\(games.map(\.decisions.count))")
  }

  @Test func `clears most of a table of golf`() throws {
    for number in 1...5 as ClosedRange<UInt64> {
      let left = try played("golf", deal: number).received.piles.filter { $0.id.role == .tableau }
      #expect(left.reduce(0) { $0 + $1.cards.count } < 25)
    }
  }

  @Test func `plays the same game again`() throws {
    #expect(try played("klondike1", deal: 9).decisions == played("klondike1", deal: 9).decisions)
  }

  @Test func `finishes as soon as that is possible`() throws {
    let game = try played("klondike1", deal: 2)
    #expect(game.status == .won)
    #expect(game.decisions.last == .finish)
  }

  @Test func `does nothing once the game is over`() throws {
    let game = try played("klondike1", deal: 2)
    var fresh = GreedyStrategy()
    #expect(fresh.next(game.received, game.engine.choices(for: 1)) == nil)
  }
}

@Suite struct `The random strategy` {
  private func played(seed: UInt64, movesMax: UInt32) throws -> Game {
    var game = try Game("klondike1", deal: 5)
    var strategy = RandomStrategy(seed: seed, movesMax: movesMax)
    try game.play { strategy.next($0, $1) }
    return game
  }

  @Test func `plays the same game for the same seed, another for another`() throws {
    let game = try played(seed: 1, movesMax: 100)
    #expect(try game.decisions == played(seed: 1, movesMax: 100).decisions)
    #expect(try game.decisions != played(seed: 2, movesMax: 100).decisions)
  }

  @Test func `gives up after its moves are used up`() throws {
    #expect(try played(seed: 3, movesMax: 0).decisions.isEmpty)
    #expect(try played(seed: 3, movesMax: 37).decisions.count == 37)
  }
}
