import Testing
import Wire

@testable import Rooms

@Suite struct `What brings members up` {
  let stage: RoomStage
  let ada: ConnectionID

  init() throws {
    stage = try RoomStage()
    ada = stage.join(stage.visitor("ada"), at: 0)
    stage.pass(milliseconds: 1_000)
    stage.silence()
  }

  @discardableResult
  private func watch(_ name: String, at slot: UInt32, since position: Hello.Position? = nil) -> ConnectionID {
    stage.join(stage.visitor(name), at: slot, as: .watch, resume: position)
  }

  /// Whether two primes are one and the same array, not only equal.
  private func areOne(_ a: [UInt8]?, _ b: [UInt8]?) -> Bool {
    guard let a, let b else { return false }
    return a.withUnsafeBytes { a in b.withUnsafeBytes { a.baseAddress == $0.baseAddress } }
  }

  @Test func `is one array for all who come while nothing changes`() throws {
    for slot in 1...40 as ClosedRange<UInt32> { watch("w\(slot)", at: slot) }
    #expect(stage.primes.suffix(40).allSatisfy { areOne($0, stage.primes.last) })
    stage.hear(.sync, from: ada)
    let sync = stage.primes.last
    #expect(sync != stage.primes.dropLast().last, "it says why")
    stage.hear(.sync, from: ConnectionID(loop: 0, slot: 7, generation: 1))
    #expect(areOne(sync, stage.primes.last))
  }

  @Test func `is another one with each version, each notice of who is there, each second of the clock`()
    throws
  {
    func next(_ slot: UInt32) -> [UInt8]? {
      watch("w", at: slot)
      return stage.primes.last
    }
    var before = next(1)
    stage.say(.tap(place: "stock", item: nil), from: ada)
    for change in ["version", "second", "crowd", "again"] {
      switch change {
      case "second": stage.now += 1_000
      case "crowd":
        watch("another", at: 70)
        stage.pass(milliseconds: 1_000)
      default: break
      }
      let now = next(10)
      #expect(areOne(before, now) == (change == "again"), "\(change)")
      before = now
    }
    guard case .snapshot(let snapshot)? = try before.flatMap({ try ServerMessage.read($0) }) else {
      Issue.record("no snapshot")
      return
    }
    #expect(snapshot.version == stage.room.version && snapshot.status.clockMilliseconds / 1000 == 2)
  }

  @Test func `is not that of a version which was lost`() throws {
    stage.isPrompt = false
    stage.say(.tap(place: "stock", item: nil), from: ada)
    watch("w1", at: 1)
    #expect(stage.fail())
    stage.isPrompt = true
    // The same number, another version.
    stage.say(.set(auto: .safe), from: ada)
    stage.silence()
    let told = try stage.messages(to: watch("w2", at: 2))
    let snapshot = told.compactMap { if case .snapshot(let it) = $0 { it } else { nil } }.first
    #expect(snapshot?.version == 2 && snapshot?.status.auto == .safe && snapshot?.status.moves == 0)
  }

  @Test func `is what was missed, in one piece, the same for all who were lost together`() throws {
    let position = stage.position
    for slot in 1...5 as ClosedRange<UInt32> { watch("w\(slot)", at: slot) }
    for _ in 0..<3 { stage.say(.tap(place: "stock", item: nil), from: ada) }
    for slot in 1...5 as ClosedRange<UInt32> { watch("w\(slot)", at: slot, since: position) }
    #expect(stage.primes.suffix(5).allSatisfy { areOne($0, stage.primes.last) })
    let kinds = try #require(stage.primes.last).split(separator: UInt8(ascii: "\n")).map {
      try ServerMessage.read(Array($0)).map { Mirror(reflecting: $0).children.first?.label ?? "" }
    }
    #expect(kinds == ["event", "event", "event"])
  }

  @Test func `is a snapshot where more was missed than is sent as events`() throws {
    let position = stage.position
    watch("w", at: 600)
    var bytes = 0
    var isOver = false
    for step in 1...History.eventsMax where !isOver {
      stage.say(.tap(place: "stock", item: nil), from: ada)
      for line in stage.lines(to: ada) {
        if case .event = try ServerMessage.read(line) { bytes += line.count }
      }
      isOver = bytes > History.missedBytesMax
      // At the limit's either side.
      guard isOver || bytes + 1_000 > History.missedBytesMax else { continue }
      let back = watch("w", at: UInt32(step), since: position)
      let told = try stage.messages(to: back)
      #expect(told.contains { if case .snapshot = $0 { true } else { false } } == isOver)
      #expect(told.contains { if case .event = $0 { true } else { false } } != isOver)
    }
    #expect(isOver)
  }

  @Test func `comes after the admission and before anything newer`() throws {
    var effects: [Effect] = []
    let eve = ConnectionID(loop: 0, slot: 3, generation: 1)
    let visitor = stage.visitor("eve", encoding: .shared)
    stage.now += 1_000
    stage.room.hear(.join(c: 5, visitor, as: .watch, resume: nil), from: eve, now: stage.now, into: &effects)
    let kinds = effects.map { Mirror(reflecting: $0).children.first?.label ?? "" }
    #expect(kinds == ["admit", "answer", "prime", "crowd"])
    #expect(
      effects.first == .admit(eve, seat: -1, version: 1, wantsDrag: true))
  }
}
