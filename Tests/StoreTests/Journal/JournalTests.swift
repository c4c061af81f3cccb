import Foundation
import Synchronization
import TestChecks
import TestFaults
import Testing

@testable import Store

@Suite struct `A journal` {
  @Test func `acknowledges each record once, those of a room in order`() {
    let desk = RunningJournal()
    for revision in 1...200 { for room in ["a", "b", "c"] { desk.append(room, UInt64(revision)) } }
    let told = desk.end()
    #expect(told.count == 600)
    for room in ["a", "b", "c"] {
      let revisions: [UInt64] = told.compactMap { acknowledgement in
        if case .durable(room, let revision, 0) = acknowledgement { revision } else { nil }
      }
      #expect(revisions == Array(1...200))
    }
  }

  @Test func `keeps what it acknowledged, in order, and each room's apart`() {
    let desk = RunningJournal()
    for revision in 1...5 { desk.append("a", UInt64(revision)) }
    desk.append("b", 1)
    _ = desk.end()
    #expect(desk.records(of: "a").map(\.sequence) == [1, 2, 3, 4, 5])
    #expect(desk.records(of: "a").first?.bytes == Array("a1".utf8))
    #expect(desk.records(of: "b").map(\.sequence) == [1])
    #expect(desk.records(of: "c").isEmpty)
  }

  @Test func `keeps the newest records of a long game only`() {
    let desk = RunningJournal(keptPerRoomMax: 8)
    for revision in 1...100 { desk.append("a", UInt64(revision)) }
    _ = desk.end()
    let kept = desk.records(of: "a").map(\.sequence)
    #expect((8...10).contains(kept.count))
    #expect(kept == Array(100 - UInt64(kept.count) + 1...100))
  }

  @Test func `commits what waits together, not one by one`() {
    let desk = RunningJournal { $0.stalled = true }
    for revision in 1...50 { desk.append("a", UInt64(revision)) }
    desk.waitForLooks()
    #expect(desk.journal.commits == 0)
    desk.journal.change { $0.stalled = false }
    desk.wait(for: 50)
    #expect(desk.journal.commits == 1)
    #expect(desk.end().count == 50)
  }

  @Test func `answers at once for what was handed over together`() {
    let desk = RunningJournal()
    let told = Mutex<[[Journal.Acknowledgement]]>([])
    desk.journal.append([record("a", 1), record("b", 1), record("a", 2)]) { acknowledgements in
      told.withLock { $0.append(acknowledgements) }
    }
    _ = desk.end()
    #expect(told.withLock { $0 } == [[durable("a", 1), durable("b", 1), durable("a", 2)]])
    #expect(desk.journal.commits == 1)
  }

