import HTTP
import Rooms
import Testing

@testable import Server

@Suite struct `What guests may spend` {
  @Test func `is counted for each guest, and comes back with time`() {
    let rates = GuestRates(perSecond: 1, burst: 2)
    let (ann, bob) = (guest("ann"), guest("bob"))
    #expect([0, 0, 0].map { rates.take(ann, now: $0) } == [nil, nil, 1000])
    #expect(rates.take(bob, now: 0) == nil)
    #expect(rates.take(ann, now: 999) == 1)
    #expect(rates.take(ann, now: 1000) == nil)
  }

  @Test func `is remembered for so many guests only, those who still owe first`() {
    let rates = GuestRates(perSecond: 1, burst: 1, guestsMax: 3)
    for name in ["a", "b"] { _ = rates.take(guest(name), now: 0) }
    _ = rates.take(guest("c"), now: 900)
    #expect(rates.take(guest("d"), now: 1000) == nil)
    #expect(rates.take(guest("c"), now: 1000) != nil)
  }
}

@Suite struct `A budget for uploads` {
  @Test func `is taken by what comes, and given back when nobody needs it`() {
    let budget = UploadBudget(bytesMax: 10)
    var first = budget.share(for: 10)
    let second = budget.share(for: 10)
    #expect(first != nil && second != nil && budget.bytesTaken == 0, "a promise takes nothing")
    #expect(first?.grow(by: 4) == true && first?.grow(by: 2) == true)
    #expect(second?.grow(by: 5) == false && second?.grow(by: 4) == true)
    #expect(budget.bytesTaken == 10)
    #expect(budget.share(for: 1) == nil)
    first = nil
    #expect(budget.bytesTaken == 4)
    #expect(budget.share(for: 7) == nil && budget.share(for: 6) != nil)
    #expect(second?.grow(by: 6) == true)
  }
}

/// Somebody with that letter.
private func guest(_ name: String) -> GuestID {
  GuestID(digest: Array(repeating: name.utf8.first ?? 0, count: 16))
}
