import Glibc

/// A counting semaphore: `wait` returns once for each `signal`.
package final class Semaphore: @unchecked Sendable {
  // It is made to be shared between threads, and never moves.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  package func signal() { sem_post(semaphore) }

  package func wait() {
    while sem_wait(semaphore) != 0 {}  // interrupted by a signal: wait on
  }

  /// - Returns: false when it was not signalled in time, by the wall's clock.
  package func wait(milliseconds: Int) -> Bool {
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    until.tv_sec += milliseconds / 1000
    until.tv_nsec += milliseconds % 1000 * 1_000_000
    if until.tv_nsec >= 1_000_000_000 {
      until.tv_sec += 1
      until.tv_nsec -= 1_000_000_000
    }
    while sem_timedwait(semaphore, &until) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
