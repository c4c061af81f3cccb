import Cards
import DragDrop
import TestDice
import Testing

@testable import Patience

@Suite struct `A table under random play` {
  static let steps = rounds(10_000)

  @Test(arguments: ["klondike1", "klondike3"])
  func `holds P1, P3, P7, P11 and P13 whatever three players do`(_ id: String) throws {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    let seed: UInt64 = ruleset.stock?.draw == 1 ? 0x5EED_0003 : 0x5EED_0004
    var dice = SplitMix64(seed: seed)
    var engine = BoardEngine(table: Table(ruleset: ruleset, deal: Deal(number: 0, of: ruleset)))
    let everyCard = Array(0..<52 as Range<UInt16>)
    var performed = 0
    for step in 0..<Self.steps {
      let note: Comment = "seed \(seed) step \(step)"
      if step % 500 == 0 {
        let deal = Deal(of: ruleset, using: &dice)
        let options = TableOptions(autoMoves: step % 1000 == 0 ? .safe : .off, timed: step % 1500 == 0)
        engine = BoardEngine(table: Table(ruleset: ruleset, deal: deal, options: options))
      }
      let (before, revision) = (engine.model, engine.revision)
      let player = PlayerID(rawValue: .random(in: 1...3, using: &dice))
      let handle = UInt16.random(in: 0..<54, using: &dice)
      let pile = engine.model.pileIDs.randomElement(using: &dice) ?? .stock
      var isDone = false
      switch Int.random(in: 0..<12, using: &dice) {
      case 0...2: isDone = (try? engine.turnStock(player: player)) != nil
      case 3: isDone = (try? engine.sendToFoundation(handle, player: player)) != nil
      case 4: isDone = (try? engine.takeBack()) != nil
      case 5: isDone = (try? engine.playAgain()) != nil
      case 6: isDone = (try? engine.finish(player: player)) != nil
      case 7: engine.cancelSessions(of: player)
      case 8: _ = try? engine.lift(handle, player: player)
      default:
        let sight = engine.choices(for: player).drops.randomElement(using: &dice)
        let goal = sight?.places.randomElement(using: &dice)?.pile
        guard let session = try? engine.lift(sight?.handle ?? handle, player: player) else { break }
        let target = Int.random(in: 0..<3, using: &dice) > 0 ? goal ?? pile : pile
        let refusal = engine.whyNotDrop(session.id, on: target)
        #expect(engine.model == before, note)
        isDone = (try? engine.drop(session.id, player: player, on: target)) != nil
        #expect(isDone == (refusal == nil), note)  // P7
      }
      if isDone { performed += 1 } else { #expect(engine.model == before, note) }  // P3
      #expect(engine.revision == revision + (isDone ? 1 : 0), note)
      #expect(engine.model.census().sorted() == everyCard, note)  // P1
      #expect(engine.model.checkInvariants(), note)
      #expect(engine.model.score >= 0, note)
      #expect(before.unpacked(engine.model.packed() ?? []) == engine.model, note)
      let held = engine.sessions.flatMap { $0.draggedItemIDs }
      #expect(Set(held).count == held.count, note)  // P13
      if step % 10 == 0 {
        for card in engine.view().piles.flatMap({ $0.cards }) where card.face != nil {  // P11
          #expect(engine.model.hasSeen(card.handle), note)
          #expect(engine.model[id: card.handle]?.face != nil, note)
        }
      }
      _ = engine.drainEvents()
    }
    #expect(performed > Self.steps / 5, "hardly anything was performed: the test tests nothing")
  }
}
