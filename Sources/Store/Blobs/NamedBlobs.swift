import SQLite

/// The blobs that some tables name. What a table shows, or could show again after an undo, one of its records names;
/// every record is looked at as it is read, so that a picture is not given up for a bit that flipped.
package struct NamedBlobs: Sendable {
  package private(set) var blobs: Set<BlobID> = []
  /// The last table that was looked at; nil when there are no more.
  package private(set) var last: Int64?

  /// So many are read in one go, between which others read.
  private static let tablesMax = 8
  /// How a `put` names a blob; in what people write quotes are escaped.
  static let mark = #""blob":""#
  private static let markBytes = Array(mark.utf8)
  private static let digitsCount = 64

  /// - Throws: `StorageFault.damaged` at the first record that is not to be trusted.
  init(after id: Int64, in db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, room FROM tables WHERE id > ? ORDER BY id LIMIT ?",
      arguments: [id, Self.tablesMax])
    for row in rows {
      let (id, room) = (try row.decode(Int64.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
      do {
        blobs.formUnion(try Self.named(byAllRecordsOf: room, id, in: db))
      } catch StorageFault.damaged(let why) {
        guard let named = try Self.named(fromBaseOf: room, id, in: db) else {
          throw StorageFault.damaged(why)
        }
        blobs.formUnion(named)
      }
      last = id
    }
  }

  private static func named(byAllRecordsOf room: String, _ id: Int64, in db: Database) throws -> Set<BlobID> {
    var reading = RecordReading(of: room, id: id, in: db)
    guard let opening = try reading.next() else { throw StorageFault.damaged("\(room) has no opening") }
    var blobs = names(in: opening.bytes)
    while let record = try reading.next() { blobs.formUnion(names(in: record.bytes)) }
    return blobs
  }

  /// Of a table that is only played from its base, as a salvage may leave it.
  ///
  /// - Returns: nil when it is not played at all.
  private static func named(
    fromBaseOf room: String, _ id: Int64, in db: Database
  ) throws -> Set<BlobID>? {
    let stored = try StoredTable(room, id: id, answeredMax: 0, in: db)
    guard let base = stored.base else { return nil }
    return stored.records.reduce(into: names(in: stored.opening.bytes).union(digits(in: base.bytes))) {
      $0.formUnion(names(in: $1.bytes))
    }
  }

  /// Whatever may be a name among a base's bytes, which are not ours to read.
  static func digits(in bytes: [UInt8]) -> Set<BlobID> {
    var names: Set<BlobID> = []
    var count = 0
    for (index, byte) in bytes.enumerated() {
      count = BlobID.isDigit(byte) ? count + 1 : 0
      guard count >= digitsCount else { continue }
      let text = String(decoding: bytes[(index + 1 - digitsCount)...index], as: UTF8.self)
      if let id = BlobID(text) { names.insert(id) }
    }
    return names
  }

  /// The blobs that a record names.
  static func names(in record: [UInt8]) -> Set<BlobID> {
    var names: Set<BlobID> = []
    record.withUnsafeBytes { bytes in
      for start in bytes.indices.dropLast(markBytes.count + digitsCount) where bytes[start] == markBytes[0] {
        let rest = bytes[start...]
        guard rest.starts(with: markBytes) else { continue }
        let digits = rest.dropFirst(markBytes.count).prefix(digitsCount)
        if let id = BlobID(String(decoding: digits, as: UTF8.self)) { names.insert(id) }
      }
    }
    return names
  }
}
