import Foundation
import Testing

@testable import Store

/// A table of eight records with a base at the fifth, and one beside it that is never touched.
private func tables(in folder: TemporaryFolder) throws -> SQLiteTables {
  let tables = try SQLiteTables(directory: folder.path)
  for room in ["rA", "rB"] { try tables.commit(Batch(records: (1...8).map { record(room, $0) })) }
  try tables.commit(Batch(bases: [Base(room: "rA", sequence: 5, version: 5, bytes: [7])]))
  return tables
}

private func report(_ folder: TemporaryFolder) throws -> DirectoryCheck.Report {
  try DirectoryCheck(folder.path).report { _ in nil }
}

@Suite struct `What is salvaged` {
  let folder = TemporaryFolder()
  let other = TemporaryFolder()

  private func salvage() throws(SQLiteTables.Unusable) -> Salvage.Salvaged {
    try Salvage(folder.path).copy(to: other.path) { _ in nil }
  }

  /// The table as it was salvaged leads on, and does so when it is opened again.
  private func leadsOn(from base: UInt64, to last: Int) throws {
    let found = try report(other)
    #expect(found.problems.isEmpty && found.begunWithBase == ["rA"] && found.tables == 2)
    var tables = try SQLiteTables(directory: other.path)
    let next = record("rA", last + 1)
    try tables.commit(Batch(records: [next]))
    tables = try SQLiteTables(directory: other.path)
    let stored = try #require(try tables.table("rA"))
    #expect(stored.opening == record("rA", 1) && stored.base?.sequence == base)
    #expect(stored.records == (Int(base) + 1...last + 1).map { record("rA", $0) })
    #expect(try tables.table("rB")?.records.count == 7)
  }

  @Test(arguments: [
    "UPDATE records SET at = at + 1 WHERE sequence = 2", "UPDATE records SET chain = 7 WHERE sequence = 4",
    "UPDATE records SET sequence = -2 WHERE sequence = 2", "DELETE FROM records WHERE sequence = 3",
    "UPDATE records SET body = x'00' WHERE sequence = 5", "UPDATE records SET chain = 7 WHERE sequence = 5",
    "DELETE FROM records WHERE sequence = 5", "DELETE FROM records WHERE sequence IN (2, 3)",
    "UPDATE records SET c = 'abc' WHERE sequence = 2", "UPDATE records SET version = -1 WHERE sequence = 5",
    "UPDATE records SET guest = x'ff00' WHERE sequence = 5",
  ])
  func `is all that a server shows from a base, whatever lies before it`(sql: String) throws {
    try tables(in: folder).change(sql + " AND tableID = 1", in: folder)
    let shown = try #require(try SQLiteTables(directory: folder.path).table("rA"))
    #expect(shown.base?.sequence == 5 && shown.records.count == 3)
    let found = try report(folder)
    #expect(found.problems.count == 1 && found.onlyFromBase == ["rA"] && found.damaged.isEmpty)
    let salvaged = try salvage()
    #expect(salvaged.fromBase.map(\.sequence) == [5] && salvaged.cut.isEmpty && salvaged.records == 13)
    try leadsOn(from: 5, to: 8)
  }

  @Test func `goes on at a base that the log does not reach any more`() throws {
    try tables(in: folder).change("DELETE FROM records WHERE tableID = 1 AND sequence > 3", in: folder)
    #expect(try report(folder).onlyFromBase == ["rA"])
    _ = try salvage()
    try leadsOn(from: 5, to: 5)
  }

  @Test func `is salvaged again as it is`() throws {
    try tables(in: folder).change("DELETE FROM records WHERE tableID = 1 AND sequence = 3", in: folder)
    _ = try salvage()
    let third = TemporaryFolder()
    let salvaged = try Salvage(other.path).copy(to: third.path) { _ in nil }
    #expect(salvaged.fromBase.count == 1 && salvaged.records == 13)
    #expect(try report(third).problems.isEmpty)
    // What is not there is no fault; what is there and wrong is one.
    let saved = try SQLiteTables(directory: other.path)
    try saved.change(
      "INSERT INTO records SELECT tableID, 3, 3, at, guest, visit, c, body, chain FROM records "
        + "WHERE tableID = 1 AND sequence = 5", in: other)
    #expect(try report(other).onlyFromBase == ["rA"])
  }

  @Test(arguments: [
    ("DELETE FROM records WHERE tableID = 2 AND sequence = 3", "rB", 2),
    ("DELETE FROM records WHERE tableID = 1 AND sequence = 7", "rA", 6),
    ("DELETE FROM records WHERE tableID = 1 AND sequence IN (3, 7)", "rA", 2),
    ("DELETE FROM records WHERE tableID = 1 AND sequence = 1", "rA", 0),
    ("DELETE FROM records WHERE tableID = 1 AND sequence = 3; UPDATE bases SET body = x'08'", "rA", 2),
    ("UPDATE records SET at = 6 WHERE tableID = 1 AND sequence = 8", "rA", 7),
  ])
  func `are the first records where no base leads to the last`(sql: String, room: String, count: Int) throws {
    try tables(in: folder).change(sql, in: folder)
    let found = try report(folder)
    #expect(found.damaged == [room] && found.begunWithBase.isEmpty && found.onlyFromBase.isEmpty)
    let salvaged = try salvage()
    #expect(salvaged.cut.map(\.room) == [room] && salvaged.cut.map(\.records) == [count])
    #expect(salvaged.fromBase.isEmpty)
    let stored = try SQLiteTables(directory: other.path).table(room)
    #expect((stored?.records.count ?? -1) + 1 == count)
    #expect(try report(other).problems.isEmpty)
  }

