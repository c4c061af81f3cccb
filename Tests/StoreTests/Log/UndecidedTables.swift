import Synchronization

@testable import Store

/// A disk whose first commit fails in its sync, and cannot be cut off before `isGone`.
final class UndecidedTables: TableStorage {
  let isGone = Atomic<Bool>(false)
  /// So often it was tried.
  let tries = Atomic<Int>(0)
  private let commits = Atomic<Int>(0)
  private let tables = MemoryTables()

  func commit(_ batch: Batch) throws(StorageFault) {
    guard commits.add(1, ordering: .relaxed).newValue > 1 else { throw .undecided("disk I/O error") }
    tables.commit(batch)
  }

  func takeBack() throws(StorageFault) {
    tries.add(1, ordering: .relaxed)
    guard isGone.load(ordering: .relaxed) else { throw .disk("disk I/O error") }
  }

  func carryOut(_ change: StoredChange) {}
  func tryToWrite() {}
  func useIdleTime() -> Bool { false }
  func finish() {}
  func table(_ room: String, usesBase: Bool) -> StoredTable? { nil }
  func tables(of guest: String, before: Int64?, countMax: Int) -> [GuestTable] { [] }
  func admit(_ room: String, owner: String, network: UInt64?) -> Admission { .admitted }
  func giveBack(_ room: String) {}
  func unused(since: Int64, countMax: Int) -> [String] { [] }
  func namedBlobs(after id: Int64) throws(StorageFault) -> NamedBlobs { throw .disk("none") }
  func figures() -> StorageFigures { StorageFigures() }
  var corruption: String? { nil }
  var isDurable: Bool { true }
  var generation: UInt32 { 0 }
  var secret: [UInt8] { [] }
}
