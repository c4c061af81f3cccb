import Synchronization

/// How the journal is doing, for the operator. The figures are recorded where records are handed over and committed;
/// any thread may read them. Invariant: `waiting` is what was handed over and is neither durable nor lost.
///
///     figures.handedOver(2)                         // records wait for their commit
///     let begun = CommitFigures.begin()             // before a commit
///     figures.committed(12, since: begun)           // 12 records are durable; or `failed`
package final class CommitFigures: Sendable {
  /// When a commit began. Measured here, since it decides nothing: the one reading of a clock beside `Reactor`.
  package struct Begun: Sendable {
    fileprivate let at = ContinuousClock.now
  }

  /// All of it at one moment.
  package struct Told: Sendable {
    /// Commits that made records durable, by how long they took.
    package var commits = DurationCounts()
    package var records = 0
    package var failures = 0
    package var waiting = 0

    package init() {}
  }

  private let waiting = Atomic<Int>(0)
  private let told = Mutex(Told())

  package init() {}

  /// So many records wait for their commit.
  package func handedOver(_ records: Int) { waiting.add(records, ordering: .relaxed) }

  package static func begin() -> Begun { Begun() }

  /// So many records are durable with one commit.
  package func committed(_ records: Int, since begun: Begun) {
    waiting.subtract(records, ordering: .relaxed)
    let (seconds, attoseconds) = (ContinuousClock.now - begun.at).components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    told.withLock {
      $0.commits.record(microseconds: microseconds)
      $0.records += records
    }
  }

  /// A commit failed, and so many records are lost or given back.
  package func failed(_ records: Int) {
    waiting.subtract(records, ordering: .relaxed)
    told.withLock { $0.failures += 1 }
  }

  /// So many records were not even tried, for one before them was lost.
  package func gaveBack(_ records: Int) { waiting.subtract(records, ordering: .relaxed) }

  package var now: Told {
    var now = told.withLock { $0 }
    // A record may be handed over between the two readings, never fewer than none.
    now.waiting = max(0, waiting.load(ordering: .relaxed))
    return now
  }
}
