import SQLite

/// Reports and bans, as they are kept beside tables.
///
/// Invariant: never more than `Moderation.reportsMax` reports, none older than `Moderation.keptMilliseconds` when
/// something was written last; no ban that had ended then.
enum Reports {
  static let format = """
    CREATE TABLE reports (
      id INTEGER PRIMARY KEY, room TEXT NOT NULL, "by" TEXT NOT NULL, about TEXT NOT NULL, network INTEGER,
      why TEXT NOT NULL, line INTEGER NOT NULL, lines TEXT NOT NULL, at INTEGER NOT NULL, closedAt INTEGER
    );
    CREATE INDEX reportsByTime ON reports (at);
    CREATE TABLE bans (
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, until INTEGER NOT NULL,
      madeAt INTEGER NOT NULL
    );
    """

  private static let columns = #"id, room, "by", about, network, why, line, lines, at"#

  /// Whether a file has them. A damaged one of an older format has none.
  static func areThere(in db: Database) throws -> Bool {
    try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('reports', 'bans')") == 2
  }

  // MARK: - Writing

  static func write(_ change: Moderation, to db: Database) throws {
    switch change {
    case .report(let report):
      try db.cachedStatement(
        sql: """
          INSERT INTO reports (room, "by", about, network, why, line, lines, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        report.room, report.by, report.about, report.network.map { Int64(bitPattern: $0) }, report.why,
        report.line, report.lines, report.at,
      ])
      try tidy(report.at, in: db)
    case .close(let id, let at):
      try db.cachedStatement(sql: "UPDATE reports SET closedAt = ? WHERE id = ? AND closedAt IS NULL")
        .execute(arguments: [at, id])
    case .ban(let ban):
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?, ?, ?)")
        .execute(arguments: [ban.id, ban.kind.rawValue, ban.key, ban.name, ban.until, ban.madeAt])
    case .lift(let id): try db.cachedStatement(sql: "DELETE FROM bans WHERE id = ?").execute(arguments: [id])
    case .tidy(let now): try tidy(now, in: db)
    }
  }

  /// Somebody is erased: what was reported of them goes, and of other reports what they said, and that they reported.
  static func forget(_ guest: String, in db: Database) throws {
    try db.execute(sql: "UPDATE bans SET name = '' WHERE kind = 'network' AND name = ?", arguments: [guest])
    try db.execute(sql: "DELETE FROM bans WHERE kind = 'guest' AND key = ?", arguments: [guest])
    try db.execute(sql: "DELETE FROM reports WHERE about = ?", arguments: [guest])
    try db.execute(sql: #"UPDATE reports SET "by" = '' WHERE "by" = ?"#, arguments: [guest])
    try db.execute(
      sql: """
        UPDATE reports SET lines = CASE json_valid(lines) WHEN 1 THEN (
          SELECT json_group_array(json(value)) FROM json_each(reports.lines)
          WHERE instr(value, ?1) = 0
        ) ELSE '[]' END WHERE instr(lines, ?1) > 0
        """,
      arguments: [guest])
  }

  private static func tidy(_ now: Int64, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM reports WHERE at < ?")
      .execute(arguments: [now - Moderation.keptMilliseconds])
    try db.cachedStatement(sql: "DELETE FROM bans WHERE until <= ?").execute(arguments: [now])
    let excess = (try Int.fetchOne(db, sql: "SELECT count(*) FROM reports") ?? 0) - Moderation.reportsMax
    guard excess > 0 else { return }
    try db.cachedStatement(
      sql: """
        DELETE FROM reports WHERE id IN (
          SELECT id FROM reports ORDER BY closedAt IS NULL, at, id LIMIT ?
        )
        """
    ).execute(arguments: [excess])
  }

  // MARK: - Reading

  /// Those that nobody has closed, newest first.
  static func open(in db: Database) throws -> [Report] {
    guard try areThere(in: db) else { return [] }
    return try Row.fetchAll(
      db, sql: "SELECT \(columns) FROM reports WHERE closedAt IS NULL ORDER BY at DESC, id DESC"
    ).map { try Report($0) }
  }

  /// Of somebody: what they reported, and where something that they said was reported, oldest first.
  static func kept(of guest: String, in db: Database) throws -> [Kept.Reported] {
    guard try areThere(in: db) else { return [] }
    return try Row.fetchAll(
      db,
      sql: """
        SELECT room, "by" = ?1, why, at, CASE json_valid(lines) WHEN 1 THEN (
          SELECT json_group_array(json(value)) FROM json_each(reports.lines)
          WHERE json_extract(value, '$[2]') = ?1
        ) ELSE '[]' END FROM reports WHERE "by" = ?1 OR instr(lines, ?1) > 0 ORDER BY at, id
        """,
      arguments: [guest]
    ).map {
      Kept.Reported(
        room: try $0.decode(atIndex: 0), isTheirs: try $0.decode(atIndex: 1), why: try $0.decode(atIndex: 2),
        at: try $0.decode(atIndex: 3), lines: try $0.decode(atIndex: 4))
    }
  }

  static func bans(in db: Database) throws -> [Ban] {
    guard try areThere(in: db) else { return [] }
    return try Row.fetchAll(db, sql: "SELECT * FROM bans ORDER BY id").map { try Ban($0) }
  }

  /// Whether a row is one that was written.
  static func isReport(_ row: Row) -> Bool { (try? Report(row)) != nil }

  static func isBan(_ row: Row) -> Bool { (try? Ban(row)) != nil }
}

extension Report {
  /// - Throws: where a value is of another kind than was written.
  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row.decode(atIndex: 0), room: try row.decode(atIndex: 1), by: try row.decode(atIndex: 2),
      about: try row.decode(atIndex: 3),
      network: try row.decode(Int64?.self, atIndex: 4).map { UInt64(bitPattern: $0) },
      why: try row.decode(atIndex: 5), line: try row.decode(atIndex: 6), lines: try row.decode(atIndex: 7),
      at: try row.decode(atIndex: 8))
  }
}

extension Ban {
  fileprivate init(_ row: Row) throws {
    guard let kind = Kind(rawValue: try row.decode(atIndex: 1)) else {
      throw StorageFault.damaged("a ban is of no kind")
    }
    self.init(
      id: try row.decode(atIndex: 0), kind: kind, key: try row.decode(atIndex: 2),
      name: try row.decode(atIndex: 3), until: try row.decode(atIndex: 4), madeAt: try row.decode(atIndex: 5))
  }
}
