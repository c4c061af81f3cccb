import HTTP
import Rooms
import Testing

@testable import Server

@Suite struct `What guests may spend` {
  @Test func `is counted for each guest, and comes back with time`() {
    let rates = GuestRates(perSecond: 1, burst: 2)
    let (ann, bob) = (guest("ann"), guest("bob"))
    #expect([0, 0, 0].map { rates.take(ann, of: nil, now: $0) } == [nil, nil, 1000])
    #expect(rates.take(bob, of: nil, now: 0) == nil)
    #expect(rates.take(ann, of: nil, now: 999) == 1)
    #expect(rates.take(ann, of: nil, now: 1000) == nil)
  }

  @Test func `is remembered of those who took something last, however many others come`() {
    let rates = GuestRates(perSecond: 1, burst: 1, rememberedMin: 4)
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
      #expect(rates.take(guest(name), of: nil, now: 0) == nil)
    }
    #expect(rates.count <= 8)
    for name in ["d", "e", "f", "g"] { #expect(rates.take(guest(name), of: nil, now: 1) != nil, "\(name)") }
  }

  @Test func `is counted for each network as well, and made-up guests are not remembered beyond it`() {
    let rates = GuestRates(perSecond: 1, burst: 2)
    let max = 2 * GuestRates.guestsPerNetwork
    let taken = (0..<100 as Range<UInt8>).filter { rates.take(guest($0), of: 7, now: 0) == nil }
    #expect(taken.count == max && rates.count == max + 1)
    #expect(rates.take(guest(200), of: 8, now: 0) == nil, "another network")
    #expect((0..<100 as Range<UInt8>).allSatisfy { rates.take(guest($0 + 100), of: nil, now: 0) == nil })
    // A second brings back one for each guest that may share an address.
    let later = (0..<100 as Range<UInt8>).filter { rates.take(guest($0), of: 7, now: 1_000) == nil }
    #expect(later.count == GuestRates.guestsPerNetwork)
  }

  @Test func `is not taken from others of a network by a refused guest`() {
    let rates = GuestRates(perSecond: 1, burst: 2)
    for _ in 0..<100 { _ = rates.take(guest(1), of: 7, now: 0) }
    #expect(rates.take(guest(2), of: 7, now: 0) == nil)
  }
}

@Suite struct `A budget of memory` {
  @Test func `is taken by what comes, and given back when nobody needs it`() {
    let budget = MemoryBudget(bytesMax: 10)
    var first = budget.share(for: 10, of: nil)
    let second = budget.share(for: 10, of: nil)
    #expect(first != nil && second != nil && budget.bytesTaken == 0, "a promise takes nothing")
    #expect(first?.grow(by: 4) == true && first?.grow(by: 2) == true)
    #expect(second?.grow(by: 5) == false && second?.grow(by: 4) == true)
    #expect(budget.bytesTaken == 10)
    #expect(budget.share(for: 1, of: nil) == nil)
    first = nil
    #expect(budget.bytesTaken == 4)
    #expect(budget.share(for: 7, of: nil) == nil && budget.share(for: 6, of: nil) != nil)
    #expect(second?.grow(by: 6) == true)
  }

  @Test func `is left to others in the same measure as a network takes of it`() {
    let budget = MemoryBudget(bytesMax: 100)
    let first = (0..<4).map { _ in budget.share(for: 1, of: 1) }
    var taken = 0
    while first[taken % 4]?.grow(by: 1) == true { taken += 1 }
    #expect(taken == 50, "half, if nobody else has any")
    let second = budget.share(for: 25, of: 2)
    #expect(second?.grow(by: 25) == true && second?.grow(by: 1) == false)
    let third = budget.share(for: 12, of: 3)
    #expect(third?.grow(by: 12) == true && third?.grow(by: 1) == false)
    #expect(budget.share(for: 7, of: 4) == nil && budget.share(for: 6, of: 4) != nil)
    // What has a share already keeps it, and programs of this machine are not held to one.
    let local = budget.share(for: 13, of: nil)
    #expect(local?.grow(by: 13) == true && budget.bytesTaken == 100)
  }

  @Test func `is held to what is there now, more or less than before`() {
    let budget = MemoryBudget(bytesMax: 100)
    let share = budget.share(for: 0, of: 1)
    #expect([50, 51, 20, 50].map { share?.hold($0) } == [true, false, true, true])
    #expect(budget.bytesTaken == 50)
  }

  @Test func `tells which network has more than an even part, and more than is left, once others came`() {
    let budget = MemoryBudget(bytesMax: 100)
    let (first, second) = (budget.share(for: 50, of: 1), budget.share(for: 25, of: 2))
    let local = budget.share(for: 5, of: nil)
    #expect(first?.hold(50) == true && first?.isBeyond == false)
    #expect(second?.hold(25) == true && local?.hold(5) == true)
    // Both have more than is left, but one no more than an even part.
    #expect(first?.isBeyond == true && second?.isBeyond == false && local?.isBeyond == false)
    #expect(first?.hold(35) == true && first?.isBeyond == false && second?.isBeyond == false)
  }

  @Test func `is there again when a network's bodies are gone`() {
    let budget = MemoryBudget(bytesMax: 100)
    for _ in 0..<10 {
      let share = budget.share(for: 50, of: 1)
      #expect(share?.grow(by: 50) == true)
    }
    #expect(budget.bytesTaken == 0)
  }
}

private func guest(_ number: UInt8) -> GuestID { GuestID(digest: [UInt8](repeating: number, count: 16)) }

/// Somebody with that letter.
private func guest(_ name: String) -> GuestID {
  GuestID(digest: Array(repeating: name.utf8.first ?? 0, count: 16))
}
