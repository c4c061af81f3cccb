import Glibc

/// SIGINT, SIGTERM and SIGHUP as events: blocked in every thread, taken by the main thread alone.
package enum Signals {
  /// What a process is asked for.
  package enum Wish: Sendable {
    case end
    /// To read its settings again.
    case reload
  }

  /// Call before any thread is started, so that all inherit the mask. Also ignores SIGPIPE, and SIGXFSZ, without which
  /// a write beyond `ulimit -f` is an error as that of a full disk is.
  package static func block() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var set = awaited
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Parks the calling thread until somebody wishes something.
  package static func wait() -> Wish {
    var set = awaited
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    return number == SIGHUP ? .reload : .end
  }

  private static var awaited: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGHUP)
    return set
  }
}
