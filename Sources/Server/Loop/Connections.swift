import Reactor
import Rooms

/// The connections of one loop under their tokens, and the lists of those of which something is due: to be sent
/// something, to be heard again, to have a conversation that may be over.
///
/// Invariant: a connection that is dirty is in `dirty` once; one with a conversation is in `talking`.
final class Connections {
  private let loop: LoopContext
  let poller: Poller
  private var slab: Slab<Connection>
  /// When the connection at each place of the slab was accepted: kept beside them, since each of them has just the room
  /// that it needs.
  private var arrivals: [Moment] = []
  /// Those with personal lines or leftovers to send in this turn.
  private var dirty: [Token] = []
  /// Those whose answers have left, with more requests or messages behind them; they are heard in the next turn.
  private var held: [Token] = []
  private var talking = Talking()
  /// Connections that are only told that they may not stay.
  private(set) var turnedAway = 0

  init(_ loop: LoopContext) throws(Errno) {
    self.loop = loop
    poller = try Poller()
    slab = Slab(expected: min(loop.settings.connectionsMax, 1 << 20))
  }

  // MARK: - Coming and going

  /// Gives it a place and listens to it; nil, and the socket closed, when the system has no descriptor left.
  func add(_ socket: consuming Socket, key: Addresses.Key) -> Connection? {
    var pending: Socket? = consume socket
    let token = slab.insert { token in
      guard let socket = pending.take() else { preconditionFailure("a socket is admitted once") }
      return Connection(
        token: token, loop: loop.index, socket: socket, addressKey: key, settings: loop.settings,
        now: loop.now)
    }
    guard let connection = slab[token] else { return nil }
    if key == Addresses.turnedAway { turnedAway += 1 }
    while arrivals.count <= Int(token.slot) { arrivals.append(Moment(loop.now)) }
    arrivals[Int(token.slot)] = Moment(loop.now)
    do throws(Errno) {
      try poller.register(connection.socket.raw, as: token, for: .readable)
      return connection
    } catch {
      loop.shared.log.warning("a connection could not be watched: \(error)")
      letGo(of: connection)
      return nil
    }
  }

  /// It is gone. The socket's descriptor closes when the connection is let go of.
  func remove(_ connection: Connection) {
    poller.unregister(connection.socket.raw)
    letGo(of: connection)
  }

  private func letGo(of connection: Connection) {
    if connection.addressKey == Addresses.turnedAway {
      turnedAway -= 1
    } else {
      loop.shared.traffic.addresses.leave(connection.addressKey)
      loop.counters.gone += 1
    }
    _ = slab.remove(connection.token)
  }

  /// From now on it counts as that address's.
  func count(_ connection: Connection, as key: Addresses.Key) throws(Addresses.Refusal) {
    try loop.shared.traffic.addresses.move(from: connection.addressKey, to: key)
    connection.addressKey = key
  }

  // MARK: - Looking up

  /// A token whose connection has closed matches nothing.
  subscript(token: Token) -> Connection? {
    @inline(__always) get { slab[token] }
  }

  /// The same without holding on to it, for as long as no connection is removed.
  @inline(__always) func unheld(_ token: Token) -> Unmanaged<Connection>? { slab.unheld(token) }

  subscript(slot slot: Int) -> Connection? { slab[slot: slot] }

  var count: Int { slab.count }
  /// How many places there are, live or free.
  var slots: Int { slab.slots }
  var tokens: [Token] { slab.tokens }

  func arrivedAt(slot: Int) -> Instant { arrivals[slot].instant(before: loop.now) }

  // MARK: - To be sent something

  func markDirty(_ connection: Connection) {
    guard !connection.outgoing.isDirty else { return }
    connection.outgoing.isDirty = true
    dirty.append(connection.token)
  }

  /// - Parameter taken: empty before.
  func takeDirty(into taken: inout [Token]) { swap(&dirty, &taken) }

  // MARK: - To be heard again

