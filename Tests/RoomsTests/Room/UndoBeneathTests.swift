import Testing
import Wire

@testable import Rooms

/// What stands between a step and its undo: other people's hands, selections, edit modes, new items, seats.
@Suite struct `Undo from under what others did` {
  private func all(_ stage: RoomStage) -> [[Int]] {
    stage.room.game.board.regions.flatMap { $0.runs }.map { $0.items.map(\.handle) }
  }

  /// What each has selected of the grid; the formation that is chosen is everybody's.
  private func selected(_ stage: RoomStage) -> [[Int]] {
    let grid = Set(stage.items(in: "grid"))
    return stage.room.game.selections(seats: 2).map { $0.items.filter(grid.contains) }
  }

  private func move(
    _ stage: RoomStage, _ item: Int, to place: String, before: Int? = nil, from connection: ConnectionID
  ) throws {
    #expect(try stage.ask(.move(item: item, to: Landing(place, before: before)), from: connection).isOK)
  }

  @Test func `does not mind what somebody holds meanwhile, and leaves it in their hand`() throws {
    let company = try Company(at: "sections")
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    try move(stage, 0, to: "others", from: ada)
    try move(stage, 4, to: "favorites", from: bob)
    let lease = try #require(try stage.ask({ .lift(c: $0, item: 4) }, from: bob).lease)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(all(stage) == [[0, 1, 2, 4], [3]])
    #expect(try stage.ask(.drop(drag: lease.drag, to: Landing("favorites", before: 0)), from: bob).isOK)
    #expect(all(stage) == [[4, 0, 1, 2], [3]])
  }

  @Test func `does not mind who edits the list now`() throws {
    let company = try Company(at: "list")
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    for connection in [ada, bob] {
      #expect(try stage.ask(.edit(place: "list", on: true), from: connection).isOK)
    }
    try move(stage, 0, to: "list", from: ada)
    try move(stage, 2, to: "list", before: 1, from: bob)
    #expect(try stage.ask(.edit(place: "list", on: false), from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(all(stage) == [[0, 2, 1, 3]])
    #expect(stage.room.game.board.regions[0].editing == [0], "who edits is nobody's step")
  }

  @Test func `is refused where another's step would come to nothing`() throws {
    let company = try Company(at: "list")
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    for connection in [ada, bob] {
      #expect(try stage.ask(.edit(place: "list", on: true), from: connection).isOK)
    }
    try move(stage, 3, to: "list", before: 2, from: ada)
    try move(stage, 0, to: "list", from: ada)
    try move(stage, 0, to: "list", before: 1, from: bob)
    #expect(try stage.ask(.undo, from: ada) == .no(.illegal, why: "builtUpon"))
    // Bob's own is still his to take back, and Ada's hers.
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(try stage.ask(.undo, from: bob) == .no(.illegal, why: "nothingOfYours"))
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(all(stage) == [[0, 1, 2, 3]])
  }

  @Test func `leaves new items their numbers`() throws {
    let company = try Company(at: "contacts")
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    let people = all(stage)[0]
    try move(stage, people[0], to: "people", from: ada)
    let text = Offer(type: "text/plain", body: .text("Eve Long"))
    #expect(try stage.ask(.put([[text]], to: Landing("people")), from: bob).isOK)
    let new = try #require(Set(all(stage)[0]).subtracting(people).first)
    try move(stage, new, to: "people", before: people[1], from: bob)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(all(stage)[0] == [people[0], new] + people.dropFirst())
  }

  @Test func `takes several again as they were taken, whatever is selected now`() throws {
    let company = try Company(at: "card-grid")
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    func select(_ items: [Int], _ connection: ConnectionID) throws {
      for item in items {
        #expect(try stage.ask(.tap(place: "grid", item: item), from: connection).isOK)
      }
    }
    let grid = stage.items(in: "grid")
    try select([grid[0], grid[1]], ada)
    try move(stage, grid[0], to: "drop-area", from: ada)
    try select([grid[2], grid[3], grid[4]], bob)
    try move(stage, grid[2], to: "drop-area", from: bob)
    #expect(stage.items(in: "drop-area").count == 3)
    try select([grid[5]], bob)
    let answer = try stage.ask(.undo, from: ada)
    #expect(answer.isOK && stage.items(in: "drop-area").count == 3)
    #expect(selected(stage) == [[], [grid[5]]], "a selection is no step")
    // What was taken out comes back as it was.
    #expect(try stage.ask(.redo, from: ada).isOK)
    #expect(stage.items(in: "drop-area").count == 2)
  }

