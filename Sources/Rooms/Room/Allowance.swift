/// A token bucket: so many at once, so many per second after that. Eight bytes, since each connection has some: all
/// that must be known of a bucket is when it will be full again.
/// Invariant: what was taken of late, and has not come back yet, is never more than the burst.
package struct Allowance: Sendable {
  /// What an allowance allows; the same for many, so it is passed in.
  package struct Rate: Sendable {
    /// Nanoseconds until one that was taken is there again.
    let cost: Int64
    let burst: Int64

    package init(perSecond: Int, burst: Int) {
      precondition(perSecond > 0 && burst > 0, "an allowance allows something")
      cost = 1_000_000_000 / Int64(perSecond)
      self.burst = Int64(burst)
    }

    /// One that was taken is there again after so long.
    package init(everyMilliseconds milliseconds: Int, burst: Int) {
      precondition(milliseconds > 0 && burst > 0, "an allowance allows something")
      cost = 1_000_000 * Int64(milliseconds)
      self.burst = Int64(burst)
    }
  }

  /// Nanoseconds on the clock that is passed in.
  private var fullAt: Int64 = 0

  /// All of it is there.
  package init() {}

  /// Takes one; nil when it was there, otherwise the milliseconds to wait for it.
  ///
  /// - Parameter now: milliseconds, on the same clock each time.
  package mutating func take(now: Int64, _ rate: Rate) -> Int? {
    let now = now * 1_000_000
    let full = max(fullAt, now) + rate.cost
    let tooMuch = full - now - rate.cost * rate.burst
    guard tooMuch <= 0 else { return Int((tooMuch + 999_999) / 1_000_000) }
    fullAt = full
    return nil
  }

  /// Nothing has been taken of late.
  package func isFull(now: Int64) -> Bool { fullAt <= now * 1_000_000 }
}
