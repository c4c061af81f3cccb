import Foundation
import SQLite
import Synchronization
import TestDice
import Testing

@testable import Store

@Suite struct `Tables on the disk` {
  let folder = TemporaryFolder()

  @Test func `are there when they are opened again, to the byte`() throws {
    var records: [String: [Record]] = [:]
    var dice = Dice(seed: 1)
    var tables = try SQLiteTables(directory: folder.path)
    for _ in 0..<40 {
      var batch = Batch()
      for _ in 0..<Int.random(in: 1...12, using: &dice) {
        let room = ["rA", "rB", "rC"].randomElement(using: &dice) ?? "rA"
        let record = record(room, records[room, default: []].count + 1, dice: &dice)
        records[room, default: []].append(record)
        batch.records.append(record)
      }
      try tables.commit(batch)
      // Sometimes the program is another one.
      if Bool.random(using: &dice) { tables = try SQLiteTables(directory: folder.path) }
    }
    for (room, kept) in records {
      let stored = try #require(try tables.table(room))
      #expect(stored.opening == kept[0] && stored.records == Array(kept.dropFirst()) && stored.base == nil)
      #expect(stored.answered.map(\.c) == kept.compactMap { $0.author?.c })
    }
    #expect(try tables.table("rX") == nil)
    #expect(try tables.figures().tables == 3)
  }

  @Test func `wait for the disk at each commit, unless syncing is switched off`() throws {
    for (syncs, level) in [(true, 2), (false, 0)] {
      let queue = try TableDatabase.open(folder.path + "/level\(level).db", syncs: syncs)
      let found = try queue.writeWithoutTransaction { db in
        (
          try Int.fetchOne(db, sql: "PRAGMA synchronous"), try String.fetchOne(db, sql: "PRAGMA journal_mode")
        )
      }
      #expect(found.0 == level && found.1 == "wal")
    }
  }

