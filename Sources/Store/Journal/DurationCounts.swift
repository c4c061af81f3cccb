/// How many durations lay within each of a few bounds: what a histogram of Prometheus is made of. Recording costs a
/// few comparisons and allocates nothing. Invariant: each duration is counted in one bucket, and `count` is their sum.
///
///     0.5 ms │ 1 │ 2.5 │ 5 │ 10 │ 25 │ 50 │ 100 │ 250 │ 500 │ 1 s │ 2.5 │ 5 │ longer
package struct DurationCounts: Sendable {
  private static let bounds: InlineArray<13, Int> = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    5_000_000,
  ]
  /// In microseconds, rising; what is longer than the last has a bucket of its own.
  package static var boundsMicroseconds: [Int] { bounds.indices.map { bounds[$0] } }

  private var counts: InlineArray<14, Int> = InlineArray(repeating: 0)
  /// All durations together.
  package private(set) var microseconds = 0

  package init() {}

  /// - Parameter microseconds: nothing took less than none, whatever a clock says.
  package mutating func record(microseconds: Int) {
    let duration = max(0, microseconds)
    var bucket = 0
    while bucket < Self.bounds.count, duration > Self.bounds[bucket] { bucket += 1 }
    counts[bucket] += 1
    self.microseconds += duration
  }

  package var count: Int { counts.indices.reduce(0) { $0 + counts[$1] } }

  /// Durations of no more than each bound, one after the other; the longer ones are in `count` alone.
  package var cumulative: [Int] {
    var sum = 0
    return Self.bounds.indices.map {
      sum += counts[$0]
      return sum
    }
  }

  package static func + (a: DurationCounts, b: DurationCounts) -> DurationCounts {
    var sum = a
    for bucket in sum.counts.indices { sum.counts[bucket] += b.counts[bucket] }
    sum.microseconds += b.microseconds
    return sum
  }
}
