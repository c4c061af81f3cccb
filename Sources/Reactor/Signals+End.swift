import Glibc

extension Signals {
  /// Asks this process to end, as if somebody else had.
  package static func askToEnd() {
    _ = kill(getpid(), SIGTERM)
  }

  /// From here on a second signal ends the process at once, without waiting. What is durable stays so.
  package static func endAtOnceWhenAskedAgain() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM] {
      // A handler, for the first process of a container cannot be ended by a signal without one.
      signal(number) { _exit(128 + $0) }
      sigaddset(&set, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
