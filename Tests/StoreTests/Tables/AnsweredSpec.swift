import Testing

@testable import Store

@Suite struct `What a table has answered` {
  let folder = TemporaryFolder()

  private func record(_ sequence: Int, by visit: String, _ c: Int) -> Record {
    Record(
      room: "rA", sequence: UInt64(sequence), version: UInt64(sequence),
      author: Record.Author(guest: "g_1", visit: visit, c: c), bytes: [1])
  }

  @Test func `is known for its newest commands, and of older ones up to which number`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    let count = SQLiteTables.answeredMax
    var records = [record(1, by: "old", 3), record(2, by: "old", 4), record(3, by: "busy", 1)]
    records += (1...count).map { record(3 + $0, by: "busy", 1 + $0) }
    try tables.commit(Batch(records: records))
    let stored = try #require(try tables.table("rA"))
    #expect(stored.answered.map(\.c) == Array(2...count + 1))
    #expect(Dictionary(stored.answeredBefore.map { ($0.visit, $0.c) }) { $1 } == ["old": 4, "busy": 1])
  }

  @Test func `is looked for among its newest records, and the last visit answered comes last`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    let count = Int(SQLiteTables.soughtMax)
    var records = [record(1, by: "ancient", 9), record(2, by: "young", 3), record(3, by: "old", 4)]
    records += [record(4, by: "young", 5)]
    records += (5...count + 1).map { record($0, by: "busy", $0) }
    try tables.commit(Batch(records: records))
    let stored = try #require(try tables.table("rA"))
    #expect(stored.answeredBefore.map(\.visit) == ["old", "young", "busy"])
    #expect(stored.answeredBefore.map(\.c) == [4, 5, count + 1 - SQLiteTables.answeredMax])
  }

  @Test func `is all known where there are few, and nothing was before`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record(1, by: "v", 3), record(2, by: "v", 4)]))
    let stored = try #require(try tables.table("rA"))
    #expect(stored.answered.map(\.c) == [3, 4] && stored.answeredBefore.isEmpty)
  }

  @Test func `is unknown for a damaged record that lies before a base`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: (1...5).map { record($0, by: "v", $0) }))
    try tables.commit(Batch(bases: [Base(room: "rA", sequence: 4, version: 4, bytes: [7])]))
    try tables.change("UPDATE records SET c = 'abc' WHERE sequence = 2", in: folder)
    let stored = try #require(try tables.table("rA"))
    #expect(stored.base != nil && stored.records.map(\.sequence) == [5])
    #expect(stored.answered.map(\.c) == [1, 3, 4, 5])
    let found = fault { () throws(StorageFault) in _ = try tables.table("rA", usesBase: false) }
    guard case .damaged(let what)? = found else { throw Failure("\(String(describing: found))") }
    #expect(what.contains("rA"))
  }
}
