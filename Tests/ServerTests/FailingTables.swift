import Synchronization

@testable import Store

/// A disk that takes nothing while a test says so.
final class FailingTables: TableStorage {
  let fails = Atomic<Bool>(false)
  private let tables: SQLiteTables

  init(_ tables: SQLiteTables) { self.tables = tables }

  func commit(_ batch: Batch) throws(StorageFault) {
    guard !fails.load(ordering: .relaxed) else { throw .disk("database or disk is full") }
    try tables.commit(batch)
  }

  func carryOut(_ change: StoredChange) throws(StorageFault) {
    guard !fails.load(ordering: .relaxed) else { throw .disk("database or disk is full") }
    try tables.carryOut(change)
  }

  func people() throws(StorageFault) -> PeopleRows { try tables.people() }

  func tryToWrite() throws(StorageFault) {
    guard !fails.load(ordering: .relaxed) else { throw .disk("database or disk is full") }
    try tables.tryToWrite()
  }

  var corruption: String? { tables.corruption }
  func useIdleTime() -> Bool { tables.useIdleTime() }
  func finish() throws(StorageFault) { try tables.finish() }
  func table(_ room: String, usesBase: Bool) throws(StorageFault) -> StoredTable? {
    try tables.table(room, usesBase: usesBase)
  }
  func tables(of guest: String, before: Int64?, countMax: Int) throws(StorageFault) -> [GuestTable] {
    guard !fails.load(ordering: .relaxed) else { throw .disk("disk I/O error") }
    return try tables.tables(of: guest, before: before, countMax: countMax)
  }
  func admit(_ room: String, owner: String, network: UInt64?) -> Admission {
    tables.admit(room, owner: owner, network: network)
  }
  func giveBack(_ room: String) { tables.giveBack(room) }
  func unused(since: Int64, countMax: Int) throws(StorageFault) -> [String] {
    try tables.unused(since: since, countMax: countMax)
  }
  func namedBlobs(after id: Int64) throws(StorageFault) -> NamedBlobs { try tables.namedBlobs(after: id) }
  func figures() throws(StorageFault) -> StorageFigures { try tables.figures() }
  var isDurable: Bool { true }
  var generation: UInt32 { tables.generation }
  var secret: [UInt8] { tables.secret }
}
