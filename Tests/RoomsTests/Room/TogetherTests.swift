import Testing
import Wire

@testable import Rooms

/// Two people at one board, and somebody who watches: colours in two sections, blue (0), green (1), yellow (2) in
/// `favorites`, orange (3), pink (4) in `others`.
@Suite struct `Two people at one board` {
  let stage: RoomStage
  let ada: ConnectionID
  let bob: ConnectionID
  let eve: ConnectionID

  init() throws {
    let company = try Company(at: "sections")
    (stage, ada, bob, eve) = (company.stage, company.ada, company.bob, company.eve)
  }

  private func lift(_ item: Int, from connection: ConnectionID) throws -> Lease {
    try #require(try stage.ask({ .lift(c: $0, item: item) }, from: connection).lease)
  }

  private func live(_ connection: ConnectionID) throws -> [LiveDrag]? {
    try stage.messages(to: connection).compactMap { if case .drag(_, let live, _) = $0 { live } else { nil } }
      .last
  }

  private var all: [[Int]] { [stage.items(in: "favorites"), stage.items(in: "others")] }

  // MARK: - Lifts

  @Test func `each hold what they lifted, and everybody sees who holds what`() throws {
    _ = try lift(0, from: ada)
    _ = try lift(3, from: bob)
    let shown = try #require(try live(eve))
    #expect(shown.map(\.seat) == [0, 1] && shown.map(\.items) == [[0], [3]])
  }

  @Test func `cannot lift the same item, nor move it in one step`() throws {
    _ = try lift(0, from: ada)
    #expect(try stage.ask({ .lift(c: $0, item: 0) }, from: bob) == .no(.leased, why: "inUse"))
    #expect(try stage.ask(.move(item: 0, to: Landing("others")), from: bob) == .no(.leased, why: "inUse"))
    #expect(all == [[0, 1, 2], [3, 4]])
  }

  @Test func `may lift it when it was let go of`() throws {
    let lease = try lift(0, from: ada)
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: ada).isOK)
    #expect(try stage.ask({ .lift(c: $0, item: 0) }, from: bob).lease?.items == [0])
  }

  @Test func `cannot drop what the other holds`() throws {
    let lease = try lift(0, from: ada)
    #expect(try stage.ask(.drop(drag: lease.drag, to: Landing("others")), from: bob) == .no(.gone, why: nil))
    #expect(try stage.ask(.drop(drag: lease.drag, to: Landing("others")), from: ada).isOK)
    #expect(all == [[1, 2], [3, 4, 0]])
  }

  @Test func `cannot move what the other holds by undo, only what lies beside it`() throws {
    #expect(try stage.ask(.move(item: 0, to: Landing("others")), from: bob).isOK)
    let lease = try lift(0, from: ada)
    let version = stage.room.version
    #expect(try stage.ask(.undo, from: bob) == .no(.leased, why: "inUse"))
    #expect(all == [[1, 2], [3, 4, 0]] && stage.room.version == version)
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: ada).isOK)
    _ = try lift(4, from: ada)
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(all == [[0, 1, 2], [3, 4]])
  }

  // MARK: - Above and at a place

  @Test func `see where the other would drop, and how it looks there`() throws {
    let lease = try lift(0, from: ada)
    let hover = Hover(drag: lease.drag, x: 10, y: 20, over: "others", before: 4)
    stage.hear(.hover(hover), from: ada)
    for connection in [bob, eve] {
      let drag = try #require(try live(connection)?.first)
      #expect(drag.over == "others" && drag.before == 4 && drag.x == 10 && drag.y == 20)
    }
  }

  @Test func `both drop in front of one item, one after the other`() throws {
    let first = try lift(0, from: ada)
    let second = try lift(1, from: bob)
    #expect(try stage.ask(.drop(drag: first.drag, to: Landing("others", before: 4)), from: ada).isOK)
    #expect(try stage.ask(.drop(drag: second.drag, to: Landing("others", before: 4)), from: bob).isOK)
    #expect(all == [[2], [3, 0, 1, 4]])
  }

  @Test func `Taking away what the other aims at loses them a place and no item`() throws {
    let lease = try lift(0, from: ada)
    #expect(try stage.ask(.move(item: 4, to: Landing("favorites")), from: bob).isOK)
    let answer = try stage.ask(.drop(drag: lease.drag, to: Landing("others", before: 4)), from: ada)
    #expect(answer == .no(.lostRace, why: "badPlace"))
    #expect(all == [[0, 1, 2, 4], [3]] && !stage.hasDrags)
  }

  @Test func `One of two who name the same tops wins, and the other has lost a race`() throws {
    let seen = [Command.Top(collection: "others", item: 4)]
    #expect(try stage.ask(.move(item: 0, to: Landing("others")), if: seen, from: ada).isOK)
    #expect(
      try stage.ask(.move(item: 1, to: Landing("others")), if: seen, from: bob) == .no(.lostRace, why: nil))
    #expect(all == [[1, 2], [3, 4, 0]])
  }

  // MARK: - Vanishing

  @Test func `A drag whose player vanishes leaves everything as it was`() throws {
    _ = try lift(0, from: ada)
    let version = stage.room.version
    stage.hear(.lost, from: ada)
    stage.pass(milliseconds: 2_100)
    #expect(try live(eve) == [] && all == [[0, 1, 2], [3, 4]] && stage.room.version == version)
    #expect(try stage.ask({ .lift(c: $0, item: 0) }, from: bob).lease?.items == [0])
  }

  @Test func `A player who comes back in time goes on with the drag`() throws {
    let lease = try lift(0, from: ada)
    stage.hear(.lost, from: ada)
    stage.pass(milliseconds: 1_000)
    let again = stage.join(stage.visitor("ada"), at: 7)
    #expect(try stage.ask(.drop(drag: lease.drag, to: Landing("others")), from: again).isOK)
    #expect(all == [[1, 2], [3, 4, 0]])
  }

  @Test func `somebody who watches can do nothing`() throws {
    let version = stage.room.version
    for operation: Command.Operation in [
      .move(item: 0, to: Landing("others")), .undo,
      .put([[Offer(type: "text/plain", body: .text("x"))]], to: Landing("others")),
      .edit(place: "favorites", on: true), .tap(place: "favorites", item: 0),
    ] {
      #expect(try stage.ask(operation, from: eve) == .no(.role, why: nil))
    }
    #expect(stage.room.version == version && all == [[0, 1, 2], [3, 4]])
  }

  @Test func `Eight people who want one place leave every item there once`() throws {
    let stage = try RoomStage(opening: OpenTable(game: "cards", deal: nil, seats: 8))
    let players = (0..<8).map { stage.join(stage.visitor($0 == 0 ? "ada" : "p\($0)"), at: UInt32($0)) }
    for round in 0..<20 {
      for (index, player) in players.enumerated() {
        let items = stage.items(in: "cards")
        let item = items[(round + index) % items.count]
        stage.say(
          .move(item: item, to: Landing("cards", before: items[(index * 3) % items.count])), from: player)
      }
      #expect(stage.items(in: "cards").sorted() == Array(0..<5))
    }
    #expect(stage.room.version > 40, "most of them were done")
  }
}

