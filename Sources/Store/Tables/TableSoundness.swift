import SQLite

/// What of a table is as it was written.
enum TableSoundness {
  /// All of it; `base` is the one that a server opens it from.
  case whole(records: Int, base: Base?)
  /// All records. What lies there as a base leads elsewhere, or is not as it was written.
  case withoutBase(records: Int)
  /// Its opening, a base and what came after it, `records` together. Before the base something is not as it was
  /// written; or nothing lies there at all, and `why` is nil.
  case fromBase(Base, records: Int, why: String?)
  /// So many records in front. They are not all that there are if it `isCut`; otherwise all are as they were written,
  /// and do not lead where they led.
  case damaged(records: Int, why: String, isCut: Bool)

  /// - Parameter each: shown a table that could be read; what it answers is wrong with it all the same.
  init(_ room: String, id: Int64, in db: Database, _ each: (StoredTable) -> String?) {
    var count = 0
    do {
      var reading = RecordReading(of: room, id: id, in: db)
      while try reading.next() != nil { count += 1 }
      self = try Self.whole(room, id, records: count, in: db, each)
    } catch {
      let why = StorageFault(error).description
      self =
        (try? Self.fromBase(room, id, why, in: db, each)) ?? .damaged(records: count, why: why, isCut: true)
    }
  }

  private static func whole(
    _ room: String, _ id: Int64, records: Int, in db: Database, _ each: (StoredTable) -> String?
  ) throws -> TableSoundness {
    let stored = try StoredTable(room, id: id, answeredMax: 0, in: db)
    if let base = stored.base {
      guard base.sequence <= records else { throw StorageFault.damaged("\(room)'s log ends before its base") }
      if each(stored) == nil { return .whole(records: records, base: base) }
    }
    // The records alone are what a server falls back to.
    let alone =
      stored.base == nil ? stored : try StoredTable(room, id: id, usesBase: false, answeredMax: 0, in: db)
    if let why = each(alone) { return .damaged(records: records, why: "\(room): \(why)", isCut: false) }
    let has = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM bases WHERE tableID = ?)", arguments: [id])
    return has ?? false ? .withoutBase(records: records) : .whole(records: records, base: nil)
  }

  private static func fromBase(
    _ room: String, _ id: Int64, _ why: String, in db: Database, _ each: (StoredTable) -> String?
  ) throws -> TableSoundness? {
    let stored = try StoredTable(room, id: id, answeredMax: 0, in: db)
    guard let base = stored.base, each(stored) == nil else { return nil }
    let isGap = (try? isGap(id, before: base, in: db)) ?? false
    // The opening, the base's own record, and those behind it.
    return .fromBase(base, records: 2 + stored.records.count, why: isGap ? nil : why)
  }

  /// Whether nothing lies between the opening and a base but the record that the base was made at.
  private static func isGap(_ id: Int64, before base: Base, in db: Database) throws -> Bool {
    let lies = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM records WHERE tableID = ? AND sequence < ? AND sequence <> 1)",
      arguments: [id, Int64(bitPattern: base.sequence)])
    return try !(lies ?? true) && hasRecord(of: id, in: db)
  }

  /// Whether the record is there that a table's base was made at, as far as the base knows it.
  static func hasRecord(of id: Int64, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM records JOIN bases USING (tableID, sequence)
          WHERE tableID = ? AND records.chain = bases.chain AND records.version = bases.version
        )
        """,
      arguments: [id]) ?? false
  }
}

extension DatabaseQueue {
  /// Reads in one transaction whose end does not count: once a page was met that cannot be read SQLite refuses that
  /// too, whatever was made of it.
  func readWhatCan<Value>(_ body: (Database) -> Value) throws -> Value {
    var found: Value?
    do {
      try read { found = body($0) }
    } catch {
      guard found != nil else { throw error }
    }
    guard let found else { preconditionFailure("a transaction that ended has had its body") }
    return found
  }
}
