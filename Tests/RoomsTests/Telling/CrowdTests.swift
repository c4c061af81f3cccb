import Testing
import Wire

@testable import Rooms

@Suite struct `What all hear of who is there` {
  let stage: RoomStage
  let ada: ConnectionID

  init() throws {
    stage = try RoomStage(seats: 2)
    ada = stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
  }

  /// Counts told since the last call.
  private func counts() throws -> [Int] {
    try stage.messages(to: ada).compactMap {
      if case .crowd(_, _, let count, _, _, _) = $0 { count } else { nil }
    }
  }

  private func watch(_ guests: Range<Int>) {
    for guest in guests { stage.join(stage.visitor("w\(guest)"), at: UInt32(100 + guest), as: .watch) }
  }

  private func lose(_ guests: Range<Int>) {
    for guest in guests {
      stage.hear(.lost, from: ConnectionID(loop: 0, slot: UInt32(100 + guest), generation: 1))
    }
  }

  @Test func `is a count at once after a pause, then one a second`() throws {
    stage.now += 1_000
    watch(0..<3)
    #expect(try counts() == [1] && stage.room.awaitsTime)
    stage.pass(milliseconds: 999)
    #expect(try counts() == [])
    stage.pass(milliseconds: 1)
    #expect(try counts() == [3] && !stage.room.awaitsTime)
    stage.pass(milliseconds: 60_000)
    #expect(try counts() == [])
  }

  @Test func `is nothing when somebody came and went in between`() throws {
    stage.now += 500
    watch(0..<5)
    lose(0..<5)
    #expect(!stage.room.awaitsTime)
    stage.pass(milliseconds: 60_000)
    #expect(try counts() == [])
  }

  @Test func `is seats at once, with the count as it is then`() throws {
    watch(0..<3)
    #expect(try counts() == [])
    let bob = stage.join(stage.visitor("bob"), at: 1)
    #expect(try counts() == [3])
    watch(3..<4)
    stage.hear(.lost, from: bob)
    #expect(try counts() == [4])
    // A second window at a seat changes nothing that is told.
    stage.join(stage.visitor("ada", visit: "second"), at: 2)
    #expect(try counts() == [])
  }

  @Test(arguments: [(100, 1), (101, 10), (1_000, 10), (1_001, 50), (10_000, 50), (10_001, 100)])
  func `counts a large audience in steps`(count: Int, step: Int) {
    #expect(Crowd.step(from: count) == step)
    var crowd = Crowd()
    crowd.tell([], watching: count, now: 0)
    #expect(!crowd.isDue(watching: count, now: 100_000))
    #expect(!crowd.isDue(watching: count - step, now: 999) && crowd.isDue(watching: count - step, now: 1_000))
    guard step > 1 else { return }
    #expect(!crowd.isDue(watching: count - step + 1, now: 9_999), "too little to be noticed")
    #expect(crowd.isDue(watching: count - step + 1, now: 10_000), "but not for ever")
  }

  @Test func `ends with the right count, however many come and go, and is little until then`() throws {
    var told: [Int] = []
    for second in 0..<20 {
      watch(second * 30..<second * 30 + 30)
      if second % 3 == 2 { lose(second * 30..<second * 30 + 7) }
      for _ in 0..<4 { stage.pass(milliseconds: 250) }
      told += try counts()
    }
    #expect(told.count <= 20)
    for _ in 0..<44 { stage.pass(milliseconds: 250) }
    told += try counts()
    #expect(told.last == stage.room.watching && stage.room.watching == 600 - 6 * 7)
    #expect(!stage.room.awaitsTime)
  }

  @Test func `a snapshot says as well, so that all see one number`() throws {
    stage.now += 1_000
    watch(0..<2)
    let eve = stage.join(stage.visitor("eve"), at: 50, as: .watch)
    let watching = try stage.messages(to: eve).compactMap { message -> Int? in
      switch message {
      case .snapshot(let snapshot): snapshot.watching
      case .crowd(_, _, let count, _, _, _): count
      default: nil
      }
    }
    #expect(watching == [1] && stage.room.watching == 3)
    stage.pass(milliseconds: 1_000)
    #expect(try counts() == [1, 3])
  }

  @Test func `is sent to a member who comes back and missed no event`() throws {
    let position = stage.position
    watch(0..<1)
    lose(0..<1)
    stage.join(stage.visitor("bob"), at: 1)
    stage.silence()
    let back = ConnectionID(loop: 0, slot: 9, generation: 2)
    stage.join(stage.visitor("w0"), on: back, as: .watch, resume: position)
    guard case .crowd(_, let seats, _, _, _, _)? = try stage.messages(to: back).first else {
      Issue.record("nothing was told of the seats")
      return
    }
    #expect(seats.compactMap(\.person?.name) == ["ada", "bob"])
  }
}
