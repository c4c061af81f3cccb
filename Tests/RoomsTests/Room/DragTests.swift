import Patience
import Testing
import Wire

@testable import Rooms

@Suite struct `A live drag` {
  let stage: RoomStage
  let ada: ConnectionID
  let bob: ConnectionID
  let eve: ConnectionID

  init() throws {
    let company = try Company()
    (stage, ada, bob, eve) = (company.stage, company.ada, company.bob, company.eve)
  }

  private func lift(_ item: Int, from connection: ConnectionID) throws -> Lease {
    try #require(try stage.ask({ .lift(c: $0, item: item) }, from: connection).lease)
  }

  private func live(_ connection: ConnectionID) throws -> [[LiveDrag]] {
    try stage.messages(to: connection).compactMap { if case .drag(_, let live, _) = $0 { live } else { nil } }
  }

  @Test func `begins with a lease that says all, and is shown to the others`() throws {
    let lease = try lift(7, from: ada)
    #expect(lease.items == [7] && lease.index == 0 && lease.formation == "stack" && lease.version == 1)
    #expect(lease.destinations == ["t0"] && lease.silenceMillisecondsMax == 10_000)
    let shown = LiveDrag(drag: lease.drag, seat: 0, items: [7], x: nil, y: nil, over: nil)
    #expect(try live(bob) == [[shown]] && live(eve) == [[shown]])
    #expect(try live(ada).isEmpty)
  }