/// Where things come from outside.
@Suite struct `Two people at one list of contacts` {
  @Test func `cannot move by a put what the other holds`() throws {
    let company = try Company(at: "contacts")
    let (stage, ada, bob) = (company.stage, company.ada, company.bob)
    let people = stage.items(in: "people")
    let lease = try #require(try stage.ask({ .lift(c: $0, item: people[0]) }, from: ada).lease)
    let data = try stage.room.game.board.exported(people[0], player: 1)
    let own = try #require(data.first?.ways.first { $0.type.contains("baize") })
    guard case .text(let text) = own.body else {
      Issue.record("a contact is text")
      return
    }
    let thing = Offer(type: own.type, body: .text(text))
    let put = Command.Operation.put([[thing]], to: Landing("people"))
    #expect(try stage.ask(put, from: bob) == .no(.leased, why: "inUse"))
    #expect(stage.items(in: "people") == people)
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: ada).isOK)
    #expect(try stage.ask(put, from: bob).isOK)
    #expect(stage.items(in: "people") == people.dropFirst() + [people[0]])
  }
}

/// Where each may edit for themselves: Alpha (0), Beta (1), Gamma (2), Delta (3).
@Suite struct `Two people at one list` {
  let stage: RoomStage
  let ada: ConnectionID
  let bob: ConnectionID

  init() throws {
    let company = try Company(at: "list")
    (stage, ada, bob) = (company.stage, company.ada, company.bob)
  }

  private var editing: [Int] { stage.room.game.board.regions.flatMap { $0.editing } }

  @Test func `edit it each for themselves`() throws {
    #expect(try stage.ask(.edit(place: "list", on: true), from: ada).isOK)
    #expect(editing == [0])
    #expect(try stage.ask(.move(item: 0, to: Landing("list")), from: bob).code == .illegal)
    #expect(try stage.ask(.move(item: 0, to: Landing("list")), from: ada).isOK)
    #expect(stage.items(in: "list") == [1, 2, 3, 0])
  }

  @Test func `end to edit when their seat is somebody else's`() throws {
    #expect(try stage.ask(.edit(place: "list", on: true), from: bob).isOK)
    stage.hear(.lost, from: bob)
    stage.pass(milliseconds: 1_000)
    #expect(editing == [1], "who comes back goes on")
    // Nobody looked at the clock in between.
    stage.now += 120_001
    let dan = stage.join(stage.visitor("dan"), at: 8)
    #expect(editing.isEmpty)
    #expect(try stage.ask(.move(item: 0, to: Landing("list")), from: dan).code == .illegal)
  }
}
