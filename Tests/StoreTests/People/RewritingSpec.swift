import Foundation
import SQLite
import TestDice
import Testing

@testable import Store

private let ada = "g_" + String(repeating: "a", count: 32)
private let ben = "g_" + String(repeating: "b", count: 32)
private let nobody = "g_" + String(repeating: "0", count: 16) + String(repeating: "1", count: 16)

/// Puts one identifier for another; the store does not read what it keeps.
private func erasure(_ room: String, of guest: String = ada) -> TableErasure {
  let rewrite: @Sendable ([UInt8]) -> [UInt8]? = { bytes in
    let rewritten = bytes.replacing(Array(guest.utf8), with: Array(nobody.utf8))
    return rewritten == bytes ? nil : rewritten
  }
  return TableErasure(room: room, guest: guest, replacement: nobody, record: rewrite, base: rewrite)
}

private func record(_ room: String, _ sequence: Int, by guest: String?, naming named: String = "") -> Record {
  Record(
    room: room, sequence: UInt64(sequence), version: UInt64(sequence), at: 5,
    author: guest.map { Record.Author(guest: $0, visit: "v", c: sequence) },
    bytes: Array("\(sequence) \(named) \(String(repeating: "x", count: sequence * 7 % 900))".utf8))
}

@Suite struct `Somebody who is taken out of a table's log` {
  let folder = TemporaryFolder()

  private func tables() throws -> SQLiteTables { try SQLiteTables(directory: folder.path) }

  private func files() throws -> [UInt8] {
    try ["tables.db", "tables.db-wal"].flatMap { name -> [UInt8] in
      let path = folder.path + "/" + name
      return FileManager.default.fileExists(atPath: path)
        ? Array(try Data(contentsOf: URL(filePath: path))) : []
    }
  }

  private func isNamed(_ guest: String) throws -> Bool {
    try !files().ranges(of: Array(guest.utf8)).isEmpty
  }

  @Test(arguments: [false, true]) func `is in no byte of the files, and the table is whole`(
    isOfAll: Bool
  ) throws {
    var dice = Dice(seed: 4)
    let tables = try tables()
    for number in 0..<40 {
      let room = "r\(number)"
      var batch = Batch()
      for sequence in 1...Int.random(in: 1...160, using: &dice) {
        let names = Bool.random(using: &dice) ? [ada, ben][sequence % 2] : ""
        batch.records.append(record(room, sequence, by: sequence % 3 == 0 ? ben : ada, naming: names))
      }
      try tables.commit(batch)
      let last = batch.records.count
      try tables.commit(
        Batch(bases: [
          Base(room: room, sequence: UInt64(max(1, last - 2)), version: 1, bytes: Array("base \(ada)".utf8))
        ]))
    }
    var (count, last): (Int, Int64) = (0, 0)
    while let next = try tables.traces(of: [ada], after: last).last {
      for trace in try tables.traces(of: [ada], after: last).traces {
        #expect(trace.guest == ada)
        try tables.carryOut(.erase(erasure(trace.room)))
        count += 1
      }
      last = next
    }
    #expect(count == 40)
    try tables.carryOutAlone(.settle)
    // Divided pages have it where no row does.
    let pages = try tables.pages(naming: [ada])
    #expect(!pages.isEmpty)
    try tables.carryOutAlone(.sweep(isOfAll ? nil : pages))
    #expect(try tables.pages(naming: [ada]).isEmpty && !isNamed(ada))
    #expect(try !tables.pages(naming: [ben]).isEmpty && isNamed(ben))
    // Records follow as before, and a check finds nothing.
    let whole = try #require(try tables.table("r0", usesBase: false))
    try tables.commit(Batch(records: [record("r0", whole.records.count + 2, by: ben)]))
    try tables.finish()
    let report = try DirectoryCheck(folder.path).report { _ in nil }
    #expect(report.problems == [] && report.tables == 40 && report.bases == 40 && report.withoutBase == [])
  }

  @Test func `has another visit at each table, and others keep theirs`() throws {
    let tables = try tables()
    let visit = String(repeating: "c3", count: 16)
    for room in ["rA", "rB"] {
      try tables.commit(
        Batch(
          records: [ada, ada, ben].enumerated().map { number, guest in
            Record(
              room: room, sequence: UInt64(number + 1), version: 1, at: 1,
              author: Record.Author(guest: guest, visit: visit, c: number), bytes: Array("r".utf8))
          }))
      try tables.carryOut(.erase(erasure(room)))
    }
    let visits = try ["rA", "rB"].map { room in
      let table = try #require(try tables.table(room, usesBase: false))
      return ([table.opening] + table.records).map { $0.author?.visit ?? "" }
    }
    for one in visits {
      #expect(one[0] == one[1] && one[0] != visit && one[0].utf8.count == 32 && one[2] == visit)
    }
    #expect(visits[0][0] != visits[1][0])
  }

