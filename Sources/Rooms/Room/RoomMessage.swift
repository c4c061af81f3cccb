package import Wire

/// What a room hears. Each comes from one connection, which is named beside it.
package enum RoomMessage: Sendable, Equatable {
  case join(c: Int?, Visitor, as: Presence, key: String? = nil, resume: Resumption?)
  case leave(c: Int)
  case command(c: Int, Command)
  case query(c: Int, ClientMessage.Query)
  case lift(c: Int, item: Int)
  case hover(Hover)
  case cancel(c: Int, drag: Int)
  case host(c: Int, HostCommand)
  case answer(c: Int, question: Int, yes: Bool)
  /// - isKnown: the guest is no newcomer.
  case say(c: Int, String, isKnown: Bool)
  case react(c: Int, Reaction)
  case report(c: Int, line: Int, ReportReason)
  /// Of a race to its table, or of a table to its race. It comes from no connection.
  case letter(RoomLetter, from: RoomID)
  /// What the solver found out. It comes from no connection.
  case solved(SolverAnswer)
  case sync
  /// The connection is gone; its visit may come back.
  case lost
  /// The member's gallery no longer holds what it lacks.
  case behind

  package enum Presence: Sendable {
    case play
    case watch
    case mini
    /// As it was: on their seat if the table knows one of theirs.
    case back

    package init(_ presence: ClientMessage.Presence) {
      self =
        switch presence {
        case .play: .play
        case .watch: .watch
        case .mini: .mini
        }
    }
  }

  /// What somebody who comes back holds, and how they prove that they were there.
  package struct Resumption: Sendable, Equatable {
    package let position: Hello.Position
    /// Where the visit was before; nil for a visit that the server does not know, which proves nothing.
    package let before: ConnectionID?

    package init(_ position: Hello.Position, before: ConnectionID?) {
      self.position = position
      self.before = before
    }
  }

  /// About who is there: heard also when nothing else is, or nobody would ever be missed.
  package var isPresence: Bool {
    switch self {
    case .join, .leave, .lost, .behind, .letter, .solved: true
    case .command, .query, .lift, .hover, .cancel, .host, .answer, .say, .react, .report, .sync: false
    }
  }

  package var isJoin: Bool {
    if case .join = self { true } else { false }
  }
}
