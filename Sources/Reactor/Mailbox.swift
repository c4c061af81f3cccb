import CLinux
import Glibc
import Synchronization

/// How other threads speak to a loop: values through a locked queue, one wake-up per batch. It is also the
/// loop's executor, so an `await` on the loop's actor runs on the loop's own thread.
///
/// Promise: mail of one sender arrives in the order in which it was sent.
package final class Mailbox<Mail: Sendable>: SerialExecutor {
  private struct Box {
    var jobs: [UnownedJob] = []
    var mail: [Mail] = []
    /// The wake-up for what lies in the box was already given.
    var armed = false
  }

  private let box = Mutex(Box())
  private let wakeUp: Int32
  private let thread = Atomic<UInt>(0)

  package init() throws(Errno) {
    wakeUp = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard wakeUp >= 0 else { throw Errno("eventfd") }
  }

  deinit { _ = close(wakeUp) }

  /// Register this with the loop's poller; readable means that mail or jobs wait.
  package var wakeUpDescriptor: Int32 { wakeUp }

  package func send(_ mail: Mail) {
    put { $0.mail.append(mail) }
  }

  /// Letters that lie in the box.
  package var waiting: Int { box.withLock { $0.mail.count } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    put { $0.jobs.append(job) }
  }

  private func put(_ change: (inout sending Box) -> Void) {
    let first = box.withLock { box in
      change(&box)
      defer { box.armed = true }
      return !box.armed
    }
    if first { eventfd_write(wakeUp, 1) }
  }

  /// Everything that came since the last call; on the loop's thread only.
  package func take(mail: inout [Mail], jobs: inout [UnownedJob]) {
    var count: eventfd_t = 0
    eventfd_read(wakeUp, &count)
    let taken = box.withLock { box in
      defer {
        box.mail = []
        box.jobs = []
        box.armed = false
      }
      return (box.mail, box.jobs)
    }
    mail.append(contentsOf: taken.0)
    jobs.append(contentsOf: taken.1)
  }

  package func bindToCurrentThread() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
  }

  package func isIsolatingCurrentContext() -> Bool? {
    thread.load(ordering: .relaxed) == UInt(pthread_self())
  }

  package func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on this loop's thread")
  }
}
