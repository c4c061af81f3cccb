import Reactor
import Wire

/// The end of a loop: leave is taken of everybody, and what they were owed is sent first.
///
///     serving ── drain ──→ others, then players, so many a turn ──→ doors shut ──→ latecomers ──→ told ──→ through
///       └─ hand over: doors left as they are, the same at once ─────────────────────────────────────────────↑
///                                                                              all loops through ──→ ended
final class LeaveTaking {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let front: Front
  private let fanout: Fanout
  /// nil while the server serves.
  private var drain: Drain?
  /// Of all loops together.
  private var departure: Departure?

  /// The pause between two turns that take leave of some.
  private static let pauseMilliseconds: Int32 = 5

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ front: Front, _ fanout: Fanout) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.front = front
    self.fanout = fanout
  }

  /// How long the loop may wait, in milliseconds; nil where leave is not taken, or of everybody.
  var waits: Int32? {
    guard let drain, !drain.isThrough else { return nil }
    return drain.isBusy || front.partings.isAnybodySettled ? 0 : Self.pauseMilliseconds
  }

  func begin(_ departure: Departure) {
    guard drain == nil else { return }
    self.departure = departure
    drain = Drain(departure.farewell, connections: connections.count, settings: loop.settings, now: loop.now)
    loop.isStopping = true
    // Sockets with which another process goes on keep those who come now for it.
    if leavesDoors { front.doors.leave() }
  }

  private var leavesDoors: Bool { front.doors.areKept || drain?.farewell == .handOver }

  /// One turn's share of it.
  func goOn() {
    guard let drain, !drain.isThrough else { return }
    takeLeave(ofAtMost: drain.turnMax(now: loop.now))
    endPartings()
    guard var drain = self.drain, drain.stage == .told, front.partings.isEmpty else { return }
    if drain.endsAt == nil { drain.endsAt = loop.now + lastWordsMilliseconds }
    if let endsAt = drain.endsAt, connections.count == 0 || loop.now >= endsAt {
      drain.isThrough = true
      departure?.through()
    }
    self.drain = drain
  }

  /// How long after the last goodbye nobody is waited for any more.
  private var lastWordsMilliseconds: Int64 {
    let usual = loop.settings.goodbyeMillisecondsMax / 2
    return drain?.farewell == .handOver ? min(usual, Self.handOverMilliseconds) : usual
  }

  /// The next process waits for it, and everybody who plays with it.
  private static let handOverMilliseconds: Int64 = 300

  private func takeLeave(ofAtMost count: Int) {
    var left = count
    while left > 0, let stage = drain?.stage, stage != .told {
      guard let slot = drain?.nextSlot(among: connections.slots) else {
        // Health was asked for until now, and there was an answer.
        if stage == .players, !leavesDoors { front.doors.shut() }
        continue
      }
      guard let connection = connections[slot: slot], !connection.isLeaving else { continue }
      if stage == .others && isPlayer(connection) || front.partings.contains(connection.token) { continue }
      left -= 1
      drain?.took()
      takeLeave(of: connection)
    }
  }

  private func isPlayer(_ connection: Connection) -> Bool {
    if case .visiting = connection.phase {
      connection.isSeated || connection.conversation != nil
    } else {
      false
    }
  }

  private func takeLeave(of connection: Connection) {
    switch connection.phase {
    case .visiting: isPlayer(connection) ? part(connection) : sayBye(to: connection)
    case .greeting, .echoing, .listening, .publishing:
      fanout.endings.goodbye(connection, .goingAway, "the server is stopping")
    // A peer that has only just come is about to ask, and must not take the hand-over for a refusal.
    case .readingHead where drain?.farewell == .handOver && connection.exchange?.hasAsked == false: break
    case .readingHead: endRequests(of: connection)
    case .readingBody: front.api.responder.expire(.stopping, on: connection)
    // What is being answered is answered, and told to be the last.
    case .awaiting, .streaming, .leaving: break
    }
  }

  private func sayBye(to connection: Connection) {
    guard let drain, let departure else { return }
    let (from, to) = drain.comeBack(total: departure.connections, now: loop.now)
    fanout.tell(
      connection, Reply(.bye(code: "drain", fromMilliseconds: from, toMilliseconds: to)))
    fanout.endings.goodbye(connection, .goingAway, "the server is stopping")
  }

  /// What was asked already is answered; of a request that is still coming nothing will be.
  private func endRequests(of connection: Connection) {
    front.read(connection)
    guard connections[connection.token] != nil, case .readingHead = connection.phase else { return }
    guard connection.exchange?.inbox.isEmpty ?? true else {
      return front.api.responder.expire(.stopping, on: connection)
    }
    fanout.endings.leave(connection)
  }

  // MARK: - Players

  /// Heard no more, which costs nothing: what is not answered is said again after coming back. What was heard is
  /// answered first, when it is durable.
  private func part(_ connection: Connection) {
    var rooms = connection.conversation?.asked ?? []
    for membership in connection.memberships {
      if let room = membership.gallery.room, !rooms.contains(room) { rooms.append(room) }
    }
    guard !rooms.isEmpty else { return sayBye(to: connection) }
    front.partings.begin(
      connection.token, rooms: rooms, until: loop.now + loop.settings.partingMillisecondsMax)
    for room in rooms {
      post.send(.settle(room, connection.id, network: connection.network), toHomeOf: room)
    }
  }

  private func endPartings() {
    guard !front.partings.isEmpty else { return }
    for token in front.partings.takeOver(now: loop.now, isThere: { connections[$0] != nil }) {
      if let connection = connections[token], !connection.isLeaving { sayBye(to: connection) }
    }
  }

  /// What holds between turns.
  func checkInvariants() {
    precondition(loop.isStopping == (drain != nil), "all know whether leave is taken")
    precondition((drain == nil) == (departure == nil), "loops take leave together")
    if let drain, drain.isThrough {
      precondition(drain.stage == .told && front.partings.isEmpty, "a loop is through when all are told")
    }
  }
}
