/// Everything a server may say; see docs/PROTOCOL.md, whose examples are the tests of this file.
package enum ServerMessage: Equatable, Sendable {
  case welcome(Welcome)
  case ok(c: Int, Agreement)
  case no(Refusal)
  case lease(c: Int, Lease)
  case snapshot(Snapshot)
  case event(Event)
  case dests(Dests)
  /// - regions: titles that follow a drag, until the next are told.
  case drag(room: String, live: [LiveDrag], regions: [RegionChange])
  /// The answer to a question for a hint: what could be done at that version, best first.
  case hints(c: Int, room: String, version: Int, [HintTold])
  /// The answer to a question for the lines that were played, as they are at that version.
  case lines(c: Int, room: String, version: Int, LinesTold)
  /// The answer to whether what lies there at that version can be won.
  case verdict(c: Int, room: String, version: Int, VerdictTold)
  /// The answer to a question for items as data.
  case data(c: Int, room: String, [ItemData])
  /// With the clock, which stands while nobody is at the table.
  case crowd(
    room: String, seats: [Seat], watching: Int, clockMilliseconds: Int, clockRuns: Bool,
    access: AccessTold = AccessTold())
  /// What the one who hears it may do here.
  case rights(room: String, Rights)
  case knock(room: String, KnockEnd)
  case question(room: String, QuestionTold)
  /// - by: the seat that refused; nil otherwise.
  case questionEnded(room: String, question: Int, QuestionTold.End, by: Int?)
  /// What was said, each line once; to who joins the last lines.
  case said(room: String, [LineTold])
  case reacts(room: String, ReactionsTold)
  case tables([TableSummary])
  /// How those are getting on who still play in a race; each takes the place of the one before.
  case progress(room: String, clockMilliseconds: Int, [RaceProgress])
  case heartbeat(now: Int, versions: [RoomVersion])
  case gone(room: String, why: String)
  case bye(code: String, fromMilliseconds: Int, toMilliseconds: Int)
}

package struct Welcome: Equatable, Sendable {
  package var visit: String
  package var token: String
  package var you: Person
  /// Of a person who has claimed one, without its `@`.
  package var handle: String?
  package var server: String
  package var boot: String
  package var now: Int
  package var heartbeatMilliseconds: Int
  /// Tables survive a restart of the server.
  package var keepsTables: Bool
  /// It says whether games can be won, and picks deals that can.
  package var solves = false
  package var resumed: Bool
  package var rooms: [RoomSeat]
  package var limits: PublishedLimits

  package init(
    visit: String, token: String, you: Person, server: String, boot: String, now: Int,
    heartbeatMilliseconds: Int,
    keepsTables: Bool, resumed: Bool, rooms: [RoomSeat], limits: PublishedLimits
  ) {
    self.visit = visit
    self.token = token
    self.you = you
    self.server = server
    self.boot = boot
    self.now = now
    self.heartbeatMilliseconds = heartbeatMilliseconds
    self.keepsTables = keepsTables
    self.resumed = resumed
    self.rooms = rooms
    self.limits = limits
  }

  package struct RoomSeat: Equatable, Sendable {
    package var room: String
    /// −1 for a spectator.
    package var seat: Int

    package init(room: String, seat: Int) {
      self.room = room
      self.seat = seat
    }
  }
}

package struct Person: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case guest
    case bot
  }

  package var id: String
  package var name: String
  package var kind: Kind

  package init(id: String, name: String, kind: Kind) {
    self.id = id
    self.name = name
    self.kind = kind
  }
}

/// Allowances as told in `welcome`: per second, and at once.
package struct PublishedLimits: Equatable, Sendable {
  package var commandsPerSecond: Int
  package var commandsBurst: Int
  package var hoversPerSecond: Int
  package var hoversBurst: Int
  package var messageBytesMax: Int
  package var roomsMax: Int

  package init(
    commandsPerSecond: Int, commandsBurst: Int, hoversPerSecond: Int, hoversBurst: Int, messageBytesMax: Int,
    roomsMax: Int
  ) {
    self.commandsPerSecond = commandsPerSecond
    self.commandsBurst = commandsBurst
    self.hoversPerSecond = hoversPerSecond
    self.hoversBurst = hoversBurst
    self.messageBytesMax = messageBytesMax
    self.roomsMax = roomsMax
  }
}

/// What an `ok` carries beside `c`.
package struct Agreement: Equatable, Sendable {
  /// The room that `open` made.
  package var opened: String?
  package var room: String?
  package var seat: Int?
  package var version: Int?
  /// What hardly any answer has lies elsewhere: answers are copied often.
  private var rare: Rare?

  private indirect enum Rare: Equatable, Sendable {
    case rare(keys: TableKeys?, isKnocking: Bool, question: Int?)
  }

  package init(
    opened: String? = nil, room: String? = nil, seat: Int? = nil, version: Int? = nil, keys: TableKeys? = nil,
    isKnocking: Bool = false, question: Int? = nil
  ) {
    self.opened = opened
    self.room = room
    self.seat = seat
    self.version = version
    if keys != nil || isKnocking || question != nil {
      rare = .rare(keys: keys, isKnocking: isKnocking, question: question)
    }
  }

  /// Of the table that `open` made.
  package var keys: TableKeys? { if case .rare(let keys, _, _)? = rare { keys } else { nil } }
  /// The host is asked, and the table is watched meanwhile.
  package var isKnocking: Bool { if case .rare(_, let isKnocking, _)? = rare { isKnocking } else { false } }
  /// The number of the question that the others are asked.
  package var question: Int? { if case .rare(_, _, let question)? = rare { question } else { nil } }
}

/// Why not, from a closed list.
package enum RefusalCode: String, Sendable, CaseIterable {
  case illegal
  case stale
  case lostRace = "lost_race"
  case leased
  case role
  case rate
  case full
  case gone
  case paused
  case bad
}

