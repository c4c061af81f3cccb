import Testing
import Wire

@testable import Rooms

@Suite struct `While the journal is slow` {
  let stage: RoomStage
  let ada: ConnectionID
  let eve: ConnectionID

  init() throws {
    stage = try RoomStage(cards: board)
    ada = stage.join(stage.visitor("ada"), at: 0)
    eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
    stage.silence()
    stage.isPrompt = false
  }

  @Test func `Nobody hears of a step that is not durable, in any form`() throws {
    stage.say(.tap(place: "stock", item: nil), from: ada)
    stage.say(.send(item: 7), from: ada)
    stage.hear(.query(c: stage.nextC(), .dests), from: ada)
    stage.hear(.lift(c: stage.nextC(), item: 7), from: ada)
    stage.hear(.sync, from: eve)
    stage.now += 1_000
    stage.join(stage.visitor("dan"), at: 5, as: .watch)
    #expect(stage.isQuiet)
    #expect(stage.lines(to: ConnectionID(loop: 0, slot: 5, generation: 1)).isEmpty)
    #expect(stage.room.summary.moves == 0, "the lobby hears no more than the table")
    stage.acknowledge()
    #expect(stage.room.summary.moves == 1)
    let kinds = try stage.messages(to: ada).map { Mirror(reflecting: $0).children.first?.label ?? "" }
    #expect(kinds == ["event", "ok", "dests", "no", "dests", "ok", "lease", "crowd"])
  }

  @Test func `Each version is sent when it is durable, in order`() throws {
    for _ in 0..<3 { stage.say(.tap(place: "stock", item: nil), from: ada) }
    for version in 2...4 {
      stage.acknowledge(1)
      let events = try stage.messages(to: eve).compactMap {
        if case .event(let it) = $0 { it.to } else { nil }
      }
      #expect(events == [version])
    }
  }
}

@Suite struct `When the journal fails` {
  let stage: RoomStage
  let ada: ConnectionID
  let eve: ConnectionID

  init() throws {
    stage = try RoomStage(cards: board, seats: 2)
    ada = stage.join(stage.visitor("ada"), at: 0)
    eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
    stage.say(.tap(place: "stock", item: nil), from: ada)
    stage.silence()
    stage.isPrompt = false
  }

  @Test func `answers say paused, and the table stands where it was durable`() throws {
    let model = stage.room.patience.engine.model
    let (first, second) = (stage.say(.send(item: 25), from: ada), stage.say(.send(item: 7), from: ada))
    #expect(stage.fail())
    #expect(try stage.answer(to: first, from: ada).code == .paused)
    #expect(try stage.answer(to: second, from: ada).code == .paused)
    #expect(stage.room.version == 2 && stage.room.lineage == 1)
    #expect(stage.room.patience.engine.model == model)
    for connection in [ada, eve] {
      let told = try stage.messages(to: connection)
      #expect(!told.contains { if case .event = $0 { true } else { false } })
      let snapshots = told.compactMap { if case .snapshot(let it) = $0 { it } else { nil } }
      #expect(snapshots.map(\.why) == [.fallback] && snapshots.map(\.version) == [2])
    }
  }

  @Test func `a command that was lost is carried out when it is sent again`() throws {
    let c = stage.say(.send(item: 25), from: ada)
    stage.fail()
    _ = try stage.answer(to: c, from: ada)
    stage.isPrompt = true
    #expect(try stage.ask(.send(item: 25), c: c, from: ada).isOK)
    #expect(stage.cards(in: .foundation(0)) == [25])
    #expect(try stage.ask(.send(item: 25), c: c, from: ada).isOK)
    #expect(stage.room.version == 3)
  }

  @Test func `A command that was answered before stays answered`() throws {
    let c = stage.nextC()
    stage.say(.tap(place: "stock", item: nil), c: c, from: ada)
    stage.acknowledge()
    stage.say(.send(item: 25), from: ada)
    stage.fail()
    stage.silence()
    #expect(try stage.ask(.tap(place: "stock", item: nil), c: c, from: ada).isOK)
    #expect(stage.room.version == 3)
  }

  @Test func `play goes on, and so does its history`() throws {
    stage.say(.send(item: 25), from: ada)
    stage.say(.undo, from: ada)
    stage.fail()
    stage.isPrompt = true
    stage.silence()
    let position = stage.position
    stage.hear(.lost, from: eve)
    #expect(try stage.ask(.send(item: 27), from: ada).isOK)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    stage.join(stage.visitor("eve"), at: 1, as: .watch, resume: position)
    let events = try stage.messages(to: eve).compactMap { if case .event(let it) = $0 { it } else { nil } }
    #expect(events.map(\.to) == [3, 4] && events.map(\.operation) == ["send", "tap"])
    #expect(try stage.ask(.undo, from: ada).isOK)
  }

