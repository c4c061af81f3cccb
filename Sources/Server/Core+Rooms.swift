import Reactor
import Rooms
import Store
import Wire

/// The rooms that are at home on this loop: messages in, effects to journal and gate, deliveries out.
extension Core {
  /// A letter for a loop, opened at once if that is this one.
  func mail(_ letter: Mail, to loop: Int) {
    if loop == index { open(letter) } else { shared.mailboxes[loop].send(letter) }
  }

  /// Sends a message to a room's home.
  func send(_ message: RoomMessage, to room: RoomID, from connection: ConnectionID) {
    mail(.hear(room, message, from: connection), to: room.home(among: settings.loops))
  }

  /// The same for what comes of telling: a home that is here hears it in the next turn.
  func sendLater(_ message: RoomMessage, to room: RoomID, from connection: ConnectionID) {
    shared.mailboxes[room.home(among: settings.loops)].send(.hear(room, message, from: connection))
  }

  func openRoom(_ id: RoomID, _ opening: RoomOpening, c: Int, from connection: ConnectionID) {
    if let host = rooms[id] {
      // The same message again: its answer again, when the table is durable.
      let (line, ifLost) = Room.openingAnswer(id, c: c)
      return settle([.answer(connection, line: line, ifLost: ifLost)], of: host)
    }
    guard rooms.count < max(1, settings.roomsMax / settings.loops) || forgetUnusedRoom() else {
      if opening.described != nil { return mail(.apiAnswer(connection, .busy), to: Int(connection.loop)) }
      return answer(connection, .no(Refusal(c: c, code: .full, why: "too many tables are open")))
    }
    let room: Room
    do throws(BadMessage) {
      room = try Room(id: id, opening: opening, now: now.milliseconds) { systemRandomBytes(48) }
    } catch {
      return answer(connection, .no(Refusal(c: c, code: .bad, why: error.why)))
    }
    let host = RoomHost(room: room, deflater: settings.compression == .shared ? deflater : nil)
    rooms[id] = host
    var effects: [Effect] = []
    room.begin(c: c, from: connection, opening: opening, into: &effects)
    settle(effects, of: host)
  }

  func hear(_ message: RoomMessage, in id: RoomID, from connection: ConnectionID) {
    guard let host = rooms[id] else { return answerForNobody(message, in: id, to: connection) }
    guard !host.isCongested || message.isPresence else { return putOff(message, in: id, to: connection) }
    var effects: [Effect] = []
    host.room.hear(message, from: connection, now: now.milliseconds, into: &effects)
    settle(effects, of: host)
  }

  /// There is no such room (any more).
  private func answerForNobody(_ message: RoomMessage, in id: RoomID, to connection: ConnectionID) {
    switch message {
    case .join(let c, _, _, _):
      let line =
        c.map { ServerMessage.no(Refusal(c: $0, room: id.text, code: .gone)) }
        ?? .gone(room: id.text, why: "idle")
      mail(.deliver(id, [.dismiss(connection.token)]), to: Int(connection.loop))
      answer(connection, line)
    case .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _):
      answer(connection, .no(Refusal(c: c, room: id.text, code: .gone)))
    case .leave(let c):
      mail(.deliver(id, [.dismiss(connection.token)]), to: Int(connection.loop))
      answer(connection, .ok(c: c, Agreement(room: id.text)))
    case .hover, .sync, .lost, .behind: break
    }
  }

  /// The journal has not answered for long: nothing more may pile up behind the gate.
  private func putOff(_ message: RoomMessage, in id: RoomID, to connection: ConnectionID) {
    switch message {
    case .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _):
      answer(connection, .no(Refusal(c: c, room: id.text, code: .paused)))
    case .hover, .sync: break
    case .join, .leave, .lost, .behind: preconditionFailure("who is there is always heard")
    }
  }

  private func answer(_ connection: ConnectionID, _ message: ServerMessage) {
    post(message.line(), to: connection)
  }

  /// A line for one connection, wherever it is.
  func post(_ line: [UInt8], to connection: ConnectionID) {
    mail(.line(connection, line), to: Int(connection.loop))
  }

  // MARK: - Remembering

  private func settle(_ effects: [Effect], of host: RoomHost) {
    if !effects.isEmpty { lobbyTouched = true }
    let mailbox = shared.mailboxes[index]
    host.take(effects) { record in
      shared.journal.append(record) { mailbox.send(.acknowledged($0)) }
    }
    release(host)
  }

  func heard(_ acknowledgement: Journal.Acknowledgement) {
    switch acknowledgement {
    case .durable(let name, let revision, let lineage):
      guard let id = RoomID(name), let host = rooms[id], host.room.lineage == lineage else { return }
      host.opened(upTo: Int(revision))
      lobbyTouched = true
      release(host)
    case .failed(let name, let lineage):
      // Several records of one lineage may be reported lost; the first report is enough.
      guard let id = RoomID(name), let host = rooms[id], host.room.lineage == lineage else { return }
      shared.log.error("the journal lost a record of \(name); it stands where it was durable")
      var deliveries = Deliveries()
      let stands = host.lose(now: now.milliseconds, into: &deliveries)
      hand(deliveries, of: id)
      if stands { return }
      rooms[id] = nil
      // Its name may be given again, to the same message.
      shared.journal.forget(id.text)
    }
  }

  private func release(_ host: RoomHost) {
    var deliveries = Deliveries()
    host.release(into: &deliveries)
    hand(deliveries, of: host.id)
  }

  private func hand(_ deliveries: Deliveries, of room: RoomID) {
    for (loop, list) in deliveries.byLoop.sorted(by: { $0.key < $1.key }) {
      mail(.deliver(room, list), to: loop)
    }
  }

  // MARK: - Time

  func tickRooms() {
    for host in rooms.values where host.room.awaitsTime {
      var effects: [Effect] = []
      host.room.tick(now: now.milliseconds, into: &effects)
      settle(effects, of: host)
    }
  }

  /// Lets go of rooms that nobody is in and nobody has used for long.
  func retireRooms() {
    for (id, host) in rooms where !host.room.hasMembers {
      let idle = now.milliseconds - host.room.usedAt
      guard idle > idleMillisecondsMax(of: host.room) else { continue }
      rooms[id] = nil
      shared.journal.forget(id.text)
      lobbyTouched = true
    }
  }

  /// Lets go of a table that nobody came to, so that who opens tables only to leave them keeps nobody else out.
  private func forgetUnusedRoom() -> Bool {
    let unused = rooms.first { _, host in
      !host.room.hasMembers && !host.room.wasUsed && host.isDurable
        && now.milliseconds - host.room.usedAt > settings.roomUnusedMillisecondsMin
    }
    guard let (id, _) = unused else { return false }
    rooms[id] = nil
    shared.journal.forget(id.text)
    return true
  }

  private func idleMillisecondsMax(of room: Room) -> Int64 {
    if !room.wasUsed { return settings.roomUnusedIdleMillisecondsMax }
    return room.isOver ? settings.roomFinishedIdleMillisecondsMax : settings.roomIdleMillisecondsMax
  }
}
