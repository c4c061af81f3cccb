import SQLite

/// What is copied of a table: its rows as they lie there, chains included, so that what was whole stays whole.
struct SalvagedTable {
  private let room: String
  private let network: Int64?
  private var records: [[DatabaseValue]]
  private let base: [DatabaseValue]?
  /// Who sat there beside the opener, as far as that can be read.
  private let sitters: [String]

  var recordsCount: Int { records.count }

  /// The columns of a record, but for its table's.
  private static let columns = "sequence, version, at, guest, visit, c, body, chain"

  /// - Returns: nil if there is nothing to be copied.
  init?(_ room: String, id: Int64, _ soundness: TableSoundness, in db: Database) throws {
    self.room = room
    let read = "SELECT \(Self.columns) FROM records WHERE tableID = ? AND sequence"
    func rows(_ sql: String, _ number: Int64) throws -> [[DatabaseValue]] {
      try Row.fetchAll(db, sql: sql, arguments: [id, number]).map(\.values)
    }
    switch soundness {
    case .whole(let count, _), .withoutBase(let count), .damaged(let count, _, _):
      // Not one row more is touched: the next may be what cannot be read.
      records = try rows("\(read) > 0 ORDER BY sequence LIMIT ?", Int64(count))
    case .fromBase(let base, _, _):
      let sequence = Int64(bitPattern: base.sequence)
      records = try rows("\(read) = ?", 1)
      if sequence > 1 { records.append(try Self.record(of: base, id, in: db)) }
      records += try rows("\(read) > ? ORDER BY sequence", sequence)
    }
    guard !records.isEmpty else { return nil }
    switch soundness {
    case .whole(_, _?), .fromBase:
      base = try Row.fetchOne(
        db, sql: "SELECT sequence, version, body, chain, checksum FROM bases WHERE tableID = ?",
        arguments: [id]
      ).map(\.values)
    case .whole, .withoutBase, .damaged: base = nil
    }
    let network = try? Row.fetchOne(db, sql: "SELECT network FROM tables WHERE id = ?", arguments: [id])
    self.network = network.flatMap { try? $0.decode(Int64?.self, atIndex: 0) }
    sitters = (try? Sitters.guests(at: id, in: db)) ?? []
  }

  /// The record that a base was made at, which says where the log goes on if none comes behind it. Where it is not what
  /// the base knows of it, one that says only that stands in for it: it is never played.
  private static func record(of base: Base, _ id: Int64, in db: Database) throws -> [DatabaseValue] {
    let sequence = Int64(bitPattern: base.sequence)
    if (try? TableSoundness.hasRecord(of: id, in: db)) == true,
      let row = try? Row.fetchOne(
        db, sql: "SELECT \(columns) FROM records WHERE tableID = ? AND sequence = ?",
        arguments: [id, sequence]),
      (try? Record(base.room, kept: row)) != nil
    {
      return row.values
    }
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT bases.sequence, bases.version, at, NULL, NULL, NULL, x'', bases.chain FROM bases
        JOIN records ON records.tableID = bases.tableID AND records.sequence = 1 WHERE bases.tableID = ?
        """,
      arguments: [id])
    guard let row else { throw StorageFault.damaged("\(base.room) has no opening") }
    return row.values
  }

  func write(to db: Database) throws {
    guard let opening = records.first, let last = records.last else { return }
    // The first record, which is whole, names the opener; the damaged file's column beside it may hold anything.
    let (at, guest) = (2, 3)
    try db.cachedStatement(
      sql: "INSERT INTO tables (room, owner, network, openedAt, usedAt) VALUES (?, ?, ?, ?, ?)"
    ).execute(arguments: [
      room, opening[guest] == .null ? "".databaseValue : opening[guest], network, opening[at], last[at],
    ])
    let number = db.lastInsertedRowID
    for guest in [String(opening[guest])].compactMap(\.self) + sitters {
      try Sitters.note(guest, at: number, in: db)
    }
    let id = number.databaseValue
    let insert = try db.cachedStatement(sql: "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for record in records { try insert.execute(arguments: [id] + record) }
    if let base {
      try db.cachedStatement(sql: "INSERT INTO bases VALUES (?, ?, ?, ?, ?, ?)")
        .execute(arguments: [id] + base)
    }
  }
}
