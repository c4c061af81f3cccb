import Reactor

/// A place where connections come in, as one loop watches it.
final class Door {
  let listener: Listener
  /// Other loops accept from the same socket.
  let isShared: Bool
  /// The poller tells of it.
  var isWatched = false
  /// Nobody comes through it any more.
  var hasEnded = false

  init(_ listener: Listener, isShared: Bool) {
    self.listener = listener
    self.isShared = isShared
  }

  /// What the loop's poller has to be asked for.
  var interest: Poller.Interest { isShared ? [.readable, .exclusive] : .readable }
}
