import Synchronization

/// Tables that live as long as the process: for tests, and for measuring what a disk costs.
package final class MemoryTables: TableStorage {
  private struct Kept {
    /// Newest last; older ones are let go.
    var records: [Record] = []
    var sequence: UInt64 = 0
    var usedAt: Int64 = 0
    /// Who opened it or held a seat there.
    var sitters: Set<String> = []
  }

  /// Invariant: a table is in the list of each of its sitters, and in no other.
  private struct State {
    var tables: [String: Kept] = [:]
    var rooms: [String: Set<String>] = [:]
    var reports = ReportBook()

    mutating func keep(_ record: Record, keptMax: Int) {
      let (room, guest) = (record.room, record.author?.guest)
      var kept = tables.removeValue(forKey: room) ?? Kept()
      kept.records.append(record)
      (kept.sequence, kept.usedAt) = (record.sequence, max(kept.usedAt, record.at))
      let excess = kept.records.count - keptMax
      // Let go in lumps, so that a long game does not shift the array at each move.
      if excess > keptMax / 4 { kept.records.removeFirst(excess) }
      if record.sequence == 1 || record.seatsAuthor, let guest, kept.sitters.count < keptMax {
        kept.sitters.insert(guest)
        rooms[guest, default: []].insert(room)
      }
      tables[room] = kept
    }

    mutating func delete(_ room: String) {
      guard let kept = tables.removeValue(forKey: room) else { return }
      for guest in kept.sitters {
        rooms[guest]?.remove(room)
        if rooms[guest]?.isEmpty == true { rooms[guest] = nil }
      }
    }
  }

  private let state = Mutex(State())
  /// Records kept for each table, and sitters.
  private let keptPerRoomMax: Int

  package init(keptPerRoomMax: Int = 256) { self.keptPerRoomMax = keptPerRoomMax }

  package var isDurable: Bool { false }
  package var corruption: String? { nil }
  package var generation: UInt32 { 0 }
  package let secret = (0..<16).map { _ in UInt8.random(in: 0...255) }

  package func commit(_ batch: Batch) {
    state.withLock { state in
      for record in batch.records { state.keep(record, keptMax: keptPerRoomMax) }
      for (room, at, _) in batch.used {
        if let usedAt = state.tables[room]?.usedAt, at > usedAt { state.tables[room]?.usedAt = at }
      }
      for room in batch.deleted { state.delete(room) }
      for change in batch.moderation { state.reports.write(change) }
    }
  }

  package func tryToWrite() {}
  package func useIdleTime() -> Bool { false }
  package func finish() {}

  /// The records that are kept, oldest first.
  package func records(of room: String) -> [Record] { state.withLock { $0.tables[room]?.records ?? [] } }

  package func tables(of guest: String, before: Int64?, countMax: Int) -> [GuestTable] {
    state.withLock { state in
      let all = (state.rooms[guest] ?? []).compactMap { room in
        state.tables[room].map { GuestTable(room: room, usedAt: $0.usedAt, sequence: $0.sequence) }
      }
      return Array(
        all.filter { $0.usedAt < before ?? .max }
          .sorted { ($0.usedAt, $0.room) > ($1.usedAt, $1.room) }.prefix(countMax))
    }
  }

  // A table that sleeps here would not wake: part of what it was is gone.
  package func table(_ room: String, usesBase: Bool) -> StoredTable? { nil }
  package func admit(_ room: String, owner: String, network: UInt64?) -> Admission { .admitted }
  package func giveBack(_ room: String) {}
  package func unused(since: Int64, countMax: Int) -> [String] { [] }
  package func namedBlobs(after id: Int64) throws(StorageFault) -> NamedBlobs {
    throw .disk("records that were dropped may have named blobs")
  }
  package func reports() -> [Report] { state.withLock { $0.reports.open } }
  package func bans() -> [Ban] { state.withLock { $0.reports.bans } }
  package func figures() -> StorageFigures { StorageFigures(tables: state.withLock { $0.tables.count }) }
}
