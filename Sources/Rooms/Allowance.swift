/// A token bucket: so many at once, so many per second after that. Sixteen bytes, since each connection has some.
/// Invariant: 0 ≤ credit ≤ burst × 1000 (credit counts thousandths, so that no time is lost to rounding).
package struct Allowance: Sendable {
  private let perSecond: UInt16
  private let burst: UInt16
  private var credit: UInt32
  private var filledAt: Int64

  /// - Parameters:
  ///   - perSecond: more than 0 and, as `burst`, fewer than 65,536.
  ///   - now: milliseconds on the clock that later calls use.
  package init(perSecond: Int, burst: Int, now: Int64) {
    precondition(0 < perSecond && perSecond < 1 << 16 && burst < 1 << 16, "an allowance is within reason")
    self.perSecond = UInt16(perSecond)
    self.burst = UInt16(burst)
    credit = UInt32(burst) * 1000
    filledAt = now
  }

  /// Takes one; nil when it was there, otherwise the milliseconds to wait for it.
  package mutating func take(now: Int64) -> Int? {
    if now > filledAt {
      credit = credit(now: now)
      filledAt = now
    }
    guard credit >= 1000 else { return (1000 - Int(credit) + Int(perSecond) - 1) / Int(perSecond) }
    credit -= 1000
    return nil
  }

  /// Nothing was taken of late: it is as good as a new one.
  package func isFull(now: Int64) -> Bool { credit(now: now) == creditMax }

  private var creditMax: UInt32 { UInt32(burst) * 1000 }

  private func credit(now: Int64) -> UInt32 {
    let (gained, isTooMuch) = Int64(perSecond).multipliedReportingOverflow(by: max(0, now - filledAt))
    if isTooMuch || gained >= Int64(creditMax - credit) { return creditMax }
    return credit + UInt32(gained)
  }
}
