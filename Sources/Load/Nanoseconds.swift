import Glibc

/// The clock of measurements: nanoseconds on the monotonic clock.
package enum Nanoseconds {
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  package static func of(seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

  /// Sleeps in small pieces, so that Ctrl-C does not have to wait.
  package static func sleep(seconds: Double) throws(LoadFailure) {
    let end = now() + of(seconds: seconds)
    while now() < end {
      try Interruption.check()
      usleep(useconds_t(min(20_000, (end &- now()) / 1000 + 1)))
    }
  }
}
