import Reactor

/// An instant of the last two years in four bytes, in steps of 16 ms: good enough to tell who has been silent for how
/// long, however long the machine has been up.
struct Moment {
  private let steps: UInt32

  init(_ instant: Instant) { steps = Self.steps(instant) }

  func instant(before now: Instant) -> Instant {
    Instant(milliseconds: (now.milliseconds >> 4 - Int64(Self.steps(now) &- steps)) << 4)
  }

  private static func steps(_ instant: Instant) -> UInt32 {
    UInt32(truncatingIfNeeded: instant.milliseconds >> 4)
  }
}
