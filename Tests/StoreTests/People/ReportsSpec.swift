import Foundation
import SQLite
import Synchronization
import Testing

@testable import Store

private let day: Int64 = 86_400_000

private func report(_ line: Int, about: String = "g_ben", at: Int64 = 1_000) -> Report {
  Report(
    room: "rA", by: "g_ada", about: about, network: line % 2 == 0 ? UInt64.max : nil, why: "insult",
    line: line,
    lines: #"[[\#(line),1,"\#(about)","Ben","gg ü"]]"#, at: at)
}

private func ban(_ id: Int64, until: Int64 = 9_000, kind: Ban.Kind = .guest) -> Ban {
  Ban(id: id, kind: kind, key: kind == .guest ? "g_ben" : "4294967295", name: "Ben", until: until, madeAt: 5)
}

extension TableStorage {
  fileprivate func moderate(_ changes: Moderation...) throws { try carryOut(.moderation(changes)) }
}

@Suite struct `What people report` {
  let folder = TemporaryFolder()

  private func storages() throws -> [any TableStorage] {
    [try SQLiteTables(directory: folder.path), MemoryTables()]
  }

  private func open(_ storage: any TableStorage) throws -> [Int] { try storage.reports().map(\.line) }

  @Test func `is read as it was written, newest first, until it is closed`() throws {
    for storage in try storages() {
      #expect(try storage.reports().isEmpty && storage.bans().isEmpty)
      try storage.moderate(.report(report(1)), .report(report(2, at: 2_000)))
      let kept = try storage.reports()
      var (first, second) = (report(1), report(2, at: 2_000))
      (first.id, second.id) = (1, 2)
      #expect(kept == [second, first])
      try storage.moderate(.close(report: kept[0].id, at: 3_000), .close(report: 99, at: 3_000))
      #expect(try open(storage) == [1])
    }
  }

  @Test func `is kept for 90 days`() throws {
    for storage in try storages() {
      try storage.moderate(.report(report(1, at: 0)), .report(report(2, at: day)))
      try storage.moderate(.tidy(now: 90 * day))
      #expect(try open(storage) == [2, 1])
      try storage.moderate(.tidy(now: 90 * day + 1))
      #expect(try open(storage) == [2])
      try storage.moderate(.report(report(3, at: 91 * day + 1)))
      #expect(try open(storage) == [3])
    }
  }

  @Test func `is a thousand at most: the closed ones go first, then the oldest`() throws {
    for storage in try storages() {
      try storage.carryOut(
        .moderation((1...Moderation.reportsMax).map { .report(report($0, at: Int64($0))) }))
      try storage.moderate(.close(report: 500, at: 5_000), .close(report: 400, at: 6_000))
      #expect(try open(storage).count == 998)
      func add(_ line: Int) throws -> [Int] {
        try storage.moderate(.report(report(line, at: 10_000)))
        return try open(storage)
      }
      #expect(try add(2_000).count == 999)
      #expect(try add(2_001).count == 1_000)
      let now = try add(2_002)
      #expect(now.count == 1_000 && now.last == 2 && now.first == 2_002)
    }
  }

  @Test func `is there after a restart, with bans`() throws {
    do {
      let storage = try SQLiteTables(directory: folder.path)
      try storage.moderate(.report(report(1)), .ban(ban(3)), .ban(ban(4, kind: .network)))
      try storage.finish()
    }
    let storage = try SQLiteTables(directory: folder.path)
    #expect(try open(storage) == [1])
    #expect(try storage.bans() == [ban(3), ban(4, kind: .network)])
  }

  @Test func `A ban is replaced by another of its number, lifted, or forgotten when it has ended`() throws {
    for storage in try storages() {
      try storage.moderate(.ban(ban(1)), .ban(ban(2, until: 6_000)), .ban(ban(3, until: 7_000)))
      try storage.moderate(.ban(ban(1, until: 8_000)), .lift(ban: 3), .lift(ban: 99))
      #expect(Set(try storage.bans().map(\.until)) == [8_000, 6_000])
      try storage.moderate(.tidy(now: 6_000))
      #expect(try storage.bans() == [ban(1, until: 8_000)])
    }
  }

  @Test func `holds, or is told to be lost, whatever becomes of tables in the same commit`() throws {
    let storage = try SQLiteTables(directory: folder.path)
    #expect(isKept([.report(report(1))], beside: [record("rA", 1)], in: storage))
    // A record that does not follow is damage to its table alone.
    #expect(isKept([.report(report(2))], beside: [record("rA", 7)], in: storage))
    #expect(isKept([.report(report(3))], in: storage))
    #expect(Set(try open(storage)) == [1, 2, 3])
    #expect(!isKept([.report(report(1))], in: UnreadableTables(why: "nothing can be read")))
  }

  /// What a journal tells that is given all of it at once.
  private func isKept(
    _ changes: [Moderation], beside records: [Record] = [], in storage: any TableStorage
  ) -> Bool {
    let journal = Journal(storage)
    let told = Mutex<[Bool]>([])
    if !records.isEmpty { journal.append(records) { _ in } }
    journal.change(.moderation(changes)) { isKept in told.withLock { $0.append(isKept) } }
    journal.end()
    journal.run()
    return told.withLock { $0 } == [true]
  }
}

@Suite struct `Reports of somebody who is erased` {
  let folder = TemporaryFolder()

  @Test func `go, and what they said goes from those of others`() throws {
    let storage = try SQLiteTables(directory: folder.path)
    func report(by: String, about: String, lines: String) -> Moderation {
      .report(
        Report(room: "rA", by: by, about: about, network: nil, why: "spam", line: 1, lines: lines, at: 5))
    }
    let said = #"[[1,0,"g_ada","Ada","hi \"you\""],[2,1,"g_ben","Ben","no"],[3,0,"g_ada","Ada","gg"]]"#
    try storage.carryOut(
      .moderation([
        report(by: "g_ben", about: "g_ada", lines: said), report(by: "g_ada", about: "g_ben", lines: said),
        report(by: "g_eve", about: "g_ben", lines: "not JSON g_ada"),
        .ban(Ban(id: 1, kind: .guest, key: "g_ada", name: "Ada", until: 9_999_999_999_999, madeAt: 5)),
        .ban(Ban(id: 2, kind: .network, key: "7", name: "g_ada", until: 9_999_999_999_999, madeAt: 5)),
        .ban(Ban(id: 3, kind: .network, key: "8", name: "g_ben", until: 9_999_999_999_999, madeAt: 6)),
      ]))
    let kept = try storage.kept(of: "g_ada", after: 0).reports
    #expect(kept.map(\.isTheirs) == [false, true, false])
    #expect(
      kept[0].lines == #"[[1,0,"g_ada","Ada","hi \"you\""],[3,0,"g_ada","Ada","gg"]]"#
        && kept[2].lines == "[]")
    #expect(try storage.kept(of: "g_nobody", after: 0).reports.isEmpty)
    try storage.carryOut(.people([.erasing(guest: "g_ada", at: 5)]))
    let reports = try storage.reports().reversed()
    #expect(
      reports.map(\.by) == ["", "g_eve"] && reports.map(\.lines) == [#"[[2,1,"g_ben","Ben","no"]]"#, "[]"])
    #expect(try storage.bans().map(\.name) == ["", "g_ben"])
    // What was reported meanwhile goes in the end, also where somebody else has typed the identifier.
    let typed = #"[[2,1,"g_ben","Ben","it is g_ada"],[3,1,"g_ben","Ben","no"]]"#
    try storage.carryOut(
      .moderation([
        report(by: "g_eve", about: "g_ada", lines: said), report(by: "g_eve", about: "g_ben", lines: typed),
      ]))
    try storage.carryOut(.people([.erased(guest: "g_ada")]))
    #expect(try storage.reports().map(\.lines).filter { $0.contains("g_ada") }.isEmpty)
    #expect(try storage.reports().count == 3)
  }
}

@Suite struct `Reports and bans in copies` {
  let folder = TemporaryFolder()
  let other = TemporaryFolder()

  private func begun() throws -> SQLiteTables {
    let storage = try SQLiteTables(directory: folder.path)
    try storage.commit(Batch(records: [record("rA", 1, guest: "ada")]))
    try storage.moderate(
      .report(report(1)), .report(report(2)), .close(report: 1, at: 5), .ban(ban(3)), .ban(ban(4)))
    return storage
  }

  private func expect(in directory: String) throws {
    let copy = try SQLiteTables(directory: directory)
    #expect(try copy.reports().map(\.line) == [2] && copy.bans() == [ban(3), ban(4)])
    // Also what is closed is kept.
    #expect(
      try DatabaseQueue(path: directory + "/tables.db", isReadOnly: true).read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM reports")
      } == 2)
    try copy.finish()
  }

  @Test func `are in a backup`() throws {
    let storage = try begun()
    let copied = other.path + "/copy"
    _ = try DirectoryCopy.backUp(folder.path, to: copied)
    try storage.finish()
    try expect(in: copied)
  }

  @Test func `are in a salvage, but for what is not as it was written`() throws {
    try begun().finish()
    let queue = try DatabaseQueue(path: folder.path + "/tables.db")
    try queue.write {
      try $0.execute(
        sql: "INSERT INTO reports VALUES (9, 'r', 'g', 'g', NULL, 'spam', 'seven', '[]', 1, NULL)")
      try $0.execute(sql: "INSERT INTO bans VALUES (9, 'planet', 'g', '', 9000, 1)")
    }
    try queue.close()
    let problems = try DirectoryCheck(folder.path).report { _ in nil }.problems
    #expect(problems.contains { $0.hasPrefix("1 reports are not as they were written") })
    #expect(problems.contains { $0.hasPrefix("1 bans are not as they were written") })
    let salvaged = try Salvage(folder.path).copy(to: other.path) { _ in nil }
    #expect(salvaged.tables == 1)
    #expect(try DirectoryCheck(other.path).report { _ in nil }.problems.isEmpty)
    try expect(in: other.path)
  }

  @Test func `can be written to a file of an older format, once it is brought forward`() throws {
    let kept = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/tables/format-1/tables.db")
    try FileManager.default.copyItem(atPath: kept.path, toPath: folder.path + "/tables.db")
    // Looked at and salvaged as it is.
    let problems = try DirectoryCheck(folder.path).report { _ in nil }.problems
    #expect(!problems.contains { $0.contains("reports") || $0.contains("bans") })
    #expect(try Salvage(folder.path).copy(to: other.path) { _ in nil }.tables == 15)
    let storage = try SQLiteTables(directory: folder.path)
    #expect(try storage.reports().isEmpty && storage.bans().isEmpty)
    try storage.moderate(.report(report(1)))
    #expect(try storage.reports().count == 1)
    try storage.finish()
  }
}