  @Test func `are kept whole or not at all: a commit with one record that does not fit leaves none`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    let unfit = Batch(records: [record("rA", 2), record("rB", 1), record("rA", 4)])
    #expect(fault { () throws(StorageFault) in try tables.commit(unfit) } != nil)
    #expect(try tables.table("rB") == nil)
    #expect(try tables.table("rA")?.records == [])
    // And the table goes on where it stood.
    try tables.commit(Batch(records: [record("rA", 2)]))
    #expect(try tables.table("rA")?.records.count == 1)
  }

  @Test(arguments: [2, 5, 1]) func `lead on from any base, and do without one that is damaged`(at: Int) throws
  {
    let tables = try SQLiteTables(directory: folder.path)
    let records = (1...5).map { record("rA", $0) }
    try tables.commit(Batch(records: records))
    let base = Base(room: "rA", sequence: UInt64(at), version: UInt64(at), bytes: [7, 7])
    try tables.commit(Batch(bases: [base]))
    try tables.commit(Batch(records: [record("rA", 6)]))
    let stored = try #require(try tables.table("rA"))
    #expect(stored.base == base && stored.opening == records[0])
    #expect(stored.records.map(\.sequence) == Array(UInt64(at + 1)...6))
    try tables.change("UPDATE bases SET body = x'0708'", in: folder)
    let without = try #require(try tables.table("rA"))
    #expect(without.base == nil && without.records.map(\.sequence) == [2, 3, 4, 5, 6])
  }

  @Test func `keep no base of a table that is not there`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(bases: [Base(room: "rX", sequence: 1, version: 1, bytes: [1])]))
    try tables.commit(Batch(records: [record("rA", 1)]))
    try tables.commit(Batch(bases: [Base(room: "rA", sequence: 2, version: 2, bytes: [1])]))
    #expect(try tables.table("rA")?.base == nil)
  }

  @Test(arguments: [
    "UPDATE records SET body = x'00' WHERE sequence = 3", "DELETE FROM records WHERE sequence = 3",
    "UPDATE records SET at = at + 1 WHERE sequence = 1",
    "UPDATE records SET guest = 'g_99' WHERE sequence = 2",
    "UPDATE records SET c = c + 1 WHERE sequence = 4", "DELETE FROM records WHERE sequence = 1",
    "UPDATE records SET version = 9 WHERE sequence = 5", "DELETE FROM records",
  ])
  func `A table that somebody changed is refused by name, and the others are not`(sql: String) throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: (1...5).map { record("rA", $0) }))
    try tables.change(sql, in: folder)
    try tables.commit(Batch(records: (1...5).map { record("rB", $0) }))
    let found = fault { () throws(StorageFault) in _ = try tables.table("rA") }
    guard case .damaged(let what)? = found else { throw Failure("\(String(describing: found))") }
    #expect(what.contains("rA"))
    #expect(try tables.table("rB")?.records.count == 4)
  }

  @Test func `are forgotten for good when nobody used them for long, and only then`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    let hour: Int64 = 3_600_000
    try tables.commit(
      Batch(records: [record("rA", 1, at: 0), record("rB", 1, at: 0), record("rC", 1, at: 5 * hour)]))
    try tables.commit(Batch(records: [record("rB", 2, at: 6 * hour)]))
    #expect(try tables.unused(since: 2 * hour, countMax: 9) == ["rA"])
    try tables.commit(Batch(used: [("rA", 7 * hour)]))
    #expect(try tables.unused(since: 2 * hour, countMax: 9) == [])
    #expect(try tables.unused(since: 8 * hour, countMax: 2) == ["rC", "rB"])
    try tables.commit(Batch(deleted: ["rC", "rX"]))
    #expect(try tables.table("rC") == nil)
    // Its name may begin anew.
    try tables.commit(Batch(records: [record("rC", 1)]))
    #expect(try tables.table("rC") != nil)
  }

  @Suite struct `Admission of tables` {
    let folder = TemporaryFolder()

    @Test func `Tables are admitted up to a limit in all, for a guest and for a network`() throws {
      var limits = SQLiteTables.Limits()
      (limits.tablesMax, limits.tablesPerGuestMax, limits.tablesPerNetworkMax) = (4, 2, 3)
      let tables = try SQLiteTables(directory: folder.path, limits: limits)
      func open(_ room: String, _ guest: String, _ network: UInt64?) throws -> Admission {
        let admission = tables.admit(room, owner: guest, network: network)
        if admission == .admitted {
          try tables.commit(Batch(records: [record(room, 1, guest: guest, network: network)]))
        }
        return admission
      }
      #expect(try open("r1", "g_1", 7) == .admitted)
      #expect(try open("r2", "g_1", 7) == .admitted)
      #expect(try open("r3", "g_1", 8) == .tooManyOfGuest(2))
      #expect(try open("r3", "g_2", 7) == .admitted)
      #expect(try open("r4", "g_3", 7) == .tooManyOfNetwork(3))
      #expect(try open("r4", "g_3", nil) == .admitted)
      #expect(try open("r5", "g_4", nil) == .full)
      try tables.commit(Batch(deleted: ["r1"]))
      #expect(try open("r5", "g_1", 7) == .admitted)
    }

    @Test func `Many guests who ask at once get exactly as many tables as the limits allow`() throws {
      var limits = SQLiteTables.Limits()
      (limits.tablesMax, limits.tablesPerGuestMax, limits.tablesPerNetworkMax) = (7, 3, 5)
      let tables = try SQLiteTables(directory: folder.path, limits: limits)
      let admitted = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 200) { ask in
        let admission = tables.admit("r\(ask)", owner: "g_\(ask % 2)", network: 1)
        if admission == .admitted { admitted.withLock { $0.append("r\(ask)") } }
      }
      #expect(admitted.withLock { $0.count } == 5)
      #expect(tables.admit("rX", owner: "g_2", network: 2) == .admitted)
      #expect(tables.admit("rY", owner: "g_3", network: nil) == .admitted)
      #expect(tables.admit("rZ", owner: "g_4", network: nil) == .full)
    }

    @Test func `A name is admitted once, until it is given back or deleted`() throws {
      var limits = SQLiteTables.Limits()
      limits.tablesPerGuestMax = 1
      let tables = try SQLiteTables(directory: folder.path, limits: limits)
      func admit(_ room: String) -> Bool { tables.admit(room, owner: "g_1", network: 7) == .admitted }
      #expect(admit("rA") && admit("rA") && !admit("rB"))
      tables.giveBack("rA")
      tables.giveBack("rA")
      #expect(admit("rB") && !admit("rC"))
      try tables.commit(Batch(records: [record("rB", 1, network: 7)]))
      tables.giveBack("rB")
      #expect(!admit("rC"), "what is kept is not given back")
      try tables.commit(Batch(deleted: ["rB", "rX"], used: [("rB", 9)]))
      #expect(admit("rC") && !admit("rD"))
    }

    @Test func `Tables of an earlier program count against the limits`() throws {
      var limits = SQLiteTables.Limits()
      (limits.tablesMax, limits.tablesPerGuestMax, limits.tablesPerNetworkMax) = (5, 2, 3)
      var tables = try SQLiteTables(directory: folder.path, limits: limits)
      for (room, guest) in [("r1", "g_1"), ("r2", "g_1"), ("r3", "g_2")] {
        try tables.commit(Batch(records: [record(room, 1, guest: guest, network: .max - 1)]))
      }
      #expect(tables.admit("rLost", owner: "g_9", network: nil) == .admitted)
      try tables.finish()
      tables = try SQLiteTables(directory: folder.path, limits: limits)
      #expect(tables.admit("r4", owner: "g_1", network: nil) == .tooManyOfGuest(2))
      #expect(tables.admit("r4", owner: "g_2", network: .max - 1) == .tooManyOfNetwork(3))
      #expect(tables.admit("r4", owner: "g_2", network: nil) == .admitted)
      #expect(tables.admit("r5", owner: "g_3", network: nil) == .admitted)
      #expect(tables.admit("r6", owner: "g_4", network: nil) == .full)
    }

    @Test func `Tables are admitted while there is room`() throws {
      var limits = SQLiteTables.Limits()
      limits.bytesMax = 200_000
      let tables = try SQLiteTables(directory: folder.path, limits: limits)
      #expect(tables.admit("rA", owner: "g_1", network: nil) == .admitted)
      try tables.commit(Batch(records: [large("rA", 1, bytes: 200_000)]))
      #expect(tables.admit("rB", owner: "g_1", network: nil) == .full)
      limits.bytesMax = 400_000
      tables.set(limits)
      #expect(tables.admit("rB", owner: "g_1", network: nil) == .admitted)
    }
  }

  @Test func `Tables grow to their room and a tenth, and no further until others are forgotten`() throws {
    var limits = SQLiteTables.Limits()
    limits.bytesMax = 500_000
    let tables = try SQLiteTables(directory: folder.path, limits: limits)
    for room in ["rA", "rB"] { try tables.commit(Batch(records: [large(room, 1, bytes: 50_000)])) }
    func grow(_ sequence: Int, deleting: [String] = []) -> StorageFault? {
      fault { () throws(StorageFault) in
        try tables.commit(
          Batch(records: [large("rA", sequence, bytes: 1_000)], deleted: deleting, used: [("rA", 9)]))
      }
    }
    var sequence = 2
    while sequence < 1_000, grow(sequence) == nil { sequence += 1 }
    let bytes = try tables.figures().bytes
    #expect((550_000...570_000).contains(bytes), "\(bytes)")
    guard case .disk(let what)? = grow(sequence) else { throw Failure("not a disk that is full") }
    #expect(what.contains("table-megabytes"))
    #expect(
      fault { () throws(StorageFault) in try tables.tryToWrite() } == .disk(what), "nothing is taken yet")
    #expect(try tables.table("rA")?.records.last?.sequence == UInt64(sequence - 1))
    // What is forgotten is so all the same, and what comes with it is taken at once.
    #expect(grow(sequence, deleting: ["rB"]) == nil)
    #expect(try tables.table("rB") == nil)
    #expect(try tables.table("rA")?.records.last?.sequence == UInt64(sequence))
    #expect(try tables.figures().bytes < bytes)
    #expect(fault { () throws(StorageFault) in try tables.tryToWrite() } == nil)
  }

  @Suite struct `Files of tables` {
    let folder = TemporaryFolder()

    private func complaint() -> String {
      do throws(SQLiteTables.Unusable) {
        _ = try SQLiteTables(directory: folder.path)
        return ""
      } catch {
        return error.description
      }
    }

    @Test func `tables that a newer program wrote are refused`() throws {
      let tables = try SQLiteTables(directory: folder.path)
      try tables.change("INSERT INTO grdb_migrations VALUES ('tables-99')", in: folder)
      #expect(complaint().contains("newer"))
    }

    @Test func `a file that holds no tables is refused`() throws {
      try Data(repeating: 7, count: 10_000).write(to: URL(fileURLWithPath: folder.path + "/tables.db"))
      #expect(complaint().contains("--salvage"))
    }

    @Test func `a directory that is missing is refused`() {
      folder.remove()
      #expect(complaint().contains("--data"))
    }
  }

  @Test func `A file with damaged pages is read where it can be, and nothing more is written`() throws {
    var tables = try SQLiteTables(directory: folder.path)
    for room in 0..<60 {
      try tables.commit(Batch(records: (1...40).map { record("r\(room)", $0) }))
    }
    try tables.finish()
    let url = URL(fileURLWithPath: folder.path + "/tables.db")
    var bytes = try Data(contentsOf: url)
    for at in bytes.count / 2..<bytes.count / 2 + 4 * 4096 { bytes[at] = 0xA5 }
    try bytes.write(to: url)
    tables = try SQLiteTables(directory: folder.path)
    #expect(try #require(tables.corruption).contains("--salvage"))
    let more = Batch(records: [record("rNew", 1)])
    #expect(fault { () throws(StorageFault) in try tables.commit(more) } != nil)
    let readable = (0..<60).filter { (try? tables.table("r\($0)"))??.records.count == 39 }
    #expect(readable.count > 20 && readable.count < 60)
  }

  @Test func `A file whose first page is damaged is served as unreadable, and stays as it is`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    try tables.finish()
    let url = URL(fileURLWithPath: folder.path + "/tables.db")
    var bytes = try Data(contentsOf: url)
    for at in 0..<4096 { bytes[at] = 0xA5 }
    try bytes.write(to: url)
    let served = try SQLiteTables.served(directory: folder.path, syncs: true, limits: .init()) { _ in }
    #expect(try #require(served.corruption).contains("--salvage"))
    #expect(fault { () throws(StorageFault) in _ = try served.table("rA", usesBase: true) } != nil)
    #expect(fault { () throws(StorageFault) in _ = try served.admit("rB", owner: "g", network: nil) } != nil)
    #expect(fault { () throws(StorageFault) in try served.commit(Batch(records: [record("rB", 1)])) } != nil)
    #expect(try Data(contentsOf: url) == bytes)
  }

  /// What a flipped bit makes of a column, and of whatever is read before a checksum could find it.
  @Test(arguments: [
    "UPDATE records SET c = 'abc' WHERE sequence = 2",
    "UPDATE records SET version = 'abc' WHERE sequence = 2",
    "UPDATE records SET version = -5 WHERE sequence = 2", "UPDATE records SET at = 'abc' WHERE sequence = 2",
    "UPDATE records SET guest = x'ff00' WHERE sequence = 2",
    "UPDATE records SET sequence = -2 WHERE sequence = 2",
    "UPDATE records SET body = 'abc' WHERE sequence = 2", "UPDATE records SET chain = 7 WHERE sequence = 2",
    "UPDATE records SET chain = 7 WHERE sequence = 4", "UPDATE records SET version = -9 WHERE sequence = 4",
  ])
  func `Changed columns damage their own table, and no other`(sql: String) throws {
    var tables = try SQLiteTables(directory: folder.path)
    for room in ["rA", "rB"] { try tables.commit(Batch(records: (1...4).map { record(room, $0) })) }
    try tables.commit(Batch(bases: [Base(room: "rA", sequence: 3, version: 3, bytes: [1])]))
    try tables.change(sql + " AND tableID = 1", in: folder)
    tables = try SQLiteTables(directory: folder.path)
    let next = record("rA", 5)
    let shut = fault { () throws(StorageFault) in _ = try tables.table("rA") }
    let found = fault { () throws(StorageFault) in _ = try tables.table("rA", usesBase: false) }
    guard case .damaged? = found else {
      Issue.record("\(sql): \(found as Any)")
      return
    }
    _ = fault { () throws(StorageFault) in try tables.commit(Batch(records: [next])) }
    #expect(try tables.table("rB")?.records.count == 3)
    let report = try DirectoryCheck(folder.path).report { _ in nil }
    #expect(report.damaged == (shut == nil ? [] : ["rA"]) && !report.problems.isEmpty)
    #expect(report.onlyFromBase == (shut == nil ? ["rA"] : []))
  }

  @Test(arguments: [
    "UPDATE tables SET usedAt = -9223372036854775807", "UPDATE tables SET usedAt = 'abc'",
    "UPDATE tables SET room = x'ff00'", "UPDATE tables SET owner = x'ff00'",
    "UPDATE tables SET network = 'abc'", "UPDATE bases SET body = 'abc'", "UPDATE bases SET sequence = -1",
    "UPDATE bases SET version = 'abc'", "UPDATE bases SET chain = NULL", "UPDATE bases SET sequence = 99",
  ])
  func `Any other change in a file leaves the other tables readable`(sql: String) throws {
    var tables = try SQLiteTables(directory: folder.path)
    for room in ["rA", "rB"] { try tables.commit(Batch(records: (1...4).map { record(room, $0) })) }
    try tables.commit(Batch(bases: [Base(room: "rA", sequence: 3, version: 3, bytes: [1])]))
    try? tables.change(sql + (sql.contains("bases") ? "" : " WHERE id = 1"), in: folder)
    tables = try SQLiteTables(directory: folder.path)
    _ = fault { () throws(StorageFault) in _ = try tables.table("rA") }
    _ = fault { () throws(StorageFault) in try tables.commit(Batch(records: [record("rA", 5)])) }
    try tables.commit(Batch(records: [record("rB", 5)]))
    _ = fault { () throws(StorageFault) in try tables.commit(Batch(deleted: ["rA"])) }
    #expect(try tables.table("rB")?.records.count == 4)
    _ = try DirectoryCheck(folder.path).report { _ in nil }
  }

  @Test func `A missing directory is unusable, and not served as damaged`() {
    folder.remove()
    #expect(throws: SQLiteTables.Unusable.self) {
      _ = try SQLiteTables.served(directory: folder.path, syncs: true, limits: .init()) { _ in }
    }
  }

  @Test func `Damage that is met later is reported once, and nothing more is written`() throws {
    var tables = try SQLiteTables(directory: folder.path)
    for room in 0..<60 { try tables.commit(Batch(records: (1...40).map { record("r\(room)", $0) })) }
    try tables.finish()
    let told = Mutex<[String]>([])
    tables = try SQLiteTables(directory: folder.path) { sentence in told.withLock { $0.append(sentence) } }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/tables.db"))
    let size = try file.seekToEnd()
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4096))
    for _ in 0..<3 { #expect(fault { () throws(StorageFault) in _ = try tables.table("r7") } != nil) }
    #expect(told.withLock { $0.count } == 1)
    #expect(told.withLock { $0 }.first?.contains("baize check \(folder.path) --salvage") == true)
    let more = Batch(records: [record("rNew", 1)])
    #expect(fault { () throws(StorageFault) in try tables.commit(more) } != nil)
    #expect(fault { () throws(StorageFault) in try tables.tryToWrite() } != nil)
  }

  @Test func `A trial write reaches the disk, and leaves the tables as they are`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    // After a checkpoint the log is written anew from its beginning, so it need not grow.
    func log() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.path + "/tables.db-wal")) }
    let before = try log()
    try tables.tryToWrite()
    #expect(try log() != before)
    #expect(try tables.table("rA")?.opening == record("rA", 1))
  }

  @Test func `can be read by their owner alone, also if they were there before`() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path + "/tables.db"))
    chmod(folder.path + "/tables.db", 0o644)
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    for name in ["tables.db", "tables.db-wal", "tables.db-shm"] {
      var status = stat()
      try #require(stat(folder.path + "/" + name, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
  }

  @Test func `are one file and its mark when the tables are finished`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    _ = tables.useIdleTime()
    try tables.finish()
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["tables.db", "tables.db-mark"])
  }
}

