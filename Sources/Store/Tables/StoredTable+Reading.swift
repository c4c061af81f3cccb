import SQLite

extension StoredTable {
  /// Reads a table and looks whether it is as it was written.
  ///
  /// - Parameters:
  ///   - usesBase: only what came after its base, if there is one.
  ///   - answeredMax: so many answers are read, the newest.
  /// - Returns: nil when there is no such table.
  /// - Throws: `StorageFault.damaged`, naming the first record that is not to be trusted.
  init?(_ room: String, usesBase: Bool = true, answeredMax: Int, in db: Database) throws {
    guard let id = try Int64.fetchOne(db, sql: "SELECT id FROM tables WHERE room = ?", arguments: [room])
    else {
      return nil
    }
    try self.init(room, id: id, usesBase: usesBase, answeredMax: answeredMax, in: db)
  }

  /// The same for a table whose identifier is known, so that no index is needed to find it.
  init(_ room: String, id: Int64, usesBase: Bool = true, answeredMax: Int, in db: Database) throws {
    var reading = RecordReading(of: room, id: id, in: db)
    guard let opening = try reading.next() else { throw StorageFault.damaged("\(room) has no opening") }
    self.opening = opening
    // A base that is damaged is only a shortcut less.
    base = usesBase ? try? Self.base(of: room, id: id, in: db, &reading) : nil
    var records: [Record] = []
    while let record = try reading.next() { records.append(record) }
    self.records = records
    let first = try Self.firstSought(of: id, in: db)
    let newest = try Row.fetchAll(
      db,
      sql: """
        SELECT guest, visit, c, version, body, sequence FROM records
        WHERE tableID = ? AND sequence >= ? AND c IS NOT NULL AND visit IS NOT NULL AND guest IS NOT NULL
        ORDER BY sequence DESC LIMIT ?
        """,
      arguments: [id, first, answeredMax])
    // Where a base stands for it, a record may be damaged; it then answers nothing.
    answered = newest.reversed().compactMap { try? Answered(kept: $0) }
    let isCut = newest.count == answeredMax && answeredMax > 0
    answeredBefore = isCut ? try Self.answered(from: first, before: newest.last, of: id, in: db) : []
  }

  /// The first record that is searched for answers. A guest waits meanwhile, so the search is bounded: with a base, a
  /// long log must cost no more than a short one.
  private static func firstSought(of id: Int64, in db: Database) throws -> Int64 {
    let newest = try Int64.fetchOne(
      db, sql: "SELECT max(sequence) FROM records WHERE tableID = ?", arguments: [id])
    return (newest ?? 0) - SQLiteTables.soughtMax + 1
  }

  /// For each visit the greatest number that it was answered before a record; the longest ago answered come first.
  private static func answered(
    from first: Int64, before row: Row?, of id: Int64, in db: Database
  ) throws -> [AnsweredBefore] {
    let sequence = row.flatMap { try? $0.decode(Int64.self, atIndex: 5) } ?? .max
    return try Row.fetchAll(
      db,
      sql: """
        SELECT visit, max(c) FROM records
        WHERE tableID = ? AND sequence >= ? AND sequence < ?
          AND typeof(c) = 'integer' AND visit IS NOT NULL AND guest IS NOT NULL
        GROUP BY visit ORDER BY max(sequence)
        """,
      arguments: [id, first, sequence]
    ).compactMap { row in
      guard let visit = try? row.decode(String.self, atIndex: 0),
        let c = try? row.decode(Int.self, atIndex: 1)
      else { return nil }
      return AnsweredBefore(visit: visit, c: c)
    }
  }

