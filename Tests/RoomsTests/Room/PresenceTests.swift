import Testing
import Wire

@testable import Rooms

@Suite struct `At a table` {
  @Test func `a player gets a seat, a snapshot, destinations and the crowd, in this order`() throws {
    let stage = try RoomStage()
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let told = try stage.messages(to: ada)
    try #require(told.count == 4)
    guard case .ok(_, let agreement) = told[0], case .snapshot(let snapshot) = told[1], case .dests = told[2],
      case .crowd(_, let seats, 0, _, _, _) = told[3]
    else {
      Issue.record("told was \(told)")
      return
    }
    #expect(agreement == Agreement(room: "rTestRoom", seat: 0, version: 1))
    #expect(snapshot.why == .join && snapshot.version == 1 && snapshot.epoch == stage.room.epoch)
    #expect(seats.first?.person?.name == "ada" && seats.first?.isConnected == true)
  }

  @Test func `a snapshot names the regions that the board declares, and how their cards are lifted`() throws {
    let stage = try RoomStage(game: "klondike3")
    let told = try stage.messages(to: stage.join(stage.visitor("ada"), at: 0))
    let snapshot = try #require(
      told.compactMap { if case .snapshot(let it) = $0 { it } else { nil } }.first)
    #expect(snapshot.regions.map(\.name) == ["stock", "waste", "foundations", "tableau"])
    #expect(snapshot.regions.map(\.formation) == [nil, "stack", "stack", "stack"])
    let collections = snapshot.regions.map { region in Set(region.runs.map(\.collection)) }
    #expect(collections[0] == ["stock"] && collections[1] == ["waste"])
    #expect(collections[2] == ["f0", "f1", "f2", "f3"])
    #expect(collections[3] == Set((0..<7).map { "t\($0)" }))
  }

  @Test func `a spectator gets a snapshot and no destinations`() throws {
    let stage = try RoomStage()
    let eve = stage.join(stage.visitor("eve"), at: 0, as: .watch)
    let told = try stage.messages(to: eve)
    #expect(told.count == 3)
    guard case .ok(_, let agreement) = told[0], case .snapshot = told[1],
      case .crowd(_, _, 1, _, _, _) = told[2]
    else {
      Issue.record("told was \(told)")
      return
    }
    #expect(agreement.seat == -1)
  }

  @Test func `a guest with two windows watches once and sits once`() throws {
    let stage = try RoomStage(seats: 2)
    stage.join(stage.visitor("eve"), at: 0, as: .watch)
    stage.join(stage.visitor("eve", visit: "other"), at: 1, as: .watch)
    #expect(stage.room.watching == 1)
    let first = stage.join(stage.visitor("ada"), at: 2)
    let second = stage.join(stage.visitor("ada", visit: "other"), at: 3)
    for connection in [first, second] { #expect(stage.room.members[connection]?.seat == SeatNumber(0)) }
    stage.hear(.lost, from: first)
    #expect(stage.room.seats.isHere(SeatNumber(0)))
    stage.hear(.lost, from: second)
    #expect(!stage.room.seats.isHere(SeatNumber(0)))
  }

  @Suite struct Seating {
    @Test func `who opened the table has a seat also before they come`() throws {
      let stage = try RoomStage(seats: 2)
      #expect(try seat(stage, "bob", 1, after: 0) == 1)
      #expect(try seat(stage, "cleo", 2, after: 3 * 86_400_000) == nil)
      #expect(try seat(stage, "ada", 3, after: 0) == 0)
    }

    @Test func `Others may sit down as soon as the opener has`() throws {
      let stage = try RoomStage(seats: 3)
      #expect(try seat(stage, "ada", 0, after: 0) == 0)
      #expect(try seat(stage, "bob", 1, after: 0) == 1)
      #expect(try seat(stage, "cleo", 2, after: 0) == 2)
      #expect(try seat(stage, "dan", 3, after: 0) == nil)
    }

    @Test func `a seat is kept for two minutes, and then free`() throws {
      let stage = try RoomStage(seats: 2)
      #expect(try seat(stage, "ada", 0, after: 0) == 0)
      let bob = stage.join(stage.visitor("bob"), at: 1)
      stage.hear(.lost, from: bob)
      #expect(try seat(stage, "cleo", 2, after: 120_000) == nil)
      #expect(try seat(stage, "cleo", 2, after: 1) == 1)
      #expect(try seat(stage, "bob", 1, after: 500_000) == nil)
    }

    @Test func `the seat of who opened the table is kept for as long as the table`() throws {
      let stage = try RoomStage(seats: 2)
      let ada = stage.join(stage.visitor("ada"), at: 0)
      stage.hear(.lost, from: ada)
      stage.pass(milliseconds: 120_001)
      #expect(!stage.room.isAnybodyAway, "the table may sleep all the same")
      #expect(try seat(stage, "bob", 1, after: 3 * 86_400_000) == 1)
      #expect(try seat(stage, "cleo", 2, after: 0) == nil)
      #expect(try seat(stage, "ada", 3, after: 0) == 0)
    }

    @Test func `everybody hears when a seat that was kept is free`() throws {
      let stage = try RoomStage(seats: 2)
      stage.join(stage.visitor("ada"), at: 0)
      let bob = stage.join(stage.visitor("bob"), at: 2)
      let eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
      stage.pass(milliseconds: 1_000)
      #expect(!stage.room.awaitsTime)
      let ada = stage.room.seats.told[0]
      stage.hear(.lost, from: bob)
      stage.silence()
      stage.pass(milliseconds: 120_000)
      #expect(stage.room.awaitsTime && stage.isQuiet)
      stage.pass(milliseconds: 1)
      let free = Seat(number: 1, person: nil, isConnected: false)
      #expect(try stage.messages(to: eve) == [crowd([ada, free], watching: 1)])
      #expect(!stage.room.awaitsTime)
    }

    @Test func `a player who comes back has the seat that was kept`() throws {
      let stage = try RoomStage(seats: 2)
      #expect(try seat(stage, "ada", 0, after: 0) == 0)
      #expect(try seat(stage, "bob", 1, after: 0) == 1)
      stage.hear(.lost, from: ConnectionID(loop: 0, slot: 0, generation: 1))
      #expect(try seat(stage, "ada", 5, after: 1_000) == 0)
    }

    @Test func `a spectator who finds no seat goes on watching`() throws {
      let stage = try RoomStage()
      let ada = stage.join(stage.visitor("ada"), at: 0)
      let eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
      stage.silence()
      #expect(
        try stage.ask({ .join(c: $0, stage.visitor("eve"), as: .play, resume: nil) }, from: eve).code == .full
      )
      #expect(stage.isQuiet, "a refusal is nobody else's business")
      stage.say(.tap(place: "stock", item: nil), from: ada)
      #expect(try stage.messages(to: eve).contains { if case .event = $0 { true } else { false } })
    }

    private func seat(_ stage: RoomStage, _ name: String, _ slot: UInt32, after: Int64) throws -> Int? {
      stage.now += after
      let connection = ConnectionID(loop: 0, slot: slot, generation: 1)
      let answer = try stage.ask(
        { .join(c: $0, stage.visitor(name), as: .play, resume: nil) }, from: connection)
      switch answer {
      case .ok(let agreement): return agreement.seat
      case .no(.full, _): return nil
      default:
        Issue.record("\(answer)")
        return nil
      }
    }
  }

  @Test func `A member who leaves is answered once, and is sent nothing more`() throws {
    let stage = try RoomStage()
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
    stage.pass(milliseconds: 1_000)
    stage.silence()
    #expect(try stage.ask({ .leave(c: $0) }, from: eve).isOK)
    stage.pass(milliseconds: 1_000)
    #expect(
      try stage.messages(to: ada) == [crowd(stage.room.seats.told, watching: 0)])
    stage.say(.tap(place: "stock", item: nil), from: ada)
    #expect(stage.lines(to: eve).isEmpty)
    #expect(try stage.ask({ .leave(c: $0) }, from: eve).isOK, "leaving twice does no harm")
    stage.hear(.sync, from: eve)
    #expect(stage.lines(to: eve).isEmpty)
  }

  @Test(arguments: [RoomMessage.sync, .behind])
  func `A member who lost track gets a snapshot, and a player the destinations too`(
    message: RoomMessage
  ) throws {
    let stage = try RoomStage()
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
    stage.silence()
    for (connection, kinds) in [(ada, ["snap", "dests"]), (eve, ["snap"])] {
      stage.hear(message, from: connection)
      let heard = try stage.messages(to: connection).map { message in
        switch message {
        case .snapshot: "snap"
        case .dests: "dests"
        default: "another"
        }
      }
      #expect(heard == kinds)
    }
  }

  @Test func `the loops of its members are known as they come and go`() throws {
    let stage = try RoomStage()
    let ada = stage.join(stage.visitor("ada"), at: 0, loop: 1)
    let eve = stage.join(stage.visitor("eve"), at: 1, as: .watch, loop: 0)
    let dan = stage.join(stage.visitor("dan"), at: 2, as: .watch, loop: 1)
    #expect(stage.room.loops == [0, 1])
    stage.hear(.lost, from: eve)
    #expect(stage.room.loops == [1])
    stage.hear(.lost, from: ada)
    stage.hear(.lost, from: dan)
    #expect(stage.room.loops.isEmpty && !stage.room.hasMembers)
  }

  @Test func `a table is used once somebody has come in, and not by a refused guest`() throws {
    let stage = try RoomStage()
    stage.pass(milliseconds: 500)
    stage.say(.tap(place: "stock", item: nil), from: ConnectionID(loop: 0, slot: 50, generation: 1))
    #expect(!stage.room.use.wasVisited)
    // Nobody but the opener has a seat so early.
    _ = try stage.ask(
      { .join(c: $0, stage.visitor("bob"), as: .play, resume: nil) },
      from: ConnectionID(loop: 0, slot: 1, generation: 1))
    #expect(!stage.room.use.wasVisited)
    stage.join(stage.visitor("eve"), at: 2, as: .watch)
    #expect(stage.room.use.wasVisited)
    // In the very millisecond of the opening as well.
    let swift = try RoomStage()
    swift.join(swift.visitor("ada"), at: 0)
    #expect(swift.room.use.wasVisited)
  }

  @Suite struct `Coming back to a table` {
    let stage: RoomStage
    let ada: ConnectionID
    let eve: ConnectionID

    init() throws {
      stage = try RoomStage()
      ada = stage.join(stage.visitor("ada"), at: 0)
      eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
    }

    @Test func `A member who missed nothing gets nothing but the crowd`() throws {
      let position = stage.position
      stage.hear(.lost, from: eve)
      stage.silence()
      stage.join(stage.visitor("eve"), at: 1, as: .watch, resume: position)
      let told = try stage.messages(to: eve)
      #expect(told.count == 1)
      guard case .crowd? = told.first else {
        Issue.record("told was \(told)")
        return
      }
    }

    @Test func `Missed versions are sent as events`() throws {
      stage.say(.tap(place: "stock", item: nil), from: ada)
      let position = stage.position
      stage.hear(.lost, from: eve)
      for _ in 0..<3 { stage.say(.tap(place: "stock", item: nil), from: ada) }
      _ = stage.lines(to: eve)
      stage.join(stage.visitor("eve"), at: 1, as: .watch, resume: position)
      let events = try stage.messages(to: eve).compactMap {
        if case .event(let event) = $0 { event } else { nil }
      }
      #expect(events.map(\.from) == [2, 3, 4] && events.map(\.to) == [3, 4, 5])
      stage.say(.undo, from: ada)
      #expect(
        try stage.messages(to: eve).contains { if case .event(let e) = $0 { e.from == 5 } else { false } })
    }

    @Test(arguments: [("00000000", 1), ("", 1), ("same", 9_999), ("same", 0)])
    func `another epoch or an unknown version brings a snapshot`(epoch: String, version: Int) throws {
      stage.say(.tap(place: "stock", item: nil), from: ada)
      stage.hear(.lost, from: eve)
      stage.silence()
      let epoch = epoch == "same" ? stage.room.epoch : epoch
      stage.join(
        stage.visitor("eve"), at: 1, as: .watch,
        resume: Hello.Position(room: "rTestRoom", epoch: epoch, version: version))
      let snapshots = try stage.messages(to: eve).compactMap {
        if case .snapshot(let it) = $0 { it } else { nil }
      }
      #expect(snapshots.map(\.why) == [.resume])
    }

    /// What is told to somebody who comes back.
    private func told(
      _ name: String, at slot: UInt32 = 7, since position: Hello.Position, isKnown: Bool = true
    ) throws -> [ServerMessage] {
      stage.silence()
      return try stage.messages(
        to: stage.join(stage.visitor(name), at: slot, as: .watch, resume: position, isKnown: isKnown))
    }

    /// Whether it is a snapshot and no event.
    private func isSnapshotOnly(_ told: [ServerMessage]) -> Bool {
      told.contains { if case .snapshot(let it) = $0 { it.why == .resume } else { false } }
        && !told.contains { if case .event = $0 { true } else { false } }
    }

    @Test func `Events from before a member came are never sent to them`() throws {
      let first = stage.position
      stage.say(.tap(place: "stock", item: nil), from: ada)
      let dan = stage.join(stage.visitor("dan"), at: 7, as: .watch)
      let second = stage.position
      stage.say(.undo, from: ada)
      stage.hear(.lost, from: dan)
      #expect(isSnapshotOnly(try told("dan", since: first)), "the card was turned up before they came")
      stage.hear(.lost, from: dan)
      // Nor does it help to have come back.
      #expect(isSnapshotOnly(try told("dan", since: second)))
      stage.hear(.lost, from: dan)
      stage.say(.tap(place: "stock", item: nil), from: ada)
      let events = try told("dan", since: Hello.Position(room: second.room, epoch: second.epoch, version: 3))
      #expect(events.contains { if case .event(let it) = $0 { it.from == 3 } else { false } })
    }

    @Test func `A member who claims to hold a version from after they left gets a snapshot`() throws {
      let position = stage.position
      stage.hear(.lost, from: eve)
      for _ in 0..<3 { stage.say(.tap(place: "stock", item: nil), from: ada) }
      let later = Hello.Position(room: position.room, epoch: position.epoch, version: stage.room.version - 1)
      #expect(isSnapshotOnly(try told("eve", since: later)))
    }

    @Test func `A member who holds a version that was lost gets a snapshot`() throws {
      stage.isPrompt = false
      stage.say(.tap(place: "stock", item: nil), from: ada)
      let lost = stage.position
      stage.hear(.lost, from: eve)
      #expect(stage.fail())
      stage.isPrompt = true
      for _ in 0..<2 { stage.say(.tap(place: "stock", item: nil), from: ada) }
      #expect(isSnapshotOnly(try told("eve", since: lost)))
    }

    @Test func `A visit that was never there gets a snapshot, whatever version it claims to hold`() throws {
      let first = stage.position
      for _ in 0..<3 { stage.say(.tap(place: "stock", item: nil), from: ada) }
      for version in 1...stage.room.version - 1 {
        let position = Hello.Position(room: first.room, epoch: first.epoch, version: version)
        #expect(isSnapshotOnly(try told("zoe\(version)", since: position)))
      }
    }

    @Test func `A visit that the server does not know gets a snapshot, though it was there`() throws {
      let position = stage.position
      stage.hear(.lost, from: eve)
      stage.say(.tap(place: "stock", item: nil), from: ada)
      #expect(isSnapshotOnly(try told("eve", since: position, isKnown: false)))
      // To name the newest version proves nothing either.
      stage.hear(.lost, from: ConnectionID(loop: 0, slot: 7, generation: 1))
      #expect(isSnapshotOnly(try told("eve", since: stage.position, isKnown: false)))
    }

    @Test func `Missed events are sent before the old connection is known to be lost`() throws {
      let position = stage.position
      stage.say(.tap(place: "stock", item: nil), from: ada)
      let told = try told("eve", since: position)
      #expect(told.contains { if case .event(let it) = $0 { it.from == position.version } else { false } })
      // Nobody else's line proves anything.
      stage.silence()
      let resumption = RoomMessage.Resumption(position, before: eve)
      let zoe = ConnectionID(loop: 0, slot: 8, generation: 1)
      stage.hear(.join(c: nil, stage.visitor("zoe"), as: .watch, resume: resumption), from: zoe)
      #expect(isSnapshotOnly(try stage.messages(to: zoe)))
    }

    @Test func `A member who left before very many others did gets a snapshot`() throws {
      let position = stage.position
      stage.hear(.lost, from: eve)
      for number in 0..<2 * stage.room.lastTold.absences.generationMax {
        let visitor = stage.visitor("w\(number)")
        stage.hear(.lost, from: stage.join(visitor, at: 9, as: .watch))
        #expect(stage.room.lastTold.absences.count < 2 * stage.room.lastTold.absences.generationMax)
      }
      stage.say(.tap(place: "stock", item: nil), from: ada)
      #expect(isSnapshotOnly(try told("eve", since: position)))
      let last = try told("w\(2 * stage.room.lastTold.absences.generationMax - 1)", at: 10, since: position)
      #expect(last.contains { if case .event = $0 { true } else { false } })
    }

    @Test func `Missing more events than are remembered brings a snapshot`() throws {
      let position = stage.position
      stage.hear(.lost, from: eve)
      for _ in 0..<History.eventsMax + History.eventsMax / 4 + 2 {
        stage.say(.tap(place: "stock", item: nil), from: ada)
      }
      stage.silence()
      stage.join(stage.visitor("eve"), at: 1, as: .watch, resume: position)
      let told = try stage.messages(to: eve)
      #expect(told.contains { if case .snapshot(let it) = $0 { it.why == .resume } else { false } })
      #expect(!told.contains { if case .event = $0 { true } else { false } })
    }

    @Test func `a new deal begun meanwhile brings a snapshot`() throws {
      let position = stage.position
      stage.hear(.lost, from: eve)
      stage.say(.deal(.open(8), game: nil), from: ada)
      stage.silence()
      stage.join(stage.visitor("eve"), at: 1, as: .watch, resume: position)
      #expect(try stage.messages(to: eve).contains { if case .snapshot = $0 { true } else { false } })
    }

    @Test func `A returning player whose clock had stopped gets a snapshot`() throws {
      stage.say(.tap(place: "stock", item: nil), from: ada)
      let position = stage.position
      stage.hear(.lost, from: ada)
      stage.now += 5_000
      stage.silence()
      stage.join(stage.visitor("ada"), at: 0, resume: position)
      let told = try stage.messages(to: ada)
      #expect(told.contains { if case .snapshot(let it) = $0 { it.status.clockRuns } else { false } })
    }
  }
}

/// What everybody hears of who is there, at a table whose clock has not begun.
private func crowd(_ seats: [Seat], watching: Int) -> ServerMessage {
  .crowd(room: "rTestRoom", seats: seats, watching: watching, clockMilliseconds: 0, clockRuns: false)
}
