import Logging
import Rooms

/// How many lines one loop writes about what strangers cause. What is grave has an allowance of its own, so that a
/// talkative level hides nothing.
struct LogAllowance {
  private var grave = Allowance()
  private var other = Allowance()
  private var leftOut = 0

  private static let rate = Allowance.Rate(perSecond: 50, burst: 500)

  /// May a line be written now? If not, it is counted.
  mutating func take(_ level: Logger.Level, now: Int64) -> Bool {
    let wait = level >= .notice ? grave.take(now: now, Self.rate) : other.take(now: now, Self.rate)
    if wait == nil { return true }
    leftOut += 1
    return false
  }

  /// How many were left out since this was asked last.
  mutating func takeLeftOut() -> Int {
    defer { leftOut = 0 }
    return leftOut
  }
}