  /// The newest base; what is read next comes behind it.
  private static func base(
    of room: String, id: Int64, in db: Database, _ reading: inout RecordReading
  ) throws -> Base? {
    let row = try Row.fetchOne(
      db, sql: "SELECT sequence, version, body, chain, checksum FROM bases WHERE tableID = ?", arguments: [id]
    )
    guard let row else { return nil }
    let base = Base(
      room: room, sequence: try row.count(atIndex: 0), version: try row.count(atIndex: 1),
      bytes: try row.bytes(atIndex: 2))
    let chain = Chain(kept: try row.bytes(atIndex: 3))
    guard Chain.checksum(of: base, after: chain) == (try row.bytes(atIndex: 4)) else {
      throw StorageFault.damaged("\(room)'s base is not as it was written")
    }
    try reading.skip(to: base.sequence, chain)
    return base
  }
}

/// The records of one table in their order, each looked at before it is handed out.
struct RecordReading {
  private let room: String
  private let id: Int64
  private let db: Database
  private var chain: Chain
  private var sequence: UInt64 = 0
  private var rows: RowCursor?

  init(of room: String, id: Int64, in db: Database) {
    self.room = room
    self.id = id
    self.db = db
    chain = Chain(of: room)
  }

  /// Goes on behind a record whose chain is known.
  mutating func skip(to sequence: UInt64, _ chain: Chain) throws {
    guard sequence >= self.sequence else {
      throw StorageFault.damaged("\(room)'s base is older than its opening")
    }
    self.sequence = sequence
    self.chain = chain
    rows = nil
  }

  /// nil behind the last one.
  mutating func next() throws -> Record? {
    let cursor = try rows ?? begin()
    rows = cursor
    guard let row = try cursor.next() else { return nil }
    let record = try read(row)
    guard record.sequence == sequence + 1 else {
      throw StorageFault.damaged("\(room) lacks record \(sequence + 1)")
    }
    chain = chain.with(record)
    guard chain.bytes == (try row.bytes(atIndex: 7)) else {
      throw StorageFault.damaged("\(room)'s record \(record.sequence) is not as it was written")
    }
    sequence = record.sequence
    return record
  }

  private func read(_ row: Row) throws -> Record {
    do {
      return try Record(room, kept: row)
    } catch is Mistyped {
      throw StorageFault.damaged("\(room)'s record \(sequence + 1) is not of the kind that was written")
    }
  }

  private func begin() throws -> RowCursor {
    try Row.fetchCursor(
      db,
      sql: """
        SELECT sequence, version, at, guest, visit, c, body, chain FROM records
        WHERE tableID = ? AND sequence > ? ORDER BY sequence
        """,
      arguments: [id, Int64(bitPattern: sequence)])
  }
}

extension StoredTable.Answered {
  /// As it was kept: guest, visit, number, version, bytes.
  fileprivate init(kept row: Row) throws {
    self.init(
      guest: try row.decode(atIndex: 0), visit: try row.decode(atIndex: 1), c: try row.decode(atIndex: 2),
      version: try row.count(atIndex: 3), bytes: try row.bytes(atIndex: 4))
  }
}

extension Record {
  /// As it was kept: sequence, version, time, guest, visit, number, bytes.
  init(_ room: String, kept row: Row) throws {
    let author = try (row.decode(String?.self, atIndex: 3)).map { guest in
      Author(guest: guest, visit: try row.decode(atIndex: 4), c: try row.decode(atIndex: 5))
    }
    self.init(
      room: room, sequence: try row.count(atIndex: 0), version: try row.count(atIndex: 1),
      at: try row.decode(atIndex: 2), author: author, bytes: try row.bytes(atIndex: 6))
  }
}

extension Row {
  /// A column that was written as bytes.
  func bytes(atIndex index: Int) throws -> [UInt8] { try decode(atIndex: index) }

  /// A column that counts something.
  ///
  /// - Throws: `StorageFault.damaged` for what nothing is counted by.
  func count(atIndex index: Int) throws -> UInt64 {
    guard let count = UInt64(exactly: try decode(Int64.self, atIndex: index)) else {
      throw StorageFault.damaged("a count is negative")
    }
    return count
  }
}
