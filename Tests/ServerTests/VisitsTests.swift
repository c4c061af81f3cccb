import Rooms
import Testing

@testable import Server

@Suite struct `A book of visits` {
  private let visits = Visits(visitsMax: 100)
  private let rooms = (0..<3 as Range<UInt8>).map { RoomID(random: Array(repeating: $0, count: 8)) }

  private func visitor(_ number: UInt32, guest: UInt8 = 1) -> Visitor {
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) }
    return Visitor(
      guest: GuestID(digest: Array(repeating: guest, count: 16)), visit: VisitID(random: bytes), name: "Ann",
      isBot: false, wantsDests: true, wantsDrag: true)
  }

  private func connection(_ slot: UInt32) -> ConnectionID { ConnectionID(loop: 0, slot: slot, generation: 1) }

  private func full() -> Visits.Allowances {
    Visits.Allowances(commands: Allowance(), opens: Allowance())
  }

  @Test func `go on with the seats that were named, and watch where they had none`() throws {
    let ann = visitor(1)
    #expect(visits.begin(ann, on: connection(1)))
    visits.joined(rooms[0], seat: 2, visit: ann.visit)
    visits.joined(rooms[1], seat: -1, visit: ann.visit)
    visits.joined(rooms[2], seat: 0, visit: ann.visit)
    let resumed = try #require(visits.known(ann, rooms: Array(rooms.prefix(2)), on: connection(2)))
    #expect(resumed.rooms.map(\.room) == rooms.prefix(2).sorted { $0.text < $1.text })
    #expect(resumed.rooms.first { $0.room == rooms[0] }?.seat == 2)
    #expect(resumed.rooms.first { $0.room == rooms[1] }?.seat == -1)
    #expect(resumed.before == connection(1) && resumed.allowances == nil)
    // What was not named was left.
    let again = try #require(visits.known(ann, rooms: rooms, on: connection(3)))
    #expect(again.rooms.first { $0.room == rooms[2] }?.seat == -1 && again.before == connection(2))
    visits.left(rooms[0], visit: ann.visit)
    #expect(visits.known(ann, rooms: rooms, on: connection(4))?.rooms.allSatisfy { $0.seat == -1 } == true)
    visits.checkInvariants()
  }

  @Test func `are another guest's only by their own token, and unknown to all when they are none`() {
    #expect(visits.begin(visitor(1, guest: 1), on: connection(1)))
    #expect(visits.known(visitor(1, guest: 2), rooms: [], on: connection(2)) == nil)
    #expect(visits.known(visitor(2, guest: 1), rooms: [], on: connection(2)) == nil)
    #expect(visits.known(visitor(1, guest: 1), rooms: [], on: connection(2)) != nil)
  }

  @Test func `are so many at once`() {
    for number in 0..<100 as Range<UInt32> { #expect(visits.begin(visitor(number), on: connection(number))) }
    #expect(!visits.begin(visitor(100), on: connection(100)))
    visits.checkInvariants()
  }

  @Test func `make room for newcomers by those that rest and have nothing`() {
    let visits = Visits(visitsMax: 3)
    for number in 1...3 as ClosedRange<UInt32> {
      #expect(visits.begin(visitor(number), on: connection(number)))
    }
    #expect(!visits.begin(visitor(4), on: connection(4)), "all are there")
    visits.joined(rooms[0], seat: 0, visit: visitor(1).visit)
    visits.rest(visitor(1).visit, connection(1), with: full(), now: 1_000)
    #expect(!visits.begin(visitor(4), on: connection(4)), "who rests has a seat")
    visits.rest(visitor(2).visit, connection(2), with: full(), now: 1_000)
    #expect(visits.begin(visitor(4), on: connection(4)))
    #expect(visits.count == 3 && visits.known(visitor(2), rooms: [], on: connection(5)) == nil)
    visits.checkInvariants()
  }

  @Test func `have what was left to spend, if it was not everything`() throws {
    let ann = visitor(1)
    #expect(visits.begin(ann, on: connection(1)))
    visits.rest(ann.visit, connection(1), with: full(), now: 1_000)
    #expect(try #require(visits.known(ann, rooms: [], on: connection(2))).allowances == nil)
    var spent = Allowance()
    let rate = Allowance.Rate(perSecond: 10, burst: 10)
    for _ in 0..<10 { #expect(spent.take(now: 1_000, rate) == nil) }
    let left = Visits.Allowances(commands: spent, opens: full().opens)
    // A connection that was replaced does not know.
    visits.rest(ann.visit, connection(1), with: left, now: 1_000)
    #expect(try #require(visits.known(ann, rooms: [], on: connection(3))).allowances == nil)
    visits.rest(ann.visit, connection(3), with: left, now: 1_000)
    let resumed = try #require(visits.known(ann, rooms: [], on: connection(4)))
    var back = try #require(resumed.allowances?.commands)
    #expect(back.take(now: 1_000, rate) == 100 && back.take(now: 1_100, rate) == nil)
    visits.checkInvariants()
  }

  @Test func `are forgotten when they have rested, never while somebody is there`() {
    for number in 0..<4 as Range<UInt32> { #expect(visits.begin(visitor(number), on: connection(number))) }
    visits.rest(visitor(1).visit, connection(1), with: full(), now: 5_000)
    visits.rest(visitor(2).visit, connection(2), with: full(), now: 9_000)
    visits.expire(before: 5_000)
    #expect(visits.count == 4)
    visits.expire(before: 6_000)
    #expect(visits.count == 3 && visits.known(visitor(1), rooms: [], on: connection(9)) == nil)
    #expect(visits.known(visitor(2), rooms: [], on: connection(9)) != nil)
    visits.expire(before: .max)
    #expect(visits.count == 3)
    visits.checkInvariants()
  }

  @Test func `are looked at in parts, and all of them in the end`() {
    let many = Visits(visitsMax: .max)
    let count = UInt32(Visits.sweptMax * 5 / 2)
    for number in 0..<count {
      #expect(many.begin(visitor(number), on: connection(number)))
      many.rest(visitor(number).visit, connection(number), with: full(), now: 1_000)
    }
    var counts: [Int] = []
    for _ in 0..<3 {
      many.expire(before: 2_000)
      counts.append(many.count)
    }
    #expect(counts == [Int(count) - Visits.sweptMax, Int(count) - 2 * Visits.sweptMax, 0])
    many.checkInvariants()
  }
}

extension Visits {
  /// Where a visit goes on; nil when it is not known, or another guest's.
  fileprivate func known(_ visitor: Visitor, rooms: [RoomID], on connection: ConnectionID) -> Resumed? {
    if case .known(let resumed) = resume(visitor, rooms: rooms, on: connection) { resumed } else { nil }
  }
}
