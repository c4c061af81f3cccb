import Reactor
import Synchronization

/// Whether the process has little to do beside the thread that asks, which is the one that searches. Other programs do
/// not count, since the system's scheduler weighs them against that thread.
final class IdleWatch: Sendable {
  private struct State {
    var at = Instant.microseconds()
    var others = IdleWatch.othersMicroseconds
    var isIdle = false
  }

  /// Looked at no more often than that.
  private static let microseconds: Int64 = 10_000

  /// Of one core.
  private let shareMax: Double
  private let state = Mutex(State())

  /// What all other threads have had of the processors.
  private static var othersMicroseconds: Int64 {
    Instant.processMicroseconds() - Instant.threadMicroseconds()
  }

  /// - Parameter shareMax: of one core; while others use less than that, it is idle.
  init(shareMax: Double = 0.25) { self.shareMax = shareMax }

  /// To be asked on one thread only.
  var isIdle: Bool {
    state.withLock { state in
      let now = Instant.microseconds()
      let span = now - state.at
      guard span >= Self.microseconds else { return state.isIdle }
      let others = Self.othersMicroseconds
      state.isIdle = Double(others - state.others) < shareMax * Double(span)
      (state.at, state.others) = (now, others)
      return state.isIdle
    }
  }
}
