import Reactor
import Rooms
import WebSocket
import Wire

/// Telling: personal lines, galleries, one send for each connection that lacks something.
extension Core {
  /// A line for one connection, outside of any room.
  func tell(_ connection: Connection, _ line: [UInt8]) {
    guard !connection.isLeaving else { return }
    connection.outbox.append(FrameEncoder.serverFrame(text: line))
    markDirty(connection)
  }

  /// Told last of all that is sent, so that no version is named before its event.
  func tellHeartbeat(_ connection: Connection) {
    connection.owesHeartbeat = true
    markDirty(connection)
  }

  private func heartbeat(for connection: Connection) -> [UInt8] {
    let versions = connection.rooms.compactMap { room in
      galleries[room].map { RoomVersion(room: room.text, version: $0.version) }
    }
    let now = Int(Instant.wallMilliseconds())
    return FrameEncoder.serverFrame(text: ServerMessage.heartbeat(now: now, versions: versions).line())
  }

  func markDirty(_ connection: Connection) {
    guard !connection.isDirty else { return }
    connection.isDirty = true
    dirty.append(connection.token)
  }

  // MARK: - Galleries

  func deliver(_ deliveries: [Delivery], of room: RoomID) {
    for delivery in deliveries {
      switch delivery {
      case .personal(let token, let frame):
        guard let connection = connections[token], !connection.isLeaving else { continue }
        let after = galleries[room].map { Outbox.Place(room: room, gallery: $0.serial, mark: $0.mark) }
        connection.outbox.append(frame, after: after)
        markDirty(connection)
      case .opened(let token, let isKept):
        if let connection = connections[token] { heard(isKept ? .opened(room) : .busy, for: connection) }
      case .admit(let token, let seat, let version, let wantsDrag):
        admit(token, to: room, seat: seat, version: version, wantsDrag: wantsDrag)
      case .dismiss(let token):
        dismiss(token, from: room)
        guard let connection = connections[token], !connection.isLeaving else { continue }
        connection.rooms.removeAll { $0 == room }
        if let visit = connection.visitor?.visit { shared.visits.left(room, visit: visit) }
      case .publish(let version, let frame): publish(frame, version: version, in: room)
      case .hover(let frame, let except): galleries[room]?.setHover(frame, except: except)
      case .crowd(let frame): galleries[room]?.setCrowd(frame)
      }
    }
    sweepOn(room)
  }

  private func admit(_ token: Token, to room: RoomID, seat: Int, version: Int, wantsDrag: Bool) {
    guard let connection = connections[token], !connection.isLeaving else {
      // Gone meanwhile: the room would count it for ever.
      return send(.lost, to: room, from: ConnectionID(loop: index, token: token))
    }
    if !connection.rooms.contains(room) { connection.rooms.append(room) }
    let gallery = galleries[room] ?? newGallery(version: version)
    galleries[room] = gallery
    gallery.admit(token, isSeated: seat >= 0, wantsDrag: wantsDrag)
    if let visit = connection.visitor?.visit { shared.visits.joined(room, seat: seat, visit: visit) }
  }

  private func newGallery(version: Int) -> Gallery {
    gallerySerial += 1
    return Gallery(serial: gallerySerial, version: version, logBytesMax: settings.galleryLogBytesMax)
  }

  func dismiss(_ token: Token, from room: RoomID) {
    guard let gallery = galleries[room] else { return }
    gallery.dismiss(token)
    if gallery.members.isEmpty { galleries[room] = nil }
  }

  private func publish(_ frame: [UInt8], version: Int, in room: RoomID) {
    guard let gallery = galleries[room] else { return }
    gallery.publish(frame, version: version)
    // Players do not wait for a sweep.
    for token in gallery.seated {
      if let connection = connections[token] { markDirty(connection) }
    }
  }

  // MARK: - Sending

  /// Players and personal lines first, then audiences, room by room, so many sends of each at most; the rest
  /// goes on in the next turn.
  func tell() {
    sendToDirty()
    var budget = settings.sendsPerTurnMax
    for _ in 0..<sweeping.count where budget > 0 {
      let room = sweeping.removeFirst()
      sweep(room, budget: &budget)
      sweepOn(room)
    }
  }

  /// Puts a room in line once, if somebody in it may lack something.
  private func sweepOn(_ room: RoomID) {
    if let gallery = galleries[room], !gallery.isSwept, !sweeping.contains(room) { sweeping.append(room) }
  }

  /// One room's share of the turn: a large audience leaves the others theirs.
  private func sweep(_ room: RoomID, budget: inout Int) {
    var share = max(16, settings.sendsPerTurnMax / (sweeping.count + 1))
    while budget > 0, share > 0, let gallery = galleries[room], let token = gallery.nextToVisit() {
      guard let connection = connections[token], !connection.isBlocked, gallery.lacks(token) else { continue }
      budget -= 1
      share -= 1
      flush(connection)
    }
  }

