import Bytes
import SQLite

/// Everybody who was erased, as a text of hashes: what a restore needs so that an old copy brings nobody back.
///
///     # people who were erased
///     5f1d0c…    32 digits a line
package struct ErasedList: Sendable, Equatable {
  package private(set) var hashes: Set<ErasedHash>

  package init(_ hashes: Set<ErasedHash> = []) { self.hashes = hashes }

  /// Of a data directory or a copy of one.
  ///
  /// - Throws: a sentence with the mend.
  package init(of directory: String) throws(SQLiteTables.Unusable) {
    do {
      let queue = try TableDatabase.openToRead(directory + "/" + TableDatabase.fileName)
      hashes = Set(try queue.read(Persons.all).erased)
    } catch {
      throw SQLiteTables.Unusable(error, directory, to: .read)
    }
  }

  /// - Parameters:
  ///   - text: of a file.
  ///   - path: of that file, for sentences.
  /// - Throws: a sentence that names the first line that is no hash.
  package init(_ text: String, from path: String) throws(SQLiteTables.Unusable) {
    hashes = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let hash = bytes(ofHex: String(line)).flatMap(ErasedHash.init(kept:)) else {
        throw SQLiteTables.Unusable(
          TableDatabase.Unusable(
            description:
              "line \(number + 1) of \(path) is no hash of 32 digits; name a list that \"baize erased\" has printed"
          ),
          path)
      }
      hashes.insert(hash)
    }
  }

  package var text: String {
    "# people who were erased\n" + hashes.map { hex($0.bytes) + "\n" }.sorted().joined()
  }
}

extension Persons {
  /// Marks all of them who are in a file: a server erases them as soon as it starts, and knows none of them before.
  ///
  /// - Parameter owners: of uploads.
  /// - Returns: how many there are.
  static func mark(
    _ erased: ErasedList, at: Int64, beside owners: Set<String>, in db: Database
  ) throws -> Int {
    if erased.hashes.isEmpty { return 0 }
    var guests = owners
    for (table, column) in [
      ("sitters", "guest"), ("tables", "owner"), ("persons", "id"), ("keys", "guest"), ("records", "guest"),
      ("reports", "about"), ("reports", "\"by\""), ("bans", "key"), ("bans", "name"),
    ] {
      let rows = try Row.fetchCursor(
        db, sql: "SELECT DISTINCT \(column) FROM \(table) WHERE \(column) IS NOT NULL")
      while let row = try rows.next() {
        if let guest = try? row.decode(String.self, atIndex: 0) { guests.insert(guest) }
      }
    }
    for text in ["body FROM records", "body FROM bases", "CAST(lines AS BLOB) FROM reports"] {
      let bodies = try Row.fetchCursor(db, sql: "SELECT \(text)")
      while let row = try bodies.next() {
        if let bytes = try? row.bytes(atIndex: 0) { guests.formUnion(Traces.guests(named: bytes)) }
      }
    }
    for hash in erased.hashes { try note(erased: hash, at: at, in: db) }
    let marked = guests.filter { erased.hashes.contains(ErasedHash(of: $0)) }
    for guest in marked.sorted() { try carryOut(.erasing(guest: guest, at: at), in: db) }
    return marked.count
  }
}
