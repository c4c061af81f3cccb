import Bytes
import Rooms
import Synchronization

/// What all loops have counted, as it is read by Prometheus.
/// Promise: reading costs no loop anything but one lock; figures of other loops are at most a second old.
final class Meters: Sendable {
  private let shown: Mutex<[Counters]>

  init(loops: Int) { shown = Mutex(Array(repeating: Counters(), count: loops)) }

  /// A loop's figures as they are now.
  func show(_ counters: Counters, of loop: Int) {
    shown.withLock { $0[loop] = counters }
  }

  var sum: Counters { shown.withLock { $0.reduce(Counters(), +) } }
}
