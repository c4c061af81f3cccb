import TestDice
import Testing

@testable import Load

@Suite struct `A histogram` {
  @Test func `is empty at first, and after it was cleared`() {
    let histogram = Histogram()
    #expect(histogram.count == 0 && histogram.percentile(50) == 0)
    histogram.record(7)
    histogram.clear()
    #expect(histogram.count == 0 && histogram.percentile(99) == 0)
  }

  @Test func `keeps small durations exactly`() {
    let histogram = Histogram()
    for nanoseconds in 1...100 as ClosedRange<UInt64> { histogram.record(nanoseconds % 64) }
    #expect(histogram.count == 100)
    #expect(histogram.percentile(0) == 0)
    #expect(histogram.percentile(100) == 63)
  }

  @Test func `takes the longest duration there is`() {
    let histogram = Histogram()
    histogram.record(.max)
    histogram.record(0)
    #expect(histogram.percentile(50) == 0)
    #expect(histogram.percentile(100) > UInt64.max / 64 * 62)
  }

  @Test func `tells percentiles as a sorted list does, to 2 percent`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var dice = Dice(seed: seed)
    let one = Histogram()
    let other = Histogram()
    var values: [UInt64] = []
    for _ in 0..<5000 {
      let value = UInt64.random(in: 0...(1 << UInt64.random(in: 0...40, using: &dice)), using: &dice)
      values.append(value)
      (Bool.random(using: &dice) ? one : other).record(value)
    }
    one.add(other)
    values.sort()
    #expect(one.count == values.count)
    for percent in [1.0, 10, 50, 90, 99, 99.9, 100] {
      let wanted = Double(values[max(1, Int((Double(values.count) * percent / 100).rounded(.up))) - 1])
      let told = Double(one.percentile(percent))
      #expect(
        abs(told - wanted) <= max(1, wanted * 0.02), "seed \(seed), \(percent) %: \(told), not \(wanted)")
    }
  }
}

@Suite struct `Ratios of pairs` {
  @Test func `are those of runs side by side, not of their sums`() throws {
    let pairs = try #require(Pairs([10, 30, 8], over: [5, 10, 8]))
    #expect(pairs.median == 2 && pairs.lowest == 1 && pairs.highest == 3)
  }

  @Test func `lie between the middle two of an even number`() {
    #expect(Pairs([1, 2, 4, 8], over: [1, 1, 1, 1])?.median == 3)
    #expect(Pairs.median([]) == 0 && Pairs.median([5]) == 5 && Pairs.median([4, 2]) == 3)
  }

  @Test func `are not there when nothing was measured`() {
    #expect(Pairs([], over: []) == nil)
    #expect(Pairs([3], over: [0]) == nil)
  }
}
