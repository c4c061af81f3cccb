import Bytes
import Reactor
import Rooms
import WebSocket
import Wire

/// Sending: players and personal lines first, then audiences in slices, one send for each connection that lacks
/// something.
extension Core {
  /// The rest of an audience goes on in the next turn, so that nobody's request waits for a whole sweep.
  func tell() {
    sendToDirty()
    var budget = settings.sendsPerTurnMax
    guard !sweeping.isEmpty else { return }
    let line = sweeping
    sweeping.removeAll(keepingCapacity: true)
    let share = max(16, settings.sendsPerTurnMax / line.count)
    for (index, gallery) in line.enumerated() {
      guard budget > 0 else {
        // Who had no turn comes first in the next one.
        sweeping.insert(contentsOf: line[index...], at: 0)
        return
      }
      gallery.isInLine = false
      sweep(gallery, share: share, budget: &budget)
      sweepOn(gallery)
    }
  }

  /// Puts a gallery in line once, if somebody in it may lack something.
  func sweepOn(_ gallery: Gallery) {
    guard !gallery.isSwept, !gallery.isInLine else { return }
    gallery.isInLine = true
    sweeping.append(gallery)
  }

  /// One audience's share of the turn: a large one leaves the others theirs.
  private func sweep(_ gallery: Gallery, share: Int, budget: inout Int) {
    var share = share
    while budget > 0, share > 0, let place = gallery.nextToVisit() {
      let token = gallery.members[place].connection
      guard gallery.lacks(place), let connection = connections[token] else { continue }
      if !connection.isBlocked {
        budget -= 1
        share -= 1
        if connection.outbox.isEmpty, !connection.owesHeartbeat, !gallery.lacksSlots(place) {
          sendFrames(of: gallery, at: place, to: connection)
        } else {
          flush(connection)
        }
      }
      gallery.visited(place, token)
    }
    gallery.endRound()
  }

  /// The usual case in an audience: the frames that a member lacks go to the kernel as they lie in the log.
  private func sendFrames(of gallery: Gallery, at place: Int, to connection: Connection) {
    switch gallery.lack(place, upTo: gallery.events, bytesMax: settings.sendBytesMax) {
    case .nothing: break
    case .behind: fallBehind(connection, at: place, in: gallery)
    case .frames(let frames, let next):
      switch connection.socket.send(frames) {
      case .ended: close(connection)
      case .bytes(frames.count):
        counters.bytesOut += frames.count
        connection.sentAt = now
        gallery.took(place, next: next)
        if next < gallery.events { markDirty(connection) }
      case .bytes(let count):
        counters.bytesOut += count
        if count > 0 { connection.sentAt = now }
        // Only what the kernel cut is kept: one frame at most, however far a spectator falls behind.
        if count > 0 { connection.outbox.keep(gallery.took(place, bytes: count)) }
        block(connection)
      }
    }
  }

  /// A member lacks what is no longer there. A spectator starts again from a snapshot; a player's connection ends,
  /// and its visit goes on when it comes back.
  private func fallBehind(_ connection: Connection, at place: Int, in gallery: Gallery) {
    if gallery.members[place].isSeated { return closeSlow(connection) }
    if gallery.members[place].told == .shared { connection.isInStream = false }
    gallery.fallBehind(place)
    guard let room = gallery.room else {
      gallery.primed(place, inStream: false)
      lab.restart()
      return
    }
    sendLater(.behind, to: room, from: connection.id)
  }

  func sendToDirty() {
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
    if connection.outbox.isEmpty, !connection.owesHeartbeat, let only = connection.onlyMembership,
      !only.gallery.lacksSlots(Int(only.place))
    {
      sendFrames(of: only.gallery, at: Int(only.place), to: connection)
      if connections[connection.token] != nil { watch(connection) }
      return
    }
    gathered.removeAll()
    guard gather(for: connection) else { return closeSlow(connection) }
    if !gathered.isEmpty, !sendGathered(to: connection) { return }
    watch(connection)
    if connection.isLeaving {
      guard !connection.hasFinishedSending else { return }
      connection.hasFinishedSending = true
      return connection.socket.finishSending()
    }
    switch connection.phase {
    case .readingHead:
      if let exchange = connection.exchange, !exchange.inbox.isEmpty { held.append(connection.token) }
    case .streaming(let stream, _): askForPart(of: stream, on: connection)
    default: break
    }
  }