  @Test func `a table survives two failed commits`() throws {
    for lineage in 1...2 as ClosedRange<UInt32> {
      stage.say(.send(item: 25), from: ada)
      #expect(stage.fail())
      #expect(stage.room.version == 2 && stage.room.lineage == lineage)
    }
  }

  @Test func `A new deal that was lost leaves the old deal in play`() throws {
    let model = stage.room.patience.engine.model
    stage.say(.deal(.open(3), game: "klondike3"), from: ada)
    stage.say(.tap(place: "stock", item: nil), from: ada)
    #expect(stage.fail())
    #expect(stage.room.patience.engine.model == model && stage.room.patience.ruleset.id.text == "klondike1")
    stage.isPrompt = true
    #expect(try stage.ask(.undo, from: ada).isOK)
  }

  @Test func `live drags end, and everybody hears`() throws {
    stage.isPrompt = true
    let lease = try #require(try stage.ask({ .lift(c: $0, item: 7) }, from: ada).lease)
    stage.isPrompt = false
    stage.say(.set(auto: .safe), from: ada)
    stage.silence()
    stage.fail()
    let told = try stage.messages(to: eve)
    #expect(told.contains { if case .drag(_, let live, _) = $0 { live.isEmpty } else { false } })
    #expect(!stage.hasDrags && stage.room.patience.engine.sessions.isEmpty)
    stage.isPrompt = true
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: ada).code == .gone)
    #expect(try stage.ask({ .lift(c: $0, item: 7) }, from: ada).lease != nil)
  }

  @Test func `A player who came meanwhile is there, and hears of no version that was lost`() throws {
    stage.say(.send(item: 25), from: ada)
    let bob = stage.join(stage.visitor("bob"), at: 4)
    let query = stage.nextC()
    stage.hear(.query(c: query, .dests), from: bob)
    stage.hear(.leave(c: stage.nextC()), from: eve)
    stage.fail()
    let told = try stage.messages(to: bob)
    let oks = told.compactMap { if case .ok(_, let agreement) = $0 { agreement } else { nil } }
    #expect(oks == [Agreement(room: "rTestRoom", seat: 1)])
    #expect(
      told.contains {
        if case .no(let refusal) = $0 { refusal.c == query && refusal.code == .paused } else { false }
      })
    #expect(
      told.contains {
        if case .snapshot(let it) = $0 { it.seats.contains { $0.person?.name == "bob" } } else { false }
      })
    let left = try stage.messages(to: eve)
    #expect(left == [.ok(c: query + 1, Agreement(room: "rTestRoom"))])
  }

  @Test func `the clock has not run while nobody was there`() throws {
    stage.say(.send(item: 25), from: ada)
    stage.now += 1_000
    stage.hear(.lost, from: ada)
    stage.now += 60_000
    stage.fail()
    #expect(stage.room.game.status(now: stage.now).clockMilliseconds == 1_000)
    stage.join(stage.visitor("ada"), at: 0)
    stage.now += 500
    #expect(stage.room.game.status(now: stage.now).clockMilliseconds == 1_500)
  }

  @Test func `An opening that was lost leaves no table`() throws {
    let stage = try RoomStage(opening: OpenTable(game: "klondike1", deal: .open(1)), isPrompt: false)
    #expect(stage.isQuiet)
    #expect(!stage.fail())
    #expect(try stage.answer(to: 1, from: RoomStage.entrance).code == .paused)
  }
}

@Suite struct `Opening a table` {
  @Test func `is answered with its name once it is durable`() throws {
    let table = OpenTable(game: "klondike3", deal: .open(5), auto: .safe, timed: false, seats: 4)
    let stage = try RoomStage(opening: table, isPrompt: false)
    #expect(stage.isQuiet)
    stage.acknowledge()
    #expect(try stage.answer(to: 1, from: RoomStage.entrance) == .ok(Agreement(opened: "rTestRoom")))
    let summary = stage.room.summary
    #expect(summary.game == "klondike3" && summary.deal == .open(5) && summary.seats == 4)
    let status = stage.room.game.status(now: 0)
    #expect(status.auto == .safe && !status.timed && !status.clockRuns)
  }

  @Test func `An opening of an unknown game is refused with a list of the known ones`() throws {
    let error = #expect(throws: BadMessage.self) {
      try RoomStage(opening: OpenTable(game: "chess", deal: .sealed))
    }
    #expect(error?.why.contains("klondike1") == true)
  }

  @Test(arguments: ["", "r", "rShort", "rTooLong00", "xAAAAAAAA", "rAAAA AAA", "rAAAA-AAA", "rÄAAAAAA"])
  func `A text of another form is not the name of a room`(name: String) {
    #expect(RoomID(name) == nil)
  }

  @Test func `Rooms have names that can be read back, and one home each`() throws {
    for byte in 0...255 as ClosedRange<UInt8> {
      let id = RoomID(random: Array(repeating: byte, count: 8))
      #expect(RoomID(id.text) == id)
      #expect((0..<3).contains(id.home(among: 3)) && id.home(among: 1) == 0)
    }
  }
}
