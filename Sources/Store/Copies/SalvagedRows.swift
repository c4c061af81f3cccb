import SQLite

/// What is kept beside the tables of games, copied row by row from what is damaged. Each list is read from both ends,
/// so that a page that cannot be read costs only its own rows.
enum SalvagedRows {
  private struct List {
    let table: String
    /// What its rows are told apart by.
    let key: String
    let columns: Int
    /// What it has, in words for people.
    let name: String
    /// Its rows can be deleted, and nothing is left to say so: an older source would bring them back.
    var isOfOneSource = false
    /// Whether a row is as it was written.
    var isSound: (Row) -> Bool = { _ in true }
  }

  private static var lists: [List] {
    [
      List(table: "persons", key: "id", columns: 4, name: "persons", isSound: Persons.isPerson),
      List(table: "keys", key: "guest", columns: 7, name: "devices and programs", isSound: Persons.isKey),
      List(
        table: "erasures", key: "guest", columns: 2, name: "people who are to be erased",
        isSound: Persons.isErasure),
      List(
        table: "erased", key: "hash", columns: 2, name: "people who were erased", isSound: Persons.isErased),
      List(
        table: "reports", key: "id", columns: 10, name: "reports", isOfOneSource: true,
        isSound: Reports.isReport),
      List(
        table: "bans", key: "id", columns: 6, name: "bans", isOfOneSource: true, isSound: Reports.isBan),
    ]
  }

  /// - Parameter sources: the newest first; of two rows of one key the first is taken.
  /// - Returns: the names of lists that no source had as a whole.
  static func copy(from sources: [DatabaseQueue], to db: Database) throws -> [String] {
    var cut: [String] = []
    for list in lists {
      var isWhole = false
      for source in sources where !(isWhole && list.isOfOneSource) {
        let (rows, isAll) = read(list, in: source)
        try write(rows, of: list, to: db)
        isWhole = isWhole || isAll
      }
      if !isWhole { cut.append(list.name) }
    }
    // A device or a program leads to its person, also where the person's own row is lost.
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO persons (id, madeAt) SELECT person, min(madeAt) FROM keys GROUP BY person
        """)
    return cut
  }

  /// What is not as it was written, in sentences.
  static func problems(in db: Database) throws -> [String] {
    try lists.compactMap { list in
      guard try isThere(list, in: db) else { return nil }
      let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(list.table)")
      var count = 0
      while let row = try rows.next() { count += list.isSound(row) ? 0 : 1 }
      return count > 0 ? "\(count) \(list.name) are not as they were written; a salvage leaves them out" : nil
    }
  }

  /// A file of an older format may not have a list.
  private static func isThere(_ list: List, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)",
      arguments: [list.table]) ?? false
  }

  private static func read(_ list: List, in queue: DatabaseQueue) -> (rows: [Row], isAll: Bool) {
    let isThere = try? queue.read { try Self.isThere(list, in: $0) }
    if isThere == false { return ([], true) }
    var rows: [Row] = []
    for order in ["ASC", "DESC"] {
      do {
        try queue.read { db in
          let cursor = try Row.fetchCursor(
            db, sql: "SELECT * FROM \(list.table) ORDER BY \(list.key) \(order)")
          while let row = try cursor.next() { rows.append(row) }
        }
        return (rows, true)
      } catch {
        // Whatever goes wrong here is the damage.
        continue
      }
    }
    return (rows, false)
  }

  private static func write(_ rows: [Row], of list: List, to db: Database) throws {
    let places = Array(repeating: "?", count: list.columns).joined(separator: ", ")
    let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO \(list.table) VALUES (\(places))")
    for row in rows where row.values.count == list.columns && list.isSound(row) {
      try insert.execute(arguments: row.values)
    }
  }
}
