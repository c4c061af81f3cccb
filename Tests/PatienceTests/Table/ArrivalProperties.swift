import Cards
import DragDrop
import TestDice
import Testing

@testable import Patience

@Suite struct `Two players at once` {
  /// Of four deeds each: two players, two orders.
  static let turns = rounds(2_500)

  /// What one of the two has decided on before they hear of the other's.
  private enum Deed {
    /// A drop of what they hold already.
    case drop(session: DragSessionID, PileID)
    case step(Step)

    /// Whether it was done.
    func play(on engine: inout BoardEngine<Table>, by player: PlayerID) -> Bool {
      let revision = engine.revision
      switch self {
      case .drop(let session, let pile): try? engine.drop(session, player: player, on: pile)
      case .step(.drop(let handle, let pile)):
        guard let session = try? engine.lift(handle, player: player) else { return false }
        try? engine.drop(session.id, player: player, on: pile)
      case .step(.send(let handle)): _ = try? engine.sendToFoundation(handle, player: player)
      case .step(.turn): try? engine.turnStock(player: player)
      case .step(.takeBack): try? engine.takeBack()
      case .step(.playAgain): try? engine.playAgain()
      }
      return engine.revision > revision
    }
  }

  @Test(arguments: ["klondike1", "klondike3"])
  func `leave a legal table, whose deed arrives first or second (P10)`(_ id: String) throws {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    let seed: UInt64 = ruleset.stock?.draw == 1 ? 0x5EED_0011 : 0x5EED_0012
    var dice = SplitMix64(seed: seed)
    var engine = BoardEngine(table: Table(ruleset: ruleset, deal: Deal(number: 0, of: ruleset)))
    let everyCard = Array(0..<52 as Range<UInt16>)
    var (bothDone, crossed) = (0, 0)
    for round in 0..<Self.turns {
      let note: Comment = "seed \(seed) round \(round)"
      if round % 100 == 0 {
        engine = BoardEngine(table: Table(ruleset: ruleset, deal: Deal(of: ruleset, using: &dice)))
      }
      // Both decide on what they see now, with what they hold, if they hold something.
      let deeds = [1, 2].compactMap { (player: PlayerID) in Self.deed(of: player, on: &engine, using: &dice) }
      guard deeds.count == 2 else { continue }
      var orders: [BoardEngine<Table>] = []
      for order in [[0, 1], [1, 0]] {
        var table = engine
        var done = 0
        for index in order {
          let before = table.model
          let isDone = deeds[index].play(on: &table, by: PlayerID(rawValue: UInt32(index + 1)))
          if isDone { done += 1 } else { #expect(table.model == before, note) }  // P3
          #expect(table.model.census().sorted() == everyCard, note)  // P1
          #expect(table.model.checkInvariants(), note)
          let held = table.sessions.flatMap { $0.draggedItemIDs }
          #expect(Set(held).count == held.count, note)  // P13
        }
        if done == 2 { bothDone += 1 }
        orders.append(table)
      }
      if orders[0].view().piles != orders[1].view().piles { crossed += 1 }
      engine = orders[Int.random(in: 0...1, using: &dice)]
      for player in [1, 2] as [PlayerID] { engine.cancelSessions(of: player) }
      _ = engine.drainEvents()
    }
    #expect(bothDone > Self.turns / 10, "they hardly ever both did something")
    #expect(crossed > Self.turns / 100, "the order hardly ever mattered: the test tests nothing")
    print("seed \(seed): both done \(bothDone), order mattered \(crossed)")
  }

  private static func deed(
    of player: PlayerID, on engine: inout BoardEngine<Table>, using dice: inout SplitMix64
  ) -> Deed? {
    if Bool.random(using: &dice) {
      let sight = engine.choices(for: player).drops.randomElement(using: &dice)
      if let sight, let goal = sight.places.randomElement(using: &dice)?.pile,
        let session = try? engine.lift(sight.handle, player: player)
      {
        return .drop(session: session.id, goal)
      }
    }
    return Step.random(for: engine, using: &dice).map { .step($0) }
  }
}