package struct Refusal: Equatable, Sendable {
  package var c: Int?
  package var room: String?
  package var version: Int?
  package var code: RefusalCode
  package var why: String?
  package var resetMilliseconds: Int?

  package init(
    c: Int?, room: String? = nil, version: Int? = nil, code: RefusalCode, why: String? = nil,
    resetMilliseconds: Int? = nil
  ) {
    self.c = c
    self.room = room
    self.version = version
    self.code = code
    self.why = why
    self.resetMilliseconds = resetMilliseconds
  }
}

package struct Lease: Equatable, Sendable {
  package var room: String
  package var version: Int
  package var drag: Int
  package var items: [Int]
  /// Which of `items` is under the pointer.
  package var index: Int
  package var formation: String
  package var destinations: [String]
  /// Items that take the drop themselves.
  package var onto: [Int]
  package var silenceMillisecondsMax: Int

  package init(
    room: String, version: Int, drag: Int, items: [Int], index: Int, formation: String,
    destinations: [String], onto: [Int] = [],
    silenceMillisecondsMax: Int
  ) {
    self.room = room
    self.version = version
    self.drag = drag
    self.items = items
    self.index = index
    self.formation = formation
    self.destinations = destinations
    self.onto = onto
    self.silenceMillisecondsMax = silenceMillisecondsMax
  }
}

/// One drag of somebody, as all others may see it: handles and a place, never a face.
package struct LiveDrag: Equatable, Sendable {
  package var drag: Int
  package var seat: Int
  package var items: [Int]
  /// Both nil until the first hover: the items are lifted where they lie.
  package var x: Int?
  package var y: Int?
  package var over: String?
  /// The item in front of which it would land.
  package var before: Int?
  /// The item that would take it.
  package var onto: Int?
  /// How the items look there; nil at patience, where they always lie as they did.
  package var formation: String?

  package init(
    drag: Int, seat: Int, items: [Int], x: Int?, y: Int?, over: String?, before: Int? = nil,
    onto: Int? = nil, formation: String? = nil
  ) {
    self.drag = drag
    self.seat = seat
    self.items = items
    self.x = x
    self.y = y
    self.over = over
    self.before = before
    self.onto = onto
    self.formation = formation
  }
}

package struct Seat: Equatable, Sendable {
  package var number: Int
  /// nil while the seat is free.
  package var person: Person?
  package var isConnected: Bool

  package init(number: Int, person: Person?, isConnected: Bool) {
    self.number = number
    self.person = person
    self.isConnected = isConnected
  }
}

package struct RoomVersion: Equatable, Sendable {
  package var room: String
  package var version: Int

  package init(room: String, version: Int) {
    self.room = room
    self.version = version
  }
}

/// One line of the lobby's list.
package struct TableSummary: Equatable, Sendable {
  package var id: String
  package var game: String
  /// The table's own name, for boards that somebody described; empty otherwise.
  package var name: String
  /// nil for boards.
  package var deal: DealTold?
  package var players: [String]
  package var seats: Int
  package var watching: Int
  package var moves: Int
  package var score: Int
  /// How far it is to the goal, in cards.
  package var up: Int
  package var of: Int
  package var status: GameState
  /// `knock` where the host lets in who wants to play; nil otherwise.
  package var access: AccessLevel?
  /// How far a race is; nil for a table.
  package var race: RaceState?
  /// Which of the players are programs, by their places among them.
  package var bots: [Int]

  package init(
    id: String, game: String, name: String = "", deal: DealTold?, players: [String], seats: Int,
    watching: Int, moves: Int, score: Int, up: Int, of: Int = 52, status: GameState,
    access: AccessLevel? = nil, race: RaceState? = nil, bots: [Int] = []
  ) {
    self.id = id
    self.game = game
    self.name = name
    self.deal = deal
    self.players = players
    self.seats = seats
    self.watching = watching
    self.moves = moves
    self.score = score
    self.up = up
    self.of = of
    self.status = status
    self.access = access
    self.race = race
    self.bots = bots
  }
}

/// What is told of a deal. A sealed one shows its commitment, and what opens it only after the end.
package struct DealTold: Equatable, Sendable {
  package enum Cards: Equatable, Sendable {
    case open(UInt64)
    case sealed(commit: String, reveal: Reveal?)
  }

  package var cards: Cards
  /// What was promised of it; nil where nothing was.
  package var terms: DealTerms?

  package init(_ cards: Cards, terms: DealTerms? = nil) {
    self.cards = cards
    self.terms = terms
  }

  package static func open(_ number: UInt64) -> DealTold { DealTold(.open(number)) }
  package static func sealed(commit: String, reveal: Reveal?) -> DealTold {
    DealTold(.sealed(commit: commit, reveal: reveal))
  }

  /// nil of a sealed deal.
  package var number: UInt64? { if case .open(let number) = cards { number } else { nil } }
  /// What opens a sealed deal, after the end.
  package var reveal: Reveal? { if case .sealed(_, let reveal) = cards { reveal } else { nil } }
}

/// Seed and salt of a sealed deal as hex: SHA-256 of their bytes, one after the other, is the commitment.
package struct Reveal: Equatable, Sendable {
  package var seed: String
  package var salt: String
  /// What the cards of a race were bound to at its start; nil for a table's own deal, whose cards come from the
  /// seed alone.
  package var start: String?
  /// What proves that a deal can be won of which that was promised: a line that wins from its first position, where
  /// nothing goes up by itself.
  package var line: [StepTold]?

  package init(seed: String, salt: String, start: String? = nil, line: [StepTold]? = nil) {
    self.seed = seed
    self.salt = salt
    self.start = start
    self.line = line
  }
}
