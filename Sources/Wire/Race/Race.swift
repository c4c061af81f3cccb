/// What a race is opened as. See "A race on one deal" in docs/PROTOCOL.md.
package struct RacePlan: Equatable, Sendable {
  /// So many entrants it takes to begin.
  package var least: Int
  /// More than so many do not get in.
  package var most: Int
  /// It is over after so long.
  package var seconds: Int
  /// Whether steps may be taken back.
  package var undo: Bool
  /// Whether hints are given.
  package var hint: Bool
  /// After another race: so many were there, and are waited for.
  package var expected: Int

  package init(
    least: Int = 2, most: Int = 8, seconds: Int = 600, undo: Bool = true, hint: Bool = false,
    expected: Int = 0
  ) {
    self.least = least
    self.most = most
    self.seconds = seconds
    self.undo = undo
    self.hint = hint
    self.expected = expected
  }
}

/// Whose table it is, and in which race.
package struct RaceEntry: Equatable, Sendable {
  /// The room of the race.
  package var race: String
  /// The entrant's seat there.
  package var number: Int
  /// What the cards are committed to, before anybody knows them.
  package var commit: String
  package var undo: Bool
  package var hint: Bool

  package init(race: String, number: Int, commit: String, undo: Bool, hint: Bool) {
    self.race = race
    self.number = number
    self.commit = commit
    self.undo = undo
    self.hint = hint
  }
}

/// How far a race is.
///
///     open ──→ starting ──→ running ──→ ended
///      ↑───────────┘ too few opened their salts
package enum RaceState: String, Sendable, CaseIterable {
  /// Entrants come, and say that they are ready.
  case open
  /// Tables are opened, and salts.
  case starting
  case running
  case ended
}

/// How an entrant stands.
package struct RaceStanding: Equatable, Sendable {
  package enum State: String, Sendable, CaseIterable {
    case playing, won
    /// Given up, or not done in time.
    case over
    /// Not there when it began.
    case out
  }

  package var state: State
  /// When they won or gave up, on the race's clock, in milliseconds; of who still plays, when they were looked at.
  package var milliseconds: Int
  /// Cards that are done.
  package var done: Int
  /// Since when they have had so many.
  package var since: Int
  package var moves: Int
  package var score: Int

  package init(
    state: State, milliseconds: Int = 0, done: Int = 0, since: Int = 0, moves: Int = 0, score: Int = 0
  ) {
    self.state = state
    self.milliseconds = milliseconds
    self.done = done
    self.since = since
    self.moves = moves
    self.score = score
  }

  /// Nothing changes it any more.
  package var isFinal: Bool { state != .playing }
}

/// What a race does by itself, or a table of one.
package enum RaceStep: Equatable, Sendable {
  /// Their tables are opened: seats of the race, with the names of rooms.
  case starting([EntrantRoom])
  /// The cards are bound to this text.
  case begun(start: String)
  /// Too few opened their salts.
  case reopened
  case standing(Int, RaceStanding)
  case ended
  /// Another race for the same people.
  case next(String)
  /// That one has begun, so those who are still here may make another.
  case nextBegun
  /// Of a table: its cards are made of this.
  case dealt(Reveal)
  /// Of a table: the time is over.
  case over
  /// Of a table: its race has ended, so the deal may be opened.
  case closed

  package struct EntrantRoom: Equatable, Sendable {
    package var number: Int
    package var room: String

    package init(_ number: Int, _ room: String) {
      self.number = number
      self.room = room
    }
  }
}

/// What is told of a race: all of it, or what changed; what is nil has not changed, or is not known yet.
package struct RaceTold: Equatable, Sendable {
  /// What never changes.
  package struct Facts: Equatable, Sendable {
    package var game: String
    package var name: String
    package var plan: RacePlan
    /// The commitment of the deal.
    package var commit: String
    /// So many cards are to be done.
    package var of: Int
    /// Whether points decide, and whether fewer are better.
    package var points: Bool
    package var low: Bool

    package init(
      game: String, name: String, plan: RacePlan, commit: String, of: Int, points: Bool, low: Bool
    ) {
      self.game = game
      self.name = name
      self.plan = plan
      self.commit = commit
      self.of = of
      self.points = points
      self.low = low
    }
  }

  package struct Entrant: Equatable, Sendable {
    package var number: Int
    package var isReady: Bool
    /// What a person's salt is committed to by.
    package var commit: String?
    /// Whether their salt was opened.
    package var isSalted: Bool
    /// Their table.
    package var room: String?
    package var standing: RaceStanding?
    package var place: Int?

    package init(
      _ number: Int, isReady: Bool, commit: String?, isSalted: Bool, room: String?, standing: RaceStanding?,
      place: Int?
    ) {
      self.number = number
      self.isReady = isReady
      self.commit = commit
      self.isSalted = isSalted
      self.room = room
      self.standing = standing
      self.place = place
    }
  }

  package var facts: Facts?
  package var state: RaceState
  /// Until the start.
  package var startsInMilliseconds: Int?
  /// When it is over at the latest, on its own clock.
  package var untilMilliseconds: Int?
  package var entrants: [Entrant]
  package var start: String?
  /// The room of the next race.
  package var next: String?
  /// What opens the deal.
  package var reveal: Reveal?

  package init(
    facts: Facts?, state: RaceState, startsInMilliseconds: Int? = nil, untilMilliseconds: Int? = nil,
    entrants: [Entrant] = [], start: String? = nil, next: String? = nil, reveal: Reveal? = nil
  ) {
    self.facts = facts
    self.state = state
    self.startsInMilliseconds = startsInMilliseconds
    self.untilMilliseconds = untilMilliseconds
    self.entrants = entrants
    self.start = start
    self.next = next
    self.reveal = reveal
  }

  /// What of it is news to who was told the other.
  package func changes(since before: RaceTold) -> RaceTold {
    let known = Dictionary(uniqueKeysWithValues: before.entrants.map { ($0.number, $0) })
    return RaceTold(
      facts: nil, state: state, startsInMilliseconds: startsInMilliseconds,
      untilMilliseconds: before.untilMilliseconds == untilMilliseconds ? nil : untilMilliseconds,
      entrants: entrants.filter { known[$0.number] != $0 }, start: before.start == start ? nil : start,
      next: before.next == next ? nil : next ?? "", reveal: before.reveal == reveal ? nil : reveal)
  }
}

extension RaceTold {
  /// What it is after a change was told.
  package mutating func merge(_ change: RaceTold) {
    facts = change.facts ?? facts
    (state, startsInMilliseconds) = (change.state, change.startsInMilliseconds)
    untilMilliseconds = change.untilMilliseconds ?? untilMilliseconds
    for entrant in change.entrants {
      entrants.removeAll { $0.number == entrant.number }
      entrants.append(entrant)
    }
    entrants.sort { $0.number < $1.number }
    (start, reveal) = (change.start ?? start, change.reveal ?? reveal)
    // Empty: that one has begun.
    if let changed = change.next { next = changed.isEmpty ? nil : changed }
  }
}

/// How somebody who still plays is getting on.
package struct RaceProgress: Equatable, Sendable {
  package var number: Int
  package var done: Int
  package var moves: Int

  package init(_ number: Int, done: Int, moves: Int) {
    self.number = number
    self.done = done
    self.moves = moves
  }
}
