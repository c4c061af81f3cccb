import Bytes
import Hashes
import SQLite

/// Takes somebody out of the records of one table. The chain is computed anew: it is a checksum, and no signature.
///
/// Promise: a table that was whole is whole afterwards, and one that was damaged is damaged in the same place.
struct Rewriting {
  private let erasure: TableErasure
  private let db: Database
  private let id: Int64

  /// - Returns: nil where there is no such table.
  init?(_ erasure: TableErasure, in db: Database) throws {
    guard
      let id = try Int64.fetchOne(
        db, sql: "SELECT id FROM tables WHERE room = ?", arguments: [erasure.room])
    else { return nil }
    (self.erasure, self.db, self.id) = (erasure, db, id)
  }

  func carryOut(_ changes: inout [TableLedger.Change]) throws {
    let chains = try rewriteRecords()
    try rewriteBase(chains)
    try db.execute(
      sql: "UPDATE OR REPLACE sitters SET guest = ? WHERE guest = ? AND tableID = ?",
      arguments: [erasure.replacement, erasure.guest, id])
    let row = try Row.fetchOne(db, sql: "SELECT owner, network FROM tables WHERE id = ?", arguments: [id])
    guard let row, case let opening = TableLedger.Opening(kept: row), opening.owner == erasure.guest else {
      return
    }
    try db.execute(
      sql: "UPDATE tables SET owner = ? WHERE id = ?", arguments: [erasure.replacement, id])
    changes.append(.deleted(opening))
    changes.append(
      .opened(erasure.room, TableLedger.Opening(owner: erasure.replacement, network: opening.network)))
  }

  /// - Returns: of records whose chain is another one now, both by their sequence.
  private func rewriteRecords() throws -> [Int64: (before: Chain, now: Chain)] {
    var chains: [Int64: (before: Chain, now: Chain)] = [:]
    var (before, now) = (Chain(of: erasure.room), Chain(of: erasure.room))
    var last: Int64 = 0
    while true {
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT sequence, version, at, guest, visit, c, body, chain FROM records
          WHERE tableID = ? AND sequence > ? ORDER BY sequence LIMIT \(Self.rowsMax)
          """,
        arguments: [id, last])
      guard let end = rows.last else { return chains }
      for row in rows {
        let kept = Chain(kept: (try? row.bytes(atIndex: 7)) ?? [])
        let sequence = try row.decode(Int64.self, atIndex: 0)
        // A record that is not of the kind that was written is no record; the identifier goes all the same.
        guard let record = try? Record(erasure.room, kept: row) else {
          (before, now) = (kept, kept)
          try rewriteUnreadable(row, sequence)
          continue
        }
        let rewritten = self.rewritten(record)
        // Behind a gap or a record that is not as it was written the chain begins anew, as it did before.
        let follows = before.with(record) == kept
        let chain = follows ? now.with(rewritten) : rewritten == record ? kept : kept.with(rewritten)
        (before, now) = (kept, chain)
        guard rewritten != record || chain != kept else { continue }
        chains[sequence] = (kept, chain)
        try db.cachedStatement(
          sql: """
            UPDATE records SET guest = ?, visit = ?, body = ?, chain = ? WHERE tableID = ? AND sequence = ?
            """
        ).execute(arguments: [
          rewritten.author?.guest, rewritten.author?.visit, rewritten.bytes, chain.bytes, id, sequence,
        ])
      }
      last = try end.decode(atIndex: 0)
    }
  }

  private static let rowsMax = 1_024

  private func rewriteUnreadable(_ row: Row, _ sequence: Int64) throws {
    let guest = row.values[3]
    let body = row.values[6]
    let bytes = (try? row.bytes(atIndex: 6)).flatMap(erasure.record)
    let isTheirs = guest == erasure.guest.databaseValue
    try db.execute(
      sql: "UPDATE records SET guest = ?, visit = ?, body = ? WHERE tableID = ? AND sequence = ?",
      arguments: [
        isTheirs ? erasure.replacement.databaseValue : guest, isTheirs ? .null : row.values[4],
        bytes?.databaseValue ?? body, id, sequence,
      ])
  }

  private func rewritten(_ record: Record) -> Record {
    let author = record.author.map {
      $0.guest == erasure.guest
        ? Record.Author(guest: erasure.replacement, visit: $0.visit.map(replaced(visit:)), c: $0.c) : $0
    }
    return Record(
      room: record.room, sequence: record.sequence, version: record.version, at: record.at, author: author,
      bytes: erasure.record(record.bytes) ?? record.bytes)
  }

  /// A visit goes on at several tables, and would say that nobody at one of them is nobody at another.
  private func replaced(visit: String) -> String {
    let text = "\(erasure.room) \(erasure.replacement) \(visit)"
    return hex(SHA256.digest(of: Array(text.utf8)).prefix(visit.utf8.count / 2))
  }

  /// A base that does not stand where its record says is left as it is: nobody plays from it.
  private func rewriteBase(_ chains: [Int64: (before: Chain, now: Chain)]) throws {
    let row = try Row.fetchOne(
      db, sql: "SELECT sequence, version, body, chain, checksum FROM bases WHERE tableID = ?", arguments: [id]
    )
    guard let row else { return }
    let sequence = try row.count(atIndex: 0)
    let kept = Base(
      room: erasure.room, sequence: sequence, version: try row.count(atIndex: 1),
      bytes: try row.bytes(atIndex: 2))
    var chain = Chain(kept: try row.bytes(atIndex: 3))
    let isSound = Chain.checksum(of: kept, after: chain) == (try row.bytes(atIndex: 4))
    let bytes = erasure.base(kept.bytes)
    guard isSound else {
      if bytes != nil { try db.execute(sql: "DELETE FROM bases WHERE tableID = ?", arguments: [id]) }
      return
    }
    if let changed = chains[Int64(bitPattern: sequence)], changed.before == chain { chain = changed.now }
    let base = Base(
      room: kept.room, sequence: kept.sequence, version: kept.version, bytes: bytes ?? kept.bytes)
    try db.execute(
      sql: "UPDATE bases SET body = ?, chain = ?, checksum = ? WHERE tableID = ?",
      arguments: [base.bytes, chain.bytes, Chain.checksum(of: base, after: chain), id])
  }
}
