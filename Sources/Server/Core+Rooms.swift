import Reactor
import Rooms
import Store
import Wire

/// The rooms that are at home on this loop: messages in, effects to journal and gate, deliveries out.
extension Core {
  func hear(_ message: RoomMessage, in id: RoomID, from connection: ConnectionID) {
    guard let host = rooms[id] else {
      if !wake(id, for: message, from: connection) { answerForNobody(message, in: id, to: connection) }
      return
    }
    guard !host.isCongested || message.isPresence else { return putOff(message, in: id, to: connection) }
    loop.counters.resync(message)
    var effects: [Effect] = []
    host.room.hear(message, from: connection, now: loop.now.milliseconds, into: &effects)
    if message.isPresence { noteKeeper(of: host) }
    settle(effects, of: host)
  }

  /// There is no such room (any more).
  ///
  /// - Parameter why: what is wrong with it; nil where it is only no more.
  func answerForNobody(
    _ message: RoomMessage, in id: RoomID, to connection: ConnectionID, _ code: RefusalCode = .gone,
    why: String? = nil
  ) {
    switch message {
    case .join(let c, _, _, _):
      let line =
        c.map { ServerMessage.no(Refusal(c: $0, room: id.text, code: code, why: why)) }
        ?? .gone(room: id.text, why: why ?? (code == .gone ? "idle" : "\(code)"))
      post.send(.fanout(.deliver(id, [.dismiss(connection.token)])), to: Int(connection.loop))
      answer(connection, line)
    case .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _):
      answer(connection, .no(Refusal(c: c, room: id.text, code: .gone)))
    case .leave(let c):
      post.send(.fanout(.deliver(id, [.dismiss(connection.token)])), to: Int(connection.loop))
      answer(connection, .ok(c: c, Agreement(room: id.text)))
    case .hover, .sync, .lost, .behind: break
    }
  }

  /// The journal has not answered for long: nothing more may pile up behind the gate.
  func putOff(_ message: RoomMessage, in id: RoomID, to connection: ConnectionID) {
    switch message {
    case .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _):
      answer(connection, .no(Refusal(c: c, room: id.text, code: .paused)))
    case .hover, .sync: break
    case .join, .leave, .lost, .behind: preconditionFailure("who is there is always heard")
    }
  }

  func answer(_ connection: ConnectionID, _ message: ServerMessage) {
    sendLine(message.line(), to: connection)
  }

  /// A line for one connection, wherever it is.
  func sendLine(_ line: [UInt8], to connection: ConnectionID) {
    post.send(.fanout(.line(connection, line)), to: Int(connection.loop))
  }

  // MARK: - Remembering

  func settle(_ effects: [Effect], of host: RoomHost) {
    if !effects.isEmpty { isLobbyTouched = true }
    host.take(effects, at: Instant.wallMilliseconds(), into: &remembered)
    weigh(host)
    release(host)
  }

  /// Hands over the records of a turn. Together, so that the writer wakes once and commits them at once.
  func remember() {
    guard !remembered.isEmpty else { return }
    let (records, mailbox) = (remembered, post.mailbox)
    // Given away with its room: kept, it would be as large as the largest turn's from then on, each time anew.
    remembered = []
    loop.shared.journal.append(records) { mailbox.send(.homes(.acknowledged($0))) }
  }

  func heard(_ acknowledgement: Journal.Acknowledgement) {
    switch acknowledgement {
    case .durable(let name, let sequence, let lineage):
      guard let id = RoomID(name), let host = rooms[id], host.room.lineage == lineage else { return }
      host.opened(upTo: Int(sequence))
      isLobbyTouched = true
      release(host)
    case .failed(let name, let lineage):
      // Several records of one lineage may be reported lost; the first report is enough.
      guard let id = RoomID(name), let host = rooms[id], host.room.lineage == lineage else { return }
      loop.log(
        .error, "the journal lost a record; its table stands where it was durable", ["room": "\(name)"])
      var deliveries = Deliveries()
      let stands = host.lose(now: loop.now.milliseconds, into: &deliveries)
      hand(deliveries, of: id)
      loop.counters.fellBack(host.room)
      if stands { return }
      remove(host)
      remembered.removeAll { $0.room == name }
      // Its name may be given again, to the same message.
      loop.shared.journal.release(id.text)
    }
  }

  private func release(_ host: RoomHost) {
    var deliveries = Deliveries()
    host.release(into: &deliveries)
    hand(deliveries, of: host.id)
  }

  private func hand(_ deliveries: Deliveries, of room: RoomID) {
    for base in deliveries.bases {
      loop.shared.journal.keep(
        Store.Base(
          room: room.text, sequence: UInt64(base.sequence), version: UInt64(base.version), bytes: base.bytes))
    }
    for (number, list) in deliveries.byLoop.sorted(by: { $0.key < $1.key }) {
      post.send(.fanout(.deliver(room, list)), to: number)
    }
  }
}
