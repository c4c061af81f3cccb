import Testing

@testable import Rooms

@Suite struct `An allowance` {
  @Test func `lets through a burst, and then its rate`() {
    var allowance = Allowance()
    let rate = Allowance.Rate(perSecond: 20, burst: 3)
    #expect((0..<3).allSatisfy { _ in allowance.take(now: 0, rate) == nil })
    #expect(allowance.take(now: 0, rate) == 50)
    #expect(allowance.take(now: 49, rate) == 1)
    #expect(allowance.take(now: 50, rate) == nil)
    #expect(allowance.take(now: 50, rate) == 50)
  }

  @Test func `saves up no more than a burst`() {
    var allowance = Allowance()
    let rate = Allowance.Rate(perSecond: 10, burst: 2)
    _ = allowance.take(now: 0, rate)
    #expect(allowance.take(now: 1_000_000, rate) == nil)
    #expect(allowance.take(now: 1_000_000, rate) == nil)
    #expect(allowance.take(now: 1_000_000, rate) == 100)
  }

  @Test func `loses no time to rounding and gains none from a clock that stands`() {
    var allowance = Allowance()
    let rate = Allowance.Rate(perSecond: 3, burst: 1)
    var taken = 0
    for now in 0...10_000 as ClosedRange<Int64> where allowance.take(now: now, rate) == nil { taken += 1 }
    #expect((30...31).contains(taken))
    #expect((0..<100).allSatisfy { _ in allowance.take(now: 9_000, rate) != nil })
  }

  @Test func `tells a wait after which it does let through`() {
    var allowance = Allowance()
    let rate = Allowance.Rate(perSecond: 7, burst: 1)
    _ = allowance.take(now: 0, rate)
    guard let wait = allowance.take(now: 5, rate) else {
      Issue.record("nothing to wait for")
      return
    }
    var early = allowance
    #expect(early.take(now: 5 + Int64(wait) - 1, rate) != nil)
    #expect(allowance.take(now: 5 + Int64(wait), rate) == nil)
  }
}
