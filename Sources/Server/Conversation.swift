import Reactor
import Rooms
import Wire

/// What a connection needs once it said hello: who talks, where they want to be, what they may still spend.
final class Conversation {
  let visitor: Visitor
  /// Rooms that it asked to join and that have not answered yet.
  var asked: [RoomID] = []
  /// Galleries that it is in beside the first.
  var further: [Membership] = []
  var spending = Spending()
  /// A put waits for the texts of blobs, and what was said behind it waits with it.
  var put: WaitingPut?
  /// The lobby's list that it has; nil when it is not in the lobby.
  var lobbySerial: Int32?
  var refusalsInARow: UInt16 = 0
  var badMessages: UInt16 = 0

  init(_ visitor: Visitor) { self.visitor = visitor }
}

/// Messages that are heard when a put before them is on its way.
final class WaitingPut {
  var behind: [ClientMessage] = []
}
