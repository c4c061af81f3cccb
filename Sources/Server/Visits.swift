import Crypto
import Rooms
import Synchronization
import Wire

/// Who visits, over all loops: a visit outlives its connection, and the next one may be on another loop.
/// Touched at hello, join and leave only, never per move; so a lock is good enough.
final class Visits: Sendable {
  private struct Entry {
    let guest: GuestID
    /// The one that is there now, or was last.
    var connection: ConnectionID
    var rooms: [RoomID: Int] = [:]
    /// Tables already opened by message number, so that a repeated `open` opens nothing twice.
    var opened: [Int: RoomID] = [:]
    /// What the last connection had left to spend: coming back does not fill it up.
    var allowances: Allowances?
    var heardAt: Int64
  }

  struct Allowances {
    let commands: Allowance
    let opens: Allowance
  }

  /// Where a visit goes on.
  struct Resumed {
    /// Seats by room; −1: watching.
    let rooms: [(room: RoomID, seat: Int)]
    let allowances: Allowances?
    /// The connection that it had; if it is still there, it is of no use any more.
    let before: ConnectionID
  }

  private static let openedMax = 64

  private let entries = Mutex<[VisitID: Entry]>([:])
  private let visitsMax: Int

  init(visitsMax: Int) { self.visitsMax = visitsMax }

  /// The guest that a token names. Derived, so tokens need not be stored and hold over restarts.
  static func guest(of token: String) -> GuestID {
    // Long enough that nobody finds another token for the id that everybody sees: a seat belongs to the id.
    GuestID("g_" + hex(SHA256.hash(data: Array(token.utf8)).prefix(16)))
  }

  /// - Returns: false when there are too many visits.
  func begin(_ visit: VisitID, guest: GuestID, on connection: ConnectionID, now: Int64) -> Bool {
    entries.withLock { entries in
      guard entries.count < visitsMax else { return false }
      entries[visit] = Entry(guest: guest, connection: connection, heardAt: now)
      return true
    }
  }

  /// A visit that goes on; nil when it is not known or another guest's. Rooms that are not named are left.
  func resume(
    _ visit: VisitID, guest: GuestID, rooms: [RoomID], on connection: ConnectionID, now: Int64
  ) -> Resumed? {
    entries.withLock { entries in
      guard var entry = entries[visit], entry.guest == guest else { return nil }
      let before = entry.connection
      entry.connection = connection
      entry.heardAt = now
      entry.rooms = entry.rooms.filter { rooms.contains($0.key) }
      entries[visit] = entry
      let seats = entry.rooms.map { (room: $0.key, seat: $0.value) }.sorted { $0.room.text < $1.room.text }
      return Resumed(rooms: seats, allowances: entry.allowances, before: before)
    }
  }

  func joined(_ room: RoomID, seat: Int, visit: VisitID) {
    entries.withLock { $0[visit]?.rooms[room] = seat }
  }

  func left(_ room: RoomID, visit: VisitID) {
    entries.withLock { $0[visit]?.rooms[room] = nil }
  }

  /// The name of the table that this very message opened before, or `fresh`, which is remembered for it.
  func opening(_ fresh: RoomID, for c: Int, visit: VisitID) -> RoomID {
    entries.withLock { entries in
      if let room = entries[visit]?.opened[c] { return room }
      entries[visit]?.opened[c] = fresh
      if let opened = entries[visit]?.opened, opened.count > Self.openedMax, let oldest = opened.keys.min() {
        entries[visit]?.opened[oldest] = nil
      }
      return fresh
    }
  }

  /// The visit's connection is still there.
  func touch(_ visit: VisitID, now: Int64) {
    entries.withLock { $0[visit]?.heardAt = now }
  }

  /// The visit's connection has ended; it may come back for a while.
  func rest(_ visit: VisitID, _ connection: ConnectionID, with allowances: Allowances, now: Int64) {
    entries.withLock { entries in
      // A later connection knows better what is left.
      guard entries[visit]?.connection == connection else { return }
      entries[visit]?.heardAt = now
      entries[visit]?.allowances = allowances
    }
  }

  func expire(before: Int64) {
    entries.withLock { entries in
      for (visit, entry) in entries where entry.heardAt < before { entries[visit] = nil }
    }
  }
}
