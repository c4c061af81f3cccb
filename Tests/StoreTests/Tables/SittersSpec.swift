import Foundation
import SQLite
import Testing

@testable import Store

/// Somebody sits down at a table.
private func seats(_ room: String, _ sequence: Int, _ guest: String, at: Int64 = 5) -> Record {
  var record = record(room, sequence, at: at, guest: guest)
  record.seatsAuthor = true
  return record
}

private let hour: Int64 = 3_600_000

/// A file as programs of the format `tables-1` wrote it: fifteen tables.
private func putOldTables(in folder: TemporaryFolder) throws {
  let kept = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/tables/format-1/tables.db")
  try FileManager.default.copyItem(atPath: kept.path, toPath: folder.path + "/tables.db")
}

@Suite struct `The tables of a guest` {
  let folder = TemporaryFolder()

  private func storages() throws -> [any TableStorage] {
    [try SQLiteTables(directory: folder.path), MemoryTables()]
  }

  @Test func `are those that they opened or sat down at, used last first, and nobody else's`() throws {
    for tables in try storages() {
      try tables.commit(
        Batch(records: [
          record("rA", 1, at: 10, guest: "ada"), seats("rA", 2, "ada", at: 11),
          record("rB", 1, at: 20, guest: "ben"),
          record("rC", 1, at: 30, guest: "ada"),
        ]))
      try tables.commit(
        Batch(records: [seats("rB", 2, "ada", at: 40), record("rC", 2, at: 50, guest: "eve")]))
      #expect(
        try tables.tables(of: "ada", before: nil, countMax: 9) == [
          GuestTable(room: "rC", usedAt: 50, sequence: 2), GuestTable(room: "rB", usedAt: 40, sequence: 2),
          GuestTable(room: "rA", usedAt: 11, sequence: 2),
        ])
      #expect(try tables.tables(of: "ben", before: nil, countMax: 9).map(\.room) == ["rB"])
      // A command does not seat its author.
      for stranger in ["eve", "", "ADA", "ad"] {
        #expect(try tables.tables(of: stranger, before: nil, countMax: 9).isEmpty, "\(stranger)")
      }
    }
  }

  @Test func `come a few at a time`() throws {
    for tables in try storages() {
      try tables.commit(Batch(records: (1...9).map { record("r\($0)", 1, at: Int64($0), guest: "ada") }))
      var rooms: [String] = []
      var before: Int64?
      repeat {
        let some = try tables.tables(of: "ada", before: before, countMax: 4)
        #expect(some.count <= 4)
        rooms += some.map(\.room)
        before = some.last?.usedAt
      } while before != nil
      #expect(rooms == (1...9).reversed().map { "r\($0)" })
      #expect(try tables.tables(of: "ada", before: 3, countMax: 4).map(\.room) == ["r2", "r1"])
      #expect(try tables.tables(of: "ada", before: .min, countMax: 4).isEmpty)
      #expect(try tables.tables(of: "ada", before: nil, countMax: 0).isEmpty)
    }
  }

  @Test func `are used by who comes as well`() throws {
    for tables in try storages() {
      try tables.commit(Batch(records: ["rA", "rB"].map { record($0, 1, at: 0, guest: "ada") }))
      try tables.commit(Batch(used: [("rA", 2 * hour), ("rX", hour)]))
      #expect(try tables.tables(of: "ada", before: nil, countMax: 9).map(\.usedAt) == [2 * hour, 0])
      // What is played there is later than what was noted, and is not noted each time.
      try tables.commit(Batch(records: [record("rB", 2, at: 2 * hour + 1)]))
      try tables.commit(Batch(records: [record("rB", 3, at: 2 * hour + 2)]))
      #expect(
        try tables.tables(of: "ada", before: nil, countMax: 9).map { $0.usedAt - 2 * hour } == [2, 0])
    }
  }

  @Test func `are no more when they are deleted, also where their names begin anew`() throws {
    for tables in try storages() {
      try tables.commit(Batch(records: [record("rA", 1, guest: "ada"), seats("rA", 2, "ben")]))
      try tables.commit(Batch(records: [record("rB", 1, guest: "ada")]))
      try tables.commit(Batch(deleted: ["rA", "rX"]))
      #expect(try tables.tables(of: "ada", before: nil, countMax: 9).map(\.room) == ["rB"])
      #expect(try tables.tables(of: "ben", before: nil, countMax: 9).isEmpty)
      try tables.commit(Batch(records: [record("rA", 1, guest: "eve")]))
      #expect(try tables.tables(of: "ben", before: nil, countMax: 9).isEmpty)
      #expect(try tables.tables(of: "eve", before: nil, countMax: 9).map(\.room) == ["rA"])
    }
    let rows = try DatabaseQueue(path: folder.path + "/tables.db")
      .read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sitters") }
    #expect(rows == 2)
  }

  @Test func `are listed with the commit of the record, or not at all`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1, guest: "ada")]))
    let unfit = Batch(records: [seats("rA", 2, "ben"), record("rA", 4)])
    #expect(throws: StorageFault.self) { try tables.commit(unfit) }
    #expect(try tables.tables(of: "ben", before: nil, countMax: 9).isEmpty)
    try tables.commit(Batch(records: [seats("rA", 2, "ben")]))
    #expect(try tables.tables(of: "ben", before: nil, countMax: 9).map(\.room) == ["rA"])
  }

  @Test func `are listed although their records are lost, and are not where no table can be read`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1, at: 7, guest: "ada")]))
    try tables.change("DELETE FROM records", in: folder)
    #expect(
      try tables.tables(of: "ada", before: nil, countMax: 9) == [
        GuestTable(room: "rA", usedAt: 7, sequence: 0)
      ])
    try tables.change("UPDATE tables SET usedAt = 'abc'", in: folder)
    #expect(try tables.tables(of: "ada", before: nil, countMax: 9).isEmpty)
    #expect(throws: StorageFault.corrupt("why")) {
      try UnreadableTables(why: "why").tables(of: "ada", before: nil, countMax: 9)
    }
  }

  @Test func `are copied and salvaged, and a check looks after them`() throws {
    let (other, saved) = (TemporaryFolder(), TemporaryFolder())
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1, guest: "ada"), seats("rA", 2, "ben")]))
    _ = try DirectoryCopy.restore(folder.path, to: other.path, without: ErasedList())
    _ = try Salvage(folder.path).copy(to: saved.path) { _ in nil }
    for copy in [other, saved] {
      let copied = try SQLiteTables(directory: copy.path)
      for guest in ["ada", "ben"] {
        #expect(try copied.tables(of: guest, before: nil, countMax: 9).map(\.room) == ["rA"])
      }
      #expect(try DirectoryCheck(copy.path).report { _ in nil }.problems.isEmpty)
    }
    try tables.change("UPDATE sitters SET tableID = 7 WHERE guest = 'ada'", in: folder)
    let problems = try DirectoryCheck(folder.path).report { _ in nil }.problems
    #expect(
      problems.count == 2 && problems.allSatisfy { $0.hasSuffix("a salvage makes it anew") }, "\(problems)")
    let anew = TemporaryFolder()
    _ = try Salvage(folder.path).copy(to: anew.path) { _ in nil }
    #expect(try DirectoryCheck(anew.path).report { _ in nil }.problems.isEmpty)
  }
}

