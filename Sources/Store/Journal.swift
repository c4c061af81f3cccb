import Glibc
import Synchronization

/// Remembers records and says when they are durable. One writer thread commits whenever it is idle and
/// something waits; there is no timer. This journal keeps its records in memory: they survive a connection,
/// not the process.
///
/// Promises: acknowledgements of a room come in the order of its revisions; after a failure nothing of the
/// same lineage is ever acknowledged as durable.
package final class Journal: Sendable {
  /// What became of records, told to their room's loop.
  package enum Acknowledgement: Sendable, Equatable {
    case durable(room: String, revision: UInt64, lineage: UInt32)
    case failed(room: String, lineage: UInt32)
  }

  /// For tests: how the storage behaves. Real storage has delays and failures of its own.
  package struct Weather: Sendable {
    /// Microseconds that a commit takes.
    package var commitMicroseconds: UInt32 = 0
    /// This many commits from now on fail.
    package var failingCommits = 0
    /// While true nothing is committed; what waits goes on waiting.
    package var stalled = false

    package init() {}
  }

  private struct Waiting {
    let record: Record
    let told: @Sendable (Acknowledgement) -> Void
  }

  private struct Desk {
    var waiting: [Waiting] = []
    var weather = Weather()
    var kept: [String: [Record]] = [:]
    /// Lineages up to this one have lost a record.
    var lostLineage: [String: UInt32] = [:]
    var looks = 0
    var commits = 0
    var ended = false
  }

  private let desk = Mutex(Desk())
  /// Posted once for each change that the writer should look at.
  private let bell: Bell
  /// Records kept for each room, newest last; older ones are let go, since nothing is replayed from memory
  /// beyond this.
  private let keptPerRoomMax: Int

  package init(keptPerRoomMax: Int = 256) {
    self.keptPerRoomMax = keptPerRoomMax
    bell = Bell()
  }

  /// Hands over a record; `told` is called later, on the writer's thread.
  package func append(_ record: Record, told: @escaping @Sendable (Acknowledgement) -> Void) {
    desk.withLock { $0.waiting.append(Waiting(record: record, told: told)) }
    bell.ring()
  }

  /// The records that are durable, oldest first.
  package func records(of room: String) -> [Record] {
    desk.withLock { $0.kept[room] ?? [] }
  }

  /// Lets go of everything about a room that has ended.
  package func forget(_ room: String) {
    desk.withLock {
      $0.kept[room] = nil
      $0.lostLineage[room] = nil
    }
  }

  /// How often the writer has looked for work: once for each record, each change of weather and the end.
  package var looks: Int { desk.withLock { $0.looks } }
  package var commits: Int { desk.withLock { $0.commits } }

  package func change(_ change: @Sendable (inout Weather) -> Void) {
    desk.withLock { change(&$0.weather) }
    bell.ring()
  }

  /// The writer's life; runs on a thread of its own until `end`.
  package func run() {
    while true {
      bell.wait()
      let (batch, weather, ended) = desk.withLock { desk -> ([Waiting], Weather, Bool) in
        desk.looks += 1
        if desk.weather.stalled && !desk.ended { return ([], desk.weather, false) }
        defer { desk.waiting.removeAll(keepingCapacity: true) }
        return (desk.waiting, desk.weather, desk.ended)
      }
      if !batch.isEmpty { commit(batch, in: weather) }
      if ended { return }
    }
  }

  /// What waits is still committed, then `run` returns.
  package func end() {
    desk.withLock { $0.ended = true }
    bell.ring()
  }

  private func commit(_ batch: [Waiting], in weather: Weather) {
    if weather.commitMicroseconds > 0 { usleep(weather.commitMicroseconds) }
    let outcomes = desk.withLock { desk in
      desk.commits += 1
      let fails = desk.weather.failingCommits > 0
      if fails { desk.weather.failingCommits -= 1 }
      return batch.map { keep($0.record, fails: fails, on: &desk) }
    }
    for (waiting, outcome) in zip(batch, outcomes) { waiting.told(outcome) }
  }

  private func keep(_ record: Record, fails: Bool, on desk: inout Desk) -> Acknowledgement {
    let lost = desk.lostLineage[record.room].map { record.lineage <= $0 } ?? false
    if fails || lost {
      desk.lostLineage[record.room] = max(record.lineage, desk.lostLineage[record.room] ?? 0)
      return .failed(room: record.room, lineage: record.lineage)
    }
    desk.kept[record.room, default: []].append(record)
    let excess = (desk.kept[record.room]?.count ?? 0) - keptPerRoomMax
    // Let go in lumps, so that a long game does not shift the array at each move.
    if excess > keptPerRoomMax / 4 { desk.kept[record.room]?.removeFirst(excess) }
    return .durable(room: record.room, revision: record.revision, lineage: record.lineage)
  }
}
