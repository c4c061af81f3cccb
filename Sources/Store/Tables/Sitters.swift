import SQLite

/// Who opened which table or held a seat there: how somebody finds their tables again. All of it is in the records as
/// well, but not where it could be looked up.
///
/// Invariant: of each table its opener is in it, and nobody of a table that was deleted. Who sat down at another's
/// table before this list was begun is in it from the next time on that they sit down there.
enum Sitters {
  /// `tables-2`. The openers come in the order of their index, so that beginning the list reads little.
  static let format = """
    CREATE TABLE sitters (
      guest TEXT NOT NULL, tableID INTEGER NOT NULL, PRIMARY KEY (guest, tableID)
    ) WITHOUT ROWID;
    INSERT INTO sitters
      SELECT owner, id FROM tables WHERE typeof(owner) = 'text' AND owner <> '' ORDER BY owner, id;
    CREATE INDEX sittersByTable ON sitters (tableID);
    """

  /// Of a guest so many tables are looked at, those that were opened last.
  private static let lookedAtMax = 10_000

  /// Whether a file has the list. A damaged one of an older format has none.
  static func areThere(in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'sitters')")
      ?? false
  }

  // MARK: - Writing

  static func note(_ guest: String, at table: Int64, in db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO sitters VALUES (?, ?)")
      .execute(arguments: [guest, table])
  }

  /// All who sat at a table that is deleted.
  static let deletion = "DELETE FROM sitters WHERE tableID = ?"

  // MARK: - Reading

  static func guests(at table: Int64, in db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT guest FROM sitters WHERE tableID = ?", arguments: [table])
  }

  /// A table is used when a record of it is written, and noted as used now and then: the later of both counts.
  ///
  /// - Parameter areListed: false where there is no such list: a guest has the tables that they opened.
  /// - Complexity: a few pages for each table that the guest has.
  static func tables(
    of guest: String, before: Int64?, countMax: Int, areListed: Bool, in db: Database
  ) throws -> [GuestTable] {
    let list =
      areListed ? "SELECT tableID FROM sitters WHERE guest = ?" : "SELECT id FROM tables WHERE owner = ?"
    return try Row.fetchAll(
      db,
      sql: """
        WITH own (id) AS (\(list) ORDER BY 1 DESC LIMIT \(lookedAtMax)),
        used AS (
          SELECT own.id, room, last.sequence,
            max(usedAt, CASE typeof(last.at) WHEN 'integer' THEN last.at ELSE usedAt END) AS at
          FROM own CROSS JOIN tables ON tables.id = own.id
          LEFT JOIN records AS last ON last.tableID = own.id
            AND last.sequence = (SELECT max(sequence) FROM records WHERE tableID = own.id)
        )
        SELECT room, at, sequence FROM used WHERE at < ? ORDER BY at DESC, id DESC LIMIT ?
        """,
      arguments: [guest, before ?? .max, countMax]
    ).compactMap { row in
      guard let room = try? row.decode(String.self, atIndex: 0),
        let usedAt = try? row.decode(Int64.self, atIndex: 1)
      else { return nil }
      // Of a table that has lost all its records it can be told that it was there.
      return GuestTable(room: room, usedAt: usedAt, sequence: (try? row.count(atIndex: 2)) ?? 0)
    }
  }

  /// What is wrong with the list, in sentences: it says of tables what their rows say.
  static func problems(in db: Database) throws -> [String] {
    guard try areThere(in: db) else { return [] }
    let lacking = """
      SELECT count(*) FROM tables WHERE typeof(owner) = 'text' AND owner <> ''
        AND NOT EXISTS (SELECT 1 FROM sitters WHERE guest = owner AND tableID = id)
      """
    let unknown = "SELECT count(*) FROM sitters WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = tableID)"
    return [
      ("the list of who sat where lacks the openers of", try Int.fetchOne(db, sql: lacking) ?? 0),
      (
        "the list of who sat where names, though they are not there,", try Int.fetchOne(db, sql: unknown) ?? 0
      ),
    ].filter { $0.1 > 0 }.map { "\($0.0) \($0.1) tables; a salvage makes it anew" }
  }
}
