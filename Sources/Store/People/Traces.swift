import Glibc
import SQLite

/// Tables at which something names one of several guests, found by going through all of them a few at a time: a ban or
/// a permission names somebody who never sat there.
package struct Traces: Sendable {
  package struct Trace: Sendable, Equatable {
    package let room: String
    package let guest: String
    /// Nobody else has sat there or opened it.
    package let isAlone: Bool
  }

  package private(set) var traces: [Trace] = []
  /// The last table that was looked at; nil when there are no more.
  package private(set) var last: Int64?

  /// So many are read in one go, between which others read.
  private static let tablesMax = 64

  package init(_ traces: [Trace] = []) { self.traces = traces }

  init(of guests: Set<String>, after id: Int64, in db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, room, owner FROM tables WHERE id > ? ORDER BY id LIMIT \(Self.tablesMax)",
      arguments: [id])
    for row in rows {
      let id = try row.decode(Int64.self, atIndex: 0)
      last = id
      var found: Set<String> = []
      var isAlone = true
      if let owner = try? row.decode(String.self, atIndex: 2), guests.contains(owner) { found.insert(owner) }
      for table in ["records", "bases"] {
        let author = table == "records" ? "guest" : "NULL"
        let bodies = try Row.fetchCursor(
          db, sql: "SELECT \(author), body FROM \(table) WHERE tableID = ?", arguments: [id])
        while let body = try bodies.next() {
          if let guest = try? body.decode(String.self, atIndex: 0) {
            if guests.contains(guest) {
              found.insert(guest)
            } else if Self.isSomebody(guest) {
              isAlone = false
            }
          }
          if let bytes = try? body.bytes(atIndex: 1) {
            found.formUnion(Self.guests(named: bytes, among: guests))
          }
        }
      }
      let sitters = try Sitters.guests(at: id, in: db)
      found.formUnion(sitters.filter(guests.contains))
      guard !found.isEmpty, let room = try? row.decode(String.self, atIndex: 1) else { continue }
      isAlone = isAlone && sitters.allSatisfy { guests.contains($0) || !Self.isSomebody($0) }
      for guest in found { traces.append(Trace(room: room, guest: guest, isAlone: isAlone)) }
    }
  }

  /// False for the identifier that stands where a person was erased before (`TableErasure.replacement`).
  private static func isSomebody(_ guest: String) -> Bool { !guest.hasPrefix("g_0000000000000000") }

  /// The guests that some bytes name: "g_" and 32 digits.
  ///
  /// - Parameter guests: nil for all that could be one.
  static func guests(named bytes: some Collection<UInt8>, among guests: Set<String>? = nil) -> Set<String> {
    var found: Set<String> = []
    bytes.withContiguousStorageIfAvailable { found = Self.guests(in: UnsafeRawBufferPointer($0), guests) }
    return found
  }

  private static let byteCount = 34

  private static func guests(in bytes: UnsafeRawBufferPointer, _ guests: Set<String>?) -> Set<String> {
    var found: Set<String> = []
    guard let start = bytes.baseAddress else { return found }
    var at = 0
    while bytes.count - at >= byteCount,
      let next = memchr(start + at, Int32(UInt8(ascii: "_")), bytes.count - at)
    {
      let place = UnsafeRawPointer(next) - start
      at = place + 1
      guard place > 0, bytes[place - 1] == UInt8(ascii: "g"), place - 1 + byteCount <= bytes.count else {
        continue
      }
      let text = String(decoding: bytes[(place - 1)..<(place - 1 + byteCount)], as: UTF8.self)
      if guests?.contains(text) ?? true { found.insert(text) }
    }
    return found
  }

  static func isNamed(_ guests: Set<String>, in bytes: UnsafeRawBufferPointer) -> Bool {
    !Self.guests(in: bytes, guests).isEmpty
  }
}
