import Foundation
import GRDB
import Testing

@testable import Store

@Suite struct `A directory whose log is damaged` {
  let folder = TemporaryFolder()
  private let before = 6
  private let after = 16

  /// Two tables of some records, each committed by itself, all in the log, as after `kill -9`.
  ///
  /// - Returns: where the frames of each commit end.
  @discardableResult private func leave() throws -> [Int] {
    let other = TemporaryFolder()
    var ends: [Int] = []
    let tables = try SQLiteTables(directory: other.path)
    // Nothing is moved all the way while somebody reads, and nothing is begun anew.
    let reader = try DatabasePool(path: other.path + "/tables.db").makeSnapshot()
    _ = try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM tables") }
    for sequence in 1...after {
      for room in ["rA", "rB"] {
        try tables.commit(Batch(records: [record(room, sequence)]))
        let scan = try LogFile(beside: other.path + "/tables.db").scan()
        ends.append(try #require(scan).end)
      }
    }
    for name in ["tables.db", "tables.db-wal"] {
      try FileManager.default.copyItem(atPath: "\(other.path)/\(name)", toPath: "\(folder.path)/\(name)")
    }
    return ends
  }

  private var log: URL { URL(fileURLWithPath: folder.path + "/tables.db-wal") }

  private func flip(frame: Int, byte: Int = 2_000) throws {
    var bytes = try Data(contentsOf: log)
    bytes[32 + (frame - 1) * (24 + 4096) + byte] ^= 4
    try bytes.write(to: log)
  }

  private func files() throws -> [String: Data] {
    try ["tables.db", "tables.db-wal"].reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + $1))
    }
  }

  @Test func `is named by the check and by a start, which shows what it can and writes nothing`() throws {
    let ends = try leave()
    try flip(frame: ends[2 * before])
    let found = try files()
    let report = try DirectoryCheck(folder.path).report { _ in nil }
    #expect(report.logIsDamaged)
    #expect(report.problems[0].contains("frame \(ends[2 * before]) of tables.db-wal"))
    #expect(report.problems[0].contains("--salvage"))
    do {
      let served = try SQLiteTables.served(directory: folder.path, syncs: true, limits: .init()) { _ in }
      #expect(try #require(served.corruption).contains("--salvage"))
      #expect(try served.table("rA", usesBase: true)?.records.count == before - 1)
      #expect(
        fault { () throws(StorageFault) in try served.commit(Batch(records: [record("rC", 1)])) } != nil)
      #expect(fault { () throws(StorageFault) in try served.tryToWrite() } != nil)
      try served.finish()
    }
    #expect(throws: SQLiteTables.Unusable.self) {
      try DirectoryCopy.backUp(folder.path, to: folder.path + "/copy")
    }
    #expect(try files() == found)
  }

  @Test func `is served by nobody where all of it was in the log`() throws {
    try leave()
    try flip(frame: 1)
    let found = try files()
    let served = try SQLiteTables.served(directory: folder.path, syncs: true, limits: .init()) { _ in }
    #expect(try #require(served.corruption).contains("frame 1 of tables.db-wal"))
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.logIsDamaged)
    #expect(try files() == found)
  }

  @Test func `is sound where only the last commit is broken, which is told nowhere`() throws {
    let ends = try leave()
    let last = try #require(ends.last)
    try flip(frame: last)
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.problems == [])
    let tables = try SQLiteTables(directory: folder.path)
    #expect(tables.corruption == nil)
    #expect(try tables.table("rA")?.records.count == after - 1)
    #expect(try tables.table("rB")?.records.count == after - 2)
    try tables.commit(Batch(records: [record("rB", after)]))
  }
}
