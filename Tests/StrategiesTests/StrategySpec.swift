import Cards
import DragDrop
import Patience
import Testing

@testable import Strategies

/// Plays a game to its end through the referee, as a remote player would: from views and choices alone.
func playedGreedily(_ ruleset: Ruleset, deal number: UInt64) throws -> (table: Table, steps: Int) {
  var engine = BoardEngine(table: Table(ruleset: ruleset, deal: Deal(number: number)))
  var strategy = GreedyStrategy()
  var steps = 0
  while let decision = strategy.next(engine.view(), engine.choices(for: 1)) {
    try carryOut(decision, on: &engine)
    steps += 1
    try #require(steps < 5000, "deal \(number) does not end")
  }
  return (engine.model, steps)
}

func carryOut(_ decision: Decision, on engine: inout BoardEngine<Table>) throws {
  switch decision {
  case .drop(let handle, let pile):
    let session = try engine.lift(handle, player: 1)
    try engine.drop(session.id, player: 1, on: pile)
  case .send(let handle): _ = try engine.sendToFoundation(handle, player: 1)
  case .turnStock: try engine.turnStock(player: 1)
  case .finish: try engine.finish(player: 1)
  }
  _ = engine.drainEvents()
}

@Suite struct `The greedy strategy` {
  @Test(arguments: [Ruleset.klondike1, .klondike3])
  func `wins`(_ ruleset: Ruleset) throws {
    var won: [UInt64] = []
    for number in 1...200 as ClosedRange<UInt64> {
      if try playedGreedily(ruleset, deal: number).table.status == .won { won.append(number) }
    }
    print(ruleset.id.text, won.count, won)
  }
}
