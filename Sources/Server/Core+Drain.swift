import Reactor
import Rooms
import Wire

/// The end of a loop: leave is taken of everybody, and what they were owed is sent first.
///
///     serving ── drain ──→ others, then players, so many a turn ──→ doors shut ──→ latecomers ──→ told ──→ through
///       └─ hand over: doors left as they are, the same at once ─────────────────────────────────────────────↑
///                                                                              all loops through ──→ ended
extension Core {
  var isStopping: Bool { drain != nil }

  func stop(_ departure: Departure) {
    guard drain == nil else { return }
    self.departure = departure
    drain = Drain(departure.farewell, connections: connections.count, settings: settings, now: now)
    // Sockets with which somebody else goes on keep whoever comes now for them.
    if leavesDoors { closeDoors() }
  }

  private var leavesDoors: Bool { areDoorsKept || drain?.farewell == .handOver }

  /// One turn's share of it.
  func goOnDraining() {
    guard let drain, !drain.isThrough else { return }
    takeLeave(ofAtMost: drain.turnMax(now: now))
    endPartings()
    guard var drain = self.drain, drain.stage == .told, drain.parting.isEmpty else { return }
    if drain.endsAt == nil { drain.endsAt = now + lastWordsMilliseconds }
    if let endsAt = drain.endsAt, connections.count == 0 || now >= endsAt {
      drain.isThrough = true
      departure?.through()
    }
    self.drain = drain
  }

  /// How long after the last goodbye nobody is waited for any more.
  private var lastWordsMilliseconds: Int64 {
    let usual = settings.goodbyeMillisecondsMax / 2
    return drain?.farewell == .handOver ? min(usual, Self.handOverMilliseconds) : usual
  }

  /// The next process waits for it, and everybody who plays with it.
  private static let handOverMilliseconds: Int64 = 300

  private func takeLeave(ofAtMost count: Int) {
    var left = count
    while left > 0, let stage = drain?.stage, stage != .told {
      guard let slot = drain?.nextSlot(among: connections.slots) else {
        // Health was asked for until now, and there was an answer.
        if stage == .players, !leavesDoors { shutDoors() }
        continue
      }
      guard let connection = connections[slot: slot], !connection.isLeaving else { continue }
      if stage == .others && isPlayer(connection) || isParting(connection) { continue }
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
      goodbye(connection, .goingAway, "the server is stopping")
    // Whoever has only just come is about to ask, and must not take the hand-over for a refusal.
    case .readingHead where drain?.farewell == .handOver && connection.exchange?.hasAsked == false: break
    case .readingHead: endRequests(of: connection)
    case .readingBody: expireRequest(.stopping, on: connection)
    // What is being answered is answered, and told to be the last.
    case .awaiting, .streaming, .leaving: break
    }
  }

  private func sayBye(to connection: Connection) {
    guard let drain, let departure else { return }
    let (from, to) = drain.comeBack(total: departure.connections, now: now)
    tell(connection, ServerMessage.bye(code: "drain", fromMilliseconds: from, toMilliseconds: to).line())
    goodbye(connection, .goingAway, "the server is stopping")
  }

  /// What was asked already is answered; of a request that is still coming nothing will be.
  private func endRequests(of connection: Connection) {
    read(connection)
    guard connections[connection.token] != nil, case .readingHead = connection.phase else { return }
    guard connection.exchange?.inbox.isEmpty ?? true else { return expireRequest(.stopping, on: connection) }
    leave(connection)
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
    drain?.parting[connection.token] = Drain.Parting(
      until: now + settings.partingMillisecondsMax, rooms: rooms)
    for room in rooms {
      // Not opened in passing: the answer must find the parting.
      shared.mailboxes[room.home(among: settings.loops)].send(
        .settle(room, connection.id, network: network(of: connection)))
    }
  }

  func isParting(_ connection: Connection) -> Bool {
    guard let drain, !drain.parting.isEmpty else { return false }
    return drain.parting[connection.token] != nil
  }

  /// At the room's home: what was said there until now is to be told, then this.
  func settle(_ room: RoomID, for connection: ConnectionID) {
    guard let host = rooms[room], !host.isDurable else {
      return mail(.deliver(room, [.opened(connection.token, isKept: true)]), to: Int(connection.loop))
    }
    host.take([.opened(connection, isKept: true)], at: Instant.wallMilliseconds(), into: &remembered)
  }

  /// All that was said in a room is told.
  func settled(_ room: RoomID, for connection: Connection) {
    drain?.parting[connection.token]?.rooms.removeAll { $0 == room }
  }

  private func endPartings() {
    guard let parting = drain?.parting, !parting.isEmpty else { return }
    for (token, parting) in parting {
      let connection = connections[token]
      guard parting.rooms.isEmpty || now >= parting.until || connection == nil else { continue }
      drain?.parting[token] = nil
      if let connection, !connection.isLeaving { sayBye(to: connection) }
    }
  }
}
