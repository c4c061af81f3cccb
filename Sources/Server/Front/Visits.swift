import Rooms
import Synchronization
import Wire

/// Who visits, over all loops: a visit outlives its connection, and the next one may be on another loop.
/// Touched at hello, join and leave only, never per move; so a lock is good enough. A visit lasts while its connection
/// is there, and some time after; of one that only watches nothing is kept but who it is.
final class Visits: Sendable {
  /// Where a visit goes on.
  struct Resumed {
    /// Seats by room; −1: watching.
    let rooms: [(room: RoomID, seat: Int)]
    /// How many commands they may still send; nil when none of that is spent.
    let commands: Allowance?
    /// The connection that it had; if it is still there, it is of no use any more.
    let before: ConnectionID
  }

  /// What is known of a visit that somebody names.
  enum Answer {
    case known(Resumed)
    case unknown
    /// It is another guest's.
    case anothers
  }

  /// How many are looked at in one go for having rested too long.
  static let sweptMax = 2_048
  /// So many are looked at to make room for one, at most.
  static let soughtMax = 8_192

  private let book: Mutex<VisitBook>

  /// - Parameter restingPerNetworkMax: of one network so many without a seat are kept after their connections.
  init(visitsMax: Int, restingPerNetworkMax: Int = .max) {
    book = Mutex(VisitBook(visitsMax: visitsMax, restingPerNetworkMax: restingPerNetworkMax))
  }

  /// - Returns: false when there are too many visits whose connections are there, or who have seats to come back to.
  func begin(_ visitor: Visitor, on connection: ConnectionID, now: Int64) -> Bool {
    book.withLock { $0.begin(visitor, on: connection, now: now) }
  }

  /// The visit that a visitor names goes on, if it is known and theirs. Rooms that are not named are
  /// left; in each of those that are it has a seat or watches.
  func resume(_ visitor: Visitor, rooms: [RoomID], on connection: ConnectionID) -> Answer {
    book.withLock { $0.resume(visitor, rooms: rooms, on: connection) }
  }

  /// - Parameter seat: −1 for a spectator, who gives up what seat they had.
  func joined(_ room: RoomID, seat: Int, visit: VisitID) {
    book.withLock { book in
      if seat >= 0 { book.sit(seat, in: room, visit: visit) } else { book.rise(from: room, visit: visit) }
    }
  }

  func left(_ room: RoomID, visit: VisitID) {
    book.withLock { $0.rise(from: room, visit: visit) }
  }

  /// The visit's connection has ended; it may come back for a while.
  func rest(_ visit: VisitID, _ connection: ConnectionID, with commands: Allowance, now: Int64) {
    book.withLock { $0.rest(visit, connection, with: commands, now: now) }
  }

  /// Forgets some of those that have rested since before then. Call it each second: all are looked at in a minute.
  func expire(before: Int64) {
    book.withLock { $0.expire(before: before, lookingAt: Self.sweptMax) }
  }

  var count: Int { book.withLock { $0.count } }

  /// Who was on the visits of a guest last, also of those that rest; none of them is another's.
  func visitors(of guest: GuestID) -> [Visitor] { book.withLock { $0.visitors(of: guest) } }

  func checkInvariants() {
    book.withLock { $0.checkInvariants() }
  }
}
