import SQLite

/// The ends of tables' logs, so that they need not be looked up for each record, and how records are put behind them.
///
/// Promise: a record follows the last one of its table, or nothing is written. Within a transaction that fails these
/// ends are not what the file has: they are thrown away then.
struct LogTails {
  private struct Tail {
    let id: Int64
    var sequence: UInt64
    var chain: Chain
    var usedAt: Int64
    /// Who was listed last as somebody who sat there.
    var sitter: String?
  }

  private var byRoom: [String: Tail] = [:]

  private static let countMax = 50_000
  /// So often the use of a table is noted that gets no records.
  private static let useMilliseconds: Int64 = 3_600_000

  /// The number of a table and of its last record, as far as they are known.
  func last(of room: String) -> (room: String, table: Int64, sequence: UInt64)? {
    byRoom[room].map { (room, $0.id, $0.sequence) }
  }

  /// The table's end is looked up again.
  mutating func forget(_ room: String) { byRoom[room] = nil }

  /// Starts anew where there are too many: they are looked up again.
  mutating func forgetIfMany() {
    if byRoom.count > Self.countMax { byRoom.removeAll() }
  }

  /// Puts a record behind the last of its table; the first one opens the table.
  ///
  /// - Throws: `StorageFault.damaged` for a record that does not follow the last.
  mutating func append(
    _ record: Record, _ changes: inout [TableLedger.Change], in db: Database
  ) throws {
    var tail: Tail
    if record.sequence == 1 {
      let opening = TableLedger.Opening(
        owner: record.owner ?? record.author?.guest ?? "", network: record.network)
      try db.cachedStatement(
        sql: "INSERT INTO tables (room, owner, network, openedAt, usedAt) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: [
        record.room, opening.owner, opening.network.map { Int64(bitPattern: $0) }, record.at, record.at,
      ])
      changes.append(.opened(record.room, opening))
      tail = Tail(
        id: db.lastInsertedRowID, sequence: 0, chain: Chain(of: record.room), usedAt: record.at)
    } else {
      guard let known = try self.tail(of: record.room, in: db) else {
        throw StorageFault.damaged("\(record.room) has no opening")
      }
      tail = known
    }
    guard record.sequence == tail.sequence + 1 else {
      throw StorageFault.damaged(
        "the next record of \(record.room) must be \(tail.sequence + 1), not \(record.sequence)")
    }
    tail.sequence = record.sequence
    tail.chain = tail.chain.with(record)
    try db.cachedStatement(sql: "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .execute(arguments: [
        tail.id, Int64(record.sequence), Int64(record.version), record.at, record.author?.guest,
        record.author?.visit, record.author?.c, record.bytes, tail.chain.bytes,
      ])
    if let owner = record.owner { try Sitters.note(owner, at: tail.id, in: db) }
    if record.sequence == 1 || record.seatsAuthor, let guest = record.author?.guest, guest != tail.sitter {
      try Sitters.note(guest, at: tail.id, in: db)
      tail.sitter = guest
    }
    byRoom[record.room] = tail
    try note(use: record.room, at: record.at, in: db)
  }

  mutating func keep(_ base: Base, in db: Database) throws {
    guard let tail = try self.tail(of: base.room, in: db), tail.sequence >= base.sequence,
      let chain = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT chain FROM records WHERE tableID = ? AND sequence = ?"),
        arguments: [tail.id, Int64(base.sequence)]
      ).map({ Chain(kept: try $0.bytes(atIndex: 0)) })
    else { return }  // lost with the records that it was made of
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO bases VALUES (?, ?, ?, ?, ?, ?)")
      .execute(arguments: [
        tail.id, Int64(base.sequence), Int64(base.version), base.bytes, chain.bytes,
        Chain.checksum(of: base, after: chain),
      ])
  }

  mutating func note(use room: String, at: Int64, by sitters: [String] = [], in db: Database) throws {
    guard let tail = try self.tail(of: room, in: db) else { return }
    for guest in sitters { try Sitters.note(guest, at: tail.id, in: db) }
    guard tail.usedAt < at - Self.useMilliseconds else { return }
    byRoom[room]?.usedAt = at
    try db.cachedStatement(sql: "UPDATE tables SET usedAt = ? WHERE id = ?").execute(arguments: [at, tail.id])
  }

  mutating func delete(
    _ room: String, _ changes: inout [TableLedger.Change], in db: Database
  ) throws {
    byRoom[room] = nil
    guard
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT owner, network, id FROM tables WHERE room = ?"), arguments: [room])
    else { return }
    changes.append(.deleted(TableLedger.Opening(kept: row)))
    let id = try row.decode(Int64.self, atIndex: 2)
    for sql in [
      "DELETE FROM records WHERE tableID = ?", "DELETE FROM bases WHERE tableID = ?",
      Sitters.deletion, "DELETE FROM tables WHERE id = ?",
    ] {
      try db.cachedStatement(sql: sql).execute(arguments: [id])
    }
  }

  private mutating func tail(of room: String, in db: Database) throws -> Tail? {
    if let tail = byRoom[room] { return tail }
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, usedAt, sequence, chain FROM tables JOIN records ON tableID = id
          WHERE room = ? ORDER BY sequence DESC LIMIT 1
          """),
      arguments: [room])
    guard let row else { return nil }
    let tail = Tail(
      id: try row.decode(atIndex: 0), sequence: try row.count(atIndex: 2),
      chain: Chain(kept: try row.bytes(atIndex: 3)), usedAt: try row.decode(atIndex: 1))
    byRoom[room] = tail
    return tail
  }
}
