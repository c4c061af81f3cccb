/// Everything a client may say; see docs/PROTOCOL.md, whose examples are the tests of this file.
package enum ClientMessage: Equatable, Sendable {
  case hello(Hello)
  case open(c: Int, OpenTable)
  case lobby(c: Int, on: Bool)
  case subscribe(c: Int, room: String, as: Presence)
  case unsubscribe(c: Int, room: String)
  case command(c: Int, room: String, Command)
  case query(c: Int, room: String)
  case lift(c: Int, room: String, item: Int)
  case hover(room: String, Hover)
  case cancel(c: Int, room: String, drag: Int)
  case heartbeat
  case sync(room: String, why: String)

  package enum Presence: String, Sendable {
    case play
    case watch
  }

  /// The number that its one answer will carry; nil for messages that get none.
  package var c: Int? {
    switch self {
    case .hello, .hover, .heartbeat, .sync: nil
    case .open(let c, _), .lobby(let c, _), .subscribe(let c, _, _), .unsubscribe(let c, _),
      .command(let c, _, _),
      .query(let c, _), .lift(let c, _, _), .cancel(let c, _, _):
      c
    }
  }
}

/// Who is there, and what they had before.
package struct Hello: Equatable, Sendable {
  package enum Role: String, Sendable {
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
  case open(Int)
  case sealed
}

package struct OpenTable: Equatable, Sendable {
  package var game: String
  package var deal: DealChoice
  package var safe: Bool
  package var timed: Bool
  package var seats: Int

  package init(game: String, deal: DealChoice, safe: Bool = false, timed: Bool = true, seats: Int = 1) {
    self.game = game
    self.deal = deal
    self.safe = safe
    self.timed = timed
    self.seats = seats
  }
}

/// A command with what its author saw when giving it.
package struct Command: Equatable, Sendable {
  package enum Operation: Equatable, Sendable {
    case move(item: Int, into: String, before: Int?)
    case drop(drag: Int, into: String, before: Int?)
    case tap(collection: String)
    case send(item: Int)
    case finish
    case undo
    case redo
    case restart
    case deal(DealChoice, game: String?)
    case set(safe: Bool)
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
  /// The operation's word on the wire.
  package var name: StaticString {
    switch self {
    case .move: "move"
    case .drop: "drop"
    case .tap: "tap"
    case .send: "send"
    case .finish: "finish"
    case .undo: "undo"
    case .redo: "redo"
    case .restart: "restart"
    case .deal: "deal"
    case .set: "set"
    }
  }
}

/// Where a drag is now, in ten-thousandths of the board's width and height.
package struct Hover: Equatable, Sendable {
  package var drag: Int
  package var x: Int
  package var y: Int
  package var over: String?

  package init(drag: Int, x: Int, y: Int, over: String?) {
    self.drag = drag
    self.x = x
    self.y = y
    self.over = over
  }
}