  /// - Returns: false when the connection is blocked now, or gone.
  func sendGathered(to connection: Connection) -> Bool {
    switch connection.socket.send(gathered.bytes) {
    case .ended:
      close(connection)
      return false
    case .bytes(let count):
      counters.bytesOut += count
      if count > 0 { connection.sentAt = now }
      guard count < gathered.count else { return true }
      connection.outbox.keep(UnsafeRawBufferPointer(rebasing: gathered.bytes[count...]))
      block(connection)
      return false
    }
  }

  private func sendUnsent(_ connection: Connection) -> Bool {
    switch connection.outbox.withUnsent({ connection.socket.send($0) }) {
    case .ended:
      close(connection)
      return false
    case .bytes(let count):
      counters.bytesOut += count
      if count > 0 { connection.sentAt = now }
      connection.outbox.sent(count)
      if !connection.outbox.hasUnsent { return true }
      block(connection)
      return false
    }
  }

  /// The kernel is full: wait until it is not, unless the peer has let too much pile up.
  func block(_ connection: Connection) {
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
    case .visiting, .greeting, .listening: settings.outboxBytesMax
    // A file or an echo is larger than anything a visit is told; more of them are not begun before it has
    // left.
    case .readingHead, .readingBody, .awaiting, .streaming, .echoing, .publishing, .leaving:
      settings.outboxBytesMax + 2 * settings.labMessageBytesMax
    }
  }

  /// What waits for it is dropped, but for the frame that is half sent; then it hears why, if it ever reads again, and
  /// resumes when it comes back.
  private func closeSlow(_ connection: Connection) {
    guard connection.webSocket?.isOpen ?? false else { return close(connection) }
    shared.log.info("a connection that does not read is closed")
    _ = connection.outbox.takeEntries()
    goodbye(connection, .tooSlow, "what you were sent was not read", within: settings.slowReaderMillisecondsMax)
  }

  /// Personal lines in order, each after the events that were published before it; then the rest of the galleries.
  ///
  /// - Returns: false for a player who lacks what is no longer there.
  private func gather(for connection: Connection) -> Bool {
    for entry in connection.outbox.takeEntries() {
      if let after = entry.after, let membership = connection.membership(in: after.gallery) {
        guard gather(membership, upTo: after.event, for: connection) else { return false }
      }
      gathered.append(entry.bytes)
    }
    // Whoever leaves hears no more than what was said to them.
    guard !connection.isLeaving else { return true }
    for membership in connection.memberships {
      let (gallery, place) = (membership.gallery, Int(membership.place))
      // What the kernel does not take is kept, so whoever lacks much is sent it bit by bit.
      guard gathered.count < settings.gatheredBytesMax else {
        if gallery.lacks(place) { markDirty(connection) }
        continue
      }
      guard gather(membership, upTo: gallery.events, bytesMax: settings.gatheredBytesMax, for: connection) else {
        return false
      }
      gallery.readSlots(place, into: &gathered)
    }
    if connection.owesHeartbeat {
      connection.owesHeartbeat = false
      gathered.append(heartbeat(for: connection).bytes)
    }
    return true
  }

  /// - Returns: false for a player who lacks what is no longer there.
  private func gather(
    _ membership: Membership, upTo event: Int, bytesMax: Int = .max, for connection: Connection
  ) -> Bool {
    let (gallery, place) = (membership.gallery, Int(membership.place))
    switch gallery.lack(place, upTo: event, bytesMax: bytesMax) {
    case .nothing: break
    case .behind:
      guard !gallery.members[place].isSeated else { return false }
      fallBehind(connection, at: place, in: gallery)
    case .frames(let frames, let next):
      gathered.append(frames)
      gallery.took(place, next: next)
      if next < event { markDirty(connection) }
    }
    return true
  }
}