  private func sendToDirty() {
    var index = 0
    while index < dirty.count {
      if let connection = connections[dirty[index]] {
        connection.isDirty = false
        if !connection.isBlocked {
          flush(connection)
        } else if connection.outbox.bytesWaiting > outboxBytesMax(of: connection) {
          closeSlow(connection)
        }
      }
      index += 1
    }
    dirty.removeAll(keepingCapacity: true)
  }

  /// Sends all that a connection lacks, in one call to the kernel.
  private func flush(_ connection: Connection) {
    if connection.outbox.hasUnsent {
      guard sendUnsent(connection) else { return }
    }
    gather(for: connection)
    if !gathered.isEmpty {
      let sent = gathered.withUnsafeBytes { connection.socket.send($0) }
      switch sent {
      case .ended: return close(connection)
      case .bytes(let count):
        if count > 0 { connection.sentAt = now }
        if count < gathered.count {
          connection.outbox.keep(gathered[count...])
          return block(connection)
        }
      }
    }
    watch(connection)
    if connection.isLeaving {
      guard !connection.hasFinishedSending else { return }
      connection.hasFinishedSending = true
      return connection.socket.finishSending()
    }
    switch connection.phase {
    case .readingHead: if !connection.inbox.isEmpty { held.append(connection.token) }
    case .streaming(let stream, _): askForPart(of: stream, on: connection)
    default: break
    }
  }

  private func sendUnsent(_ connection: Connection) -> Bool {
    switch connection.outbox.withUnsent({ connection.socket.send($0) }) {
    case .ended:
      close(connection)
      return false
    case .bytes(let count):
      if count > 0 { connection.sentAt = now }
      connection.outbox.sent(count)
      if !connection.outbox.hasUnsent { return true }
      block(connection)
      return false
    }
  }

  /// The kernel is full: wait until it is not, unless the peer has let too much pile up.
  private func block(_ connection: Connection) {
    connection.isBlocked = true
    watch(connection)
    if connection.outbox.bytesWaiting > outboxBytesMax(of: connection) { closeSlow(connection) }
  }

  /// Tells the poller what there is to hear now.
  func watch(_ connection: Connection) {
    var interest: Poller.Interest = connection.isBlocked ? .writable : []
    switch connection.phase {
    case .visiting: interest.insert(.readable)  // a player's commands are small
    case .awaiting, .streaming: break
    // Whoever asks for files or echoes and does not read is not heard until they have.
    default: if !connection.isBlocked { interest.insert(.readable) }
    }
    guard interest != connection.interest else { return }
    connection.interest = interest
    poller.rearm(connection.socket.raw, as: connection.token, for: interest)
  }

  private func outboxBytesMax(of connection: Connection) -> Int {
    switch connection.phase {
    case .visiting, .greeting: settings.outboxBytesMax
    // A file or an echo is larger than anything a visit is told; more of them are not begun before it has
    // left.
    case .readingHead, .readingBody, .awaiting, .streaming, .echoing, .leaving:
      settings.outboxBytesMax + 2 * settings.labMessageBytesMax
    }
  }

  /// There is no way to say 4008: the kernel holds more than the peer wants to read. It resumes when it comes
  /// back.
  private func closeSlow(_ connection: Connection) {
    shared.log.info("a connection that does not read was closed")
    close(connection)
  }

  /// Personal lines in order, each after the room's frames that were published before it; then the rest of
  /// the rooms.
  private func gather(for connection: Connection) {
    gathered.removeAll(keepingCapacity: true)
    for entry in connection.outbox.takeEntries() {
      if let after = entry.after, galleries[after.room]?.serial == after.gallery {
        gather(after.room, upTo: after.mark, for: connection)
      }
      gathered.append(contentsOf: entry.frame)
    }
    for room in connection.rooms {
      guard let gallery = galleries[room] else { continue }
      gather(room, upTo: gallery.mark, for: connection)
      if let place = gallery.index(of: connection.token) { gallery.readSlots(place, into: &gathered) }
    }
    guard connection.owesHeartbeat else { return }
    connection.owesHeartbeat = false
    gathered.append(contentsOf: heartbeat(for: connection))
  }

  private func gather(_ room: RoomID, upTo mark: Int, for connection: Connection) {
    guard let gallery = galleries[room], let place = gallery.index(of: connection.token) else { return }
    if gallery.read(place, upTo: mark, into: &gathered) == .behind {
      sendLater(.behind, to: room, from: connection.id)
    }
  }
}
