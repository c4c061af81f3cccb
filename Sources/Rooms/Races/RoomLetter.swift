package import Wire

/// What a race and its tables say to each other. A letter leaves a room when all that it reflects is durable. Each may
/// come twice: who has done already what it asks for says so again.
///
///     race  ── start, proceed, racing, ask, end, close ──→ table
///     table ── standing ──→ race        no table any more ── gone ──→ race
///     next race ── nextBegun ──→ race
package enum RoomLetter: Sendable, Equatable {
  // MARK: to a table

  /// The race begins: what the cards are made of, when, in milliseconds on the loops' clock, and who plays, as `racing`
  /// says it.
  case start(Reveal, at: Int64, racing: Set<GuestID>?)
  /// The race goes on where its clock stands, after the server or the table was away.
  case proceed(clockMilliseconds: Int, racing: Set<GuestID>?)
  /// Those who still play, and may see no other table. nil: it is not known of somebody whose program plays, so nobody
  /// may.
  case racing(Set<GuestID>?)
  /// The race was woken: how does its player stand?
  case ask
  /// The time is over.
  case end
  /// The race has ended, or goes on without this table.
  case close

  // MARK: to a race

  /// - isHeld: the table waits to be told where the clock stands.
  /// - isDealt: it has its cards.
  case standing(RaceStanding, isHeld: Bool, isDealt: Bool)

  /// The race that follows it has begun.
  case nextBegun

  // MARK: to either

  /// There is no such room, or it cannot be opened.
  case gone
}

/// What a race has opened: a table for an entrant, or the next race.
package struct RoomOrder: Sendable {
  package let room: RoomID
  package let opening: RoomOpening

  package init(_ room: RoomID, _ opening: RoomOpening) { (self.room, self.opening) = (room, opening) }
}

extension RoomOrder: Equatable {
  /// A room is opened under its name once.
  package static func == (a: RoomOrder, b: RoomOrder) -> Bool { a.room == b.room }
}
