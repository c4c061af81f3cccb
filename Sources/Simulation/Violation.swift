/// What must never be, as the design numbers it. Each has a fault that breaks it, which is planted to see it found.
package enum Invariant: Int, CaseIterable, Sendable {
  /// Every card lies in one place, and faces are those of the packs.
  case cards = 1
  /// What a client has at a version is what the room has there.
  case mirrors
  /// Each message with a number has one answer, and is done once.
  case answers
  /// Nothing that was told is undone when the power is lost.
  case durability
  /// The log carried out again gives the same room.
  case replay
  /// A race has one standing for each entrant, and one result.
  case results
  /// Nobody is told what they may not know: a deal that has not begun, and the cards of a race to who still plays.
  case secrecy
  /// Of those who want the same, one gets it, and each hears what became of it.
  case arbitration
}

/// An invariant that did not hold.
package struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
  package let invariant: Invariant
  package let what: String
  /// In virtual milliseconds.
  package let at: Int64

  package var description: String { "invariant \(invariant.rawValue) (\(invariant)), at \(at) ms: \(what)" }
}
