/// How often each duration came, in buckets 1.6 % wide: recording costs a few instructions, and nothing is
/// allocated for it.
///
///     0 1 2 … 63 │ 64 65 … 127 │ 128 130 … 254 │ 256 260 …
package final class Histogram {
  private static let parts = 64
  private static let buckets = 59 * parts

  private let counts: UnsafeMutablePointer<UInt64>
  package private(set) var count = 0

  package init() {
    counts = .allocate(capacity: Self.buckets)
    counts.initialize(repeating: 0, count: Self.buckets)
  }

  deinit { counts.deallocate() }

  package func record(_ nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] &+= 1
    count &+= 1
  }

  package func clear() {
    counts.update(repeating: 0, count: Self.buckets)
    count = 0
  }

  package func add(_ other: Histogram) {
    for bucket in 0..<Self.buckets { counts[bucket] += other.counts[bucket] }
    count += other.count
  }

  /// The duration that so many of 100 did not exceed; 0 when nothing was recorded.
  package func percentile(_ percent: Double) -> UInt64 {
    let wanted = max(1, Int((Double(count) * percent / 100).rounded(.up)))
    var seen = 0
    for bucket in 0..<Self.buckets {
      seen += Int(counts[bucket])
      if seen >= wanted { return Self.middle(of: bucket) }
    }
    return 0
  }

  private static func bucket(of value: UInt64) -> Int {
    guard value >= UInt64(parts) else { return Int(value) }
    // The six bits below the highest one tell the part.
    let shift = 57 &- value.leadingZeroBitCount
    return (shift &+ 1) &* parts &+ Int(truncatingIfNeeded: value >> UInt64(shift)) & (parts &- 1)
  }

  private static func middle(of bucket: Int) -> UInt64 {
    guard bucket >= parts else { return UInt64(bucket) }
    let shift = UInt64(bucket / parts - 1)
    let first = UInt64(parts + bucket % parts) << shift
    return first + (UInt64(1) << shift) / 2
  }
}
