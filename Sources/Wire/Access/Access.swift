/// Who may come to a table, and what its host is told and may do. See "Access and hosts" in docs/PROTOCOL.md.
package enum AccessLevel: String, Sendable, CaseIterable {
  /// Listed in the lobby; anybody watches, and takes a free seat.
  case `public`
  /// Not listed; a key is needed.
  case link
  /// Listed; anybody watches, and the host lets in who wants to play.
  case knock

  /// What a client that does not say gets.
  package init(seats: Int) { self = seats == 1 ? .link : .public }
}

/// What a key opens. Each opens what those before it open.
package enum KeyRole: Int, Sendable, CaseIterable, Comparable {
  case watch, play, host

  package static func < (a: KeyRole, b: KeyRole) -> Bool { a.rawValue < b.rawValue }
}

/// The keys of a table that somebody may hand out.
package struct TableKeys: Equatable, Sendable {
  package var play: String?
  package var watch: String?
  package var host: String?

  package init(play: String? = nil, watch: String? = nil, host: String? = nil) {
    (self.play, self.watch, self.host) = (play, watch, host)
  }
}

/// What everybody at a table knows of its access.
package struct AccessTold: Equatable, Sendable {
  /// nil where nothing was said.
  package var level: AccessLevel?
  /// The seat of the host; nil while they have none.
  package var host: Int?
  /// Nobody new takes a seat.
  package var isLocked: Bool
  /// Those who have a seat may talk.
  package var isChatOn: Bool

  package init(level: AccessLevel? = nil, host: Int? = nil, isLocked: Bool = false, isChatOn: Bool = false) {
    (self.level, self.host, self.isLocked, self.isChatOn) = (level, host, isLocked, isChatOn)
  }
}

/// What one person may do at a table beside playing. The latest replaces the one before.
package struct Rights: Equatable, Sendable {
  /// Somebody with a number that the host names them by.
  package struct Named: Equatable, Sendable {
    package var number: Int
    package var name: String

    package init(_ number: Int, _ name: String) { (self.number, self.name) = (number, name) }
  }

  package var isHost: Bool
  package var keys: TableKeys
  /// Who wants to be let in.
  package var knocks: [Named]
  package var bans: [Named]
  /// Seats whose words nobody hears.
  package var muted: [Int]

  package init(
    isHost: Bool = false, keys: TableKeys, knocks: [Named] = [], bans: [Named] = [], muted: [Int] = []
  ) {
    (self.isHost, self.keys, self.knocks, self.bans, self.muted) = (isHost, keys, knocks, bans, muted)
  }
}

/// What a host does.
package enum HostCommand: Equatable, Sendable {
  case kick(seat: Int)
  case ban(seat: Int)
  case banKnock(Int)
  case unban(Int)
  case lock
  case unlock
  /// Somebody else is the host from now on.
  case pass(seat: Int)
  /// The keys so far open nothing any more.
  case keys
  case letIn(knock: Int)
  case refuse(knock: Int)
  case access(AccessLevel)
  /// Those who have a seat may talk, or not.
  case chat(Bool)
  case mute(seat: Int)
  case unmute(seat: Int)
}

/// What became of somebody's knock.
package enum KnockEnd: String, Sendable, CaseIterable {
  /// They may take a seat now.
  case letIn = "let"
  case refused
  /// Nobody answered.
  case late
}

/// A question to all who play at a table: whether the game may make way for a new one, or begin again.
package struct QuestionTold: Equatable, Sendable {
  package enum End: String, Sendable, CaseIterable {
    case agreed, refused, late, withdrawn
  }

  package var number: Int
  /// The seat that asks.
  package var by: Int
  /// nil: the same game.
  package var game: String?
  /// nil: the same deal from the start.
  package var deal: DealChoice?
  /// Whether the game is to be given up.
  package var resigns: Bool
  /// So much time is left.
  package var milliseconds: Int
  /// The seats whose yes is needed.
  package var of: [Int]
  /// Those that have said it.
  package var yes: [Int]

  package init(
    number: Int, by: Int, game: String?, deal: DealChoice?, resigns: Bool = false, milliseconds: Int,
    of: [Int],
    yes: [Int]
  ) {
    self.number = number
    self.by = by
    self.game = game
    self.deal = deal
    self.resigns = resigns
    self.milliseconds = milliseconds
    self.of = of
    self.yes = yes
  }
}
