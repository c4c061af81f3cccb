import Bytes
import Reactor
import Rooms
import WebSocket
import Wire

/// Sending: players and personal lines first, then audiences in slices, one send for each connection that lacks
/// something.
final class Sender {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let galleries: Galleries
  private let endings: Endings
  /// What one connection is sent at once is gathered here.
  private var gathered = ByteBuffer()
  /// Connections that are sent to now; empty between turns.
  private var sendingTo: [Token] = []
  /// Galleries whose turn it is now; empty between turns.
  private var takingTurns: [Gallery] = []
  /// What small boards are told together, as it was compressed last: those who look at the same ones share it.
  private var minisTold: (lines: [UInt8], frame: AloneFrame)?
  /// Connections that ask for things, and have been sent all that was there.
  private var emptied: [Token] = []

  init(
    _ loop: LoopContext, _ post: Post, _ connections: Connections, _ galleries: Galleries, _ endings: Endings
  ) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.galleries = galleries
    self.endings = endings
  }

  func takeEmptied() -> [Token] {
    guard !emptied.isEmpty else { return [] }
    defer { emptied = [] }
    return emptied
  }

  /// The rest of an audience goes on in the next turn, so that nobody's request waits for a whole sweep.
  func send() {
    sendToDirty()
    guard galleries.isSweeping else { return }
    galleries.takeSweeping(into: &takingTurns)
    defer { takingTurns.removeAll(keepingCapacity: true) }
    var budget = loop.settings.sendsPerTurnMax
    let share = max(16, budget / takingTurns.count)
    for gallery in takingTurns { gallery.trim(keepingFor: leavesAtOnce) }
    for (place, gallery) in takingTurns.enumerated() {
      guard budget > 0 else {
        // Who had no turn comes first in the next one.
        return galleries.sweepFirst(takingTurns[place...])
      }
      gallery.isInLine = false
      sweep(gallery, share: share, budget: &budget)
      galleries.sweepOn(gallery)
    }
  }

  /// Whether the kernel took all that a connection was sent, so that the rest waits for nothing but its turns.
  private func leavesAtOnce(_ token: Token) -> Bool {
    guard let connection = connections[token] else { return false }
    return !connection.outgoing.isBlocked && !connection.isLeaving
  }

  /// One audience's share of the turn: a large one leaves the others theirs.
  private func sweep(_ gallery: Gallery, share: Int, budget: inout Int) {
    var left = min(share, budget)
    budget -= left
    defer { budget += left }
    // What small boards lack is gathered by connection, and sent together.
    while left > 0, let place = gallery.isOfMinis ? nextLacking(gallery) : sendAlike(gallery, &left) {
      let token = gallery.members[place].connection
      guard let connection = connections[token] else { continue }
      if !connection.outgoing.isBlocked {
        left -= 1
        flush(connection)
      }
      gallery.visited(place, token)
    }
    gallery.endRound()
  }

  private func nextLacking(_ gallery: Gallery) -> Int? {
    while let place = gallery.nextToVisit() {
      if gallery.lacks(place) { return place }
    }
    return nil
  }

  /// The usual case in an audience: a member lacks just what the one before it lacked, and that goes to the kernel
  /// as it lies in the log. Nothing is copied here, and nothing counted but what was sent.
  ///
  /// - Returns: the first member that needs the general path; nil when none is left, or the budget is spent.
  private func sendAlike(_ gallery: Gallery, _ left: inout Int) -> Int? {
    var slice = Gallery.Slice()
    let (events, sentAt, connections) = (gallery.events, Moment(loop.now), connections)
    var bytesOut = 0
    defer { loop.counters.bytesOut += bytesOut }
    while left > 0, let place = gallery.nextToVisit() {
      let member = gallery.members.pointer(at: place)
      if !slice.fits(member) {
        guard gallery.lacks(place) else { continue }
        guard let fitting = gallery.slice(for: place, bytesMax: loop.settings.sendBytesMax) else {
          return place
        }
        slice = fitting
      }
      guard let connection = connections.unheld(member.pointee.connection) else { return place }
      let sent = connection._withUnsafeGuaranteedRef { connection -> Socket.Sent? in
        guard connection.isQuiet, !connection.outgoing.isBlocked else { return nil }
        // Of who takes nothing now this is the last time before it does again.
        connection.outgoing.sent = sentAt
        return connection.socket.send(slice.bytes)
      }
      guard let sent else { return place }
      left &-= 1
      guard case .bytes(let count) = sent, count == slice.bytes.count else {
        noteSent(sent, of: slice.bytes, next: events, in: gallery, at: place)
        slice = Gallery.Slice()
        continue
      }
      bytesOut &+= count
      member.pointee.cursor = events
    }
    return nil
  }

  /// The frames that a member lacks go to the kernel as they lie in the log.
  private func sendFrames(of gallery: Gallery, at place: Int, to connection: Connection) {
    switch gallery.lack(place, upTo: gallery.events, bytesMax: loop.settings.sendBytesMax) {
    case .nothing: break
    case .behind: fallBehind(connection, at: place, in: gallery)
    case .frames(let frames, let next):
      let sent = connection.socket.send(frames)
      noteSent(sent, of: frames, next: next, in: gallery, at: place)
    }
  }

  /// How much the kernel took of frames that were sent as they lie in the log.
  private func noteSent(
    _ sent: Socket.Sent, of frames: UnsafeRawBufferPointer, next: Int, in gallery: Gallery, at place: Int
  ) {
    let token = gallery.members[place].connection
    guard let connection = connections[token] else { return }
    guard case .bytes(let count) = sent else { return endings.close(connection) }
    loop.counters.bytesOut += count
    if count > 0 { connection.outgoing.sent = Moment(loop.now) }
    if count == frames.count {
      gallery.took(place, next: next)
      if next < gallery.events { connections.markDirty(connection) }
    } else {
      // Only what the kernel cut is kept: one frame at most, however far a spectator falls behind.
      if count > 0 { connection.outbox.keep(gallery.took(place, bytes: count)) }
      block(connection)
    }
    gallery.visited(place, token)
  }

  /// A member lacks what is no longer there. A spectator starts again from a snapshot; a player's connection ends,
  /// and its visit goes on when it comes back.
  private func fallBehind(_ connection: Connection, at place: Int, in gallery: Gallery) {
    if gallery.members[place].isSeated { return endings.closeSlow(connection) }
    gallery.fallBehind(place)
    loop.counters.slow(.behind)
    guard let room = gallery.room else {
      gallery.primed(place, inStream: false)
      galleries.lab.restart()
      return
    }
    post.send(.behind, to: room, from: connection)
  }

  private func sendToDirty() {
    // A connection that is sent a part now, or has to be told something, has the next turn.
    connections.takeDirty(into: &sendingTo)
    defer { sendingTo.removeAll(keepingCapacity: true) }
    for token in sendingTo {
      guard let connection = connections[token] else { continue }
      connection.outgoing.isDirty = false
      if connection.outgoing.isBlocked { keepWaiting(connection) } else { flush(connection) }
    }
  }

  /// Sends all that a connection lacks, mostly in one call to the kernel; what is more than leaves in a turn follows in
  /// the next.
  private func flush(_ connection: Connection) {
    var left = loop.settings.sendBytesMax
    if connection.outbox.hasUnsent, !sendUnsent(connection, &left) { return }
    if connection.isQuiet, let only = connection.onlyMembership, !only.gallery.isOfMinis,
      !only.gallery.lacksSlots(Int(only.place))
    {
      sendFrames(of: only.gallery, at: Int(only.place), to: connection)
      if connections[connection.token] != nil { connections.watch(connection) }
      return
    }
    gathered.removeAll()
    guard gather(for: connection, bytesMax: min(left, loop.settings.gatheredBytesMax)) else {
      return endings.closeSlow(connection)
    }
    if !gathered.isEmpty, !send(gathered.bytes, to: connection) { return }
    left -= gathered.count
    if connection.outbox.hasUnsent, !sendUnsent(connection, &left) { return }
    guard connection.outbox.isEmpty else { return sendOn(connection) }
    connections.watch(connection)
    if connection.isLeaving {
      guard !connection.outgoing.hasFinished else { return }
      connection.outgoing.hasFinished = true
      return connection.socket.finishSending()
    }
    switch connection.phase {
    case .readingHead, .streaming: emptied.append(connection.token)
    default: break
    }
  }

  /// - Returns: false when the connection is blocked now, and what is left is kept for it; or gone.
  func send(_ bytes: UnsafeRawBufferPointer, to connection: Connection) -> Bool {
    switch connection.socket.send(bytes) {
    case .ended:
      endings.close(connection)
      return false
    case .bytes(let count):
      loop.counters.bytesOut += count
      if count > 0 { connection.outgoing.sent = Moment(loop.now) }
      guard count < bytes.count else { return true }
      connection.outbox.keep(UnsafeRawBufferPointer(rebasing: bytes[count...]))
      block(connection)
      return false
    }
  }

  /// - Parameter left: so many bytes may still be sent in this turn.
  /// - Returns: false when there is more of it, and for the same reasons as above.
  private func sendUnsent(_ connection: Connection, _ left: inout Int) -> Bool {
    let offered = connection.outbox.withUnsent(bytesMax: max(0, left)) { $0.count }
    switch connection.outbox.withUnsent(bytesMax: offered, { connection.socket.send($0) }) {
    case .ended:
      endings.close(connection)
      return false
    case .bytes(let count):
      loop.counters.bytesOut += count
      if count > 0 { connection.outgoing.sent = Moment(loop.now) }
      connection.outbox.sent(count)
      left -= count
      if !connection.outbox.hasUnsent { return true }
      if count < offered { block(connection) } else { sendOn(connection) }
      return false
    }
  }

  /// There is more to send in the next turn.
  private func sendOn(_ connection: Connection) {
    connections.markDirty(connection)
    keepWaiting(connection)
  }

  /// The kernel is full: wait until it is not.
  private func block(_ connection: Connection) {
    connection.outgoing.isBlocked = true
    keepWaiting(connection)
  }

  /// What waits for it may wait, unless that is too much: for one, or for its network.
  private func keepWaiting(_ connection: Connection) {
    let isFull =
      connection.outgoing.isBlocked && connection.outbox.bytesWaiting > outboxBytesMax(of: connection)
    if isFull || !connection.outbox.pay(loop.shared.traffic.unread, for: connection.network) {
      endings.closeSlow(connection)
    } else {
      connections.watch(connection)
    }
  }

  private func outboxBytesMax(of connection: Connection) -> Int {
    switch connection.phase {
    case .visiting where connection.isSeated: loop.settings.outboxBytesMax
    // There may be thousands who only watch.
    case .visiting, .greeting: loop.settings.spectatorOutboxBytesMax
    // A file or an echo is larger than anything a visit is told; more of them are not begun before it has
    // left.
    case .readingHead, .readingBody, .awaiting, .streaming, .echoing, .listening, .publishing, .leaving:
      loop.settings.outboxBytesMax + 2 * loop.settings.labMessageBytesMax
    }
  }

  /// Personal lines in order, each after the events that were published before it; then the rest of the galleries.
  ///
  /// - Returns: false for a player who lacks what is no longer there.
  private func gather(for connection: Connection, bytesMax: Int) -> Bool {
    guard gatherLines(for: connection, bytesMax: bytesMax) else { return false }
    // A connection that leaves hears no more than what was said to it.
    guard connection.outbox.isEmpty, !connection.isLeaving else { return true }
    var minis: [UInt8] = []
    defer { gatherMinis(minis, for: connection) }
    for membership in connection.memberships {
      let (gallery, place) = (membership.gallery, Int(membership.place))
      if gallery.isOfMinis {
        readMini(of: gallery, at: place, into: &minis, for: connection)
        continue
      }
      // What the kernel does not take is kept, so a connection that lacks much is sent it bit by bit.
      guard gathered.count < loop.settings.gatheredBytesMax else {
        if gallery.lacks(place) { connections.markDirty(connection) }
        continue
      }
      guard
        gather(membership, upTo: gallery.events, bytesMax: loop.settings.gatheredBytesMax, for: connection)
      else {
        return false
      }
      gallery.readSlots(place, into: &gathered)
    }
    // A heartbeat names versions: it waits until all that leads to them is said.
    if connection.outgoing.owesHeartbeat,
      connection.memberships.allSatisfy({ $0.gallery.isOfMinis || $0.gallery.hasAll(Int($0.place)) })
    {
      connection.outgoing.owesHeartbeat = false
      gathered.append(heartbeat(for: connection).bytes)
    }
    return true
  }

  private func readMini(
    of gallery: Gallery, at place: Int, into lines: inout [UInt8], for connection: Connection
  ) {
    guard lines.count < loop.settings.gatheredBytesMax else {
      if gallery.lacks(place) { connections.markDirty(connection) }
      return
    }
    switch gallery.lack(place, upTo: gallery.events, bytesMax: loop.settings.gatheredBytesMax) {
    case .nothing: break
    case .behind: fallBehind(connection, at: place, in: gallery)
    case .frames(let frames, let next):
      PlainFrame.appendTexts(of: frames, to: &lines)
      gallery.took(place, next: next)
      if next < gallery.events { connections.markDirty(connection) }
    }
  }

  /// One message for all small boards of a connection.
  private func gatherMinis(_ lines: [UInt8], for connection: Connection) {
    guard !lines.isEmpty else { return }
    guard connection.takesAlone, let deflater = loop.deflater else {
      return gathered.append(PlainFrame(text: lines).bytes)
    }
    if minisTold?.lines != lines { minisTold = (lines, AloneFrame(text: lines, with: deflater)) }
    if let minisTold { gathered.append(minisTold.frame.bytes) }
  }

  /// What is large is copied nowhere: it begins to leave when its turn has come.
  private func gatherLines(for connection: Connection, bytesMax: Int) -> Bool {
    var (count, begins) = (0, false)
    while !begins, gathered.count < bytesMax, let entry = connection.outbox[count] {
      if let after = entry.after, let membership = connection.membership(in: after.gallery) {
        guard gather(membership, upTo: after.event, bytesMax: bytesMax, for: connection) else { return false }
        guard !after.gallery.lacksEvents(Int(membership.place), before: after.event) else { break }
      }
      if entry.bytes.count > loop.settings.gatheredBytesMax {
        begins = true
      } else {
        gathered.append(entry.bytes)
        count += 1
      }
    }
    connection.outbox.removeFirst(count)
    if begins { connection.outbox.begin() }
    return true
  }

  /// - Returns: false for a player who lacks what is no longer there.
  private func gather(
    _ membership: Membership, upTo event: Int, bytesMax: Int, for connection: Connection
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
      if next < event { connections.markDirty(connection) }
    }
    return true
  }

  private func heartbeat(for connection: Connection) -> PlainFrame {
    let versions = connection.memberships.compactMap { membership in
      // Small boards are told later than this, and by themselves.
      membership.gallery.isOfMinis
        ? nil
        : membership.gallery.room.map { RoomVersion(room: $0.text, version: membership.gallery.version) }
    }
    let now = Int(Instant.wallMilliseconds())
    return PlainFrame(text: ServerMessage.heartbeat(now: now, versions: versions).line())
  }

  /// What holds between turns.
  func checkInvariants() {
    precondition(sendingTo.isEmpty && takingTurns.isEmpty, "nobody is being sent to")
    precondition(emptied.isEmpty, "Front has heard who lacks nothing any more")
  }
}
