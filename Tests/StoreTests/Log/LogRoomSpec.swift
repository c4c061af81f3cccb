import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct `The log beside the tables` {
  let folder = TemporaryFolder()
  /// The smallest that can be set (`--table-megabytes 1`).
  private static let smallest = 1024 * 1024

  private func tables(syncs: Bool = false) throws -> SQLiteTables {
    var limits = SQLiteTables.Limits()
    limits.bytesMax = Self.smallest
    let tables = try SQLiteTables(directory: folder.path, syncs: syncs, limits: limits)
    try tables.commit(Batch(records: [record("rA", 1)]))
    return tables
  }

  private var logBytes: Int { TableDatabase.bytes(of: folder.path + "/tables.db-wal") }

  /// Writes some pages of the log, over and over the same of the file.
  private func note(_ number: Int, in tables: SQLiteTables) -> StorageFault? {
    fault { () throws(StorageFault) in
      try tables.commit(Batch(used: [("rA", Int64(number) * 3_600_001)]))
    }
  }

  /// Somebody who reads what lies in the log, so that it is not begun anew: a backup, for one.
  private func reader() throws -> HeldRead { try HeldRead(of: folder.path + "/tables.db") }

  @Test(arguments: [true, false])
  func `counts where somebody keeps it from being begun anew, until they are gone`(syncs: Bool) throws {
    let tables = try tables(syncs: syncs)
    #expect(tables.admit("rB", owner: "g_1", network: nil) == .admitted)
    tables.giveBack("rB")
    let reader = try reader()
    var (number, refused) = (1, false)
    while number < 5_000, !refused {
      number += 1
      refused = note(number, in: tables) != nil
    }
    #expect(refused, "after \(logBytes) bytes of log")
    #expect(logBytes > 4 * 1024 * 1024 && logBytes < 6 * 1024 * 1024)
    #expect(tables.admit("rB", owner: "g_1", network: nil) == .full)
    #expect(try tables.figures().bytes > Self.smallest)
    #expect(fault { () throws(StorageFault) in try tables.tryToWrite() } != nil, "it is held yet")
    try reader.close()
    #expect(fault { () throws(StorageFault) in try tables.tryToWrite() } == nil)
    #expect(logBytes <= 2 * 1024 * 1024, "the room is given back")
    #expect(tables.admit("rB", owner: "g_1", network: nil) == .admitted)
    #expect(note(number + 1, in: tables) == nil)
    #expect(try tables.figures().bytes < 100_000)
    #expect(try LogLook(folder.path + "/tables.db").damage == nil, "it is a log like any other")
  }

  @Test func `counts no longer than it is held where nobody plays`() throws {
    let tables = try tables()
    let reader = try reader()
    var number = 1
    while number < 5_000, tables.admit("rB", owner: "g_1", network: nil) == .admitted {
      tables.giveBack("rB")
      number += 1
      #expect(note(number, in: tables) == nil)
    }
    #expect(tables.admit("rB", owner: "g_1", network: nil) == .full)
    #expect(tables.useIdleTime(), "it is to be looked at again")
    try reader.close()
    for _ in 0..<50 where tables.useIdleTime() { usleep(100_000) }
    #expect(tables.admit("rB", owner: "g_1", network: nil) == .admitted)
  }

  @Test(arguments: [false, true])
  func `does not fill the smallest room as long as it can be moved`(slowly: Bool) throws {
    let tables = try tables()
    var largest = 0
    for number in 2..<4_500 {
      // The thread that moves it gets no time of a busy machine.
      if slowly, number.isMultiple(of: 300) { tables.tidying.beside { usleep(300_000) } }
      guard note(number, in: tables) == nil, tables.admit("rB", owner: "g_1", network: nil) == .admitted
      else {
        Issue.record("full after \(number) commits, with \(logBytes) bytes of log")
        return
      }
      tables.giveBack("rB")
      largest = max(largest, logBytes)
    }
    // A commit waits when the log has grown by three quarters of what is not counted since it was moved last.
    let counted = LogRoom(of: Self.smallest).counted(largest)
    #expect(counted < Self.smallest / 2, "the log had \(largest) bytes at most")
  }

  @Test(arguments: [(1, 2), (32, 2), (160, 10), (1_536, 96), (4_096, 96), (16_777_216, 96)])
  func `may take a share of the room, and no more than it usually takes`(megabytes: Int, usual: Int) {
    let megabyte = 1024 * 1024
    let room = LogRoom(of: megabytes * megabyte)
    #expect(room.usualBytes == usual * megabyte && room.usualPages == usual * 256)
    #expect(room.counted(95 * megabyte) == (usual == 96 ? 0 : (95 - 2 * usual) * megabyte))
    #expect(room.counted(0) == 0 && room.counted(200 * megabyte) == (200 - 2 * usual) * megabyte)
  }
}
