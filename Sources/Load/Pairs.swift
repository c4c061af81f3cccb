/// What alternating runs of two servers say of their ratio: each of ours is divided by the one beside it, so that what
/// disturbs the machine disturbs both.
package struct Pairs: Equatable, Sendable {
  package let median: Double
  package let lowest: Double
  package let highest: Double

  /// - Parameters: figures of the same length, in the order of the runs. Nil when there are no figures, or one is 0.
  package init?(_ ours: [Double], over theirs: [Double]) {
    precondition(ours.count == theirs.count, "runs come in pairs")
    let ratios = zip(ours, theirs).filter { $0.1 > 0 }.map { $0.0 / $0.1 }.sorted()
    guard let first = ratios.first, let last = ratios.last else { return nil }
    median = Self.median(ratios)
    lowest = first
    highest = last
  }

  /// The middle one, or between the middle two; 0 of nothing.
  package static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let middle = sorted.count / 2
    if sorted.count == 1 { return last }
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
