import DragDrop
import TestDice
import Testing

@Suite struct `The engine under random calls` {
  static let seed: UInt64 = 0x5EED_0002
  static let steps = 20_000

  @Test func `holds P1, P3, P7 and P13 whatever happens in whatever order`() throws {
    var dice = Dice(seed: Self.seed)
    var engine = TestBoard.engine {
      $0.dragContainer { model, ids in ids + model.board["F"].suffix(1) }
    }
    let regions: [RegionID] = [0, 0, 0, 1, 2, 3, 4, 9]
    let places: [Place?] = [nil, end("F"), end("O"), before("a", "F"), before("d", "O"), end("X")]
    let items = ["a", "b", "c", "d", "e", "s", "t", "x", "nobody", "inert"]
    let lettersOnBoard = engine.model.board.collections.flatMap { $0.items }.sorted()
    var performed = 0
    for step in 0..<Self.steps {
      let note: Comment = "seed \(Self.seed) step \(step)"
      let (model, revision) = (engine.model, engine.revision)
      let player = PlayerID(rawValue: .random(in: 1...3, using: &dice))
      let session =
        engine.session(of: player)?.id ?? DragSessionID(rawValue: .random(in: 0...5, using: &dice))
      let region = regions.randomElement(using: &dice) ?? 0
      let place = places.randomElement(using: &dice) ?? nil
      var mayChange = false
      switch Int.random(in: 0..<10, using: &dice) {
      case 0...3:
        _ = try? engine.beginDrag(items.randomElement(using: &dice) ?? "a", player: player)
      case 4: _ = try? engine.hover(session, over: region, destination: place)
      case 5: _ = try? engine.cancel(session)
      case 6: engine.cancelSessions(of: player)
      case 7: mayChange = engine.undo()
      default:
        let proposed = try? engine.propose(session, over: region, destination: place)
        #expect(engine.model == model, note)
        let outcome = try? engine.drop(session, over: region, destination: place)
        #expect((proposed == nil) == (outcome == nil), note)
        switch outcome {  // P7
        case .performed(let operation)?:
          #expect(proposed?.operation == operation, note)
          mayChange = true
          performed += 1
        case .refused(.actionDeclined)?: #expect(proposed?.operation != .forbidden, note)
        case .refused?: #expect(proposed?.operation == .forbidden, note)
        case nil: break
        }
      }
      if !mayChange {  // P3
        #expect(engine.model == model, note)
        #expect(engine.revision == revision, note)
      }
      let onBoard = engine.model.board.collections.flatMap { $0.items }.sorted()
      #expect(onBoard == lettersOnBoard, note)  // P1
      let held = engine.sessions.flatMap { $0.draggedItemIDs }
      #expect(Set(held).count == held.count, note)  // P13
      #expect(Set(engine.sessions.map { $0.player }).count == engine.sessions.count, note)
      _ = engine.drainEvents()
    }
    #expect(performed > Self.steps / 100, "hardly anything was performed: the test tests nothing")
  }
}
