import Foundation
import Testing

@testable import Store

@Suite struct `Blobs that tables name` {
  let folder = TemporaryFolder()
  let one = String(repeating: "1a", count: 32)
  let two = String(repeating: "2b", count: 32)

  private func record(_ room: String, _ sequence: UInt64, _ text: String) -> Record {
    Record(room: room, sequence: sequence, version: sequence, bytes: Array(text.utf8))
  }

  private func names(in text: String) -> Set<String> {
    Set(NamedBlobs.names(in: Array(text.utf8)).map(\.text))
  }

  /// What all tables name, and in how many goes they were read.
  private func named(_ tables: SQLiteTables) throws -> (blobs: Set<String>, goes: Int) {
    var (blobs, goes): (Set<String>, Int) = ([], 0)
    var last: Int64? = 0
    while let after = last {
      let named = try tables.namedBlobs(after: after)
      blobs.formUnion(named.blobs.map(\.text))
      (last, goes) = (named.last, goes + 1)
    }
    return (blobs, goes)
  }

  @Test func `are found in a record wherever it puts some`() {
    #expect(names(in: #"{"things":[[["image/png",{"blob":"\#(one)"}]],[["#) == [one])
    #expect(names(in: #"[{"blob":"\#(one)"},{"blob":"\#(two)"},{"blob":"\#(one)"}]"#) == [one, two])
    #expect(names(in: #"{"blob":"\#(one)"}"#) == [one])
    for none in [
      "", #""blob":""#, #"{"blob":"\#(one.dropLast())"}"#, #"{"blob":"\#(one.uppercased())"}"#, one,
    ] {
      #expect(names(in: none).isEmpty, "\(none)")
    }
  }

  @Test func `are those of every record of every table, and of none that is forgotten`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    for number in 0..<40 { try tables.commit(Batch(records: [record("r\(number)", 1, "opened")])) }
    try tables.commit(
      Batch(records: [
        record("r3", 2, #"{"blob":"\#(one)"}"#), record("r39", 2, "a move"),
        record("r39", 3, #"{"blob":"\#(two)"}"#),
      ]))
    let all = try named(tables)
    #expect(all.blobs == [one, two])
    #expect(all.goes > 4, "others read between")
    try tables.commit(Batch(deleted: ["r3"]))
    #expect(try named(tables).blobs == [two])
  }

  @Test(arguments: [
    "UPDATE records SET at = at + 1 WHERE sequence = 2", "DELETE FROM records WHERE sequence = 1",
    "UPDATE tables SET id = 77", "UPDATE tables SET room = 'rB'",
    "UPDATE records SET body = replace(body, '1a', '1b') WHERE sequence = 2",
  ])
  func `are not known where a record is not as it was written`(change: String) throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1, "opened"), record("rA", 2, #"{"blob":"\#(one)"}"#)]))
    #expect(try named(tables).blobs == [one])
    try tables.change(change, in: folder)
    #expect(throws: StorageFault.self) { try named(tables) }
  }

  @Test func `are those of a base, and of what came after it, where the records before are not whole`() throws
  {
    let tables = try SQLiteTables(directory: folder.path)
    var batch = Batch(records: (1...6).map { record("rA", $0, $0 == 6 ? #"{"blob":"\#(two)"}"# : "a move") })
    batch.bases = [Base(room: "rA", sequence: 4, version: 4, bytes: [7, 64] + Array(one.utf8) + [48, 9])]
    try tables.commit(batch)
    #expect(try named(tables).blobs == [two], "what a base holds a record has brought")
    try tables.change("DELETE FROM records WHERE sequence = 2", in: folder)
    // The digit behind the name may be another name's last.
    #expect(try named(tables).blobs == [one, two, String(one.dropFirst()) + "0"])
    try tables.change("UPDATE bases SET version = version + 1", in: folder)
    #expect(throws: StorageFault.self) { try named(tables) }
  }

  @Test func `are not known where pages are damaged, or nothing is read at all`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    for room in 0..<60 {
      try tables.commit(Batch(records: (1...40).map { StoreTests.record("r\(room)", $0) }))
    }
    try tables.finish()
    let url = URL(fileURLWithPath: folder.path + "/tables.db")
    var bytes = try Data(contentsOf: url)
    for at in bytes.count / 2..<bytes.count / 2 + 4 * 4096 { bytes[at] = 0xA5 }
    try bytes.write(to: url)
    let damaged = try SQLiteTables(directory: folder.path)
    #expect(throws: StorageFault.self) { try damaged.namedBlobs(after: 0) }
    #expect(throws: StorageFault.self) { try UnreadableTables(why: "damaged").namedBlobs(after: 0) }
    #expect(throws: StorageFault.self) { try MemoryTables().namedBlobs(after: 0) }
  }
}
