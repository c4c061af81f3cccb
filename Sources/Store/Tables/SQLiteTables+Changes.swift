import SQLite

/// What is written beside the records of tables: rarely, and each of it by itself.
extension SQLiteTables {
  package func carryOut(_ change: StoredChange) throws(StorageFault) {
    if let corruption { throw .corrupt(corruption) }
    try takeBack()
    switch change {
    case .people(let changes):
      try commit { db in for change in changes { try Persons.carryOut(change, in: db) } }
    case .moderation(let changes):
      try commit { db in for change in changes { try Reports.write(change, to: db) } }
    case .erase(let erasure):
      var changes: [TableLedger.Change] = []
      try commit { db in try Rewriting(erasure, in: db)?.carryOut(&changes) }
      state.withLock { [changes] state in
        state.tails.forget(erasure.room)
        for change in changes { state.ledger.committed(change) }
      }
    case .settle: try settle()
    case .sweep(let pages): try settle { db in try Remains.overwrite(in: pages, of: db) }
    case .compact:
      do {
        try writer.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
        committed?.committed(nil)
      } catch {
        throw failed(error)
      }
      try settle()
    }
  }

  private func commit(_ body: (Database) throws -> Void) throws(StorageFault) {
    do {
      try writer.write(body)
    } catch {
      throw failed(error)
    }
    committed?.committed(nil)
  }

  /// Moves all of the log into the file and cuts it off, for it holds pages as they were before.
  ///
  /// - Parameter body: done while the log is empty and nobody writes.
  /// - Throws: `StorageFault.disk` also while somebody reads what lies in the log; later it may do.
  private func settle(_ body: (Database) throws -> Void = { _ in }) throws(StorageFault) {
    do {
      // A mark that calls for what is cut off would be damage after a crash.
      try committed?.marking.finish()
      let isHeld = try writer.writeWithoutTransaction { db in
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        guard try row?.decode(Int.self, atIndex: 0) == 0 else { return true }
        try body(db)
        return false
      }
      guard !isHeld else { throw StorageFault.disk("somebody reads what lies in the log") }
      try writer.write { try $0.execute(sql: Persons.settled) }
      committed?.committed(nil)
    } catch {
      throw failed(error)
    }
  }
}
