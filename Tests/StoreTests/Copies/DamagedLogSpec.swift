import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct `A directory whose log is damaged` {
  let folder = TemporaryFolder()
  private let before = 6
  private let after = 16

  /// Two tables of some records, each committed by itself, all in the log, as after `kill -9`.
  ///
  /// - Returns: where the frames of each commit end.
  @discardableResult private func leave(movesAll: Bool = false) throws -> [Int] {
    let other = TemporaryFolder()
    var ends: [Int] = []
    let tables = try SQLiteTables(directory: other.path)
    // Nothing is moved all the way while somebody reads, and nothing is begun anew.
    let reader = try HeldRead(of: other.path + "/tables.db")
    defer { try? reader.close() }
    for sequence in 1...after {
      for room in ["rA", "rB"] {
        try tables.commit(Batch(records: [record(room, sequence)]))
        let scan = try LogFile(beside: other.path + "/tables.db").scan()
        ends.append(try #require(scan).end)
      }
    }
    if movesAll {
      try reader.close()
      // The log stays as it is until the next commit.
      try DatabaseQueue(path: other.path + "/tables.db").writeWithoutTransaction {
        _ = try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(FULL)")
      }
    }
    for name in ["tables.db", "tables.db-wal"] {
      try FileManager.default.copyItem(atPath: "\(other.path)/\(name)", toPath: "\(folder.path)/\(name)")
    }
    return ends
  }

  private var log: URL { URL(fileURLWithPath: folder.path + "/tables.db-wal") }

  private func flip(frame: Int, byte: Int = 2_000, mask: UInt8 = 4) throws {
    var bytes = try Data(contentsOf: log)
    bytes[32 + (frame - 1) * 4120 + byte] ^= mask
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

  @Test func `is sound where only the last commit is broken, which nobody was told of`() throws {
    let ends = try leave()
    let last = try #require(ends.last)
    try flip(frame: last)
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.problems == [])
    let tables = try SQLiteTables(directory: folder.path)
    // Behind the next commit it could be taken for a later one.
    let log = try #require(try LogFile(beside: folder.path + "/tables.db").scan())
    #expect(!log.hasRemains && log.seen == log.end && log.end == ends[2 * after - 2])
    #expect(tables.corruption == nil)
    #expect(try tables.table("rA")?.records.count == after - 1)
    #expect(try tables.table("rB")?.records.count == after - 2)
    try tables.commit(Batch(records: [record("rB", after)]))
  }

  // MARK: - What can be had

  private func salvaged() throws -> (tables: [Int], names: [String]) {
    let other = TemporaryFolder()
    let found = try files()
    _ = try Salvage(folder.path).copy(to: other.path) { _ in nil }
    let names = try FileManager.default.contentsOfDirectory(atPath: other.path)
    #expect(try files() == found)
    #expect(try DirectoryCheck(other.path).report { _ in nil }.problems == [])
    let tables = try SQLiteTables(directory: other.path)
    let counts = try ["rA", "rB"].map { (try tables.table($0)?.records.count ?? -1) + 1 }
    return (counts, names.sorted())
  }

  @Test(arguments: [(0, 16), (3, 1), (16, 4), (30, 2), (300, 1), (2_000, 4), (4_100, 32)])
  func `gives every acknowledged record where one bit is flipped`(byte: Int, mask: UInt8) throws {
    let ends = try leave()
    for frame in [1, ends[3], ends[2 * before], ends[2 * after - 2]] {
      try flip(frame: frame, byte: byte, mask: mask)
      let (tables, names) = try salvaged()
      #expect(tables == [after, after] && names == ["tables.db"], "frame \(frame) of \(ends)")
      try flip(frame: frame, byte: byte, mask: mask)
    }
  }

  @Test func `gives every acknowledged record where one bit of the header is flipped`() throws {
    try leave()
    for bit in 0..<256 {
      var bytes = try Data(contentsOf: log)
      bytes[bit / 8] ^= 1 << (bit % 8)
      try bytes.write(to: log)
      if bit % 32 == 0 { #expect(try salvaged().tables == [after, after], "bit \(bit)") }
      #expect(try DirectoryCheck(folder.path).report { _ in nil }.logIsDamaged)
      bytes[bit / 8] ^= 1 << (bit % 8)
      try bytes.write(to: log)
    }
  }

  /// A checkpoint had moved newer pages into the file, which SQLite would take back.
  @Test func `gives every acknowledged record where the file has it already`() throws {
    let ends = try leave(movesAll: true)
    let (first, last) = (ends[2 * before], ends[2 * after - 3])
    var bytes = try Data(contentsOf: log)
    for place in (32 + (first - 1) * 4120)..<(32 + last * 4120) { bytes[place] = 0 }
    try bytes.write(to: log)
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.logIsDamaged)
    #expect(try salvaged().tables == [after, after])
  }

  @Test func `gives what SQLite reads at least`() throws {
    let ends = try leave()
    var bytes = try Data(contentsOf: log)
    for place in (32 + (ends[2 * before - 1]) * 4120)..<bytes.count - 9 * 4120 { bytes[place] = 0 }
    try bytes.write(to: log)
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.logIsDamaged)
    let counts = try salvaged().tables
    #expect(counts.allSatisfy { $0 >= before && $0 <= after }, "\(counts)")
  }
}
