import Synchronization

/// Tables that live as long as the process: for tests, and for measuring what a disk costs.
package final class MemoryTables: TableStorage {
  private let kept = Mutex<[String: [Record]]>([:])
  /// Records kept for each table, newest last; older ones are let go.
  private let keptPerRoomMax: Int

  package init(keptPerRoomMax: Int = 256) { self.keptPerRoomMax = keptPerRoomMax }

  package var isDurable: Bool { false }
  package var corruption: String? { nil }
  package var generation: UInt32 { 0 }
  package let secret = (0..<16).map { _ in UInt8.random(in: 0...255) }

  package func commit(_ batch: Batch) {
    kept.withLock { kept in
      for record in batch.records {
        kept[record.room, default: []].append(record)
        let excess = (kept[record.room]?.count ?? 0) - keptPerRoomMax
        // Let go in lumps, so that a long game does not shift the array at each move.
        if excess > keptPerRoomMax / 4 { kept[record.room]?.removeFirst(excess) }
      }
      for room in batch.deleted { kept[room] = nil }
    }
  }

  package func tryToWrite() {}
  package func useIdleTime() -> Bool { false }
  package func finish() {}

  /// The records that are kept, oldest first.
  package func records(of room: String) -> [Record] { kept.withLock { $0[room] ?? [] } }

  // A table that sleeps here would not wake: part of what it was is gone.
  package func table(_ room: String, usesBase: Bool) -> StoredTable? { nil }
  package func admit(_ room: String, owner: String, network: UInt64?) -> Admission { .admitted }
  package func giveBack(_ room: String) {}
  package func unused(since: Int64, countMax: Int) -> [String] { [] }
  package func namedBlobs(after id: Int64) throws(StorageFault) -> NamedBlobs {
    throw .disk("records that were dropped may have named blobs")
  }
  package func figures() -> StorageFigures { StorageFigures(tables: kept.withLock { $0.count }) }
}
