import Reactor
import Rooms
import Wire

/// What a connection needs while somebody talks on it: where they want to be, what they may still spend. Of thousands
/// who only watch there is none; who speaks up begins a new one, and misses nothing of the one before.
final class Conversation {
  let visitor: Visitor
  /// Rooms that it asked to join and that have not answered yet.
  var asked: [RoomID] = []
  /// Galleries that it is in beside the first.
  var further: [Membership] = []
  var spending = Spending()
  /// What it said that is not answered yet.
  var timing = Timing()
  /// A put waits for the texts of blobs.
  var isPutting = false
  /// What was said behind it, or behind so much that was not read yet, in order.
  var behind: [ClientMessage] = []
  /// The lobby's list that it has; nil when it is not in the lobby.
  var lobbySerial: Int32?
  var refusalsInARow: UInt16 = 0
  var badMessages: UInt16 = 0

  init(_ visitor: Visitor) { self.visitor = visitor }

  /// Whether it equals a new conversation. `refusalsInARow` is ignored: the next allowed message resets it.
  func isOver(now: Instant) -> Bool {
    asked.isEmpty && further.isEmpty && !isPutting && behind.isEmpty && lobbySerial == nil && badMessages == 0
      && timing.isEmpty
      && spending.isFull(now: now.milliseconds)
  }
}
