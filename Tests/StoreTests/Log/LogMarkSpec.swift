import Foundation
import SQLite
import Synchronization
import Testing

@testable import Store

@Suite struct `The mark beside the tables` {
  let folder = TemporaryFolder()
  private var path: String { folder.path + "/tables.db" }
  private var log: String { path + "-wal" }
  private var mark: LogMark? { LogMarkFile(beside: path).read() }

  /// Tables of some records, all of which the mark knows of and which are in the log alone, as after `kill -9`.
  private func leave(records count: Int = 8) throws {
    let other = TemporaryFolder()
    let source = other.path + "/tables.db"
    let kept = LogMarkFile(beside: source)
    try SQLiteTables(directory: other.path).finish()
    // An open read transaction on the file keeps SQLite from moving the log into it.
    let tables = try TableDatabase.open(source, syncs: true).read { db in
      _ = try Row.fetchOne(db, sql: "SELECT 1 FROM tables")
      let tables = try SQLiteTables(directory: other.path)
      for sequence in 1...count { try tables.commit(Batch(records: [record("rA", sequence)])) }
      let end = try #require(try LogFile(beside: source).scan()).end
      for _ in 0..<20_000 where kept.read()?.frames != end {
        _ = tables.useIdleTime()
        usleep(1000)
      }
      #expect(kept.read()?.frames == end && kept.read()?.sequence == UInt64(count))
      for suffix in ["", "-wal", "-mark"] {
        try FileManager.default.copyItem(atPath: source + suffix, toPath: path + suffix)
      }
      return tables
    }
    try tables.finish()
  }

  /// Up to here the log is read. What lies behind is left from a log before it.
  private func logEnd() throws -> Int {
    let scan = try #require(try LogFile(beside: path).scan())
    return scan.header.offset(ofFrame: scan.end + 1)
  }