/// A test's own words for what went otherwise.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A folder of its own, gone when nobody holds it any more.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("tables-" + UUID().uuidString).path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
  deinit { remove() }
}

/// What was thrown.
func fault(_ body: () throws(StorageFault) -> Void) -> StorageFault? {
  do throws(StorageFault) {
    try body()
    return nil
  } catch {
    return error
  }
}

extension Batch {
  init(
    records: [Record] = [], bases: [Base] = [], deleted: [String] = [], used: [(String, Int64)] = []
  ) {
    self.init()
    self.records = records
    self.bases = bases
    self.deleted = deleted
    self.used = used.map { (room: $0.0, at: $0.1, sitters: []) }
  }
}

extension SQLiteTables {
  /// What anybody with the file can do.
  func change(_ sql: String, in folder: TemporaryFolder) throws {
    try DatabaseQueue(path: folder.path + "/tables.db").write { try $0.execute(sql: sql) }
  }

  func number(_ sql: String, in folder: TemporaryFolder) throws -> Int? {
    try DatabaseQueue(path: folder.path + "/tables.db").read { try Int.fetchOne($0, sql: sql) }
  }
}

func record(
  _ room: String, _ sequence: Int, at: Int64 = 5, guest: String = "g_1", network: UInt64? = nil
) -> Record {
  Record(
    room: room, sequence: UInt64(sequence), version: UInt64(sequence), at: at,
    author: Record.Author(guest: guest, visit: "v", c: sequence), bytes: Array("\(room) \(sequence)".utf8),
    network: network)
}

private func large(_ room: String, _ sequence: Int, bytes: Int) -> Record {
  Record(
    room: room, sequence: UInt64(sequence), version: UInt64(sequence),
    bytes: Array(repeating: 1, count: bytes))
}

private func record(_ room: String, _ sequence: Int, dice: inout Dice) -> Record {
  let bytes = (0..<Int.random(in: 0...3000, using: &dice)).map { UInt8(truncatingIfNeeded: $0) }
  let author: Record.Author? =
    Bool.random(using: &dice)
    ? nil
    : Record.Author(guest: "g_1", visit: sequence % 3 == 0 ? nil : "v", c: sequence % 3 == 0 ? nil : sequence)
  return Record(
    room: room, sequence: UInt64(sequence), version: UInt64(max(1, sequence - 1)), at: Int64(sequence) * 1000,
    author: author, bytes: bytes)
}
