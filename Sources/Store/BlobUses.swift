import GRDB

/// Which tables use which blobs: a table uses what any of its records names, for as long as it is remembered. It is
/// written with the record, so that no crash comes between the two.
enum BlobUses {
  static let schema = """
    CREATE TABLE blobUses (
      blob TEXT NOT NULL, tableID INTEGER NOT NULL, PRIMARY KEY (blob, tableID)
    ) WITHOUT ROWID;
    CREATE INDEX blobUsesByTable ON blobUses (tableID);
    """

  /// How a `put` names a blob; in what people write quotes are escaped.
  private static let mark = Array(#""blob":""#.utf8)
  private static let digitsCount = 64
  /// So many are asked for at once.
  private static let askedMax = 500

  /// The blobs that a record names.
  static func names(in record: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    record.withUnsafeBytes { bytes in
      for start in bytes.indices.dropLast(mark.count + digitsCount) where bytes[start] == mark[0] {
        let rest = bytes[start...]
        guard rest.starts(with: mark) else { continue }
        let digits = rest.dropFirst(mark.count).prefix(digitsCount)
        if let id = BlobID(String(decoding: digits, as: UTF8.self)) { names.insert(id.text) }
      }
    }
    return names
  }

  static func note(_ record: [UInt8], of tableID: Int64, in db: Database) throws {
    for name in names(in: record) {
      try db.cachedStatement(sql: "INSERT OR IGNORE INTO blobUses VALUES (?, ?)")
        .execute(arguments: [name, tableID])
    }
  }

  static func forget(_ tableID: Int64, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM blobUses WHERE tableID = ?").execute(arguments: [tableID])
  }

  /// Of all tables that were written before uses were.
  static func noteAll(in db: Database) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT tableID, body FROM records WHERE instr(body, CAST(? AS BLOB)) > 0",
      arguments: [String(decoding: mark, as: UTF8.self)])
    while let row = try rows.next() {
      try note(try row.bytes(atIndex: 1), of: try row.decode(atIndex: 0), in: db)
    }
  }

  /// Those of them that any table uses.
  static func used(among blobs: [BlobID], in db: Database) throws -> Set<BlobID> {
    var used: Set<BlobID> = []
    for start in stride(from: 0, to: blobs.count, by: askedMax) {
      let asked = blobs[start..<min(start + askedMax, blobs.count)]
      let marks = asked.map { _ in "?" }.joined(separator: ",")
      let names = try String.fetchAll(
        db, sql: "SELECT DISTINCT blob FROM blobUses WHERE blob IN (\(marks))",
        arguments: StatementArguments(asked.map(\.text)))
      used.formUnion(names.compactMap { BlobID($0) })
    }
    return used
  }
}
