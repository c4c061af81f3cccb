import Reactor
import Rooms
import WebSocket
import Wire

/// What is told: what a room has for its members here, personal lines, heartbeats, the lobby's list. It puts them into
/// galleries and outboxes; `Sender` sends.
///
/// It calls none of the other owners: what it has for homes is letters, and what it has for Front is `takeOpenings` and
/// `takeEmptied`.
final class Fanout {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  let galleries: Galleries
  let endings: Endings
  let sender: Sender
  private var lobby: Lobby
  /// Those that are opened now; empty between turns.
  private var letters: [FanoutLetter] = []
  /// Tables that are durable, of which connections wait to hear.
  private var openings: [Opening] = []

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections) {
    self.loop = loop
    self.post = post
    self.connections = connections
    galleries = Galleries(loop, connections)
    endings = Endings(loop, post, connections, galleries)
    sender = Sender(loop, post, connections, galleries, endings)
    lobby = Lobby(at: loop.now)
  }

  /// More is to be told than was in this turn.
  var hasWork: Bool { galleries.isSweeping || lobby.telling.isGoing }

  func send() { sender.send() }

  // MARK: - For Front

  func takeOpenings() -> [Opening] {
    guard !openings.isEmpty else { return [] }
    defer { openings = [] }
    return openings
  }

  func takeEmptied() -> [Token] { sender.takeEmptied() }

  /// It has joined the room or asked to.
  func isMember(_ connection: Connection, of room: RoomID) -> Bool {
    if galleries.gallery(of: connection, in: room) != nil { return true }
    return connection.conversation?.asked.contains(room) ?? false
  }

  // MARK: - One connection

  /// A line for one connection, outside of any room.
  func tell(_ connection: Connection, _ reply: Reply) {
    guard !connection.isLeaving else { return }
    noteAnswer(to: reply.c, refusal: reply.refusal, connection)
    connection.outbox.append(PlainFrame(text: reply.line))
    connections.markDirty(connection)
  }

  /// Told last of all that is sent, so that no version is named before its event.
  func tellHeartbeat(_ connection: Connection) {
    connection.outgoing.owesHeartbeat = true
    connections.markDirty(connection)
  }

  /// An answer leaves the gate, or never had to wait there.
  private func noteAnswer(to c: Int?, refusal: RefusalCode?, _ connection: Connection) {
    guard let c else { return }
    loop.counters.command(refusal.map { .refused($0) } ?? .ok)
    guard let conversation = connection.conversation,
      let microseconds = conversation.timing.answered(c, at: Instant.microseconds())
    else { return }
    loop.counters.acknowledgements.record(microseconds: microseconds)
    let outcome = refusal?.rawValue ?? "ok"
    loop.log(.trace, "answered", of: connection, ["code": "\(outcome)", "ms": "\(microseconds / 1000)"])
  }

  // MARK: - Deliveries

  /// Opens all letters to Fanout.
  func deliver() {
    guard post.hasLettersToFanout else { return }
    post.takeFanout(into: &letters)
    for letter in letters {
      switch letter {
      case .deliver(let room, let deliveries): deliver(deliveries, of: room)
      case .line(let connection, let reply):
        if let connection = connections[connection.token] { tell(connection, reply) }
      case .lab(let message, let isText):
        let lab = galleries.lab
        if message.withUnsafeBytes({ lab.publish($0, isText: isText, with: loop.deflater) }) {
          galleries.sweepOn(lab.gallery)
        }
      }
    }
    letters.removeAll(keepingCapacity: true)
  }

  private func deliver(_ deliveries: [Delivery], of room: RoomID) {
    // Who moved is answered before anybody else is told of it: of the lines for one person the answer is the first.
    let first = deliveries.lazy.compactMap {
      if case .personal(let token, _, _, _) = $0 { token } else { nil }
    }
    .first
    if let mover = first.flatMap({ connections[$0] }), !mover.isLeaving { connections.markDirty(mover) }
    for delivery in deliveries {
      switch delivery {
      case .personal(let token, let frame, let c, let refusal):
        guard let connection = connections[token], !connection.isLeaving else { continue }
        // What a small board shows is told later than what is said to its connection.
        let gallery = galleries.gallery(of: connection, in: room).flatMap { $0.isOfMinis ? nil : $0 }
        let place = gallery.map { Outbox.Place(gallery: $0, event: $0.events) }
        connection.outbox.append(frame, after: place)
        noteAnswer(to: c, refusal: refusal, connection)
        connections.markDirty(connection)
      case .opened(let token, let isKept):
        openings.append(Opening(token: token, room: room, isKept: isKept))
      case .admit(let token, let seat, let version, let wantsDrag, let isMini):
        admit(token, to: room, seat: seat, version: version, wantsDrag: wantsDrag, isMini: isMini)
      case .prime(let token, let lines, let priming): prime(token, lines, priming, in: room)
      case .dismiss(let token):
        // A connection that is leaving has left its galleries, and may come back to its seats.
        guard let connection = connections[token], !connection.isLeaving else { continue }
        connection.conversation?.asked.removeAll { $0 == room }
        if let gallery = galleries.gallery(of: connection, in: room) {
          galleries.dismiss(connection, from: gallery)
        }
        if let visit = connection.visitor?.visit { loop.shared.traffic.visits.left(room, visit: visit) }
      case .publish(let version, let line, let frame): publish(line, frame, version: version, in: room)
      case .hover(let frame, let except):
        guard let gallery = galleries[room] else { continue }
        let place = except.flatMap { connections[$0]?.membership(in: gallery)?.place }
        gallery.setHover(frame.bytes, except: place.map(Int.init))
      case .crowd(let frame): galleries[room]?.setCrowd(frame.bytes)
      case .talk(let frame): galleries[room]?.appendTalk(frame.bytes)
      }
    }
    if let gallery = galleries[room] { galleries.sweepOn(gallery) }
  }

  private func admit(
    _ token: Token, to room: RoomID, seat: Int, version: Int, wantsDrag: Bool, isMini: Bool
  ) {
    guard let connection = connections[token], !connection.isLeaving else {
      // Gone meanwhile: the room would count it for ever.
      return post.send(
        .hear(
          room, .lost, from: ConnectionID(loop: loop.index, token: token),
          network: connections[token]?.network),
        toHomeOf: room)
    }
    connection.conversation?.asked.removeAll { $0 == room }
    galleries.admit(
      connection, to: room, version: version, isSeated: seat >= 0, wantsDrag: wantsDrag, isMini: isMini)
    if let visit = connection.visitor {
      loop.shared.traffic.visits.joined(room, seat: seat, visit: visit.visit)
    }
  }

  /// Joining, coming back, catching up: the one way into an audience's stream, if the connection is in no other.
  private func prime(_ token: Token, _ lines: [UInt8], _ priming: Priming, in room: RoomID) {
    guard let connection = connections[token], !connection.isLeaving,
      let gallery = galleries.gallery(of: connection, in: room),
      let place = connection.membership(in: gallery).map({ Int($0.place) })
    else { return }
    let mark = Outbox.Place(gallery: gallery, event: gallery.events)
    gallery.endStream(at: place)
    var isInStream = false
    if connection.outgoing.takes == .shared, !connection.isInStream, !gallery.isOfMinis {
      switch priming {
      case .none: break
      case .needless: isInStream = true
      case .frame(let frame):
        connection.outbox.append(prime: frame, after: mark)
        isInStream = true
      }
    }
    if !isInStream, !lines.isEmpty {
      let isAlone = gallery.isOfMinis ? connection.takesAlone : connection.outgoing.takes == .alone
      if isAlone, let deflater = loop.deflater {
        connection.outbox.append(prime: gallery.alone(lines, with: deflater), after: mark)
      } else {
        connection.outbox.append(PlainFrame(text: lines), after: mark)
      }
    }
    gallery.primed(place, inStream: isInStream)
    connections.markDirty(connection)
  }

  private func publish(_ line: [UInt8], _ frame: SharedFrame?, version: Int, in room: RoomID) {
    if let minis = galleries.minis(of: room) {
      line.withUnsafeBytes { line in
        _ = minis.publish(line, version: version, shared: nil, deflater: loop.deflater)
      }
    }
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

  /// Small boards are told what happened since the last call, twice a second.
  func tellMinis() { galleries.sweepMinis() }

  // MARK: - The lobby

  /// Those who look at the list are told of the newest, if it changed.
  func beginTellingLobby() {
    lobby.beginTelling(loop.shared.tables.lobby.serial, to: connections.tokens, at: loop.now)
  }

  /// Tells some of those who do not have the newest list, and the others in the turns that follow: a full lobby keeps
  /// nobody waiting.
  func tellLobby() {
    var left = loop.settings.lobbyTellsPerTurnMax
    while left > 0, lobby.telling.isGoing {
      if let token = lobby.telling.next(), let connection = connections[token], tellLobby(connection) {
        left -= 1
      }
    }
  }

  /// - Returns: false when it is not in the lobby, or has the newest list.
  @discardableResult
  func tellLobby(_ connection: Connection) -> Bool {
    guard let conversation = connection.conversation, let has = conversation.lobbySerial,
      !connection.isLeaving
    else { return false }
    let (list, serial) = lobby.newest(of: loop.shared.tables.lobby, loop.deflater)
    guard has != serial else { return false }
    conversation.lobbySerial = serial
    if let alone = list.alone, connection.takesAlone {
      connection.outbox.append(alone)
    } else {
      connection.outbox.append(list.plain)
    }
    connections.markDirty(connection)
    return true
  }

  // MARK: - Invariants

  /// What holds between turns.
  ///
  /// - Parameter all: whether all galleries are gone through, or one.
  func checkInvariants(turn: Int, all: Bool) {
    precondition(letters.isEmpty, "all letters to Fanout were opened")
    precondition(openings.isEmpty, "Front has heard which tables are durable")
    lobby.telling.checkInvariants()
    sender.checkInvariants()
    galleries.checkInvariants(turn: turn, all: all)
  }
}
