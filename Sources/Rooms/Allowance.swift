/// A token bucket: so many at once, so many per second after that.
/// Invariant: 0 ≤ credit ≤ burst × 1000 (credit counts thousandths, so that no time is lost to rounding).
package struct Allowance: Sendable {
  private let perSecond: Int64
  private let burst: Int64
  private var credit: Int64
  private var filledAt: Int64

  /// - Parameter now: milliseconds on the clock that later calls use.
  package init(perSecond: Int, burst: Int, now: Int64) {
    self.perSecond = Int64(perSecond)
    self.burst = Int64(burst)
    credit = Int64(burst) * 1000
    filledAt = now
  }

  /// Takes one; nil when it was there, otherwise the milliseconds to wait for it.
  package mutating func take(now: Int64) -> Int? {
    if now > filledAt {
      credit = min(burst * 1000, credit + (now - filledAt) * perSecond)
      filledAt = now
    }
    guard credit >= 1000 else { return Int((1000 - credit + perSecond - 1) / perSecond) }
    credit -= 1000
    return nil
  }
}
