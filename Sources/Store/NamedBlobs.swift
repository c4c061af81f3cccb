import GRDB

/// The blobs that some tables name. What a table shows, or could show again after an undo, one of its records names;
/// every record is looked at as it is read, so that a picture is not given up for a bit that flipped.
package struct NamedBlobs: Sendable {
  package private(set) var blobs: Set<BlobID> = []
  /// The last table that was looked at; nil when there are no more.
  package private(set) var last: Int64?

  /// So many are read in one go, between which others read.
  private static let tablesMax = 8
  /// How a `put` names a blob; in what people write quotes are escaped.
  private static let mark = Array(#""blob":""#.utf8)
  private static let digitsCount = 64

  /// - Throws: `StorageFault.damaged` at the first record that is not to be trusted.
  init(after id: Int64, in db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, room FROM tables WHERE id > ? ORDER BY id LIMIT ?",
      arguments: [id, Self.tablesMax])
    for row in rows {
      let (id, room) = (try row.decode(Int64.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
      var reading = RecordReading(of: room, id: id, in: db)
      guard let opening = try reading.next() else { throw StorageFault.damaged("\(room) has no opening") }
      note(opening)
      while let record = try reading.next() { note(record) }
      last = id
    }
  }

  private mutating func note(_ record: Record) { blobs.formUnion(Self.names(in: record.bytes)) }

  /// The blobs that a record names.
  static func names(in record: [UInt8]) -> Set<BlobID> {
    var names: Set<BlobID> = []
    record.withUnsafeBytes { bytes in
      for start in bytes.indices.dropLast(mark.count + digitsCount) where bytes[start] == mark[0] {
        let rest = bytes[start...]
        guard rest.starts(with: mark) else { continue }
        let digits = rest.dropFirst(mark.count).prefix(digitsCount)
        if let id = BlobID(String(decoding: digits, as: UTF8.self)) { names.insert(id) }
      }
    }
    return names
  }
}
