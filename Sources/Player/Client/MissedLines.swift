import Reactor

/// Lines of one connection that could not be read. What they told is asked for, but not again and again; too many of
/// them mean that the server speaks something else.
struct MissedLines {
  static let againMilliseconds: Int64 = 10_000
  static let linesMax = 16

  private(set) var count = 0
  /// There are some that nobody has asked for.
  private var isOpen = false
  private var askedAt: Instant?

  mutating func note(_ why: String) throws(PlayerFailure) {
    count += 1
    guard count <= Self.linesMax else { throw .badServerMessage(why) }
    isOpen = true
  }

  /// Whether to ask now; what comes too soon after the last question is let pass.
  mutating func take(now: Instant) -> Bool {
    guard isOpen else { return false }
    isOpen = false
    if let askedAt, now - askedAt < Self.againMilliseconds { return false }
    askedAt = now
    return true
  }
}
