import Glibc
import Synchronization

/// Ctrl-C and SIGTERM while a load runs: a flag that every loop looks at, so that what was started is ended on
/// the way out.
package enum Interruption {
  private static let cameIn = Atomic<Bool>(false)

  /// From here on the signals no longer end the process by themselves, and they are heard even if the parent process
  /// had blocked or ignored them.
  package static func listen() {
    signal(SIGPIPE, SIG_IGN)
    var heard = sigset_t()
    sigemptyset(&heard)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in Interruption.cameIn.store(true, ordering: .relaxed) }
      sigaddset(&heard, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
  }

  package static func check() throws(LoadFailure) {
    if cameIn.load(ordering: .relaxed) { throw .interrupted }
  }
}
