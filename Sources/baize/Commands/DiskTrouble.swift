import Logging
import Server
import Store
import Synchronization

/// What the disk does to readiness and to the log. Each trouble is said once: that writing fails, that it
/// works again, and that what is kept is damaged, which it stays.
final class DiskTrouble: Sendable {
  private struct State {
    var isRefusing = false
    var isDamaged = false
  }

  private let state = Mutex(State())
  private let log: Logger
  private let readiness: Readiness

  init(_ log: Logger, _ readiness: Readiness) {
    self.log = log
    self.readiness = readiness
  }

  /// Notes the result of a commit; nil: it is on the disk.
  func note(_ fault: StorageFault?) {
    state.withLock { state in
      // Nothing is written any more, and that was said.
      guard !state.isDamaged, state.isRefusing != (fault != nil) else { return }
      state.isRefusing = fault != nil
      if let fault {
        readiness.begin(.readOnly)
        log.error(
          "writing to the disk fails; tables are paused", metadata: ["why": "\(fault)"])
      } else {
        readiness.end(.readOnly)
        log.notice("writing to the disk works again; play goes on")
      }
    }
  }

  /// Nothing is written from now on.
  ///
  /// - Parameter sentence: what is damaged, with the mend.
  func note(damage sentence: String) {
    state.withLock { state in
      guard !state.isDamaged else { return }
      state.isDamaged = true
      readiness.begin(.readOnly)
      log.critical("\(sentence)")
    }
  }
}
