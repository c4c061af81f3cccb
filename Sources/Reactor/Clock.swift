import Glibc

/// A point on the monotonic clock, in milliseconds since the machine started. The only clock that decides
/// anything.
package struct Instant: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
  package static func + (a: Instant, milliseconds: Int64) -> Instant {
    Instant(milliseconds: a.milliseconds + milliseconds)
  }
  /// Milliseconds from `b` to `a`.
  package static func - (a: Instant, b: Instant) -> Int64 { a.milliseconds - b.milliseconds }

  package static func now() -> Instant { Instant(milliseconds: read(CLOCK_MONOTONIC)) }

  /// Microseconds on the same clock, to measure what takes less than a moment, and to share out a loop's time; never
  /// for what a table remembers.
  package static func microseconds() -> Int64 { readMicroseconds(CLOCK_MONOTONIC) }

  /// How much of a processor this thread has had, in microseconds: what it waits for one does not count.
  package static func threadMicroseconds() -> Int64 { readMicroseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The same of all threads of this process together.
  package static func processMicroseconds() -> Int64 { readMicroseconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func readMicroseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Milliseconds since 1970, for people and logs; never for decisions.
  package static func wallMilliseconds() -> Int64 { read(CLOCK_REALTIME) }

  /// Blocks the calling thread for at least so long; no loop's thread calls it.
  package static func sleep(milliseconds: Int) {
    var rest = timespec(tv_sec: max(0, milliseconds) / 1000, tv_nsec: max(0, milliseconds) % 1000 * 1_000_000)
    var left = timespec()
    while nanosleep(&rest, &left) != 0 { rest = left }  // a signal came: sleep on
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
