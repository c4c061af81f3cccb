import Cards
import DragDrop
import Patience

/// Work for a stopwatch that is held outside, the same natively and as WebAssembly: what the referee
/// does on Klondike boards from the first card to the last. Promise: the answer rests on every step,
/// so that none is left out, and is the same wherever the same work is done.
package struct EngineMeasure {
  package enum Work: UInt8, CaseIterable {
    /// Everything that a player could do on a whole board, as it is told after every move.
    case choices
    /// The same by the referee: a lift of each card, and a judgement for each place.
    case destinations
    /// One judgement of a drag above a place.
    case proposes
    /// One lift and drop that is carried out, with all that it changes.
    case drops
  }

  private struct Position {
    let engine: BoardEngine<Table>
    /// The same with a card lifted.
    let held: BoardEngine<Table>
    let session: BoardEngine<Table>.Session
    /// The ends of all piles, as pointers say them.
    let places: [BoardEngine<Table>.Pointer]
    let allowed: BoardEngine<Table>.Pointer
  }

  private static let boards = 32
  private static let movesApart = 12

  private let positions: [Position]

  /// Boards along the games of some deals, every dozen moves, that leave something to do.
  package init() {
    var positions: [Position] = []
    var dice = SplitMix64(seed: 1)
    var deal: UInt64 = 0
    while positions.count < Self.boards {
      deal += 1
      var engine = BoardEngine(table: Table(ruleset: .klondike1, deal: Deal(number: deal, of: .klondike1)))
      for _ in 0..<4 where positions.count < Self.boards {
        if let position = Self.position(engine) { positions.append(position) }
        for _ in 0..<Self.movesApart { Self.play(&engine, &dice) }
      }
    }
    self.positions = positions
  }

  /// How many things are done when the work is done once: boards, proposals or drops.
  package func count(of work: Work) -> Int {
    switch work {
    case .choices, .destinations, .drops: positions.count
    case .proposes: positions.reduce(0) { $0 + $1.places.count }
    }
  }

  /// Does the work on all boards, so many times.
  package func run(_ work: Work, times: UInt32) -> UInt32 {
    var sum: UInt32 = 0
    for _ in 0..<times {
      for position in positions {
        switch work {
        case .choices:
          for drop in position.engine.choices(for: 0).drops { sum = sum &* 31 &+ UInt32(drop.places.count) }
        case .destinations:
          for lift in position.engine.possibilities(for: 0) { sum = sum &* 31 &+ UInt32(lift.places.count) }
        case .proposes:
          for place in position.places {
            let answer = try? position.held.propose(position.session.id, player: 0, at: place)
            sum = sum &* 31 &+ UInt32(answer?.operation.rawValue ?? 9)
          }
        case .drops:
          var engine = position.engine
          let held = try? engine.beginDrag(position.session.draggedItemIDs[0], player: 0)
          if let held { _ = try? engine.drop(held.id, player: 0, at: position.allowed) }
          sum = sum &* 31 &+ engine.revision
        }
      }
    }
    return sum
  }

  // MARK: how boards are come by

  private static func position(_ engine: BoardEngine<Table>) -> Position? {
    guard let lift = engine.possibilities(for: 0).first(where: { !$0.places.isEmpty }),
      let target = lift.places[0].destination.flatMap({ pointer(over: $0.collectionID, engine) })
    else { return nil }
    var held = engine
    guard let session = try? held.beginDrag(lift.item, player: 0) else { return nil }
    return Position(
      engine: engine, held: held, session: session,
      places: engine.model.pileIDs.compactMap { pointer(over: $0, engine) }, allowed: target)
  }

  private static func pointer(
    over pile: PileID, _ engine: BoardEngine<Table>
  ) -> BoardEngine<Table>.Pointer? {
    engine.region(of: pile).map { .init(over: $0, .init(position: .end, collectionID: pile)) }
  }

  private static func play(_ engine: inout BoardEngine<Table>, _ dice: inout SplitMix64) {
    let drops = engine.choices(for: 0).drops.filter { !$0.places.isEmpty }
    guard !drops.isEmpty, dice.next() % 3 > 0 else {
      try? engine.turnStock(player: 0)
      return
    }
    let drop = drops[Int(dice.next() % UInt64(drops.count))]
    let place = drop.places[Int(dice.next() % UInt64(drop.places.count))]
    guard let session = try? engine.lift(drop.handle, player: 0) else { return }
    try? engine.drop(session.id, player: 0, on: place.pile)
  }
}
