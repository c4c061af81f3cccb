import SQLite

/// Guests who are more than one token: a name of their own, further devices, programs that play for them.
/// A guest who has none of this is in no row.
enum Persons {
  /// Of `tables-3`. Guests who are to be erased stay in `erasures` until nothing of them is left; `erased` keeps only
  /// hashes, so that no old copy of the directory brings anybody back.
  static let format = """
    CREATE TABLE persons (
      id TEXT PRIMARY KEY, handle TEXT, skeleton TEXT UNIQUE, madeAt INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE keys (
      guest TEXT PRIMARY KEY, person TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, scopes INTEGER,
      madeAt INTEGER NOT NULL, isRevoked INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX keysByPerson ON keys (person);
    CREATE TABLE erasures (guest TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE erased (hash BLOB PRIMARY KEY, day INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// Whether a file has these tables. A damaged one of an older format has none.
  static func areThere(in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'keys')")
      ?? false
  }

  // MARK: - Writing

  static func carryOut(_ change: PeopleChange, in db: Database) throws {
    switch change {
    case .person(let row):
      try db.execute(
        sql: """
          INSERT INTO persons VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET handle = excluded.handle, skeleton = excluded.skeleton
          """,
        arguments: [row.id, row.handle, row.skeleton, row.madeAt])
    case .key(let row):
      try db.execute(
        sql: "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [row.guest, row.person, row.number, row.name, row.scopes, row.madeAt, row.isRevoked])
    case .erasing(let guest, let at):
      try db.execute(sql: "DELETE FROM persons WHERE id = ?", arguments: [guest])
      try db.execute(sql: "DELETE FROM keys WHERE guest = ? OR person = ?", arguments: [guest, guest])
      try db.execute(sql: "INSERT OR REPLACE INTO erasures VALUES (?, ?)", arguments: [guest, at])
      try Reports.forget(guest, in: db)
      try note(erased: ErasedHash(of: guest), at: at, in: db)
    case .erased(let guest):
      try db.execute(sql: "DELETE FROM erasures WHERE guest = ?", arguments: [guest])
      // Something may have been reported while tables were gone through.
      try Reports.forget(guest, in: db)
      try db.execute(sql: "INSERT OR REPLACE INTO about VALUES ('unsettled', x'01')")
    case .reserved(let hash, let at): try note(erased: hash, at: at, in: db)
    }
  }

  static func note(erased hash: ErasedHash, at: Int64, in db: Database) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO erased VALUES (?, ?)",
      arguments: [hash.bytes, at / ErasedHash.dayMilliseconds])
  }

  /// All is moved into the file, and the log beside it is empty.
  static let settled = "DELETE FROM about WHERE key = 'unsettled'"

  // MARK: - Reading

  static func all(in db: Database) throws -> PeopleRows {
    var rows = PeopleRows()
    guard try areThere(in: db) else { return rows }
    let persons = try Row.fetchCursor(db, sql: "SELECT id, handle, skeleton, madeAt FROM persons")
    while let row = try persons.next() { if let row = try? PersonRow(kept: row) { rows.persons.append(row) } }
    let keys = try Row.fetchCursor(
      db, sql: "SELECT guest, person, number, name, scopes, madeAt, isRevoked FROM keys ORDER BY number")
    while let row = try keys.next() { if let row = try? KeyRow(kept: row) { rows.keys.append(row) } }
    let erasing = try Row.fetchCursor(db, sql: "SELECT guest FROM erasures")
    while let row = try erasing.next() {
      if let guest: String = try? row.decode(atIndex: 0) { rows.erasing.append(guest) }
    }
    let erased = try Row.fetchCursor(db, sql: "SELECT hash FROM erased")
    while let row = try erased.next() {
      if let hash = (try? row.bytes(atIndex: 0)).flatMap(ErasedHash.init(kept:)) { rows.erased.append(hash) }
    }
    rows.isUnsettled =
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM about WHERE key = 'unsettled')") ?? false
    return rows
  }

  /// What is wrong with them, in sentences: a device has a person, and each person other devices.
  static func problems(in db: Database) throws -> [String] {
    guard try areThere(in: db) else { return [] }
    let lost = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM keys WHERE NOT EXISTS (SELECT 1 FROM persons WHERE id = person)")
    return (lost ?? 0) > 0 ? ["\(lost ?? 0) devices or programs belong to nobody who is there"] : []
  }

  /// Whether a row is one that was written; the same below.
  static func isPerson(_ row: Row) -> Bool { (try? PersonRow(kept: row)) != nil }
  static func isKey(_ row: Row) -> Bool { (try? KeyRow(kept: row)) != nil }
  static func isErasure(_ row: Row) -> Bool {
    (try? (row.decode(String.self, atIndex: 0), row.decode(Int64.self, atIndex: 1))) != nil
  }
  static func isErased(_ row: Row) -> Bool {
    (try? row.bytes(atIndex: 0)).flatMap(ErasedHash.init(kept:)) != nil
      && (try? row.decode(Int64.self, atIndex: 1)) != nil
  }
}

extension PersonRow {
  fileprivate init(kept row: Row) throws {
    self.init(
      id: try row.decode(atIndex: 0), handle: try row.decode(atIndex: 1),
      skeleton: try row.decode(atIndex: 2),
      madeAt: try row.decode(atIndex: 3))
  }
}

extension KeyRow {
  fileprivate init(kept row: Row) throws {
    self.init(
      guest: try row.decode(atIndex: 0), person: try row.decode(atIndex: 1),
      number: try row.decode(atIndex: 2),
      name: try row.decode(atIndex: 3), scopes: try row.decode(atIndex: 4),
      madeAt: try row.decode(atIndex: 5),
      isRevoked: try row.decode(atIndex: 6))
  }
}
