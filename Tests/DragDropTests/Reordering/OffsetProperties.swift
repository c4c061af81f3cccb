import Boards
import TestDice
import Testing

@testable import DragDrop

@Suite struct `Random offsets` {
  static let seed: UInt64 = 0x5EED_0421
  static let steps = 10_000

  /// P12, both ways: what a list with offsets makes of a difference is what the difference says.
  @Test func `a difference read as offsets moves as the difference itself (P12)`() throws {
    var dice = Dice(seed: Self.seed)
    var changed = 0
    for step in 0..<Self.steps {
      let note: Comment = "seed \(Self.seed) step \(step)"
      let list = (0..<Int.random(in: 1...40, using: &dice)).map { "\($0)" }
      // Sources in the order of the list: offsets know no other.
      let chance = Int.random(in: 1...10, using: &dice)
      let sources = list.filter { _ in Int.random(in: 0..<10, using: &dice) < chance }
      guard !sources.isEmpty else { continue }
      let anchor = Bool.random(using: &dice) ? list.randomElement(using: &dice) : nil
      let difference = LetterDifference(
        sources: sources, destination: .init(position: anchor.map { .before($0) } ?? .end, collectionID: ""))
      let offsets = try OffsetMove(difference, in: list)
      var moved = list
      moved.move(fromOffsets: offsets.offsets, toOffset: offsets.target)
      var arrangement = Letters([.init(id: "", items: list)])
      let undo = try arrangement.apply(difference)
      #expect(arrangement[""] == moved, note)
      #expect(undo.changes == offsets.changes, note)
      #expect(offsets.changes == (moved != list), note)
      if offsets.changes { changed += 1 }
    }
    #expect(changed > Self.steps / 4)
  }

  @Test func `a list on a board moves as an array does, or refuses and keeps its order`() throws {
    var dice = Dice(seed: Self.seed + 1)
    var engine = BoardEngine(board: ReorderableList.board(.active), model: ReorderableList(), undoMax: 10)
    var performed = 0
    for step in 0..<Self.steps {
      let note: Comment = "seed \(Self.seed + 1) step \(step)"
      let before = engine
      let offsets = (0..<Int.random(in: 0...3, using: &dice)).map { _ in Int.random(in: -1...4, using: &dice)
      }
      let target = Int.random(in: -1...5, using: &dice)
      let outcome = engine.move(in: 0, fromOffsets: offsets, toOffset: target, player: 1)
      var array = before.model.items
      let isSound = Set(offsets).count == offsets.count && !offsets.isEmpty
      if isSound, array.move(fromOffsets: offsets, toOffset: target) {
        #expect(outcome == .performed(.move), note)
        #expect(engine.model.items == array, note)
        #expect((engine.revision > before.revision) == (array != before.model.items), note)
        performed += 1
      } else {
        #expect(outcome != .performed(.move), note)
        #expect(engine.model == before.model && engine.revision == before.revision, note)
      }
    }
    #expect(performed > Self.steps / 20)
  }
}