  @Test func `does not include bases that lead elsewhere`() throws {
    _ = try tables(in: folder)
    func fault(_ stored: StoredTable) -> String? { stored.base == nil ? nil : "leads elsewhere" }
    let found = try DirectoryCheck(folder.path).report(fault)
    #expect(found.withoutBase == ["rA"])
    let salvaged = try Salvage(folder.path).copy(to: other.path, fault)
    #expect(salvaged.records == 16 && salvaged.fromBase.isEmpty)
    #expect(try DirectoryCheck(other.path).report(fault).problems.isEmpty)
    #expect(try report(other).bases == 0)
  }

  @Test func `is everything of a whole table, with its base`() throws {
    let tables = try tables(in: folder)
    let found = try salvage()
    #expect(found.tables == 2 && found.records == 16)
    let copy = try SQLiteTables(directory: other.path)
    for room in ["rA", "rB"] { #expect(try copy.table(room) == tables.table(room)) }
    #expect(try report(other).bases == 1)
  }
}

@Suite struct `A file that is not whole` {
  let folder = TemporaryFolder()
  let other = TemporaryFolder()

  private var url: URL { URL(fileURLWithPath: folder.path + "/tables.db") }

  private func fill() throws {
    let tables = try SQLiteTables(directory: folder.path)
    for room in 0..<60 { try tables.commit(Batch(records: (1...40).map { record("r\(room)", $0) })) }
    try tables.finish()
  }

  private func unusable() -> String? {
    do throws(SQLiteTables.Unusable) {
      _ = try Salvage(folder.path).copy(to: other.path) { _ in nil }
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [1, 4096, 4096 * 7 + 100])
  func `is read as far as it goes, and stays as it is`(missing: Int) throws {
    try fill()
    let bytes = try Data(contentsOf: url)
    try bytes.prefix(bytes.count - missing).write(to: url)
    let salvaged = try Salvage(folder.path).copy(to: other.path) { _ in nil }
    #expect(salvaged.tables > 20 && salvaged.tables + salvaged.cut.filter { $0.records == 0 }.count == 60)
    #expect(try report(other).problems.isEmpty)
    #expect(try Data(contentsOf: url) == bytes.prefix(bytes.count - missing))
  }

  @Test func `is read where the tables cannot be named but by their index`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: (1...40).map { record("rA", $0) }))
    let page = try #require(
      try tables.number("SELECT rootpage FROM sqlite_master WHERE name = 'tables'", in: folder))
    try tables.finish()
    var bytes = try Data(contentsOf: url)
    for at in (page - 1) * 4096..<page * 4096 { bytes[at] = 0xA5 }
    try bytes.write(to: url)
    #expect(try Salvage(folder.path).copy(to: other.path) { _ in nil }.records == 40)
  }

  @Test(arguments: [0, 100, 4096, 8192])
  func `A file of which nothing can be read leaves nothing, and a backup is advised`(count: Int) throws {
    try fill()
    let bytes = try Data(contentsOf: url)
    try bytes.prefix(count).write(to: url)
    let said = try #require(unusable())
    #expect(said.contains("baize restore") && !said.contains("--salvage"), "\(said)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).isEmpty)
    try Data(repeating: 0xA5, count: 40_960).write(to: url)
    #expect(try #require(unusable()).contains("baize restore"))
  }

  @Test func `is copied to no tables that are there, and there must be one`() throws {
    #expect(try #require(unusable()).contains("there are no tables in \(folder.path)"))
    let none = #expect(throws: SQLiteTables.Unusable.self) { try Salvage(folder.path + "/none") }
    #expect(none?.description == "there is no directory \(folder.path)/none")
    try fill()
    try Data([1]).write(to: URL(fileURLWithPath: other.path + "/tables.db"))
    #expect(try #require(unusable()).contains("name an empty directory"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: other.path + "/tables.db")) == Data([1]))
  }

  @Test func `leaves a log without its file alone, here and there`() throws {
    try fill()
    let log = URL(fileURLWithPath: other.path + "/tables.db-wal")
    try Data([1]).write(to: log)
    #expect(try #require(unusable()).contains("name an empty directory"))
    #expect(try Data(contentsOf: log) == Data([1]))
    try FileManager.default.removeItem(at: log)
    try FileManager.default.removeItem(atPath: folder.path + "/tables.db")
    let own = URL(fileURLWithPath: folder.path + "/tables.db-wal")
    try Data([1]).write(to: own)
    let said = try #require(unusable())
    #expect(said.contains("tables.db is missing or empty") && said.contains("baize restore"), "\(said)")
    #expect(try Data(contentsOf: own) == Data([1]))
  }
}
