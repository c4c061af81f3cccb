import Glibc

/// SIGINT, SIGTERM as events: blocked in every thread, taken by the main thread alone.
package enum Signals {
  /// Call before any thread is started, so that all inherit the mask; also ignores SIGPIPE.
  package static func block() {
    signal(SIGPIPE, SIG_IGN)
    var set = ending
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Parks the calling thread until the process is asked to end; the signal's number.
  package static func waitForEnd() -> Int32 {
    var set = ending
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    return number
  }

  private static var ending: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    return set
  }
}