  @Test func `is not the owner of a table any more, for whom it counts no longer`() throws {
    let tables = try tables()
    var limits = SQLiteTables.Limits()
    limits.tablesPerGuestMax = 1
    tables.set(limits)
    try tables.commit(Batch(records: [record("rA", 1, by: ada)]))
    #expect(tables.admit("rB", owner: ada, network: nil) == .tooManyOfGuest(1))
    try tables.carryOut(.erase(erasure("rA")))
    #expect(tables.admit("rB", owner: ada, network: nil) == .admitted)
    #expect(try tables.tables(of: ada, before: nil, countMax: 9).isEmpty)
    #expect(try tables.tables(of: nobody, before: nil, countMax: 9).map(\.room) == ["rA"])
    try tables.finish()
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.problems == [])
  }

  @Test func `leaves a table that is damaged damaged in the same place`() throws {
    let tables = try tables()
    try tables.commit(Batch(records: (1...9).map { record("rA", $0, by: ada, naming: ada) }))
    try tables.finish()
    let queue = try DatabaseQueue(path: folder.path + "/tables.db")
    try queue.write { try $0.execute(sql: "UPDATE records SET body = x'00' WHERE sequence = 5") }
    try queue.close()
    let before = try DirectoryCheck(folder.path).report { _ in nil }
    let again = try self.tables()
    try again.carryOut(.erase(erasure("rA")))
    try again.carryOutAlone(.settle)
    #expect(try !isNamed(ada))
    try again.finish()
    let after = try DirectoryCheck(folder.path).report { _ in nil }
    #expect(before.damaged == ["rA"] && after.damaged == ["rA"])
    #expect(before.problems == after.problems && before.records == after.records)
  }

  @Test func `is found at tables where only a record names them, and said to be alone or not`() throws {
    let tables = try tables()
    try tables.commit(
      Batch(records: [
        record("rA", 1, by: ada), record("rB", 1, by: ben, naming: ada), record("rC", 1, by: ada),
        record("rC", 2, by: ben),
        record("rD", 1, by: ben),
      ]))
    let found = try tables.traces(of: [ada], after: 0)
    #expect(
      found.traces == [
        Traces.Trace(room: "rA", guest: ada, isAlone: true),
        Traces.Trace(room: "rB", guest: ada, isAlone: false),
        Traces.Trace(room: "rC", guest: ada, isAlone: false),
      ])
    #expect(try tables.traces(of: [ada], after: try #require(found.last)).last == nil)
    #expect(try Set(tables.traces(of: [ada, ben], after: 0).traces.map(\.isAlone)) == [true])
    // A table of two who go one after the other is nobody's in the end.
    try tables.carryOut(.erase(erasure("rC")))
    #expect(
      try tables.traces(of: [ben], after: 0).traces.first { $0.room == "rC" }
        == Traces.Trace(room: "rC", guest: ben, isAlone: true))
  }

  @Test func `is gone from what was deleted before deleting overwrote, once the file is written anew`() throws
  {
    let tables = try tables()
    try tables.commit(Batch(records: (1...200).map { record("rA", $0, by: ada, naming: ada) }))
    try tables.finish()
    let queue = try DatabaseQueue(path: folder.path + "/tables.db", preparation: "PRAGMA secure_delete = OFF")
    try queue.write { db in
      for table in ["records", "tables", "sitters"] { try db.execute(sql: "DELETE FROM \(table)") }
    }
    try queue.close()
    try FileManager.default.removeItem(atPath: folder.path + "/tables.db-mark")
    let again = try self.tables()
    #expect(try !again.pages(naming: [ada]).isEmpty)
    try again.carryOut(.compact)
    #expect(try again.pages(naming: [ada]).isEmpty && !isNamed(ada))
    try again.commit(Batch(records: [record("rB", 1, by: ben)]))
    try again.finish()
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.problems == [])
  }

  @Test func `is overwritten in the free space of a page, and nowhere else`() throws {
    var page = [UInt8](repeating: 7, count: 512)
    // A leaf with two cells, whose content begins at 400, and a freed block of 20 bytes at 420.
    for (place, value) in [(0, 13), (1, 1), (2, 164), (3, 0), (4, 2), (5, 1), (6, 144)] {
      page[place] = UInt8(value)
    }
    for (place, value) in [(420, 0), (421, 0), (422, 0), (423, 20)] { page[place] = UInt8(value) }
    #expect(page.withUnsafeBytes { Remains.freeSpace(of: $0, isFirst: false) } == [12..<400, 424..<440])
    // What is no page of a tree, or contradicts itself, is left alone.
    page[0] = 0
    #expect(page.withUnsafeBytes { Remains.freeSpace(of: $0, isFirst: false) }.isEmpty)
    (page[0], page[3]) = (13, 200)
    #expect(page.withUnsafeBytes { Remains.freeSpace(of: $0, isFirst: false) }.isEmpty)
    (page[3], page[423]) = (0, 255)
    #expect(page.withUnsafeBytes { Remains.freeSpace(of: $0, isFirst: false) } == [12..<400])
  }

  @Test func `is found in bytes wherever they stand`() {
    let bytes = Array("g_\(ada)__g_g_\(ben)".utf8)
    #expect(Traces.guests(named: bytes, among: [ada, ben]) == [ada, ben])
    #expect(Traces.guests(named: bytes.dropLast(), among: [ada, ben]) == [ada])
    #expect(Traces.guests(named: Array("_".utf8), among: [ada]).isEmpty)
    #expect(Traces.guests(named: [UInt8](), among: [ada]).isEmpty)
  }
}
