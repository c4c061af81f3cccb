/// Everything a client may say; see docs/PROTOCOL.md, whose examples are the tests of this file.
package enum ClientMessage: Equatable, Sendable {
  case hello(Hello)
  case open(c: Int, OpenTable)
  case lobby(c: Int, on: Bool)
  /// - key: what the table's links end in; nil for who needs none.
  case subscribe(c: Int, room: String, as: Presence, key: String? = nil)
  case unsubscribe(c: Int, room: String)
  case command(c: Int, room: String, Command)
  case query(c: Int, room: String, Query)
  case lift(c: Int, room: String, item: Int)
  case hover(room: String, Hover)
  case cancel(c: Int, room: String, drag: Int)
  case host(c: Int, room: String, HostCommand)
  /// To a question of somebody else's, or of one's own, which takes it back.
  case answer(c: Int, room: String, question: Int, yes: Bool)
  case say(c: Int, room: String, String)
  case react(c: Int, room: String, Reaction)
  /// - line: the number of what somebody else said.
  case report(c: Int, room: String, line: Int, why: ReportReason)
  case heartbeat
  case sync(room: String, why: String)

  package enum Presence: String, Sendable, CaseIterable {
    case play
    case watch
    /// As one of many small boards: not counted, and told twice a second at most.
    case mini
  }

  package enum Query: Equatable, Sendable {
    /// What this seat may do.
    case dests
    /// What this seat would do well to do.
    case hint
    /// For the lines that were played, from the ply behind this number on.
    case lines(after: Int)
    /// An item, and all that would travel with it, as data.
    case export(item: Int)
    /// Whether what lies there can be won.
    case verdict(Detail)

    /// What a verdict is to tell beside the next step.
    package enum Detail: String, Sendable, CaseIterable {
      case none
      /// All of the line that wins.
      case line
      /// Where in the game it was won or lost.
      case past
    }
  }

  /// The number that its one answer will carry; nil for messages that get none.
  package var c: Int? {
    switch self {
    case .hello, .hover, .heartbeat, .sync: nil
    case .open(let c, _), .lobby(let c, _), .subscribe(let c, _, _, _),
      .unsubscribe(let c, _),
      .command(let c, _, _),
      .query(let c, _, _), .lift(let c, _, _), .cancel(let c, _, _), .host(let c, _, _),
      .answer(let c, _, _, _), .say(let c, _, _), .react(let c, _, _), .report(let c, _, _, _):
      c
    }
  }
}

/// Who is there, and what they had before.
package struct Hello: Equatable, Sendable {
  package enum Role: String, Sendable, CaseIterable {
    case player
    case bot
  }

  package var token: String?
  package var name = ""
  package var role = Role.player
  package var app = ""
  package var wantsDests = false
  package var wantsDrag = false
  package var resume: Resume?

  package init() {}

  package struct Resume: Equatable, Sendable {
    package var visit: String
    package var rooms: [Position]

    package init(visit: String, rooms: [Position]) {
      self.visit = visit
      self.rooms = rooms
    }
  }

  /// How far a client has come in a room.
  package struct Position: Equatable, Sendable {
    package var room: String
    package var epoch: String
    package var version: Int

    package init(room: String, epoch: String, version: Int) {
      self.room = room
      self.epoch = epoch
      self.version = version
    }
  }
}

/// Which deal is asked for.
package enum DealChoice: Equatable, Sendable {
  case open(UInt64)
  case sealed
  /// One that can be won, which the server picks.
  /// - number: of an open deal, once it was picked; only a log has it.
  case winnable(DealTerms, isSealed: Bool, number: UInt64? = nil)
}

/// What is promised of a deal before anybody has seen it: it can be won by somebody who sees all cards.
package struct DealTerms: Hashable, Sendable {
  /// How much work the solver had with it: a third of the winnable deals of a game each.
  package enum Level: String, Sendable, CaseIterable {
    case easy, medium, hard
  }

  /// nil where nothing is promised about it.
  package var level: Level?

  package init(level: Level? = nil) { self.level = level }
}

/// Which cards go to the foundations by themselves.
package enum AutoMoves: String, Sendable, CaseIterable {
  case off
  /// Those that can no longer be of use in the tableau.
  case safe
  case all
}

