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
  /// What it may still spend; nil while all of it is there.
  private var spending: Spending?
  /// A put waits for the texts of blobs, and what was said behind it waits with it.
  var put: WaitingPut?
  /// The lobby's list that it has; nil when it is not in the lobby.
  var lobbySerial: Int32?
  var refusalsInARow: UInt16 = 0
  var badMessages: UInt16 = 0

  init(_ visitor: Visitor) { self.visitor = visitor }

  func allowances(_ settings: Configuration, now: Instant) -> Spending {
    if let spending { return spending }
    let fresh = Spending(settings, now: now)
    spending = fresh
    return fresh
  }

  /// What is left, if any of it was spent.
  var spent: Spending? { spending }

  /// Goes on with what its visit had left.
  func resume(_ left: Visits.Allowances, _ settings: Configuration, now: Instant) {
    let spending = Spending(settings, now: now)
    spending.commands = left.commands
    spending.opens = left.opens
    self.spending = spending
  }

  /// Lets go of what nobody needs to remember.
  func rest(now: Instant) {
    if let spending, spending.isFull(now: now) { self.spending = nil }
  }
}

/// Messages that are heard when a put before them is on its way.
final class WaitingPut {
  var behind: [ClientMessage] = []
}
