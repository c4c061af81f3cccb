import Glibc
import Synchronization

/// Remembers records and says when they are durable. One writer thread commits whenever it is idle and
/// something waits; there is no timer. Where records are kept is its storage's business.
///
/// Promises: acknowledgements of a room come in the order of its records; after a failure nothing of the
/// same lineage is ever acknowledged as durable; nothing is told to have failed that a crash could bring back.
/// Invariant: of each table the records of one lineage that wait follow each other, or begin anew with an opening.
package final class Journal: Sendable {
  /// The fate of a record, as its room's loop hears it.
  package enum Acknowledgement: Sendable, Equatable {
    case durable(room: String, sequence: UInt64, lineage: UInt32)
    case failed(room: String, lineage: UInt32)
  }

  /// Records that were handed over together, and are answered together.
  private struct Handover {
    let records: [Record]
    let told: @Sendable ([Acknowledgement]) -> Void
  }

  private struct Change {
    let change: StoredChange
    let told: @Sendable (_ holds: Bool) -> Void
  }

  private struct Desk {
    var waiting: [Handover] = []
    /// What is written along, and what nobody waits for.
    var besides = Batch()
    /// Called after the tables to be forgotten were forgotten, or after that failed.
    var forgetting: [@Sendable () -> Void] = []
    /// In commits of their own, behind the records that were handed over before them.
    var changes: [Change] = []
    /// Lineages up to this one have lost a record.
    var lostLineage: [String: UInt32] = [:]
    var looks = 0
    var commits = 0
    var ended = false

    /// Debug builds look after it whenever something is handed over; of many that wait, at the newest.
    ///
    /// - Parameter figure: of records that wait, as it is shown.
    func checkInvariants(figure: Int) {
      let newest = waiting.suffix(8).flatMap(\.records)
      precondition(figure >= newest.count, "records that wait are in the figures")
      precondition(forgetting.count == besides.deleted.count, "who has a table forgotten hears of it")
      var last: [String: UInt64] = [:]
      for record in newest {
        let before = last.updateValue(record.sequence, forKey: "\(record.room) \(record.lineage)")
        precondition(
          before.map { record.sequence == $0 + 1 || record.sequence == 1 } ?? true,
          "of what happened at a table nothing is left out")
      }
    }
  }

  package let storage: any TableStorage
  package let pace: any JournalPace
  /// Told of each commit that failed and of each that held, on the writer's thread.
  private let noted: @Sendable (StorageFault?) -> Void
  /// Figures for the operator.
  package let figures = CommitFigures()
  private let desk = Mutex(Desk())
  /// Signalled once for each change that the writer should look at.
  private let work = Semaphore()

  package init(
    _ storage: any TableStorage = MemoryTables(), pace: any JournalPace = Unpaced(),
    noting: @escaping @Sendable (StorageFault?) -> Void = { _ in }
  ) {
    self.storage = storage
    self.pace = pace
    noted = noting
  }

  // MARK: - From any thread

  /// Hands over records, which are committed together.
  ///
  /// - Parameter told: called once, on the writer's thread, with an acknowledgement for each of them, in their order.
  package func append(_ records: [Record], told: @escaping @Sendable ([Acknowledgement]) -> Void) {
    figures.handedOver(records.count)
    desk.withLock { desk in
      desk.waiting.append(Handover(records: records, told: told))
      #if DEBUG
        desk.checkInvariants(figure: figures.now.waiting)
      #endif
    }
    work.signal()
  }

  /// Writes with the next commit what nobody waits for; if that commit fails it is lost.
  package func keep(_ base: Base) {
    desk.withLock { $0.besides.bases.append(base) }
    work.signal()
  }

  /// Writes something beside the records, behind all that was handed over before.
  ///
  /// - Parameter told: called once, on the writer's thread, or at once when that has ended: whether it is durable.
  package func change(_ change: StoredChange, told: @escaping @Sendable (_ holds: Bool) -> Void = { _ in }) {
    let isTaken = desk.withLock { desk in
      if !desk.ended { desk.changes.append(Change(change: change, told: told)) }
      return !desk.ended
    }
    if isTaken { work.signal() } else { told(false) }
  }

  /// A table that sleeps was come to.
  ///
  /// - Parameter sitters: guests who have a seat there; programs of before there was a list of them noted none.
  package func note(use room: String, at: Int64, sitters: [String] = []) {
    desk.withLock { $0.besides.used.append((room, at, sitters)) }
    work.signal()
  }

  /// Forgets a table for good. Nobody may be at it, or come to it until `told` is called on the writer's thread: it may
  /// be there still.
  package func delete(_ room: String, told: @escaping @Sendable () -> Void = {}) {
    desk.withLock {
      $0.lostLineage[room] = nil
      $0.besides.deleted.append(room)
      $0.forgetting.append(told)
    }
    work.signal()
  }

  /// A table sleeps, or is no more: when it wakes, its lineages begin anew.
  package func release(_ room: String) {
    desk.withLock { $0.lostLineage[room] = nil }
  }

  /// Records that wait to be committed.
  package var waiting: Int { desk.withLock { $0.waiting.reduce(0) { $0 + $1.records.count } } }
  /// How often the writer has looked for work: once for each `append`, each `wake` and the end.
  package var looks: Int { desk.withLock { $0.looks } }
  package var commits: Int { desk.withLock { $0.commits } }

  /// Has the writer look again, since its pace has changed.
  package func wake() { work.signal() }

  /// What waits is still committed, then `run` returns.
  package func end() {
    desk.withLock { $0.ended = true }
    work.signal()
  }

  // MARK: - The writer

  /// So long nothing must have come before its time counts as idle.
  private static let idleMilliseconds = 100
  /// How often a disk that refused a commit is tried again. While it refuses, the server sends no commits here, so
  /// none of them could show that the disk has recovered.
  private static let trialMilliseconds = 1000

  /// The writer's life; runs on a thread of its own until `end`.
  package func run() {
    var isUntidy = false
    var isRefused = false
    while true {
      if isRefused {
        if !work.wait(milliseconds: Self.trialMilliseconds) {
          isRefused = !tryToWrite()
          continue
        }
      } else if isUntidy {
        if !work.wait(milliseconds: Self.idleMilliseconds) {
          isUntidy = storage.useIdleTime()
          continue
        }
      } else {
        work.wait()
      }
      let (waiting, besides, changes, forgetting, ended) = take()
      if !waiting.isEmpty || !besides.isEmpty {
        isRefused = commit(waiting, besides) ?? isRefused
        isUntidy = true
      }
      for change in changes {
        change.told(holds(change.change, &isRefused))
        isUntidy = true
      }
      for told in forgetting { told() }
      if ended { return }
    }
  }

  private func take() -> ([Handover], Batch, [Change], [@Sendable () -> Void], ended: Bool) {
    let takes = pace.takes
    return desk.withLock { desk in
      desk.looks += 1
      if !takes && !desk.ended { return ([], Batch(), [], [], false) }
      defer {
        desk.waiting = []
        desk.besides = Batch()
        desk.changes = []
        desk.forgetting = []
      }
      return (desk.waiting, desk.besides, desk.changes, desk.forgetting, desk.ended)
    }
  }

  /// - Returns: whether the disk refused it; nil when nothing was written.
  private func commit(_ waiting: [Handover], _ besides: Batch) -> Bool? {
    let begun = CommitFigures.begin()
    let fails = (try? pace.beforeCommit()) == nil
    let lost = desk.withLock { desk in
      desk.commits += 1
      return desk.lostLineage
    }
    func isLost(_ record: Record) -> Bool { lost[record.room].map { record.lineage <= $0 } ?? false }
    var batch = besides
    batch.records = waiting.flatMap(\.records).filter { !isLost($0) }
    var isRefused = fails
    let failed: Set<String>? = fails ? batch.rooms : batch.isEmpty ? [] : write(batch, &isRefused)
    // Nobody knows yet whether it is on the disk. Clients wait, reconnect, and ask a server that knows.
    guard let failed else { return true }
    func outcome(of record: Record) -> Acknowledgement {
      if failed.contains(record.room) || isLost(record) {
        if record.sequence == 1 { storage.giveBack(record.room) }
        return .failed(room: record.room, lineage: record.lineage)
      }
      return .durable(room: record.room, sequence: record.sequence, lineage: record.lineage)
    }
    let outcomes = waiting.map { $0.records.map(outcome) }
    let losses = failed.isEmpty ? [] : batch.records.filter { failed.contains($0.room) }
    desk.withLock { desk in
      for record in losses {
        desk.lostLineage[record.room] = max(record.lineage, desk.lostLineage[record.room] ?? 0)
      }
    }
    if !failed.isEmpty { figures.failed(losses.count) }
    if failed.isEmpty ? !batch.isEmpty : losses.count < batch.records.count {
      figures.committed(batch.records.count - losses.count, since: begun)
    }
    figures.gaveBack(waiting.reduce(0) { $0 + $1.records.count } - batch.records.count)
    for (handover, outcomes) in zip(waiting, outcomes) { handover.told(outcomes) }
    return batch.isEmpty ? nil : isRefused
  }

  /// - Parameter isRefused: set when it was the disk.
  private func holds(_ change: StoredChange, _ isRefused: inout Bool) -> Bool {
    do throws(StorageFault) {
      try pace.beforeCommit()
      try storage.carryOut(change)
      return true
    } catch {
      // A log that somebody still reads is cut off later; nothing else waits for that.
      switch change {
      case .settle, .sweep: return false
      case .people, .moderation, .erase, .compact: break
      }
      switch error {
      case .damaged: break
      case .undecided:
        noted(error)
        _ = takeBack()
        isRefused = true
      case .disk, .corrupt:
        noted(error)
        isRefused = true
      }
      return false
    }
  }

  /// - Returns: whether nothing is to be waited for any more: it holds, or never will.
  private func tryToWrite() -> Bool {
    do throws(StorageFault) {
      try storage.tryToWrite()
      noted(nil)
      return true
    } catch {
      if case .corrupt = error { return true }
      return false
    }
  }

  /// - Parameter isRefused: set when it was the disk, and not what a table holds.
  /// - Returns: the rooms of which nothing was written; nil when it ended before that was known.
  private func write(_ batch: Batch, _ isRefused: inout Bool) -> Set<String>? {
    do throws(StorageFault) {
      try storage.commit(batch)
      noted(nil)
      return []
    } catch {
      guard case .damaged = error else {
        isRefused = true
        noted(error)
        if case .undecided = error { return takeBack() ? batch.rooms : nil }
        return batch.rooms
      }
      // Damage to one table must not fail the others.
      guard batch.rooms.count > 1 else { return batch.rooms }
      var failed: Set<String> = []
      for room in batch.rooms {
        guard let rooms = write(batch.part(of: room), &isRefused) else { return nil }
        failed.formUnion(rooms)
      }
      return failed
    }
  }

  /// Waits until a commit that failed is certainly gone.
  ///
  /// - Returns: false when the journal ended before.
  private func takeBack() -> Bool {
    // What comes meanwhile is looked at afterwards.
    defer { work.signal() }
    while (try? storage.takeBack()) == nil {
      if desk.withLock({ $0.ended }) { return false }
      _ = work.wait(milliseconds: Self.trialMilliseconds)
    }
    return true
  }
}
