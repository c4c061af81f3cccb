/// One thing that happened at a table, as the log keeps it: one JSON line that carries its format's number, so that old
/// logs stay readable. Together, in their order, the records of a table are the table.
package enum LogRecord: Equatable, Sendable {
  package static let format = 1

  case opening(Opening)
  case command(CommandLogged)
  case seats(SeatsLogged)
  /// The answer to a command that changed nothing, so that it is the same when it is asked for again.
  case answered(AnsweredLogged)
  /// What was done so far could no longer be taken back from here on.
  case forgotten
  /// Who may come from now on.
  case access(AccessLogged)
  /// What a race, or a table of one, did by itself.
  case race(RaceLogged)

  /// What a table began as.
  package struct Opening: Equatable, Sendable {
    package var table: OpenTable
    /// What the table was made from.
    package var secret: Secret
    /// Tells this table from another of its name, to clients that come back.
    package var epoch: UInt32
    /// The guest who may take the first seat.
    package var opener: String

    package init(_ table: OpenTable, secret: Secret, epoch: UInt32, opener: String) {
      self.table = table
      self.secret = secret
      self.epoch = epoch
      self.opener = opener
    }
  }

  /// A command that was accepted, with all that it takes to carry it out again.
  package struct CommandLogged: Equatable, Sendable {
    package var command: Command
    package var seat: Int
    /// On the game's own clock, since points depend on it.
    package var clockMilliseconds: Int
    /// What a new deal was made from.
    package var secret: Secret
    /// What a `drop` dropped.
    package var drag: DragLogged?
    /// Of the view of everybody afterwards: a reader that carries it out again sees whether it came to the same.
    package var hash: UInt32

    package init(
      _ command: Command, seat: Int, clockMilliseconds: Int, secret: Secret = Secret(),
      drag: DragLogged? = nil, hash: UInt32
    ) {
      self.command = command
      self.seat = seat
      self.clockMilliseconds = clockMilliseconds
      self.secret = secret
      self.drag = drag
      self.hash = hash
    }
  }

  /// A drag as it was when it ended in a drop. Its life before is nobody's business any more.
  package struct DragLogged: Equatable, Sendable {
    /// The item under the pointer, and all that travelled with it.
    package var lifted: Int
    package var items: [Int]
    /// Where it was seen last; nil if it never moved. The number in it is the drop's.
    package var hover: Hover?

    package init(lifted: Int, items: [Int], hover: Hover? = nil) {
      self.lifted = lifted
      self.items = items
      self.hover = hover
    }
  }

  /// Who holds which seat from now on, and how long the game was played when that changed.
  package struct SeatsLogged: Equatable, Sendable {
    /// nil where nobody sits.
    package var holders: [Person?]
    /// Who sat there last, also of those who are gone.
    package var lastGuests: [String?]
    package var clockMilliseconds: Int

    package init(holders: [Person?], lastGuests: [String?], clockMilliseconds: Int) {
      self.holders = holders
      self.lastGuests = lastGuests
      self.clockMilliseconds = clockMilliseconds
    }
  }

  /// Who may come to a table, and who is its host.
  package struct AccessLogged: Equatable, Sendable {
    package var level: AccessLevel
    /// A guest.
    package var host: String
    package var isLocked: Bool
    /// Of the keys that open something.
    package var number: Int
    /// The room whose keys to play and to watch they are; nil: its own.
    package var ring: String?
    /// Guests with their names.
    package var bans: [[String]]
    /// Those whom the host has let in.
    package var guests: [[String]]
    /// Guests who came with the host's key.
    package var coHosts: [String]
    /// Whether a host wants talk there; nil where none has said so.
    package var chat: Bool?

    package init(
      level: AccessLevel, host: String, isLocked: Bool = false, number: Int = 0, ring: String? = nil,
      bans: [[String]] = [], guests: [[String]] = [], coHosts: [String] = [], chat: Bool? = nil
    ) {
      self.level = level
      self.host = host
      self.isLocked = isLocked
      self.number = number
      self.ring = ring
      self.bans = bans
      self.guests = guests
      self.coHosts = coHosts
      self.chat = chat
    }
  }

  /// A step of a race, or of a table in one: it leads to a version as a command does.
  package struct RaceLogged: Equatable, Sendable {
    package var step: RaceStep
    /// On the race's clock.
    package var clockMilliseconds: Int
    /// Of the view of everybody afterwards.
    package var hash: UInt32

    package init(_ step: RaceStep, clockMilliseconds: Int, hash: UInt32) {
      self.step = step
      self.clockMilliseconds = clockMilliseconds
      self.hash = hash
    }
  }

  package struct AnsweredLogged: Equatable, Sendable {
    /// Why it was refused; nil where it was agreed to, and nothing was to be done.
    package var code: RefusalCode?
    package var why: String?

    package init(code: RefusalCode? = nil, why: String? = nil) {
      self.code = code
      self.why = why
    }
  }
}

/// What a table is made from and nobody at it is told, or not before its end.
package struct Secret: Equatable, Sendable {
  /// What opens a sealed deal.
  package var reveal: Reveal?
  /// What a board was shuffled with.
  package var seed: UInt64?
  /// A board that somebody described, as they did.
  package var description: [UInt8]

  package init(reveal: Reveal? = nil, seed: UInt64? = nil, description: [UInt8] = []) {
    self.reveal = reveal
    self.seed = seed
    self.description = description
  }

  /// What a later deal adds to it: what was described stands in the opening already.
  package var withoutDescription: Secret { Secret(reveal: reveal, seed: seed) }
}