  @Test func `is sent to a latecomer, behind a snapshot that they share with others`() throws {
    let lease = try lift(7, from: ada)
    let dan = stage.join(stage.visitor("dan"), at: 5, as: .watch)
    let told = try stage.messages(to: dan)
    try #require(told.count == 3)
    guard case .snapshot(let snapshot) = told[1], case .drag(_, let drags, _) = told[2] else {
      Issue.record("told was \(told)")
      return
    }
    #expect(snapshot.live.isEmpty && drags.map(\.drag) == [lease.drag])
    // Nobody is told of drags who did not ask for them, nor when there are none.
    let fay = stage.join(stage.visitor("fay", wantsDrag: false), at: 6, as: .watch)
    #expect(try live(fay).isEmpty)
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: ada).isOK)
    stage.silence()
    let gus = stage.join(stage.visitor("gus"), at: 7, as: .watch)
    #expect(try live(gus).isEmpty)
    #expect(stage.primes.suffix(3).allSatisfy { $0 == stage.primes.last })
  }

  @Test func `A drag that ended while a member was away is gone when they come back`() throws {
    let lease = try lift(7, from: ada)
    stage.hear(.lost, from: eve)
    let position = stage.position
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: ada).isOK)
    stage.silence()
    stage.join(stage.visitor("eve"), on: eve, as: .watch, resume: position)
    #expect(try live(eve) == [[]])
  }

  @Test func `ends with a move from another window of the same person`() throws {
    _ = try lift(7, from: ada)
    let window = stage.join(stage.visitor("ada", visit: "v_second"), at: 6)
    stage.silence()
    #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), from: window).isOK)
    #expect(try live(eve).last == [])
  }

  @Test func `takes a whole run, and says which card is held`() throws {
    #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), from: bob).isOK)
    let lease = try lift(0, from: ada)
    #expect(lease.items == [0, 7] && lease.index == 0)
  }

  @Test func `moves with its holder's hovers, latest for all but the holder`() throws {
    let lease = try lift(7, from: ada)
    stage.silence()
    stage.hear(.hover(Hover(drag: lease.drag, x: 10, y: 20, over: "t0")), from: ada)
    #expect(try live(eve) == [[LiveDrag(drag: lease.drag, seat: 0, items: [7], x: 10, y: 20, over: "t0")]])
    #expect(try live(ada).isEmpty)
    stage.hear(.hover(Hover(drag: lease.drag, x: 11, y: 20, over: "<script>")), from: ada)
    #expect(try live(eve).last?.first?.over == nil, "what is no pile is not passed on")
    stage.silence()
    stage.hear(.hover(Hover(drag: lease.drag, x: 1, y: 1, over: nil)), from: bob)
    stage.hear(.hover(Hover(drag: lease.drag, x: 1, y: 1, over: nil)), from: eve)
    stage.hear(.hover(Hover(drag: 99, x: 1, y: 1, over: nil)), from: ada)
    #expect(stage.isQuiet)
  }

  @Test func `ends with its drop, which is a command like any other`() throws {
    let lease = try lift(7, from: ada)
    stage.silence()
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: ada).isOK)
    #expect(stage.cards(in: .tableau(0)) == [0, 7])
    #expect(try live(eve) == [[]])
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: ada).code == .gone)
    #expect(!stage.hasDrags && stage.room.patience.engine.sessions.isEmpty)
  }

  @Test func `ends with a refused drop as well, and may be lifted again`() throws {
    let lease = try lift(7, from: ada)
    stage.silence()
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t3", before: nil), from: ada).code == .illegal)
    #expect(try live(eve) == [[]])
    #expect(stage.cards(in: .tableau(1)) == [1, 7])
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: ada).code == .gone)
    let second = try lift(7, from: ada)
    #expect(second.drag > lease.drag)
    let tops = [Command.Top(collection: "t0", item: 44)]
    #expect(
      try stage.ask(.drop(drag: second.drag, into: "t0", before: nil), if: tops, from: ada).code == .stale)
    #expect(!stage.hasDrags)
  }

  @Test func `ends with a cancel`() throws {
    let lease = try lift(7, from: ada)
    stage.silence()
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: bob).code == .gone)
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: ada).isOK)
    #expect(try live(eve) == [[]])
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: ada).code == .gone)
  }

  @Test func `ends after ten seconds of silence, each hover counting anew`() throws {
    let lease = try lift(7, from: ada)
    stage.pass(milliseconds: 10_000)
    stage.hear(.hover(Hover(drag: lease.drag, x: 1, y: 1, over: nil)), from: ada)
    stage.pass(milliseconds: 10_000)
    #expect(stage.hasDrags)
    stage.silence()
    stage.pass(milliseconds: 1)
    #expect(!stage.hasDrags)
    #expect(try live(eve) == [[]] && live(ada) == [[]])
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: ada).code == .gone)
    _ = try lift(7, from: bob)
  }

  @Test func `ends two seconds after its holder was lost`() throws {
    _ = try lift(7, from: ada)
    stage.hear(.lost, from: ada)
    stage.pass(milliseconds: 2_000)
    #expect(stage.hasDrags)
    #expect(try stage.ask({ .lift(c: $0, item: 7) }, from: bob).code == .leased)
    stage.pass(milliseconds: 1)
    #expect(!stage.hasDrags)
    _ = try lift(7, from: bob)
  }

  @Test func `goes on when its holder is back in time`() throws {
    let lease = try lift(7, from: ada)
    let position = stage.position
    stage.hear(.lost, from: ada)
    stage.pass(milliseconds: 1_000)
    stage.join(stage.visitor("ada"), at: 9, resume: position)
    stage.pass(milliseconds: 5_000)
    let back = ConnectionID(loop: 0, slot: 9, generation: 1)
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: back).isOK)
  }

  @Test func `is lost with the window that leads it, whatever other windows its holder has`() throws {
    let other = stage.join(stage.visitor("ada", visit: "other"), at: 9)
    let lease = try lift(7, from: ada)
    stage.hear(.lost, from: other)
    stage.pass(milliseconds: 5_000)
    #expect(stage.room.drags.live.map(\.number) == [lease.drag])
    // A page that is loaded again is another window.
    stage.join(stage.visitor("ada", visit: "third"), at: 10)
    stage.hear(.lost, from: ada)
    stage.pass(milliseconds: 2_000)
    #expect(stage.hasDrags)
    stage.pass(milliseconds: 1)
    #expect(!stage.hasDrags)
  }

  @Test func `gives way to a second lift of the same person`() throws {
    let first = try lift(7, from: ada)
    stage.silence()
    let second = try lift(22, from: ada)
    #expect(stage.room.drags.live.map(\.number) == [second.drag])
    #expect(try live(eve).last?.map(\.items) == [[22]])
    #expect(try stage.ask(.drop(drag: first.drag, into: "t0", before: nil), from: ada).code == .gone)
    #expect(try stage.ask({ .lift(c: $0, item: 1) }, from: ada).code == .illegal)
    #expect(try live(eve).last == [], "a refused lift let go of the first, and everybody hears")
    #expect(!stage.hasDrags)
  }

  @Test func `keeps its own cards from others, and no other cards`() throws {
    let lease = try lift(7, from: ada)
    #expect(try stage.ask({ .lift(c: $0, item: 7) }, from: bob).code == .leased)
    #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), from: bob) == .no(.leased, why: "inUse"))
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: bob).code == .gone)
    #expect(stage.room.version == 1)
    let other = try lift(22, from: bob)
    #expect(try stage.ask(.drop(drag: other.drag, into: "t0", before: nil), from: bob).isOK)
    let late = try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: ada)
    #expect(late == .no(.lostRace, why: "otherColour") || late == .no(.lostRace, why: "notNextRank"))
    #expect(stage.room.patience.engine.model.census().count == 52)
  }

  @Test func `A card that somebody drags cannot be sent to a foundation by another`() throws {
    _ = try lift(25, from: ada)
    #expect(try stage.ask(.send(item: 25), from: bob) == .no(.leased, why: "inUse"))
  }

  @Test func `A drag of a card that cannot be lifted is refused with the rule`() throws {
    let refused: [(Int, String)] = [(1, "faceDown"), (28, "staysThere"), (9_999, "nothingThere")]
    for (item, why) in refused {
      #expect(try stage.ask({ .lift(c: $0, item: item) }, from: ada) == .no(.illegal, why: why))
    }
    #expect(!stage.hasDrags && stage.isQuiet)
  }

  @Test func `ends with a new deal`() throws {
    let lease = try lift(7, from: ada)
    stage.silence()
    #expect(try stage.ask(.deal(.open(3), game: nil), from: bob).isOK)
    try stage.agree(ada)
    #expect(try live(eve).last == [])
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: ada).code == .gone)
    let fresh = try stage.ask({ .lift(c: $0, item: 0) }, from: ada).lease
    #expect(fresh.map { $0.drag > lease.drag } == true, "a number is never used twice")
  }

  @Test func `survives what happens elsewhere, undo included`() throws {
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: bob).isOK)
    let lease = try lift(7, from: ada)
    #expect(try stage.ask(.undo, from: bob).isOK)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: bob).isOK)
    #expect(try stage.ask(.drop(drag: lease.drag, into: "t0", before: nil), from: ada).isOK)
  }
}
