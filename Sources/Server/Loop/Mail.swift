import Reactor
import Rooms
import Store
import WebSocket
import Wire

/// What loops say to each other, and others to them. Values only; a frame travels as one copy per loop.
enum Mail: Sendable {
  /// To a room's home.
  case open(RoomID, RoomOpening, c: Int, from: ConnectionID)
  /// `network` is the connection's.
  case hear(RoomID, RoomMessage, from: ConnectionID, network: UInt32?)
  /// The rules of what is played there, for a request.
  case explain(RoomID, from: ConnectionID, network: UInt32?)
  /// What became of the records of one turn.
  case acknowledged([Journal.Acknowledgement])
  /// What came of looking for a table.
  case found(RoomID, Shelf.Found)
  /// Nobody has used it for so long that it is to be forgotten.
  case forget(RoomID)
  /// It is no more, or could not be forgotten.
  case forgotten(RoomID)
  /// From a room's home to a loop with members, in order.
  case deliver(RoomID, [Delivery])
  /// A line for one connection, from no room.
  case line(ConnectionID, [UInt8])
  /// To the lab's listeners on this loop.
  case lab([UInt8], isText: Bool)
  /// Its visit goes on elsewhere.
  case superseded(ConnectionID)
  /// What became of a request whose connection waits for the answer.
  case apiAnswer(ConnectionID, APIAnswer)
  /// What came of reading a description that it sent.
  case described(ConnectionID, DescriptionDesk.Outcome)
  /// The next part of the blob that it is being sent; nil when it cannot be read.
  case blobPart(ConnectionID, [UInt8]?)
  /// A text that a `put` named as a blob; nil when it cannot be read.
  case blobText(ConnectionID, Put, [UInt8]?)
  /// Limits have changed.
  case settings(ChangedSettings)
  /// What this loop has for the operator's page; then the whole of it, to whoever asked.
  case survey(Survey)
  case surveyed(Survey)
  /// Leave is taken of everybody.
  case stop(Departure)
  /// To a room's home: somebody parts, and wants to hear when all that was said there is told (`Delivery.opened`).
  case settle(RoomID, ConnectionID, network: UInt32?)
  /// Of nobody leave must be taken any more, on any loop.
  case end
}

/// One thing for a loop to do for a room; frames are ready to be sent.
enum Delivery: Sendable {
  case personal(Token, PlainFrame)
  /// To a request that waits for its table, and to whoever parts: what was said in the room until now is durable.
  case opened(Token, isKept: Bool)
  /// `seat` is −1 for a spectator; `version` is the room's when the member was admitted.
  case admit(Token, seat: Int, version: Int, wantsDrag: Bool)
  /// What brings a member to the last event: `lines` as they are, and the same as the way into the stream.
  case prime(Token, lines: [UInt8], Priming)
  case dismiss(Token)
  /// `shared` is nil when nobody was in sync.
  case publish(version: Int, line: [UInt8], shared: SharedFrame?)
  case hover(PlainFrame, except: Token?)
  case crowd(PlainFrame)
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