  /// What a start and a check say, which is the same.
  private func damage() throws -> String? {
    let served = try SQLiteTables.served(directory: folder.path, syncs: true, limits: .init()) { _ in }
    if let corruption = served.corruption {
      #expect(throws: SQLiteTables.Unusable.self) {
        let found = try DirectoryCheck(folder.path).report { _ in nil }
        if found.logIsDamaged { throw SQLiteTables.Unusable(StorageFault.corrupt(found.problems[0]), "") }
      }
      return corruption
    }
    #expect(try DirectoryCheck(folder.path).report { _ in nil }.problems == [])
    return nil
  }

  @Test func `is read as it was written, and says nothing when any bit of it is another`() {
    var mark = LogMark()
    (mark.salts, mark.frames, mark.table, mark.sequence) = (.max - 7, 12_345, 6, 7)
    #expect(LogMark(mark.bytes) == mark && mark.bytes.count == LogMark.byteCount)
    for bit in 0..<LogMark.byteCount * 8 {
      var bytes = mark.bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(LogMark(bytes) == nil)
    }
    for count in 0..<LogMark.byteCount { #expect(LogMark(Array(mark.bytes[..<count])) == nil) }
  }

  @Test func `is not there before the first commit, and is made by a start`() throws {
    #expect(mark == nil)
    let tables = try SQLiteTables(directory: folder.path)
    #expect(try #require(mark).frames > 0)
    try tables.finish()
    #expect(try #require(mark).frames == 0)
  }

  @Test func `finds nothing wrong with a log that is as it was`() throws {
    try leave()
    #expect(try damage() == nil)
  }

  @Test(arguments: [0, 20, 32, 32 + 4120, 32 + 3 * 4120, -1])
  func `finds a log that was cut, where a commit ends too`(size: Int) throws {
    try leave()
    truncate(log, off_t(size < 0 ? try logEnd() - 4120 : size))
    let found = try #require(try damage())
    #expect(found.contains("tables.db-mark") || found.contains("was on the disk up to frame"), "\(found)")
    #expect(found.contains("--salvage"))
    #expect(FileManager.default.fileExists(atPath: log))
  }

  @Test func `finds a log that is gone`() throws {
    try leave()
    unlink(log)
    #expect(try #require(try damage()).contains("neither in tables.db nor in tables.db-wal"))
  }

  @Test func `finds a flipped bit in the last commit that it knows of`() throws {
    try leave()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: log))
    bytes[try logEnd() - 1000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: log))
    #expect(try #require(try damage()).contains("was on the disk up to frame"))
  }

  /// Anybody who opens the file with SQLite moves the log into it.
  @Test func `finds nothing wrong where somebody moved the log into the file`() throws {
    try leave()
    try DatabaseQueue(path: path).close()
    if FileManager.default.fileExists(atPath: log) {
      try DatabaseQueue(path: path).writeWithoutTransaction {
        _ = try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
    #expect(try damage() == nil)
  }

  @Test func `means nothing for a log that was begun anew since then`() throws {
    try leave()
    let old = try #require(mark)
    do {
      let tables = try SQLiteTables(directory: folder.path)
      try tables.commit(Batch(records: [record("rA", 9)]))
      try tables.finish()
      let again = try SQLiteTables(directory: folder.path)
      try again.commit(Batch(records: [record("rA", 10)]))
      try again.finish()
    }
    try LogMarkFile(beside: path).write(old)
    #expect(try damage() == nil)
  }

  @Test func `is held against a log that was not begun anew while it was read`() throws {
    try leave()
    let other = TemporaryFolder()
    let tables = try SQLiteTables(directory: other.path)
    try tables.commit(Batch(records: [record("rB", 1)]))
    let anew = try Data(contentsOf: URL(fileURLWithPath: other.path + "/tables.db-wal"))
    var isFirst = true
    let scan = try LogFile(beside: path).scan {
      if isFirst { try? anew.write(to: URL(fileURLWithPath: log)) }
      isFirst = false
    }
    let own = try LogFile(beside: other.path + "/tables.db").scan()
    #expect(scan?.end == own?.end && scan?.header == own?.header)
    try tables.finish()
  }

  @Test func `finds nothing wrong beside a server that writes`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    let isDone = Atomic<Bool>(false)
    let looks = Atomic<Int>(0)
    let path = path
    let done = DispatchSemaphore(value: 0)
    try withExtendedLifetime(tables) {
      Thread.detachNewThread {
        while !isDone.load(ordering: .relaxed) {
          do {
            let found = try LogLook(path)
            #expect(found.damage == nil)
          } catch {
            Issue.record(error)
          }
          looks.add(1, ordering: .relaxed)
        }
        done.signal()
      }
      defer {
        isDone.store(true, ordering: .relaxed)
        done.wait()
      }
      var sequence = 0
      while looks.load(ordering: .relaxed) < 60 {
        for _ in 0..<20 {
          sequence += 1
          try tables.commit(Batch(records: [record("rA", sequence)]))
        }
        _ = tables.useIdleTime()
      }
    }
  }

  @Test func `calls for no table that was forgotten`() throws {
    do {
      let tables = try SQLiteTables(directory: folder.path)
      try tables.commit(Batch(records: [record("rA", 1)]))
      for _ in 0..<20_000 where mark?.table == 0 {
        _ = tables.useIdleTime()
        usleep(1000)
      }
      try #require(mark?.table != 0, "the mark names a table within some seconds")
      try tables.commit(Batch(deleted: ["rA"]))
      #expect(mark?.table == 0)
      try tables.finish()
    }
    #expect(try damage() == nil)
  }

  @Test func `says nothing when it is not as it was written`() throws {
    try leave()
    try Data("anything".utf8).write(to: URL(fileURLWithPath: path + "-mark"))
    truncate(log, 32 + 3 * 4120)
    #expect(try damage() == nil)
  }

  @Test(arguments: [true, false]) func `finds a file that is empty or gone, with its log`(
    isThere: Bool
  ) throws {
    do {
      let tables = try SQLiteTables(directory: folder.path)
      try tables.commit(Batch(records: [record("rA", 1)]))
      try tables.finish()
    }
    if isThere { truncate(path, 0) } else { unlink(path) }
    let found = try #require(try damage())
    #expect(found.contains("tables.db-mark") && found.contains("go back to a backup"))
    #expect(!found.contains("--salvage"), "nothing can be copied")
    #expect(throws: SQLiteTables.Unusable.self) { try Salvage(folder.path) }
    #expect(FileManager.default.fileExists(atPath: path) == isThere)
  }

  @Test func `is not needed to see that blobs were brought to tables that are gone`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/blobs/ab", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder.path + "/lock"))
    // So far it may be a first start that did not come to its end.
    #expect(try damage() == nil)
    for suffix in ["", "-wal", "-shm", "-mark"] { unlink(path + suffix) }
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/blobs/ab/cd"))
    #expect(try #require(try damage()).contains("blobs"))
  }

  @Test func `is not written by a server that does not sync`() throws {
    try leave()
    let tables = try SQLiteTables(directory: folder.path, syncs: false)
    #expect(!LogMarkFile(beside: path).isThere)
    for sequence in 9...40 { try tables.commit(Batch(records: [record("rA", sequence)])) }
    #expect(try tables.table("rA")?.records.count == 39)
    #expect(!LogMarkFile(beside: path).isThere)
    try tables.finish()
  }
}