  func hold(_ token: Token) { held.append(token) }

  func takeHeld() -> [Token] {
    guard !held.isEmpty else { return [] }
    defer { held.removeAll(keepingCapacity: true) }
    return held
  }

  /// Those who had no turn come first in the next one.
  func holdAgain(_ rest: ArraySlice<Token>) { held.insert(contentsOf: rest, at: 0) }

  /// Something is to be heard or sent in the next turn.
  var hasWork: Bool { !held.isEmpty || !dirty.isEmpty }

  /// Asks the poller to tell what there is to hear now.
  func watch(_ connection: Connection) {
    let unreadBytesMax = loop.settings.unreadBytesMax
    var interest: Poller.Interest = connection.outgoing.isBlocked ? .writable : []
    switch connection.phase {
    case _ where connection.incoming.isInLine: break
    case .visiting:
      if !connection.isHeldBack(unreadBytesMax: unreadBytesMax) {
        interest.insert(.readable)
      } else if !connection.hasMuchUnread(unreadBytesMax: unreadBytesMax) {
        hold(connection.token)
      }
    case .awaiting, .streaming: break
    // A peer that asks for files or echoes and does not read is not heard before it has read.
    default: if !connection.outgoing.isBlocked { interest.insert(.readable) }
    }
    guard interest != connection.interest else { return }
    connection.interest = interest
    poller.rearm(connection.socket.raw, as: connection.token, for: interest)
  }

  // MARK: - Conversations

  /// The one that goes on, or a new one; nil before the hello.
  @discardableResult
  func conversation(of connection: Connection) -> Conversation? {
    if let conversation = connection.conversation { return conversation }
    guard let visitor = connection.visitor else { return nil }
    let conversation = Conversation(visitor)
    begin(conversation, on: connection)
    return conversation
  }

  func begin(_ conversation: Conversation, on connection: Connection) {
    connection.begin(conversation)
    talking.tokens.append(connection.token)
    loop.counters.conversations = talking.tokens.count
  }

  /// Lets go of conversations of which nothing must be remembered, among some that are looked at.
  func endConversations() {
    for _ in 0..<min(loop.settings.conversationsSeenPerTickMax, talking.tokens.count) {
      if talking.at >= talking.tokens.count { talking.at = 0 }
      if slab[talking.tokens[talking.at]]?.endConversation(now: loop.now) ?? true {
        talking.tokens.swapAt(talking.at, talking.tokens.count - 1)
        talking.tokens.removeLast()
      } else {
        talking.at += 1
      }
    }
    loop.counters.conversations = talking.tokens.count
  }

  // MARK: - Invariants

  /// What holds between turns. Goes through all connections.
  func checkInvariants() {
    slab.checkInvariants()
    precondition(arrivals.count >= slab.slots, "it is known of each when it came")
    let (due, talkers) = (Set(dirty), Set(talking.tokens))
    precondition(due.count == dirty.count, "a connection is due to be sent something once")
    precondition(talkers.count == talking.tokens.count, "a conversation is looked at once in a round")
    var turnedAway = 0
    for token in slab.tokens {
      guard let connection = slab[token] else { continue }
      precondition(connection.outgoing.isDirty == due.contains(token), "a connection knows whether it is due")
      precondition(
        connection.conversation == nil || talkers.contains(token), "all conversations are looked at")
      precondition(!connection.isLeaving || connection.memberships.count == 0, "who leaves is in no gallery")
      connection.outbox.checkInvariants()
      if connection.addressKey == Addresses.turnedAway { turnedAway += 1 }
    }
    precondition(turnedAway == self.turnedAway, "those that are turned away are counted")
    precondition(
      count - turnedAway <= loop.shared.traffic.addresses.open, "all others are counted by their addresses")
  }
}

/// Connections that have a conversation, or had one.
struct Talking {
  var tokens: [Token] = []
  /// Whose conversation may be over is looked at next.
  var at = 0
}