  @Test func `goes a limited number of steps back, and no further`() throws {
    let company = try Company(at: "sections")
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    try move(stage, 0, to: "others", from: ada)
    for step in 0..<Steps.laterMax { try move(stage, step % 2 == 0 ? 1 : 2, to: "favorites", from: bob) }
    try move(stage, 2, to: "favorites", before: 1, from: bob)
    let before = (all(stage), stage.room.version)
    #expect(try stage.ask(.undo, from: ada) == .no(.illegal, why: "tooLongAgo"))
    #expect(before == (all(stage), stage.room.version))
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
  }

  @Test func `has nothing for a player who sits down later`() throws {
    let company = try Company(at: "card-grid")
    let (stage, bob) = (company.stage, company.bob)
    let grid = stage.items(in: "grid")
    try move(stage, grid[0], to: "drop-area", from: bob)
    #expect(try stage.ask(.tap(place: "grid", item: grid[1]), from: bob).isOK)
    stage.hear(.lost, from: bob)
    stage.pass(milliseconds: 120_001)
    #expect(selected(stage) == [[], []])
    let dan = stage.join(stage.visitor("dan"), at: 8)
    #expect(try stage.ask(.undo, from: dan) == .no(.illegal, why: "nothingOfYours"))
    #expect(stage.items(in: "drop-area").count == 1)
  }

  @Test func `is still there for a player who comes back to their own seat`() throws {
    let stage = try RoomStage(opening: OpenTable(game: "sections", deal: nil, seats: 1))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    try move(stage, 0, to: "others", from: ada)
    stage.hear(.lost, from: ada)
    stage.pass(milliseconds: 600_000)
    let again = stage.join(stage.visitor("ada"), at: 1)
    #expect(try stage.ask(.undo, from: again).isOK)
  }

  @Test func `A step too large to be kept can be undone last, and bars what lies beneath it`() throws {
    let company = try Company(at: "contacts")
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    let people = all(stage)[0]
    try move(stage, people[0], to: "people", from: ada)
    let notes = String(repeating: "x", count: Steps.textBytesMax)
    let ways = [
      Offer(type: "text/vcard", body: .text("BEGIN:VCARD\r\nFN:Eve Long\r\nEND:VCARD\r\n")),
      Offer(type: "text/plain", body: .text(notes)),
    ]
    #expect(try stage.ask(.put([ways], to: Landing("people")), from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada) == .no(.illegal, why: "builtUpon"))
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(all(stage)[0] == people)
  }
}

/// The same at a table of patience, where a card takes along what lies on it.
@Suite struct `Undo at patience for two` {
  @Test func `is refused where another's step would carry other cards`() throws {
    let cards = rigged([0: "7S", 7: "6D", 13: "8D"])
    let stage = try RoomStage(cards: cards, seats: 2)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let bob = stage.join(stage.visitor("bob"), at: 1)
    #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), from: ada).isOK)
    #expect(try stage.ask(.move(item: 0, into: "t2", before: nil), from: bob).isOK)
    #expect(stage.items(in: "t2").suffix(3) == [13, 0, 7])
    #expect(try stage.ask(.undo, from: ada) == .no(.illegal, why: "builtUpon"))
    #expect(stage.items(in: "t2").suffix(3) == [13, 0, 7])
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(stage.items(in: "t1").last == 7)
  }

  @Test func `leaves another's turned card where it is`() throws {
    let company = try Company()
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    let before = stage.room.version
    #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), from: ada).isOK)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: bob).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(stage.room.version == before + 3)
    #expect(stage.cards(in: .waste).count == 1, "Bob's card stays turned")
  }
}
