import TestChecks
import Testing
import Wire

@testable import Rooms

private let ann = GuestID(digest: 0..<16)
private let bob = GuestID(digest: 1..<17)

/// As a log says that they are.
private func seats(of guests: [GuestID]) -> Seats? {
  let logged = LogRecord.SeatsLogged(
    holders: guests.map { Person(id: $0.text, name: "Ann", kind: .guest) }, lastGuests: guests.map(\.text),
    clockMilliseconds: 0)
  return try? Seats(logged, count: guests.count, opener: ann, now: 0)
}

@Suite struct `Seats of a table` {
  @Test func `are held by different guests, or the invariants find it`() async {
    seats(of: [ann, bob])?.checkInvariants()
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      seats(of: [ann, ann])?.checkInvariants()
    }
    expectFailedCheck("a guest holds one seat at most", of: end)
  }
}