package struct OpenTable: Equatable, Sendable {
  /// A ruleset or a kind of board.
  package var game: String
  /// nil for boards, which are not dealt.
  package var deal: DealChoice?
  package var auto: AutoMoves
  package var timed: Bool
  package var seats: Int
  /// nil where it is not said: the server decides by the seats. A log without it is of a table that is open to
  /// all who have its address.
  package var access: AccessLevel?
  /// A race on one deal, for as many as it says; nil for a table.
  package var race: RacePlan?
  /// Whose table it is in a race. Only a log has it: a race opens its tables by itself.
  package var entry: RaceEntry?
  /// The race that this one follows. Only a log has it: a race opens the next one by itself.
  package var before: String?

  package init(
    game: String, deal: DealChoice?, auto: AutoMoves = .off, timed: Bool = true, seats: Int = 1,
    access: AccessLevel? = nil, race: RacePlan? = nil, entry: RaceEntry? = nil
  ) {
    self.game = game
    self.deal = deal
    self.auto = auto
    self.timed = timed
    self.seats = seats
    self.access = access
    self.race = race
    self.entry = entry
  }
}

/// A command with what its author saw when giving it.
package struct Command: Equatable, Sendable {
  package enum Operation: Equatable, Sendable {
    case move(item: Int, to: Landing)
    case drop(drag: Int, to: Landing)
    /// Presses the button of a place, or taps an item in it.
    case tap(place: String, item: Int?)
    /// Begins or ends to edit a list.
    case edit(place: String, on: Bool)
    /// Things from outside, each in all the ways in which it is offered.
    case put([[Offer]], to: Landing)
    case send(item: Int)
    case finish
    case undo
    case redo
    /// To any step of any line of play, by its number; 0 is the deal.
    case go(ply: Int)
    case restart
    case deal(DealChoice, game: String?)
    case set(auto: AutoMoves)
    /// Gives up: the game is over, and its deal is opened.
    case resign
    /// Of a race: an entrant can begin, or cannot yet.
    /// - commit: SHA-256 of their salt, in hex; nil for a program, whose salt does not count.
    case ready(Bool, commit: String?)
    /// Of a race: opens what was committed, in hex.
    case salt(String)
    /// Of a race: those who are ready begin.
    case start
    /// Of a race that is over: another one for the same people.
    case again
  }

  /// The visible top that the player acted on; `item` is nil for an empty collection.
  package struct Top: Equatable, Sendable {
    package var collection: String
    package var item: Int?

    package init(collection: String, item: Int?) {
      self.collection = collection
      self.item = item
    }
  }

  package var operation: Operation
  package var tops: [Top]

  package init(_ operation: Operation, if tops: [Top] = []) {
    self.operation = operation
    self.tops = tops
  }
}

extension Command.Operation {
  /// To the end of a place, or in front of an item of it.
  package static func move(item: Int, into place: String, before: Int? = nil) -> Self {
    .move(item: item, to: Landing(place, before: before))
  }

  package static func drop(drag: Int, into place: String, before: Int? = nil) -> Self {
    .drop(drag: drag, to: Landing(place, before: before))
  }
}

/// Where something is dropped.
package struct Landing: Equatable, Sendable {
  /// What a person asks for with a modifier key.
  package enum Preference: String, Sendable, CaseIterable {
    case copy
    case move
  }

  /// A collection, or a region without one.
  package var place: String
  /// In front of this item; nil for the end.
  package var before: Int?
  /// The item that takes the drop itself.
  package var onto: Int?
  package var preferred: Preference?

  package init(_ place: String, before: Int? = nil, onto: Int? = nil, preferring preferred: Preference? = nil)
  {
    self.place = place
    self.before = before
    self.onto = onto
    self.preferred = preferred
  }
}

/// One way in which a thing from outside is offered.
package struct Offer: Equatable, Sendable {
  package enum Body: Equatable, Sendable {
    case text(String)
    /// The name of a blob that was uploaded before.
    case blob(String)
  }

  /// A MIME type.
  package var type: String
  package var body: Body
  package var fileName: String?

  package init(type: String, body: Body, fileName: String? = nil) {
    self.type = type
    self.body = body
    self.fileName = fileName
  }
}

/// Where a drag is now, in ten-thousandths of a width and a height: the board's at patience; on other boards
/// those of the place that it is over, or the board's where it is over none.
package struct Hover: Equatable, Sendable {
  package var drag: Int
  package var x: Int
  package var y: Int
  package var over: String?
  /// The item in front of which it would land.
  package var before: Int?
  /// The item that would take it.
  package var onto: Int?

  package init(drag: Int, x: Int, y: Int, over: String?, before: Int? = nil, onto: Int? = nil) {
    self.drag = drag
    self.x = x
    self.y = y
    self.over = over
    self.before = before
    self.onto = onto
  }
}
