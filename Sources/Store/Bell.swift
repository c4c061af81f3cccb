import Glibc

/// A counting semaphore: `wait` returns once for each `ring`.
final class Bell: @unchecked Sendable {  // sem_t is made to be shared between threads; it never moves
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func ring() { sem_post(semaphore) }

  func wait() {
    while sem_wait(semaphore) != 0 {}  // interrupted by a signal: wait on
  }
}
