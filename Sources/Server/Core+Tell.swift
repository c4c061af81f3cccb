import Bytes
import Reactor
import Rooms
import WebSocket
import Wire

/// Telling: what a room has for its members here, personal lines, heartbeats.
extension Core {
  /// A line for one connection, outside of any room.
  func tell(_ connection: Connection, _ line: [UInt8]) {
    guard !connection.isLeaving else { return }
    line.withUnsafeBytes { note(Reply($0), to: connection) }
    connection.outbox.append(PlainFrame(text: line))
    connections.markDirty(connection)
  }

  /// Told last of all that is sent, so that no version is named before its event.
  func tellHeartbeat(_ connection: Connection) {
    connection.owesHeartbeat = true
    connections.markDirty(connection)
  }

  func heartbeat(for connection: Connection) -> PlainFrame {
    let versions = connection.memberships.compactMap { membership in
      membership.gallery.room.map { RoomVersion(room: $0.text, version: membership.gallery.version) }
    }
    let now = Int(Instant.wallMilliseconds())
    return PlainFrame(text: ServerMessage.heartbeat(now: now, versions: versions).line())
  }

  // MARK: - Deliveries

  func deliver(_ deliveries: [Delivery], of room: RoomID) {
    // Who moved is answered before anybody else is told of it: of the lines for one person the answer is the first.
    let first = deliveries.lazy.compactMap { if case .personal(let token, _) = $0 { token } else { nil } }
      .first
    if let mover = first.flatMap({ connections[$0] }), !mover.isLeaving { connections.markDirty(mover) }
    for delivery in deliveries {
      switch delivery {
      case .personal(let token, let frame):
        guard let connection = connections[token], !connection.isLeaving else { continue }
        let place = galleries[room].map { Outbox.Place(gallery: $0, event: $0.events) }
        connection.outbox.append(frame, after: place)
        note(Reply(frame), to: connection)
        connections.markDirty(connection)
      case .opened(let token, let isKept):
        openings.append(Opening(token: token, room: room, isKept: isKept))
      case .admit(let token, let seat, let version, let wantsDrag):
        admit(token, to: room, seat: seat, version: version, wantsDrag: wantsDrag)
      case .prime(let token, let lines, let priming): prime(token, lines, priming, in: room)
      case .dismiss(let token):
        // Whoever is leaving has left its galleries, and may come back to its seats.
        guard let connection = connections[token], !connection.isLeaving else { continue }
        connection.conversation?.asked.removeAll { $0 == room }
        if let gallery = galleries[room] { dismiss(connection, from: gallery) }
        if let visit = connection.visitor?.visit { loop.shared.visits.left(room, visit: visit) }
      case .publish(let version, let line, let frame): publish(line, frame, version: version, in: room)
      case .hover(let frame, let except):
        guard let gallery = galleries[room] else { continue }
        let place = except.flatMap { connections[$0]?.membership(in: gallery)?.place }
        gallery.setHover(frame.bytes, except: place.map(Int.init))
      case .crowd(let frame): galleries[room]?.setCrowd(frame.bytes)
      }
    }
    if let gallery = galleries[room] { sweepOn(gallery) }
  }

  private func admit(_ token: Token, to room: RoomID, seat: Int, version: Int, wantsDrag: Bool) {
    guard let connection = connections[token], !connection.isLeaving else {
      // Gone meanwhile: the room would count it for ever.
      return post.send(
        .hear(
          room, .lost, from: ConnectionID(loop: loop.index, token: token),
          network: connections[token]?.network),
        toHomeOf: room)
    }
    connection.conversation?.asked.removeAll { $0 == room }
    // Joining again begins anew.
    if let gallery = galleries[room] { dismiss(connection, from: gallery) }
    let gallery =
      galleries[room] ?? Gallery(room: room, version: version, logBytesMax: loop.settings.galleryLogBytesMax)
    galleries[room] = gallery
    // The first room is the connection's; of others its conversation knows, which may have ended since they were asked.
    if connection.memberships.count > 0 { connections.conversation(of: connection) }
    join(connection, gallery, isSeated: seat >= 0, wantsDrag: wantsDrag)
    if let visit = connection.visitor { loop.shared.visits.joined(room, seat: seat, visit: visit.visit) }
  }

  func join(_ connection: Connection, _ gallery: Gallery, isSeated: Bool, wantsDrag: Bool) {
    gallery.admit(connection.token, isSeated: isSeated, wantsDrag: wantsDrag, takes: connection.takes) {
      connections[$0]?.stand(at: $1, in: gallery)
    }
    limitUnsent(connection)
  }

  /// What an audience is sent may come late, but not all of it at once from the kernel's own long queue.
  private func limitUnsent(_ connection: Connection) {
    connection.socket.limitUnsent(bytes: connection.isSeated ? nil : loop.settings.spectatorUnsentBytesMax)
  }

  func dismiss(_ connection: Connection, from gallery: Gallery) {
    guard let place = connection.membership(in: gallery)?.place else { return }
    let wasSeated = gallery.members[Int(place)].isSeated
    connection.leave(gallery)
    if wasSeated { limitUnsent(connection) }
    gallery.dismiss(Int(place)) { token, place in
      if token != connection.token { connections[token]?.stand(at: place, in: gallery) }
    }
    if gallery.members.isEmpty, let room = gallery.room { galleries[room] = nil }
  }

  /// Joining, coming back, catching up: the one way into an audience's stream, if the connection is in no other.
  private func prime(_ token: Token, _ lines: [UInt8], _ priming: Priming, in room: RoomID) {
    guard let connection = connections[token], !connection.isLeaving, let gallery = galleries[room],
      let place = connection.membership(in: gallery).map({ Int($0.place) })
    else { return }
    let mark = Outbox.Place(gallery: gallery, event: gallery.events)
    gallery.endStream(at: place)
    var isInStream = false
    if connection.takes == .shared, !connection.isInStream {
      switch priming {
      case .none: break
      case .needless: isInStream = true
      case .frame(let frame):
        connection.outbox.append(prime: frame, after: mark)
        isInStream = true
      }
    }
    if !isInStream, !lines.isEmpty {
      if connection.takes == .alone, let deflater = loop.deflater {
        connection.outbox.append(prime: gallery.alone(lines, with: deflater), after: mark)
      } else {
        connection.outbox.append(PlainFrame(text: lines), after: mark)
      }
    }
    gallery.primed(place, inStream: isInStream)
    connections.markDirty(connection)
  }

  private func publish(_ line: [UInt8], _ frame: SharedFrame?, version: Int, in room: RoomID) {
    guard let gallery = galleries[room] else { return }
    let fallen = line.withUnsafeBytes {
      gallery.publish($0, version: version, shared: frame, deflater: loop.deflater)
    }
    for token in fallen {
      if let connection = connections[token] { post.send(.behind, to: room, from: connection) }
    }
    // Players do not wait for a sweep.
    for place in gallery.seated {
      if let connection = connections[gallery.members[place].connection] { connections.markDirty(connection) }
    }
  }
}
