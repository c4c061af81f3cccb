import Wire

/// How fast a server wants to be spoken to, kept on our side, so that nothing is refused for being too fast.
/// Invariant: 0 ≤ credit ≤ burst × 1000 (credit counts thousandths).
struct Pace {
  private let perSecond: Int64
  private let burst: Int64
  private var credit: Int64
  private var filledAt: Int64

  /// - Parameter now: milliseconds on the clock that later calls use.
  init(perSecond: Int, burst: Int, now: Int64) {
    self.perSecond = Int64(max(1, perSecond))
    self.burst = Int64(max(1, burst))
    credit = self.burst * 1000
    filledAt = now
  }

  /// Takes one.
  ///
  /// - Returns: how many milliseconds to wait before it is used; mostly none.
  mutating func take(now: Int64) -> Int {
    credit = min(burst * 1000, credit + max(0, now - filledAt) * perSecond)
    filledAt = max(filledAt, now)
    let wait = credit >= 1000 ? 0 : (1000 - credit + perSecond - 1) / perSecond
    // What is waited for is spent already.
    credit = max(0, credit + wait * perSecond - 1000)
    filledAt += wait
    return Int(wait)
  }
}
