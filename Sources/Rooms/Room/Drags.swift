import Boards
import DragDrop
import Wire

/// The live drags of a room: what others see of them, and when they end by themselves.
/// Invariant: at most one for each seat; numbers are never used twice in a room.
struct Drags {
  struct Drag {
    let number: Int
    /// The engine's session.
    let session: DragSessionID
    let seat: SeatNumber
    /// The window that leads it, over all its connections.
    let visit: VisitID?
    let items: [Int]
    /// The item under the pointer.
    let lifted: Int
    /// The room's version when it was lifted.
    let version: Int
    /// How the items look where they are; nil where that never changes.
    var formation: String?
    /// Where the pointer is; nil until the first hover.
    var x: Int?
    var y: Int?
    var over: String?
    var before: Int?
    var onto: Int?
    var heardAt: Int64
    /// The holder's last connection was lost then.
    var lostAt: Int64?
  }

  static let silenceMillisecondsMax: Int64 = 10_000
  static let lostMillisecondsMax: Int64 = 2_000

  private(set) var live: [Drag] = []
  private var lastNumber = 0

  init() {}

  /// Of a table that comes back: a hand that somebody still shows is told apart from any new one.
  ///
  /// - Parameter records: of the table; so many drags of which nothing came are not begun between two.
  init(afterRecords records: Int) { lastNumber = records << 12 }

  var isEmpty: Bool { live.isEmpty }
  /// There was one at least once.
  var haveBegun: Bool { lastNumber > 0 }

  mutating func begin(_ held: Held, seat: SeatNumber, visit: VisitID?, version: Int, now: Int64) -> Drag {
    precondition(live.allSatisfy { $0.seat != seat }, "one drag for each seat")
    lastNumber += 1
    let drag = Drag(
      number: lastNumber, session: held.session, seat: seat, visit: visit, items: held.items,
      lifted: held.lifted,
      version: version, heardAt: now)
    live.append(drag)
    return drag
  }

  func drag(_ number: Int, of seat: SeatNumber) -> Drag? {
    live.first { $0.number == number && $0.seat == seat }
  }

  func drag(of seat: SeatNumber) -> Drag? {
    live.first { $0.seat == seat }
  }

  /// - Returns: whether there is such a drag of that seat.
  mutating func hover(_ hover: Hover, formation: String?, by seat: SeatNumber, now: Int64) -> Bool {
    guard let place = live.firstIndex(where: { $0.number == hover.drag && $0.seat == seat }) else {
      return false
    }
    live[place].formation = formation
    live[place].before = hover.before
    live[place].onto = hover.onto
    live[place].x = hover.x
    live[place].y = hover.y
    live[place].over = hover.over
    live[place].heardAt = now
    live[place].lostAt = nil  // the player who leads it is back
    return true
  }

  mutating func lost(_ visit: VisitID?, now: Int64) {
    for place in live.indices where live[place].visit == visit { live[place].lostAt = now }
  }

  mutating func regained(_ visit: VisitID?) {
    for place in live.indices where live[place].visit == visit { live[place].lostAt = nil }
  }

  mutating func end(_ number: Int) {
    live.removeAll { $0.number == number }
  }

  mutating func removeAll() { live.removeAll() }

  func expired(now: Int64) -> [Drag] {
    live.filter { drag in
      now - drag.heardAt > Self.silenceMillisecondsMax
        || drag.lostAt.map { now - $0 > Self.lostMillisecondsMax } ?? false
    }
  }

  var told: [LiveDrag] {
    live.map {
      LiveDrag(
        drag: $0.number, seat: $0.seat.index, items: $0.items, x: $0.x, y: $0.y, over: $0.over,
        before: $0.before, onto: $0.onto, formation: $0.formation)
    }
  }
}

extension Drags.Drag {
  /// A drag that is over, done again.
  init(_ number: Int, _ held: Held, seat: SeatNumber) {
    self.init(
      number: number, session: held.session, seat: seat, visit: nil, items: held.items, lifted: held.lifted,
      version: 0, heardAt: 0)
  }
}
