package import Boards
package import DragDrop
package import Patience
package import Wire

/// What a room asks the solver. It carries all that the answer needs, so the solver knows no room.
package struct SolverQuestion: Sendable {
  package enum Subject: Sendable, Hashable {
    /// What lies on the table.
    case position
    /// Where on the way to it the game was won or lost.
    case past
  }

  /// A place on that way, and what lay on the table there.
  package struct Place: Sendable {
    package let place: PlaceInGame
    package let table: PackedBytes

    package init(place: PlaceInGame, table: PackedBytes) { (self.place, self.table) = (place, table) }
  }

  /// Counts the questions of a room.
  package let number: Int
  package let subject: Subject
  package let table: Table
  package let at: PlaceInGame
  /// From the first position to the one before this, in order; empty unless the subject is the past.
  package let past: [Place]
  /// Nobody waits for it with a card in hand.
  package let isAfterGame: Bool

  package init(
    number: Int, subject: Subject, table: Table, at: PlaceInGame, past: [Place], isAfterGame: Bool
  ) {
    (self.number, self.subject, self.table, self.at) = (number, subject, table, at)
    (self.past, self.isAfterGame) = (past, isAfterGame)
  }
}

extension SolverQuestion: Equatable {
  /// A room gives each number once.
  package static func == (a: SolverQuestion, b: SolverQuestion) -> Bool { a.number == b.number }
}

/// What the solver found out.
package struct SolverAnswer: Sendable, Equatable {
  /// Of the question.
  package let number: Int
  package let subject: SolverQuestion.Subject
  /// With the whole line, if one is known.
  package let verdict: VerdictTold

  package init(to question: SolverQuestion, _ verdict: VerdictTold) {
    (number, subject, self.verdict) = (question.number, question.subject, verdict)
  }
}

/// Why nobody is told whether a game can be won; each case is a word of the protocol.
package enum VerdictRefusal: String, CaseIterable, Sendable {
  /// The answer would tell something of cards that nobody may see yet.
  case hiddenCards
  /// The solver knows only what one person plays.
  case notSolvable
  /// This server answers no such questions.
  case solverOff
}

extension GameRefusal {
  package init(_ refusal: VerdictRefusal) { self.init(code: .illegal, why: refusal.rawValue) }
}
