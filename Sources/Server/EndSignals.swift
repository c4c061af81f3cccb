import Reactor

/// Ctrl-C and SIGTERM, for whoever runs a server.
package enum EndSignals {
  /// Call before any thread is started.
  package static func block() { Signals.block() }

  /// The running server's place was given away: `wait` returns.
  package static func askToEnd() { Signals.askToEnd() }

  /// Whoever asks again while the server stops does not want to wait.
  package static func endAtOnceWhenAskedAgain() { Signals.endAtOnceWhenAskedAgain() }

  /// Parks the calling thread until the process is asked to end.
  package static func wait() { _ = Signals.waitForEnd() }
}
