import SQLite

/// What is kept of somebody at the tables that they opened or held a seat at: the rows of those tables, and the records
/// that are theirs or name them. Read a few tables at a time.
package struct Kept: Sendable {
  package struct Table: Sendable {
    package let room: String
    package let isOwn: Bool
    package let openedAt: Int64
    package let usedAt: Int64
    package let records: [Record]
  }

  /// Something that they reported, or that was reported of them.
  package struct Reported: Sendable {
    package let room: String
    package let isTheirs: Bool
    package let why: String
    package let at: Int64
    /// What they said themselves of the lines that are kept with it, as JSON.
    package let lines: String
  }

  package private(set) var tables: [Table] = []
  /// With the first tables alone.
  package private(set) var reports: [Reported] = []
  /// The last table that was looked at; nil when there are no more.
  package private(set) var last: Int64?

  private static let tablesMax = 8

  package init() {}

  init(of guest: String, after id: Int64, in db: Database) throws {
    let ids = try Int64.fetchAll(
      db,
      sql:
        "SELECT tableID FROM sitters WHERE guest = ? AND tableID > ? ORDER BY tableID LIMIT \(Self.tablesMax)",
      arguments: [guest, id])
    if id == 0 { reports = try Reports.kept(of: guest, in: db) }
    for id in ids {
      last = id
      let row = try Row.fetchOne(
        db, sql: "SELECT room, owner, openedAt, usedAt FROM tables WHERE id = ?", arguments: [id])
      guard let row, let room = try? row.decode(String.self, atIndex: 0) else { continue }
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT sequence, version, at, guest, visit, c, body FROM records
          WHERE tableID = ?1 AND (guest = ?2 OR instr(body, CAST(?2 AS BLOB)) > 0) ORDER BY sequence
          """,
        arguments: [id, guest])
      var records: [Record] = []
      while let row = try rows.next() {
        if let record = try? Record(room, kept: row) { records.append(record) }
      }
      tables.append(
        Table(
          room: room, isOwn: (try? row.decode(String.self, atIndex: 1)) == guest,
          openedAt: (try? row.decode(atIndex: 2)) ?? 0, usedAt: (try? row.decode(atIndex: 3)) ?? 0,
          records: records))
    }
  }
}
