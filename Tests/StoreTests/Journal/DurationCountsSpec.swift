import Testing

@testable import Store

@Suite struct `Durations in buckets` {
  @Test func `count in the first bound that they do not pass`() {
    for (place, bound) in DurationCounts.boundsMicroseconds.enumerated() {
      var counts = DurationCounts()
      counts.record(microseconds: bound)
      #expect(counts.cumulative.firstIndex(of: 1) == place, "\(bound)")
      counts.record(microseconds: bound + 1)
      #expect(counts.cumulative[place] == 1, "\(bound) and one more")
      #expect(counts.count == 2 && counts.microseconds == 2 * bound + 1)
    }
  }

  @Test func `rise from bucket to bucket, and the longest count in the total only`() {
    var counts = DurationCounts()
    for duration in [0, 400, 700, 700, 30_000, 5_000_000, 5_000_001, 1 << 40] {
      counts.record(microseconds: duration)
    }
    #expect(counts.cumulative == [2, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6])
    #expect(counts.count == 8)
    counts.record(microseconds: -3)
    #expect(
      counts.cumulative[0] == 3 && counts.microseconds == 10_031_801 + 1 << 40, "less than nothing is nothing"
    )
  }

  @Test func `add up`() {
    var (a, b) = (DurationCounts(), DurationCounts())
    a.record(microseconds: 600)
    b.record(microseconds: 600)
    b.record(microseconds: 9_000_000)
    #expect((a + b).cumulative[1] == 2 && (a + b).count == 3 && (a + b).microseconds == 9_001_200)
  }
}

@Suite struct `The journal's figures` {
  @Test func `count the records that wait, were committed and were lost`() {
    let figures = CommitFigures()
    figures.handedOver(5)
    #expect(figures.now.waiting == 5 && figures.now.records == 0)
    figures.committed(3, since: CommitFigures.begin())
    #expect(figures.now.waiting == 2 && figures.now.records == 3 && figures.now.commits.count == 1)
    figures.failed(2)
    #expect(figures.now.waiting == 0 && figures.now.records == 3 && figures.now.failures == 1)
    #expect(figures.now.commits.count == 1, "only what was made durable was a commit")
  }
}
