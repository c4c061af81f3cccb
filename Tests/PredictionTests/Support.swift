import Cards
import DragDrop
import Patience
import Prediction
import Testing

/// Games of the catalogue and some that no catalogue has, so that nothing rests on Klondike.
let games: [Ruleset] = Catalogue.rulesets + [dealtOnColumns, cellsAndReserve]

/// A stock that deals on the columns, packs that look alike, and every card that fits leaves.
let dealtOnColumns = Ruleset(
  id: "rows", title: "Rows", pack: .init(2),
  zones: [
    Zone(.stock),
    Zone(
      .foundation, count: 8, build: Zone.Build(.same, .up), putLimit: .count(1), empty: .ace, from: .any),
    Zone(
      .tableau, count: 10, down: [5, 5, 5, 5, 4, 4, 4, 4, 4, 4], up: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      build: Zone.Build(.any, .down), take: .runOfSuit, empty: .any, from: .any, to: .any),
  ],
  stock: Ruleset.Stock(to: .tableau, draw: 10, passes: .unlimited),
  automatic: Ruleset.Automatic(foundation: .all))

/// Cells, a reserve that turns up, few passes, and nothing that turns up by itself elsewhere.
let cellsAndReserve = Ruleset(
  id: "cells", title: "Cells", base: .rank(Rank(rawValue: 5) ?? .ace),
  zones: [
    Zone(.stock),
    Zone(.waste, take: .top, to: .any),
    Zone(
      .foundation, count: 4, build: Zone.Build(.same, .up, wraps: true), putLimit: .count(1), take: .top,
      empty: .base, from: .any, to: .tableau),
    Zone(
      .tableau, count: 6, up: [3, 3, 3, 3, 3, 3], build: Zone.Build(.sameColour, .both, wraps: true),
      take: .face, takeLimit: .count(4), empty: .none, from: .any, to: .any, capacity: .count(12)),
    Zone(.cell, count: 3, take: .top, empty: .any, from: .any, to: .any, capacity: .count(1)),
    Zone(.reserve, count: 2, down: [6, 6], up: [1, 1], take: .top, to: .any),
  ],
  stock: Ruleset.Stock(to: .waste, draw: 2, passes: .count(3)))

/// Games that a player went on with for a while, dropping whatever can be dropped.
struct Play {
  var engine: BoardEngine<Table>
  var dice: SplitMix64
  /// Games played to where nothing was left to do.
  private(set) var games: UInt64

  init(_ ruleset: Ruleset, seed: UInt64, games: UInt64 = 0) {
    self.games = games
    dice = SplitMix64(seed: seed)
    let options = TableOptions(autoMoves: seed % 2 == 0 ? .safe : .off, timed: true)
    engine = BoardEngine(
      table: Table(ruleset: ruleset, deal: Deal(number: seed, of: ruleset), options: options))
  }

  mutating func below(_ bound: Int) -> Int { Int(dice.next() % UInt64(bound)) }

  /// Something that the rules allow, as operation, handle and pile.
  mutating func anything() -> (operation: Predictor.Operation, handle: UInt16, pile: UInt8) {
    let choices = engine.choices(for: 0)
    let drops = choices.drops.filter { !$0.places.isEmpty }
    if choices.canFinish, below(4) == 0 { return (.finish, 0, 0) }
    if !choices.sends.isEmpty, below(4) == 0 { return (.send, choices.sends[0].handle, 0) }
    if choices.canTapStock, drops.isEmpty || below(3) == 0 { return (.turnStock, 0, 0) }
    guard !drops.isEmpty else { return (.turnStock, 0, 0) }
    let drop = drops[below(drops.count)]
    return (.move, drop.handle, engine.model.index(of: drop.places[below(drop.places.count)].pile))
  }

  /// What nobody in their senses would do, which is refused nearly always.
  mutating func nonsense() -> (operation: Predictor.Operation, handle: UInt16, pile: UInt8) {
    let operation = [Predictor.Operation.move, .move, .turnStock, .send, .finish][below(5)]
    let table = engine.model
    return (operation, UInt16(below(table.ruleset.cardCount())), UInt8(below(table.pileIDs.count)))
  }

  /// The same as the server does it; where nothing is left to do the next deal is begun.
  mutating func goOn(_ operation: Predictor.Operation, _ handle: UInt16, _ pile: UInt8) {
    do throws(Refusal) {
      try make(operation, handle, pile)
    } catch {
      games += 1
      self = Play(engine.model.ruleset, seed: games + 1000, games: games)
    }
  }

  /// The same as the server does it.
  mutating func make(
    _ operation: Predictor.Operation, _ handle: UInt16, _ pile: UInt8
  ) throws(Refusal) {
    switch operation {
    case .move:
      let session = try engine.lift(handle, player: 0)
      try engine.drop(session.id, player: 0, on: engine.model.pileIDs[Int(pile)])
    case .turnStock: try engine.turnStock(player: 0)
    case .send: _ = try engine.sendToFoundation(handle, player: 0)
    case .finish: try engine.finish(player: 0)
    }
  }
}

extension Table {
  func index(of pile: PileID) -> UInt8 { UInt8(pileIDs.firstIndex(of: pile) ?? 255) }
}

/// A predictor that knows what a player sees.
func predictor(seeing table: Table) throws -> Predictor {
  var predictor = Predictor()
  try #require(predictor.load(rules: table.ruleset.bytes) == .done)
  try #require(predictor.load(view: table.sight.bytes) == .done)
  return predictor
}

func table(
  _ picture: String, _ ruleset: Ruleset = .klondike1, options: TableOptions = TableOptions()
) throws -> Table {
  try Table(picture: picture, ruleset: ruleset, options: options)
}
