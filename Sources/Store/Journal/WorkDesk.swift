import Synchronization

/// Work for one thread, done in the order in which it came.
/// Promise: what was put before `end` is done before `run` returns; what comes later is not.
package final class WorkDesk: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var ended = false
  }

  private let state = Mutex(State())
  private let semaphore = Semaphore()
  private let waitingMax: Int

  package init(waitingMax: Int) { self.waitingMax = waitingMax }

  /// - Returns: false when too much waits already, or the desk has ended; the work is not done then.
  package func put(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.ended, state.waiting.count < waitingMax else { return false }
      state.waiting.append(work)
      return true
    }
    if isTaken { semaphore.signal() }
    return isTaken
  }

  package var count: Int { state.withLock { $0.waiting.count } }

  package func run() {
    while true {
      semaphore.wait()
      let (batch, ended) = state.withLock { state in
        defer { state.waiting = [] }
        return (state.waiting, state.ended)
      }
      for work in batch { work() }
      if ended { return }
    }
  }

  package func end() {
    state.withLock { $0.ended = true }
    semaphore.signal()
  }
}