  @Test func `fails for the one table that is damaged, and for no other`() throws {
    let folder = TemporaryFolder()
    let journal = Journal.faulty(on: try SQLiteTables(directory: folder.path))
    let told = Mutex<[Journal.Acknowledgement]>([])
    // rB has no opening.
    for (room, sequence) in [("rA", 1), ("rB", 7), ("rC", 1), ("rA", 2), ("rB", 8)] {
      journal.append([record(room, sequence)]) { acknowledgements in told.withLock { $0 += acknowledgements }
      }
    }
    journal.end()
    journal.run()
    #expect(
      told.withLock { $0 } == [
        .durable(room: "rA", sequence: 1, lineage: 0), .failed(room: "rB", lineage: 0),
        .durable(room: "rC", sequence: 1, lineage: 0), .durable(room: "rA", sequence: 2, lineage: 0),
        .failed(room: "rB", lineage: 0),
      ])
    #expect(journal.figures.now.failures == 1 && journal.figures.now.records == 3)
  }

  @Suite struct `A disk` {
    @Test func `A disk that stalls holds everything back until it clears`() {
      let desk = RunningJournal { $0.stalled = true }
      desk.append("a", 1)
      desk.append("a", 2)
      desk.waitForLooks()
      #expect(desk.told.isEmpty)
      #expect(desk.records(of: "a").isEmpty)
      desk.journal.change { $0.stalled = false }
      desk.wait(for: 2)
      #expect(desk.end() == [durable("a", 1), durable("a", 2)])
    }

    @Test func `A disk that delays changes nothing but the time`() {
      let desk = RunningJournal { $0.commitMicroseconds = 500 }
      for revision in 1...10 { desk.append("a", UInt64(revision)) }
      #expect(desk.end() == (1...10).map { durable("a", UInt64($0)) })
    }

    @Test func `A disk that fails loses the whole commit, and only that`() {
      let desk = RunningJournal {
        $0.stalled = true
        $0.failingCommits = 1
      }
      desk.append("a", 1)
      desk.append("b", 7, lineage: 3)
      desk.journal.change { $0.stalled = false }
      desk.wait(for: 2)
      #expect(desk.told == [failed("a"), failed("b", 3)])
      desk.append("c", 1)
      #expect(desk.end().last == durable("c", 1))
      #expect(desk.records(of: "a").isEmpty)
    }
  }

  @Suite struct Lineage {
    @Test func `A lineage that lost a record is never acknowledged again, and a later one is`() {
      let desk = RunningJournal { $0.failingCommits = 1 }
      desk.append("a", 5)
      desk.wait(for: 1)
      desk.append("a", 6)
      desk.append("a", 7)
      desk.append("b", 1)
      desk.append("a", 5, lineage: 1)
      desk.append("a", 8)
      desk.append("a", 6, lineage: 1)
      #expect(
        desk.end() == [
          failed("a"), failed("a"), failed("a"), durable("b", 1), durable("a", 5, 1), failed("a"),
          durable("a", 6, 1),
        ])
      #expect(desk.records(of: "a").map(\.lineage) == [1, 1])
    }

    @Test func `A room may lose records twice`() {
      let desk = RunningJournal { $0.failingCommits = 1 }
      desk.append("a", 5)
      desk.wait(for: 1)
      desk.journal.change { $0.failingCommits = 1 }
      desk.append("a", 5, lineage: 1)
      desk.wait(for: 2)
      desk.append("a", 6, lineage: 1)
      desk.append("a", 5, lineage: 2)
      #expect(desk.end() == [failed("a"), failed("a", 1), failed("a", 1), durable("a", 5, 2)])
    }
  }

  @Test func `forgets a room that has ended, its losses included`() {
    let desk = RunningJournal { $0.failingCommits = 1 }
    desk.append("a", 1)
    desk.wait(for: 1)
    desk.append("b", 1)
    desk.wait(for: 2)
    desk.journal.delete("a")
    desk.journal.delete("b")
    desk.waitForLooks(2)
    #expect(desk.records(of: "b").isEmpty)
    desk.append("a", 1)
    #expect(desk.end() == [failed("a"), durable("b", 1), durable("a", 1)])
  }

  @Test func `gives back the place of an opening that it lost, and only that`() throws {
    let folder = TemporaryFolder()
    var limits = SQLiteTables.Limits()
    limits.tablesPerGuestMax = 2
    let tables = try SQLiteTables(directory: folder.path, limits: limits)
    func admit(_ room: String) -> Bool { tables.admit(room, owner: "g_1", network: nil) == .admitted }
    #expect(admit("rA") && admit("rB") && !admit("rC"))
    let desk = RunningJournal(on: tables)
    desk.append("rA", 1)
    desk.wait(for: 1)
    desk.journal.change {
      $0.stalled = true
      $0.failingCommits = 1
    }
    desk.append("rA", 2)
    desk.append("rB", 1)
    desk.journal.change { $0.stalled = false }
    #expect(desk.end() == [durable("rA", 1), failed("rA"), failed("rB")])
    #expect(admit("rC") && !admit("rD"))
  }

  @Test func `commits what waits before it ends, even when it stalls`() {
    let desk = RunningJournal { $0.stalled = true }
    desk.append("a", 1)
    desk.append("a", 2)
    #expect(desk.end() == [durable("a", 1), durable("a", 2)])
  }

  @Test func `takes records from many threads and loses none`() {
    let desk = RunningJournal()
    for writer in 0..<4 {
      Foundation.Thread.detachNewThread {
        for revision in 1...250 { desk.append("w\(writer)", UInt64(revision)) }
      }
    }
    desk.wait(for: 1000)
    let told = desk.end()
    #expect(told.count == 1000)
    for writer in 0..<4 {
      let mine = told.filter { if case .durable("w\(writer)", _, _) = $0 { true } else { false } }
      #expect(mine == (1...250).map { durable("w\(writer)", UInt64($0)) })
    }
  }
}

/// Debug builds look after them at each change. Each fault is planted in what is as it should be.
@Suite struct `The invariants of what is kept` {
  @Test func `find a record that is left out`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let journal = Journal()
      journal.append([record("rA", 1), record("rB", 1)]) { _ in }
      journal.append([record("rA", 3)]) { _ in }
    }
    expectFailedCheck("of what happened at a table nothing is left out", of: end)
  }

  @Test func `let a table go on where it was durable, and open again`() {
    let journal = Journal()
    for (sequence, lineage) in [(7, 0), (8, 0), (7, 1), (8, 1), (1, 0), (2, 0)] as [(UInt64, UInt32)] {
      let record = Record(room: "rA", sequence: sequence, version: 1, lineage: lineage, bytes: [])
      journal.append([record]) { _ in }
    }
    #expect(journal.waiting == 6)
  }

  @Test func `find a table that is deleted and never was`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var ledger = TableLedger()
      ledger.committed(.opened("rA", TableLedger.Opening(owner: "ann", network: 7)))
      ledger.committed(.deleted(TableLedger.Opening(owner: "bob", network: nil)))
    }
    expectFailedCheck("each table has an owner", of: end)
  }

  @Test func `find a blob that nobody pays for`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var ledger = BlobLedger(limits: Blobs.Limits())
      guard let id = BlobID(String(repeating: "0", count: 64)) else { return }
      ledger.enter(id, BlobLedger.Entry(type: .text, byteCount: 3, owner: "ann", network: nil), at: 1)
    }
    expectFailedCheck("owners pay for what is kept of theirs", of: end)
  }
}

private func durable(_ room: String, _ sequence: UInt64, _ lineage: UInt32 = 0) -> Journal.Acknowledgement {
  .durable(room: room, sequence: sequence, lineage: lineage)
}

private func failed(_ room: String, _ lineage: UInt32 = 0) -> Journal.Acknowledgement {
  .failed(room: room, lineage: lineage)
}
