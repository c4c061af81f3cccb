import Foundation
import Synchronization
import TestFaults

@testable import Store

/// A journal with its writer's thread, and what it has told so far.
final class RunningJournal: Sendable {
  let journal: Journal
  private let tables: MemoryTables
  private let heard = Mutex<[Journal.Acknowledgement]>([])
  /// Signalled once for each acknowledgement.
  private let news = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)
  private let waitedFor = Mutex(0)
  private let appended = Atomic<Int>(0)

  /// - Parameter storage: in memory unless it is given.
  init(
    on storage: (any TableStorage)? = nil, keptPerRoomMax: Int = 256,
    faults: (inout InjectedFaults.State) -> Void = { _ in }
  ) {
    tables = MemoryTables(keptPerRoomMax: keptPerRoomMax)
    journal = Journal.faulty(on: storage ?? tables)
    journal.change(faults)
    let thread = Thread { [journal, finished] in
      journal.run()
      finished.signal()
    }
    thread.start()
  }

  /// The records of a room that are kept.
  func records(of room: String) -> [Record] { tables.records(of: room) }

  func append(_ room: String, _ sequence: UInt64, lineage: UInt32 = 0) {
    let record = Record(
      room: room, sequence: sequence, version: sequence, lineage: lineage,
      bytes: Array("\(room)\(sequence)".utf8))
    journal.append([record]) { acknowledgements in
      self.heard.withLock { $0 += acknowledgements }
      self.news.signal()
    }
    appended.add(1, ordering: .relaxed)
  }

  var told: [Journal.Acknowledgement] { heard.withLock { $0 } }

  /// Returns once the writer has looked at the faults of the start and at every record, for tests in which it
  /// may do nothing about them.
  ///
  /// - Parameter others: so often something else was said.
  func waitForLooks(_ others: Int = 0) {
    while journal.looks < 1 + others + appended.load(ordering: .relaxed) { sched_yield() }
  }

  /// Returns once so many acknowledgements have come since the start.
  func wait(for count: Int) {
    while waitedFor.withLock({ $0 }) < count {
      news.wait()
      waitedFor.withLock { $0 += 1 }
    }
  }

  /// Ends the writer; all that it ever told.
  func end() -> [Journal.Acknowledgement] {
    journal.end()
    finished.wait()
    return told
  }
}
