import Foundation
import Testing

import class GRDB.DatabaseQueue

@testable import Store

@Suite struct `Blobs that tables name` {
  let folder = TemporaryFolder()
  let one = String(repeating: "1a", count: 32)
  let two = String(repeating: "2b", count: 32)

  private func record(_ room: String, _ sequence: UInt64, _ text: String) -> Record {
    Record(room: room, sequence: sequence, version: sequence, bytes: Array(text.utf8))
  }

  private func used(_ tables: SQLiteTables) throws -> Set<String> {
    let asked = try [one, two, String(repeating: "0", count: 64)].map { try #require(BlobID($0)) }
    return Set(try tables.used(among: asked).map(\.text))
  }

  @Test func `are found in a record wherever it puts some`() {
    #expect(BlobUses.names(in: Array(#"{"things":[[["image/png",{"blob":"\#(one)"}]],[["#.utf8)) == [one])
    let pair = #"[{"blob":"\#(one)"},{"blob":"\#(two)"},{"blob":"\#(one)"}]"#
    #expect(BlobUses.names(in: Array(pair.utf8)) == [one, two])
    for none in [
      "", #""blob":""#, #"{"blob":"\#(one.dropLast())"}"#, #"{"blob":"\#(one.uppercased())"}"#, one,
    ] {
      #expect(BlobUses.names(in: Array(none.utf8)) == [], "\(none)")
    }
  }

  @Test func `are used until the last table that names them is forgotten`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(
      Batch(records: [
        record("rA", 1, "opened"), record("rB", 1, #"{"blob":"\#(one)"}"#),
        record("rA", 2, #"{"blob":"\#(one)"}"#),
        record("rA", 3, #"{"blob":"\#(one)"},{"blob":"\#(two)"}"#),
      ]))
    #expect(try used(tables) == [one, two])
    #expect(try used(SQLiteTables(directory: folder.path)) == [one, two])
    var forgotten = Batch()
    forgotten.deleted = ["rA"]
    try tables.commit(forgotten)
    #expect(try used(tables) == [one])
    forgotten.deleted = ["rB"]
    try tables.commit(forgotten)
    #expect(try used(tables) == [])
  }

  @Test func `are known of more blobs than can be asked for at once`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    let names = (0..<1_200).map { number in
      String(repeating: "0", count: 60) + String(number + 0x1000, radix: 16)
    }
    try tables.commit(
      Batch(records: names.enumerated().map { record("rA", UInt64($0 + 1), #"{"blob":"\#($1)"}"#) }))
    let asked = try (names + [one]).map { try #require(BlobID($0)) }
    #expect(Set(try tables.used(among: asked).map(\.text)) == Set(names))
  }

  @Test func `are found in tables that were written before this was noted`() throws {
    do {
      let tables = try SQLiteTables(directory: folder.path)
      try tables.commit(
        Batch(records: [
          record("rA", 1, "opened"), record("rA", 2, #"{"blob":"\#(one)"}"#), record("rB", 1, two),
        ]))
      try tables.finish()
    }
    // As a program of the first format left it.
    try DatabaseQueue(path: folder.path + "/tables.db").write { db in
      try db.execute(sql: "DROP TABLE blobUses; DELETE FROM grdb_migrations WHERE identifier = 'tables-2'")
    }
    #expect(try used(SQLiteTables(directory: folder.path)) == [one])
  }

  @Test func `are not told of where pages are damaged`() throws {
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
    #expect(throws: StorageFault.self) { try used(damaged) }
  }
}
