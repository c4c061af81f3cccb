/// Stands in for tables whose file is damaged where SQLite keeps its schema: no table can be read, none is opened, and
/// nothing is written, so that nothing gets worse. Connections that have no table go on as before.
package struct UnreadableTables: TableStorage {
  /// What is wrong, in a sentence with the mend.
  private let why: String
  package let generation: UInt32
  package let secret: [UInt8]

  init(why: String) {
    self.why = why
    // Nothing is kept that they could be compared with.
    generation = .random(in: .min ... .max)
    secret = (0..<16).map { _ in .random(in: .min ... .max) }
  }

  package var isDurable: Bool { true }
  package var corruption: String? { why }

  package func commit(_ batch: Batch) throws(StorageFault) { throw .corrupt(why) }
  package func tryToWrite() throws(StorageFault) { throw .corrupt(why) }
  package func carryOut(_ change: StoredChange) throws(StorageFault) { throw .corrupt(why) }
  package func useIdleTime() -> Bool { false }
  package func finish() {}

  package func table(_ room: String, usesBase: Bool) throws(StorageFault) -> StoredTable? {
    throw .corrupt(why)
  }
  package func tables(
    of guest: String, before: Int64?, countMax: Int
  ) throws(StorageFault) -> [GuestTable] {
    throw .corrupt(why)
  }
  package func admit(_ room: String, owner: String, network: UInt64?) throws(StorageFault) -> Admission {
    throw .corrupt(why)
  }
  package func giveBack(_ room: String) {}
  package func unused(since: Int64, countMax: Int) -> [String] { [] }
  package func namedBlobs(after id: Int64) throws(StorageFault) -> NamedBlobs { throw .corrupt(why) }
  package func figures() throws(StorageFault) -> StorageFigures { throw .corrupt(why) }
}
