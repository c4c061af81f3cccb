import Glibc
package import Store
import Synchronization

/// A disk that stalls, delays or refuses commits, as a test says.
package final class InjectedFaults: JournalPace {
  package struct State: Sendable {
    /// How long a commit takes, in microseconds.
    package var commitMicroseconds: UInt32 = 0
    /// So many commits from now on fail.
    package var failingCommits = 0
    /// While true nothing is committed; what waits goes on waiting.
    package var stalled = false
  }

  private let state = Mutex(State())

  package init() {}

  package func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  package var takes: Bool { state.withLock { !$0.stalled } }

  package func beforeCommit() throws(StorageFault) {
    let delay = state.withLock(\.commitMicroseconds)
    if delay > 0 { usleep(delay) }
    let fails = state.withLock { state in
      defer { state.failingCommits = max(0, state.failingCommits - 1) }
      return state.failingCommits > 0
    }
    if fails { throw .disk("injected") }
  }
}

extension Journal {
  /// A journal whose disk does what `change` says.
  package static func faulty(on storage: any TableStorage = MemoryTables()) -> Journal {
    Journal(storage, pace: InjectedFaults())
  }

  /// Changes what the disk does, and has the writer look again.
  ///
  /// - Precondition: the journal was made by `faulty`.
  package func change(_ change: (inout InjectedFaults.State) -> Void) {
    guard let faults = pace as? InjectedFaults else { preconditionFailure("this journal has no faults") }
    faults.change(change)
    wake()
  }
}
