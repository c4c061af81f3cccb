import Reactor
import Rooms
import Store
import WebSocket
import Wire

/// What the owners of loops say to each other, and other threads to them, by whom it is for. Values only; a frame
/// travels as one copy per loop.
enum Mail: Sendable {
  case front(FrontLetter)
  /// To the home of a room, where it waits its turn.
  case work(RoomWork)
  case homes(HomesLetter)
  case fanout(FanoutLetter)
  case upkeep(UpkeepLetter)
}

/// To Front, about one connection.
enum FrontLetter: Sendable {
  /// Its visit goes on elsewhere.
  case superseded(ConnectionID)
  /// Connections of somebody end, of all that a loop has.
  case signOut(SigningOut)
  /// The answer to the request that it waits for.
  case apiAnswer(ConnectionID, APIAnswer)
  /// The description that it sent was read.
  case described(ConnectionID, DescriptionDesk.Outcome)
  /// The next part of the blob that it is being sent; nil when it cannot be read.
  case blobPart(ConnectionID, [UInt8]?)
  /// A text that a `put` named as a blob; nil when it cannot be read.
  case blobText(ConnectionID, Put, [UInt8]?)
  /// Somebody was banned: they go, on all their connections.
  case banned
  /// The operator's page, to the connection that asked.
  case surveyed(Survey)
}

/// What a room is to hear, or what is asked about it. It takes time that networks share.
enum RoomWork: Sendable {
  case open(RoomID, RoomOpening, c: Int, from: ConnectionID)
  /// The same, by a race.
  case order(RoomID, RoomOpening, by: RoomID)
  /// `network` is the connection's.
  case hear(RoomID, RoomMessage, from: ConnectionID, network: UInt32?)
  /// The rules of what is played there, for a request.
  case explain(RoomID, RulesReader)
  /// A player parts, and wants to hear when all that was said there is told (`Delivery.opened`).
  case settle(RoomID, ConnectionID, network: UInt32?)

  /// The room whose home does it.
  var room: RoomID {
    switch self {
    case .open(let id, _, _, _), .order(let id, _, _), .hear(let id, _, _, _), .explain(let id, _),
      .settle(let id, _, _):
      id
    }
  }

  /// Whose time it takes.
  var network: UInt32? {
    switch self {
    case .open(_, let opening, _, _): opening.network
    case .order: nil
    case .hear(_, _, _, let network), .settle(_, _, let network): network
    case .explain(_, let reader): reader.network
    }
  }

  /// A table hears who is gone however much waits, or they would be missed by nobody. Who joins can be turned away.
  var mustBeHeard: Bool {
    switch self {
    case .hear(_, let message, _, _): message.isPresence && !message.isJoin
    case .settle, .order: true
    case .open, .explain: false
    }
  }
}

/// To Homes, from the journal and the shelf.
enum HomesLetter: Sendable {
  /// The records of one turn are durable, or lost.
  case acknowledged([Journal.Acknowledgement])
  /// A table was looked for.
  case found(RoomID, Shelf.Found)
  /// Nobody has used it for so long that it is to be forgotten.
  case forget(RoomID)
  /// It is no more, or could not be forgotten.
  case forgotten(RoomID)
  /// Somebody is taken out of a table.
  case erase(TableErasing)
  /// Of the tables in a list, how those stand that are awake here.
  case listed(TableListing)
}

/// To Fanout. All from one home stay in order, lines among deliveries.
enum FanoutLetter: Sendable {
  /// From a room's home to a loop with members, in order.
  case deliver(RoomID, [Delivery])
  /// A line for one connection, from no room.
  case line(ConnectionID, Reply)
  /// To the lab's listeners on this loop.
  case lab([UInt8], isText: Bool)
}

/// To Upkeep.
enum UpkeepLetter: Sendable {
  /// Limits have changed.
  case settings(ChangedSettings)
  /// What this loop has for the operator's page is to be added; the last loop sends it back.
  case survey(Survey)
  /// The server stops: leave is taken of everybody.
  case stop(Departure)
  /// All loops have taken leave of their connections.
  case end
}

/// One thing for a loop to do for a room; frames are ready to be sent.
enum Delivery: Sendable {
  /// `c` is of the message that it answers, `refusal` is nil where that was done.
  case personal(Token, PlainFrame, c: Int?, refusal: RefusalCode?)
  /// To a request that waits for its table, and to a player who parts: what was said in the room until now is durable.
  case opened(Token, isKept: Bool)
  /// `seat` is −1 for a spectator; `version` is the room's when the member was admitted.
  /// - `isMini`: it is told twice a second at most.
  case admit(Token, seat: Int, version: Int, wantsDrag: Bool, isMini: Bool)
  /// What brings a member to the last event: `lines` as they are, and the same as the way into the stream.
  case prime(Token, lines: [UInt8], Priming)
  case dismiss(Token)
  /// `shared` is nil when nobody was in sync.
  case publish(version: Int, line: [UInt8], shared: SharedFrame?)
  case hover(PlainFrame, except: Token?)
  case crowd(PlainFrame)
  /// Each of them is told, in order.
  case talk(PlainFrame)
}

/// How a connection comes into an audience's stream.
enum Priming: Sendable {
  /// There is no stream.
  case none
  /// The stream has no history and the newcomer lacks nothing: it is in sync as it is.
  case needless
  case frame(SharedFrame)
}

extension ConnectionID {
  init(loop: Int, token: Token) {
    self.init(loop: UInt16(loop), slot: token.slot, generation: token.generation)
  }

  var token: Token { Token(slot: slot, generation: generation) }
}
