import Testing

@testable import Player

@Suite struct `The pace of a bot` {
  @Test func `lets a burst through at once, and then its rate`() {
    var pace = Pace(perSecond: 20, burst: 3, now: 1_000)
    #expect((0..<3).map { _ in pace.take(now: 1_000) } == [0, 0, 0])
    #expect(pace.take(now: 1_000) == 50)
    // What was waited for is used up when the time has come.
    #expect(pace.take(now: 1_050) == 50)
    #expect(pace.take(now: 1_150) == 0)
  }

  @Test func `saves up no more than a burst`() {
    var pace = Pace(perSecond: 10, burst: 2, now: 0)
    #expect((0..<3).map { _ in pace.take(now: 60_000) } == [0, 0, 100])
  }

  @Test func `never asks for more than the server's own count allows`() {
    for perSecond in [1, 3, 7, 20, 30] {
      var pace = Pace(perSecond: perSecond, burst: 5, now: 0)
      var now: Int64 = 0
      var told: [Int64] = []
      for _ in 0..<50 {
        now += Int64(pace.take(now: now))
        told.append(now)
      }
      for (index, time) in told.enumerated() {
        let since = told[...index].filter { time - $0 <= 10_000 }.count
        #expect(since <= 5 + 10 * perSecond + 1, "\(perSecond) per second")
      }
      let seconds = Double(told.last ?? 0) / 1000
      #expect(seconds * Double(perSecond) >= 45 - 0.01, "\(perSecond) per second")
    }
  }

  @Test func `takes a limit of zero for one a second`() {
    var pace = Pace(perSecond: 0, burst: 0, now: 0)
    #expect(pace.take(now: 0) == 0)
    #expect(pace.take(now: 0) == 1_000)
  }
}
