package import Wire

/// What the outside must do for a room, in order. All but `remember` wait at the gate until the records that they
/// reflect are durable.
package enum Effect: Sendable, Equatable {
  /// Hand a record to the journal.
  case remember(Remembered)
  /// The one answer to the message `c`.
  /// - `ifLost`: what to say instead when the revision never becomes durable; nil when the answer holds all
  ///   the same.
  case answer(ConnectionID, Reply, ifLost: Reply?)
  /// The answer to the connection that opened this room otherwise than by a message; `isKept` is false when the journal
  /// lost it.
  case opened(ConnectionID, isKept: Bool)
  /// A line for one connection only.
  case tell(ConnectionID, line: [UInt8])
  /// From here on the connection gets what is published.
  /// `seat` is −1 for a spectator.
  case admit(ConnectionID, seat: Int, version: Int, wantsDrag: Bool, isMini: Bool = false)
  /// What brings a member to `version`: a snapshot, or the events that it missed, which may be none. Those who need the
  /// same get the same array.
  case prime(ConnectionID, version: Int, lines: [UInt8])
  case dismiss(ConnectionID)
  /// A line for everybody in the room, leading to `revision`.
  /// - `hides`: the line takes something away that was shown. Latecomers are told no line from before it.
  case publish(revision: Int, line: [UInt8], hides: Bool)
  /// The latest state of all live drags, for everybody but the connection that moves; replaces the one
  /// before.
  case hover(line: [UInt8], except: ConnectionID?)
  /// The latest state of seats and spectators; replaces the one before.
  case crowd(line: [UInt8])
  /// What somebody said, for everybody but small boards: each line is told, and never in the audience's stream, where
  /// how well it packs would tell of what others said.
  case talk(line: [UInt8])
  /// Hand a report to the operator.
  case report(TalkReport)
  /// For another room, which has no sender but this one.
  case letter(RoomLetter, to: RoomID)
  /// A room that this one has opened.
  case order(RoomOrder)
  /// For the solver, which answers with `solved`.
  case ask(SolverQuestion)
  /// A game is won by those who have a seat and are here.
  case won([GuestID])
  /// Keep a base beside the log; it may be lost.
  case keep(Base)
}

/// A record on its way to the journal, and what has to be known of it without reading it.
package struct Remembered: Sendable, Equatable {
  /// Counts the records of a table, from 1 without a gap.
  package let sequence: Int
  /// The room's version after it.
  package let version: Int
  package let lineage: UInt32
  package let author: Author?
  package let bytes: [UInt8]

  package init(
    sequence: Int, version: Int, lineage: UInt32, author: Author?, bytes: [UInt8]
  ) {
    self.sequence = sequence
    self.version = version
    self.lineage = lineage
    self.author = author
    self.bytes = bytes
  }

  /// Who brought it about, and by which message, so that the same message is known when it comes again.
  package struct Author: Sendable, Equatable {
    package let guest: GuestID
    package let visit: VisitID?
    /// Of a command; nil for who only came or went.
    package let c: Int?

    package init(guest: GuestID, visit: VisitID?, c: Int?) {
      self.guest = guest
      self.visit = visit
      self.c = c
    }
  }
}
