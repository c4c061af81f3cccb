import Cards
import Testing
import Wire

@testable import Rooms

/// Undo takes back what one did oneself. Colours in two sections: blue (0), green (1), yellow (2) in `favorites`,
/// orange (3), pink (4) in `others`.
@Suite struct `Undo at a table of two` {
  let stage: RoomStage
  let ada: ConnectionID
  let bob: ConnectionID

  init() throws {
    let company = try Company(at: "sections")
    (stage, ada, bob) = (company.stage, company.ada, company.bob)
  }

  private var all: [[Int]] { [stage.items(in: "favorites"), stage.items(in: "others")] }

  private func move(_ item: Int, to place: String, before: Int? = nil, from connection: ConnectionID) throws {
    #expect(try stage.ask(.move(item: item, to: Landing(place, before: before)), from: connection).isOK)
  }

  private func offered(_ connection: ConnectionID) throws -> (undo: Bool, redo: Bool) {
    stage.silence()
    #expect(try stage.ask({ .query(c: $0, .dests) }, from: connection).isOK)
    let dests = try stage.messages(to: connection).compactMap {
      if case .dests(let it) = $0 { it } else { nil }
    }
    let last = try #require(dests.last)
    return (last.canUndo, last.canRedo)
  }

  @Test func `takes back one's own last step, with the other's later one left as it is`() throws {
    try move(0, to: "others", from: ada)
    try move(4, to: "favorites", before: 1, from: bob)
    #expect(all == [[4, 1, 2], [3, 0]])
    let moves = stage.room.game.moves
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(all == [[0, 4, 1, 2], [3]])
    #expect(stage.room.game.moves == moves + 1, "what is done again is no move of anybody")
  }

  @Test func `brings it back by redo`() throws {
    try move(0, to: "others", from: ada)
    try move(4, to: "favorites", from: bob)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(try stage.ask(.redo, from: ada).isOK)
    #expect(all == [[1, 2, 4], [3, 0]])
    #expect(try stage.ask(.redo, from: ada) == .no(.illegal, why: "nothingToRedo"))
  }

  @Test func `is refused when the other's step rests upon it, and changes nothing then`() throws {
    try move(0, to: "others", from: ada)
    // In front of what Ada brought.
    try move(1, to: "others", before: 0, from: bob)
    let before = (all, stage.room.version)
    #expect(try stage.ask(.undo, from: ada) == .no(.illegal, why: "builtUpon"))
    #expect(before == (all, stage.room.version))
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(all == [[0, 1, 2], [3, 4]])
  }

  @Test func `never takes back what somebody else did`() throws {
    try move(0, to: "others", from: ada)
    #expect(try stage.ask(.undo, from: bob) == .no(.illegal, why: "nothingOfYours"))
    #expect(all == [[1, 2], [3, 4, 0]])
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(try stage.ask(.redo, from: bob) == .no(.illegal, why: "nothingOfYours"))
    #expect(all == [[0, 1, 2], [3, 4]])
  }

  @Test func `is offered only to a player for whom it would do something`() throws {
    try move(0, to: "others", from: ada)
    #expect(try offered(ada) == (true, false) && offered(bob) == (false, false))
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(try offered(ada) == (false, true) && offered(bob) == (false, false))
  }

  @Test func `A new step after an undo leaves nothing to redo`() throws {
    try move(0, to: "others", from: ada)
    #expect(try stage.ask(.undo, from: ada).isOK)
    try move(2, to: "others", from: ada)
    #expect(try offered(ada) == (true, false))
    #expect(try stage.ask(.redo, from: ada).code == .illegal)
  }

  @Test func `goes on over a fallback of the journal as if what was lost had never been`() throws {
    try move(0, to: "others", from: ada)
    stage.isPrompt = false
    stage.say(.move(item: 2, to: Landing("others")), from: ada)
    stage.fail()
    #expect(all == [[1, 2], [3, 4, 0]])
    stage.isPrompt = true
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(all == [[0, 1, 2], [3, 4]])
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `Undo of any steps in any order loses nothing, and leads back to the start`(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let connection = [ada, bob].randomElement(using: &dice) ?? ada
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: stage.say(.undo, from: connection)
      case 1: stage.say(.redo, from: connection)
      default:
        let place = ["favorites", "others"].randomElement(using: &dice) ?? "others"
        let before = (stage.items(in: place) + [-1]).randomElement(using: &dice)
        let landing = Landing(place, before: before == -1 ? nil : before)
        stage.say(.move(item: Int.random(in: 0..<5, using: &dice), to: landing), from: connection)
      }
      #expect(all.flatMap { $0 }.sorted() == Array(0..<5), "seed \(seed)")
    }
    // The newest step can always be taken back by the player who made it.
    for _ in 0..<500 {
      stage.silence()
      if try stage.ask(.undo, from: ada).isOK { continue }
      if try !stage.ask(.undo, from: bob).isOK { break }
    }
    #expect(all == [[0, 1, 2], [3, 4]], "seed \(seed)")
  }
}
