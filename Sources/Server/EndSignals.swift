import Reactor

/// Ctrl-C and SIGTERM, for whoever runs a server.
package enum EndSignals {
  /// Call before any thread is started.
  package static func block() { Signals.block() }

  /// Parks the calling thread until the process is asked to end.
  package static func wait() { _ = Signals.waitForEnd() }
}
