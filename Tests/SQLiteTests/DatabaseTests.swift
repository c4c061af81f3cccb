import Foundation
import SQLite
import TestChecks
import Testing

/// A folder that is gone with the test.
private final class Place {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sqlite-\(UUID().uuidString)")
  var path: String { folder.appendingPathComponent("a.db").path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

@Suite struct `A file of SQLite's` {
  private let place: Place
  private let queue: DatabaseQueue

  init() throws {
    place = try Place()
    queue = try DatabaseQueue(path: place.path)
    try queue.write { try $0.execute(sql: "CREATE TABLE t (a, b)") }
  }

  /// How many rows there are.
  private func count() throws -> Int {
    try #require(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") })
  }

  // MARK: - Values

  private static let values: [DatabaseValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(1.5), .text([]), .text(Array("ä".utf8)),
    .text([0x61, 0, 0x62]), .text([0xFF]), .blob([]), .blob([0, 255]),
  ]

  @Test(arguments: values)
  func `gives values back as they were written`(value: DatabaseValue) throws {
    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (?, 1)", arguments: [value]) }
    let row = try queue.read { try Row.fetchOne($0, sql: "SELECT a, b FROM t") }
    #expect(row?.values == [value, .integer(1)])
  }

  @Test(arguments: values)
  func `gives a type its own values, and refuses all others`(value: DatabaseValue) throws {
    let isNull = value == .null
    let (isInteger, isText, isBlob) =
      switch value {
      case .integer: (true, false, false)
      case .text: (false, true, false)
      case .blob: (false, false, true)
      case .null, .real: (false, false, false)
      }
    #expect((Int64(value) != nil) == isInteger && (Int(value) != nil) == isInteger)
    #expect((Bool(value) != nil) == isInteger)
    #expect((String(value) != nil) == isText)
    #expect(([UInt8](value) != nil) == isBlob)
    // A value that may be missing.
    #expect((Int64?(value) != nil) == (isInteger || isNull))
    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (?, 1)", arguments: [value]) }
    let row = try #require(try queue.read { try Row.fetchOne($0, sql: "SELECT a FROM t") })
    if isBlob {
      #expect(try row.decode([UInt8].self, atIndex: 0).databaseValue == value)
    } else {
      #expect(throws: Mistyped.self) { try row.decode([UInt8].self, atIndex: 0) }
    }
  }

  @Test func `names what is not UTF-8`() {
    #expect(String(DatabaseValue.text([0x61, 0xFF])) == "a\u{FFFD}")
  }

  @Test func `gives nil for a missing row, and for NULL`() throws {
    try queue.read { (db) throws in
      #expect(try Int.fetchOne(db, sql: "SELECT a FROM t") == nil)
      #expect(try Int.fetchOne(db, sql: "SELECT max(a) FROM t") == nil)
      #expect(try Row.fetchAll(db, sql: "SELECT a FROM t").isEmpty)
      #expect(try String.fetchAll(db, sql: "SELECT 'x' UNION SELECT 'y'") == ["x", "y"])
      #expect(throws: Mistyped.self) { try Int.fetchOne(db, sql: "SELECT 'x'") }
    }
  }

  // MARK: - Statements

  @Test func `is read row by row`() throws {
    try queue.write { (db) throws in
      for number in 1...3 { try db.execute(sql: "INSERT INTO t VALUES (?, NULL)", arguments: [number]) }
      let rows = try Row.fetchCursor(db, sql: "SELECT a FROM t WHERE a > ? ORDER BY a", arguments: [1])
      #expect(try rows.next()?.values == [.integer(2)])
      #expect(try rows.next()?.values == [.integer(3)])
      #expect(try rows.next() == nil)
    }
  }

  @Test func `compiles a statement once, and takes other arguments each time`() throws {
    try queue.write { (db) throws in
      let insert = try db.cachedStatement(sql: "INSERT INTO t VALUES (?, ?)")
      try insert.execute(arguments: [1, "one"])
      #expect(db.lastInsertedRowID == 1)
      try insert.execute(arguments: [2, String?.none])
      #expect(try db.cachedStatement(sql: "INSERT INTO t VALUES (?, ?)") === insert)
      let rows = try Row.fetchAll(db, sql: "SELECT a, b FROM t").map(\.values)
      #expect(rows == [[.integer(1), .text(Array("one".utf8))], [.integer(2), .null]])
    }
  }

  @Test func `carries out several statements, with comments between them`() throws {
    try queue.write {
      try $0.execute(sql: "INSERT INTO t VALUES (1, 1); -- one\n\n INSERT INTO t VALUES (2, 2);\n/* end */ ")
    }
    #expect(try count() == 2)
  }

  @Test(arguments: ["SELEC", "SELECT a FROM nowhere", "INSERT INTO t VALUES (1)", ""])
  func `refuses what is not a statement, and quotes it`(sql: String) throws {
    let error = try #require(throws: SQLiteError.self) {
      try queue.read { _ = try Row.fetchOne($0, sql: sql) }
    }
    #expect(error.code == .error && error.sql == sql && error.description.contains(error.message))
  }

  @Test func `wants an argument for each place`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = try DatabaseQueue(path: ":memory:")
      try queue.write { try $0.execute(sql: "SELECT ?") }
    }
    expectFailedCheck("each place has its argument: SELECT ?", of: end)
  }

  // MARK: - Transactions

  private struct Stop: Error {}

  @Test func `holds all of a write, or nothing`() throws {
    #expect(throws: Stop.self) {
      try queue.write { db in
        try db.execute(sql: "INSERT INTO t VALUES (1, 1)")
        throw Stop()
      }
    }
    #expect(try count() == 0)
    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1, 1)") }
    #expect(try count() == 1)
  }

  @Test func `goes on after a failure in the middle of a write`() throws {
    try queue.write { try $0.execute(sql: "CREATE UNIQUE INDEX once ON t (a)") }
    let error = try #require(throws: SQLiteError.self) {
      try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1, 1); INSERT INTO t VALUES (1, 2)") }
    }
    #expect(error.code == .constraint && error.extended != error.code)
    #expect(try count() == 0)
    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1, 1)") }
    #expect(try count() == 1)
  }

  @Test func `shows a reader one state, whatever others write`() throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    let reader = try DatabaseQueue(path: place.path, isReadOnly: true)
    try reader.read { (db) throws in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
      try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1, 1)") }
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
    }
    #expect(try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
  }

  @Test func `cannot be written through a read-only connection`() throws {
    let reader = try DatabaseQueue(path: place.path, isReadOnly: true)
    let error = try #require(throws: SQLiteError.self) {
      try reader.write { try $0.execute(sql: "INSERT INTO t VALUES (1, 1)") }
    }
    #expect(error.code == .readOnly)
  }

  // MARK: - Files

  @Test func `is refused at once where the file is missing or is not a database`() throws {
    let other = place.folder.appendingPathComponent("other").path
    #expect(
      try #require(throws: SQLiteError.self) { try DatabaseQueue(path: other, isReadOnly: true) }.code
        == .cannotOpen)
    try Data(repeating: 7, count: 10_000).write(to: URL(fileURLWithPath: other))
    #expect(try #require(throws: SQLiteError.self) { try DatabaseQueue(path: other) }.code == .notADatabase)
  }

  @Test func `is prepared before anything is read`() throws {
    let other = place.folder.appendingPathComponent("other").path
    let small = try DatabaseQueue(
      path: other, preparation: "PRAGMA page_size = 512; PRAGMA journal_mode = WAL")
    try small.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    #expect(try small.read { try Int.fetchOne($0, sql: "PRAGMA page_size") } == 512)
  }

  @Test func `is copied whole`() throws {
    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1, 'one')") }
    let copy = try DatabaseQueue(path: place.folder.appendingPathComponent("copy.db").path)
    try queue.backup(to: copy)
    #expect(try copy.read { try String.fetchOne($0, sql: "SELECT b FROM t") } == "one")
    let nowhere = try DatabaseQueue(path: place.path, isReadOnly: true)
    #expect(throws: SQLiteError.self) { try copy.backup(to: nowhere) }
  }

  @Test func `does what comes later on a thread of its own, before it is closed`() throws {
    queue.asyncWriteWithoutTransaction { try? $0.execute(sql: "INSERT INTO t VALUES (1, 1)") }
    try queue.close()
    let again = try DatabaseQueue(path: place.path)
    #expect(try again.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
    try again.close()
    try again.close()
  }
}