@Suite struct `A directory of the format tables-1` {
  let folder = TemporaryFolder()

  private func number(_ sql: String) throws -> Int? {
    try DatabaseQueue(path: folder.path + "/tables.db").read { try Int.fetchOne($0, sql: sql) }
  }

  @Test func `is brought forward once: everybody has the tables that they opened`() throws {
    try putOldTables(in: folder)
    let owners = try DatabaseQueue(path: folder.path + "/tables.db").read {
      try Row.fetchAll($0, sql: "SELECT owner, room FROM tables").map {
        (try $0.decode(String.self, atIndex: 0), try $0.decode(String.self, atIndex: 1))
      }
    }
    #expect(owners.count == 15)
    for _ in 0..<2 {
      let tables = try SQLiteTables(directory: folder.path)
      #expect(tables.corruption == nil)
      for (owner, room) in owners {
        #expect(try tables.tables(of: owner, before: nil, countMax: 99).contains { $0.room == room })
      }
      #expect(
        try DirectoryCheck(folder.path).report { _ in nil }.problems.filter { $0.contains("sat") }.isEmpty)
    }
    #expect(try number("SELECT count(*) FROM sitters") == 15)
  }

  @Test func `can be looked into, checked and copied before, and nothing of it changes`() throws {
    try putOldTables(in: folder)
    let other = TemporaryFolder()
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/tables.db"))
    try SQLiteTables.look(into: folder.path)
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.tables == 15)
    #expect(try DirectoryCopy.backUp(folder.path, to: other.path).tables == 15)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/tables.db")) == before)
    // A copy of before is a directory like any other.
    #expect(try SQLiteTables(directory: other.path).figures().tables == 15)
  }

  /// Its programs ask that every format which a file was brought to is theirs.
  @Test func `is one no more for its programs, which refuse it in a sentence`() throws {
    try putOldTables(in: folder)
    let foreign = "SELECT count(*) FROM grdb_migrations WHERE identifier <> 'tables-1'"
    #expect(try number(foreign) == 0)
    try SQLiteTables(directory: folder.path).finish()
    #expect(try number(foreign) == 4)
    #expect(try number("SELECT count(*) FROM grdb_migrations WHERE identifier = 'tables-1'") == 1)
  }

  @Test func `is left as it is where it is damaged, and lists what its guests opened`() throws {
    try putOldTables(in: folder)
    let url = URL(fileURLWithPath: folder.path + "/tables.db")
    let owner = try DatabaseQueue(path: url.path).read {
      try String.fetchOne($0, sql: "SELECT owner FROM tables WHERE id = 1")
    }
    var bytes = try Data(contentsOf: url)
    for at in bytes.count / 2..<bytes.count / 2 + 4 * 4096 { bytes[at] = 0xA5 }
    try bytes.write(to: url)
    let tables = try SQLiteTables(directory: folder.path)
    #expect(tables.corruption != nil)
    #expect(try !tables.tables(of: try #require(owner), before: nil, countMax: 9).isEmpty)
    #expect(try tables.reports().isEmpty && tables.bans().isEmpty)
    try tables.finish()
    #expect(try Data(contentsOf: url) == bytes)
  }
}
