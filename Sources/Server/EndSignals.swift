import Reactor

/// Ctrl-C, SIGTERM and SIGHUP, for the operator.
package enum EndSignals {
  /// Call before any thread is started.
  package static func block() { Signals.block() }

  /// The running server's place was given away: `wait` returns.
  package static func askToEnd() { Signals.askToEnd() }

  /// An operator who asks again while the server stops does not want to wait.
  package static func endAtOnceWhenAskedAgain() { Signals.endAtOnceWhenAskedAgain() }

  /// Parks the calling thread until the process is asked to end.
  ///
  /// - Parameter reload: called at each SIGHUP; false when it is to end the process, as it does without a file of
  ///   settings: a terminal that closes sends it too.
  package static func wait(reload: () -> Bool = { false }) {
    while Signals.wait() == .reload, reload() {}
  }
}