@Suite final class `What a failed commit leaves in the log` {
  let folder = TemporaryFolder()
  private var path: String { folder.path + "/tables.db" }
  /// Open until the test ends: closing the last connection would move the log into the file.
  private let held = Mutex<[DatabaseQueue]>([])
  private static let fsync = SQLiteError(.syncFailed, "disk I/O error")
  private static let write = SQLiteError(.writeFailed, "disk I/O error")

  /// A log with so many commits behind its end, of which the writer does not know.
  private func commits(behind count: Int) throws -> (CommittedLog, LogFile, LogEnd) {
    let file = LogFile(beside: path)
    let queue = try TableDatabase.open(path, syncs: true)
    held.withLock { $0.append(queue) }
    try TableDatabase.begin(queue)
    let frames = LogFrames(try #require(try file.scan()).end)
    let log = CommittedLog(file, frames, LogMarking(LogMarkFile(beside: path)) { $0() })
    try log.begin()
    let end = try #require(try file.end(after: frames.count))
    for _ in 0..<count {
      try queue.write { try $0.execute(sql: "INSERT INTO bases VALUES (NULL, 1, 1, x'', x'', x'')") }
    }
    return (log, file, end)
  }

  @Test func `is cut off where it lies there whole and its sync failed`() throws {
    let (log, file, end) = try commits(behind: 1)
    #expect(try file.commits(behind: end) == 1)
    #expect(!log.failed(Self.fsync))
    #expect(try file.commits(behind: end) == 0 && !file.goesBeyond(end))
    #expect(try #require(try file.scan()).end == end.frames)
  }

  @Test(arguments: [true, false]) func `is cut off where it is not whole, whatever failed`(
    isSync: Bool
  ) throws {
    let (log, file, end) = try commits(behind: 1)
    #expect(try file.commits(behind: end) == 1)
    truncate(file.path, off_t(32 + end.frames * 4120 + 1000))
    #expect(!log.failed(isSync ? Self.fsync : Self.write))
    #expect(try !file.goesBeyond(end))
  }

  @Test func `is left alone where it is somebody else's`() throws {
    for (error, count) in [(Self.write, 1), (Self.fsync, 2), (Self.write, 3)] {
      let (log, file, end) = try commits(behind: count)
      #expect(!log.failed(error))
      #expect(try file.commits(behind: end) == count)
    }
  }

  @Test func `is nothing where the commit wrote nothing`() throws {
    let (log, file, end) = try commits(behind: 0)
    #expect(!log.failed(Self.fsync))
    #expect(try file.end(after: end.frames) == end)
  }

  @Test func `is not looked for behind a frame that ends no commit or does not exist`() throws {
    let (_, file, end) = try commits(behind: 1)
    #expect(try file.end(after: end.frames)?.frames == end.frames)
    for frames in [1, end.frames + 2, end.frames + 100] { #expect(try file.end(after: frames) == nil) }
  }

  @Test func `is neither acknowledged nor failed until it is cut off`() throws {
    let disk = UndecidedTables()
    let running = RunningJournal(on: disk)
    running.append("rA", 1)
    while disk.tries.load(ordering: .relaxed) < 2 { running.journal.change { _ in } }
    #expect(running.told.isEmpty)
    running.append("rB", 1)
    disk.isGone.store(true, ordering: .relaxed)
    running.wait(for: 2)
    #expect(
      running.end() == [.failed(room: "rA", lineage: 0), .durable(room: "rB", sequence: 1, lineage: 0)])
  }

  @Test func `is neither acknowledged nor failed by a server that ends before`() throws {
    let disk = UndecidedTables()
    let running = RunningJournal(on: disk)
    running.append("rA", 1)
    while disk.tries.load(ordering: .relaxed) < 1 { sched_yield() }
    #expect(running.end() == [])
  }
}
