import Rooms
import Testing

@testable import Server

@Suite struct `Visits in a book` {
  private let visits = Visits(visitsMax: 100)
  private let rooms = (0..<3 as Range<UInt8>).map { RoomID(random: Array(repeating: $0, count: 8)) }

  private func visitor(_ number: UInt32, guest: UInt8 = 1, network: UInt32? = nil) -> Visitor {
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) }
    return Visitor(
      guest: GuestID(digest: Array(repeating: guest, count: 16)), visit: VisitID(random: bytes), name: "Ann",
      isBot: false, wantsDests: true, wantsDrag: true, network: network)
  }

  private func connection(_ slot: UInt32) -> ConnectionID { ConnectionID(loop: 0, slot: slot, generation: 1) }

  @Test func `go on with the seats that were named, and watch where they had none`() throws {
    let ann = visitor(1)
    #expect(visits.begin(ann, on: connection(1), now: 1_000))
    visits.joined(rooms[0], seat: 2, visit: ann.visit)
    visits.joined(rooms[1], seat: -1, visit: ann.visit)
    visits.joined(rooms[2], seat: 0, visit: ann.visit)
    let resumed = try #require(visits.known(ann, rooms: Array(rooms.prefix(2)), on: connection(2)))
    #expect(resumed.rooms.map(\.room) == rooms.prefix(2).sorted { $0.text < $1.text })
    #expect(resumed.rooms.first { $0.room == rooms[0] }?.seat == 2)
    #expect(resumed.rooms.first { $0.room == rooms[1] }?.seat == -1)
    #expect(resumed.before == connection(1) && resumed.commands == nil)
    // What was not named was left.
    let again = try #require(visits.known(ann, rooms: rooms, on: connection(3)))
    #expect(again.rooms.first { $0.room == rooms[2] }?.seat == -1 && again.before == connection(2))
    visits.left(rooms[0], visit: ann.visit)
    #expect(visits.known(ann, rooms: rooms, on: connection(4))?.rooms.allSatisfy { $0.seat == -1 } == true)
    visits.checkInvariants()
  }

  @Test func `are known only to their own guest, and nobody knows one that never was`() {
    #expect(visits.begin(visitor(1, guest: 1), on: connection(1), now: 1_000))
    #expect(visits.known(visitor(1, guest: 2), rooms: [], on: connection(2)) == nil)
    #expect(visits.known(visitor(2, guest: 1), rooms: [], on: connection(2)) == nil)
    #expect(visits.known(visitor(1, guest: 1), rooms: [], on: connection(2)) != nil)
  }

  @Test func `are limited in number`() {
    for number in 0..<100 as Range<UInt32> {
      #expect(visits.begin(visitor(number), on: connection(number), now: 0))
    }
    #expect(!visits.begin(visitor(100), on: connection(100), now: 1_000))
    visits.checkInvariants()
  }

  @Test func `make room for newcomers by those that rest and have nothing`() {
    let visits = Visits(visitsMax: 3)
    for number in 1...3 as ClosedRange<UInt32> {
      #expect(visits.begin(visitor(number), on: connection(number), now: 0))
    }
    #expect(!visits.begin(visitor(4), on: connection(4), now: 1_000), "all are there")
    visits.joined(rooms[0], seat: 0, visit: visitor(1).visit)
    visits.rest(visitor(1).visit, connection(1), with: Allowance(), now: 1_000)
    #expect(!visits.begin(visitor(4), on: connection(4), now: 1_000), "who rests has a seat")
    visits.rest(visitor(2).visit, connection(2), with: Allowance(), now: 1_000)
    #expect(visits.begin(visitor(4), on: connection(4), now: 1_000))
    #expect(visits.count == 3 && visits.known(visitor(2), rooms: [], on: connection(5)) == nil)
    visits.checkInvariants()
  }

  /// Two commands spent at 1,000 ms, which are there again 200 ms later.
  private func spent() -> Allowance {
    var commands = Allowance()
    for _ in 0..<2 { _ = commands.take(now: 1_000, Allowance.Rate(perSecond: 10, burst: 10)) }
    return commands
  }

  @Test func `make room by those that have something to get back, where none has nothing`() {
    let visits = Visits(visitsMax: 3)
    for number in 1...3 as ClosedRange<UInt32> {
      #expect(visits.begin(visitor(number), on: connection(number), now: 1_000))
      visits.rest(visitor(number).visit, connection(number), with: spent(), now: 1_000)
    }
    // Nobody is kept out by what somebody else has not got back yet.
    #expect(visits.begin(visitor(4), on: connection(4), now: 1_000))
    #expect(visits.count == 3)
    // What has come back is nothing to be kept; a seat is, for as long as the table keeps it.
    visits.joined(rooms[0], seat: 0, visit: visitor(4).visit)
    visits.rest(visitor(4).visit, connection(4), with: Allowance(), now: 1_200)
    for number in 5...9 as ClosedRange<UInt32> {
      #expect(visits.begin(visitor(number), on: connection(number), now: 1_200))
      visits.rest(visitor(number).visit, connection(number), with: Allowance(), now: 1_200)
    }
    #expect(
      visits.known(visitor(4), rooms: rooms, on: connection(10))?.rooms.contains { $0.seat == 0 } == true)
    visits.rest(visitor(4).visit, connection(10), with: Allowance(), now: 1_200)
    let later = 1_200 + Room.seatMillisecondsMax + 1
    for number in 11...13 as ClosedRange<UInt32> {
      #expect(visits.begin(visitor(number), on: connection(number), now: later), "its seat is nobody's now")
    }
    visits.checkInvariants()
  }

  @Test func `Resting visits of one network are limited in number, but for those with seats`() {
    let visits = Visits(visitsMax: 1_000, restingPerNetworkMax: 10)
    for number in 0..<100 as Range<UInt32> {
      let visitor = visitor(number, network: 7)
      #expect(visits.begin(visitor, on: connection(number), now: 1_000))
      if number == 50 { visits.joined(rooms[0], seat: 0, visit: visitor.visit) }
      visits.rest(visitor.visit, connection(number), with: spent(), now: 1_000)
    }
    #expect(visits.count == 11)
    #expect(visits.known(visitor(50, network: 7), rooms: rooms, on: connection(200)) != nil)
    // Another network, and programs of this machine, are not its neighbours.
    for number in 300..<340 as Range<UInt32> {
      let visitor = visitor(number, network: number < 310 ? 8 : nil)
      #expect(visits.begin(visitor, on: connection(number), now: 1_000))
      visits.rest(visitor.visit, connection(number), with: spent(), now: 1_000)
    }
    #expect(visits.count == 51)
    visits.expire(before: .max)
    visits.checkInvariants()
  }

  @Test func `Resting visits with seats are limited to five times the number without`() {
    let visits = Visits(visitsMax: 1_000, restingPerNetworkMax: 10)
    for number in 0..<200 as Range<UInt32> {
      let visitor = visitor(number, network: 7)
      #expect(visits.begin(visitor, on: connection(number), now: 1_000))
      visits.joined(rooms[0], seat: 0, visit: visitor.visit)
      visits.rest(visitor.visit, connection(number), with: Allowance(), now: 1_000)
    }
    #expect(visits.count == 11 * VisitBook.seatsTimes - 1)
    visits.checkInvariants()
  }

  @Test func `are searched for room some thousands at a time, and the next newcomer looks on`() {
    let count = UInt32(Visits.soughtMax + 100)
    let visits = Visits(visitsMax: Int(count))
    for number in 0..<count {
      let visitor = visitor(number)
      #expect(visits.begin(visitor, on: connection(number), now: 1_000))
      if number < count - 1 { visits.joined(rooms[0], seat: 0, visit: visitor.visit) }
      visits.rest(visitor.visit, connection(number), with: spent(), now: 1_000)
    }
    #expect(!visits.begin(visitor(count), on: connection(count), now: 1_000))
    #expect(visits.begin(visitor(count), on: connection(count), now: 1_000))
  }

  @Test func `have what was left to spend, if it was not everything`() throws {
    let ann = visitor(1)
    #expect(visits.begin(ann, on: connection(1), now: 1_000))
    visits.rest(ann.visit, connection(1), with: Allowance(), now: 1_000)
    #expect(try #require(visits.known(ann, rooms: [], on: connection(2))).commands == nil)
    var spent = Allowance()
    let rate = Allowance.Rate(perSecond: 10, burst: 10)
    for _ in 0..<10 { #expect(spent.take(now: 1_000, rate) == nil) }
    // A connection that was replaced does not know.
    visits.rest(ann.visit, connection(1), with: spent, now: 1_000)
    #expect(try #require(visits.known(ann, rooms: [], on: connection(3))).commands == nil)
    visits.rest(ann.visit, connection(3), with: spent, now: 1_000)
    let resumed = try #require(visits.known(ann, rooms: [], on: connection(4)))
    var back = try #require(resumed.commands)
    #expect(back.take(now: 1_000, rate) == 100 && back.take(now: 1_100, rate) == nil)
    visits.checkInvariants()
  }

  @Test func `are forgotten when they have rested, never while somebody is there`() {
    for number in 0..<4 as Range<UInt32> {
      #expect(visits.begin(visitor(number), on: connection(number), now: 0))
    }
    visits.rest(visitor(1).visit, connection(1), with: Allowance(), now: 5_000)
    visits.rest(visitor(2).visit, connection(2), with: Allowance(), now: 9_000)
    visits.expire(before: 5_000)
    #expect(visits.count == 4)
    visits.expire(before: 6_000)
    #expect(visits.count == 3 && visits.known(visitor(1), rooms: [], on: connection(9)) == nil)
    #expect(visits.known(visitor(2), rooms: [], on: connection(9)) != nil)
    visits.expire(before: .max)
    #expect(visits.count == 3)
    visits.checkInvariants()
  }

  @Test func `expire some thousands at a time, and all of them in the end`() {
    let many = Visits(visitsMax: .max)
    let count = UInt32(Visits.sweptMax * 5 / 2)
    for number in 0..<count {
      #expect(many.begin(visitor(number), on: connection(number), now: 0))
      many.rest(visitor(number).visit, connection(number), with: Allowance(), now: 1_000)
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
