import Reactor
import Testing

@testable import Server

@Suite struct `The pace of taking leave` {
  private let start = Instant(milliseconds: 1_000_000)

  private func drain(_ farewell: Farewell = .drain, of count: Int, within: Int64 = 5_000) -> Drain {
    var settings = Server.Configuration()
    settings.drainMilliseconds = within
    return Drain(farewell, connections: count, settings: settings, now: start)
  }

  /// Of how many leave was taken after each turn, turns being 5 ms apart.
  private func play(_ drain: Drain) -> [Int] {
    var (drain, now, sums) = (drain, start, [Int]())
    while (sums.last ?? 0) < drain.count, sums.count < 100_000 {
      let count = min(drain.turnMax(now: now), drain.count - (sums.last ?? 0))
      for _ in 0..<count { drain.took() }
      sums.append((sums.last ?? 0) + count)
      now = now + 5
    }
    return sums
  }

  @Test func `A few people are told to leave all at once`() {
    #expect(play(drain(of: 1)) == [1])
    #expect(play(drain(of: Drain.perTurnMax)) == [Drain.perTurnMax])
    #expect(play(drain(of: 0)).isEmpty)
  }

  @Test(arguments: [65, 500, 4_000, 10_000, 100_000])
  func `Many people are told a few at a time, and all in time`(
    count: Int
  ) {
    let sums = play(drain(of: count))
    #expect(sums.last == count)
    for (before, after) in zip([0] + sums, sums) { #expect(after - before <= Drain.perTurnMax) }
    // Beyond so many, what a turn may hold is what takes the time.
    let turnsMin = count / Drain.perTurnMax
    #expect(sums.count * 5 <= max(5_000, turnsMin * 5) + 50, "\(sums.count)")
    #expect(sums.count * 5 >= min(5_000, count - Drain.perTurnMax) / 2, "not all as one: \(sums.count)")
  }

  @Test func `Everybody is told at once where that is wished, and at a takeover`() {
    for drain in [drain(of: 1_000, within: 0), drain(.handOver, of: 1_000)] {
      #expect(play(drain).count == (1_000 + Drain.perTurnMax - 1) / Drain.perTurnMax)
      #expect(drain.isBusy)
    }
    #expect(!drain(of: 1_000).isBusy)
  }

  @Test func `People come back after the last was told, and the more they are the later`() {
    let many = drain(of: 10_000)
    #expect(many.comeBack(total: 20_000, now: start) == (5_200, 17_000))
    #expect(many.comeBack(total: 20_000, now: start + 4_000) == (1_200, 13_000))
    #expect(many.comeBack(total: 20_000, now: start + 60_000) == (200, 12_000))
    #expect(drain(of: 1).comeBack(total: 1, now: start + 1) == (200, 2_000))
  }

  @Test func `People come back at once after a takeover, within little more than a second`() {
    #expect(drain(.handOver, of: 3).comeBack(total: 3, now: start) == (0, 300))
    #expect(drain(.handOver, of: 10_000).comeBack(total: 10_000, now: start) == (0, 800))
    #expect(drain(.handOver, of: 10_000).comeBack(total: 1_000_000, now: start) == (0, 1_200))
  }

  @Test func `Others are told first, then players, then latecomers, each place once in a stage`() {
    var drain = drain(of: 3)
    for stage in [Drain.Stage.others, .players, .latecomers] {
      #expect(drain.stage == stage)
      for slot in 0..<3 { #expect(drain.nextSlot(among: 3) == slot) }
      #expect(drain.nextSlot(among: 3) == nil)
    }
    #expect(drain.stage == .told && drain.nextSlot(among: 0) == nil && drain.stage == .told)
  }
}
