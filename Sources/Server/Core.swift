import HTTP
import Reactor
import Rooms
import Store
import WebSocket
import Wire

/// What one loop owns: connections, the rooms at home here, a gallery for each room with members here.
///
/// One turn = **hear** all that is ready → **decide** (rooms) → **remember** (records to the journal) →
/// **tell** (what is durable, one send for each connection that lacks something). No stop calls back into an
/// earlier one: what comes of telling is heard in the next turn.
final class Core {
  let index: Int
  let shared: Shared
  let poller: Poller
  let listener: Listener
  var connections = Slab<Connection>()
  var rooms: [RoomID: RoomHost] = [:]
  var galleries: [RoomID: Gallery] = [:]

  /// Connections with personal lines or leftovers to send in this turn.
  var dirty: [Token] = []
  /// Connections whose answers have left, with more requests behind them; they are read in the next turn.
  var held: [Token] = []
  /// Galleries that are being swept, oldest first.
  var sweeping: [RoomID] = []
  /// Galleries made so far; each has its number.
  var gallerySerial = 0
  var now = Instant.now()
  /// `Date` of responses, renewed each second.
  var date = ""

  private var ready: [Poller.Ready] = []
  private var mail: [Mail] = []
  private var jobs: [UnownedJob] = []
  private let received = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  /// What one connection is sent at once is gathered here.
  var gathered: [UInt8] = []
  private var tickAt: Instant
  private var secondAt: Instant
  var lobbyAt: Instant
  var lobbyTouched = false
  private var stopAt: Instant?
  private var isAccepting = true

  static let listenerToken = Token(slot: 0, generation: 0)
  static let mailboxToken = Token(slot: 1, generation: 0)
  static let tickMilliseconds: Int64 = 250

  init(index: Int, listener: consuming Listener, shared: Shared) throws(Errno) {
    self.index = index
    self.shared = shared
    poller = try Poller()
    self.listener = listener
    tickAt = now
    secondAt = now
    lobbyAt = now
    try poller.register(self.listener.raw, as: Self.listenerToken, for: .readable)
    try poller.register(shared.mailboxes[index].wakeUpDescriptor, as: Self.mailboxToken, for: .readable)
  }

  deinit { received.deallocate() }

  var settings: Configuration { shared.settings }

  // MARK: - The turn

  /// - Returns: false when this was the last.
  func turn() -> Bool {
    ready.removeAll(keepingCapacity: true)
    poller.wait(milliseconds: waitMilliseconds, into: &ready)
    now = Instant.now()

    // What the last turn left behind comes before anything newer.
    readHeldRequests()
    takeMail()
    for event in ready { hear(event) }
    tick()

    tell()
    guard let stopAt else { return true }
    return connections.count > 0 && now < stopAt
  }

  private var waitMilliseconds: Int32 {
    if !sweeping.isEmpty || !held.isEmpty { return 0 }
    return Int32(max(0, min(Self.tickMilliseconds, tickAt - Instant.now())))
  }

  private func hear(_ event: Poller.Ready) {
    switch event.token {
    case Self.listenerToken: accept()
    case Self.mailboxToken: break  // taken in each turn
    default:
      // A token whose connection closed earlier in this turn matches nothing.
      guard let connection = connections[event.token] else { return }
      if event.writable {
        connection.isBlocked = false
        markDirty(connection)
      }
      // Nothing is read from it, so nothing would tell again that its peer is gone for good.
      if event.broken && connection.isBeingAnswered { return close(connection) }
      if event.readable || event.broken { read(connection) }
    }
  }

  private func takeMail() {
    shared.mailboxes[index].take(mail: &mail, jobs: &jobs)
    for letter in mail { open(letter) }
    mail.removeAll(keepingCapacity: true)
  }

  func takeJobs(_ taken: inout [UnownedJob]) {
    swap(&jobs, &taken)
  }

  func open(_ letter: Mail) {
    switch letter {
    case .open(let id, let opening, let c, let connection): openRoom(id, opening, c: c, from: connection)
    case .hear(let id, let message, let connection): hear(message, in: id, from: connection)
    case .acknowledged(let acknowledgement): heard(acknowledgement)
    case .deliver(let id, let deliveries): deliver(deliveries, of: id)
    case .line(let connection, let line):
      if let connection = connections[connection.token] { tell(connection, line) }
    case .superseded(let connection):
      if let connection = connections[connection.token] { close(connection) }
    case .apiAnswer(let connection, let answer):
      if let connection = connections[connection.token] { heard(answer, for: connection) }
    case .blobPart(let connection, let part):
      if let connection = connections[connection.token] { heard(part, for: connection) }
    case .blobText(let connection, let put, let bytes): heard(bytes, for: put, from: connection)
    case .stop: stop()
    }
  }

  // MARK: - Time

  private func tick() {
    guard now >= tickAt else { return }
    tickAt = now + Self.tickMilliseconds
    tickRooms()
    if now >= secondAt {
      secondAt = now + 1000
      date = httpDate(wallMilliseconds: Instant.wallMilliseconds())
      sweepConnections()
      retireRooms()
      if index == 0 { shared.visits.expire(before: now.milliseconds - settings.visitMillisecondsMax) }
      if !isAccepting && stopAt == nil { resumeAccepting() }
    }
    tellLobby()
  }

  // MARK: - Accepting

  private func accept() {
    // Bounded, so that a flood of connections cannot keep the loop from those that are here.
    for _ in 0..<64 {
      switch listener.accept() {
      case .wouldBlock: return
      case .failed(let error):
        // The backlog keeps them; a level-triggered listener would spin until there is room.
        shared.log.warning("cannot accept: \(error)")
        poller.unregister(listener.raw)
        isAccepting = false
        return
      case .socket(let socket): admit(socket)
      }
    }
  }

  private func resumeAccepting() {
    do throws(Errno) {
      try poller.register(listener.raw, as: Self.listenerToken, for: .readable)
      isAccepting = true
    } catch {
      shared.log.warning("cannot listen again yet: \(error)")
    }
  }

  private func admit(_ socket: consuming Socket) {
    if date.isEmpty { date = httpDate(wallMilliseconds: Instant.wallMilliseconds()) }
    guard connections.count < max(1, settings.connectionsMax / settings.loops) else {
      var response = Response.text(
        .unavailable, "Too many connections; try again shortly.", to: nil, date: date)
      response.add(Header("Retry-After", "5"))
      _ = response.encoded().withUnsafeBytes { socket.send($0) }
      return
    }
    var pending: Socket? = consume socket
    let token = connections.insert { token in
      guard let socket = pending.take() else { preconditionFailure("a socket is admitted once") }
      return Connection(token: token, loop: index, socket: socket, settings: settings, now: now)
    }
    guard let connection = connections[token] else { return }
    do throws(Errno) {
      try poller.register(connection.socket.raw, as: token, for: .readable)
    } catch {
      shared.log.warning("a connection could not be watched: \(error)")
      _ = connections.remove(token)
    }
  }

  // MARK: - Hearing

  private func read(_ connection: Connection) {
    for _ in 0..<settings.readsPerTurnMax {
      // The kernel keeps what comes behind requests that wait.
      guard !isHeldBack(connection) else { return }
      let space = space(for: connection)
      switch connection.socket.receive(into: space) {
      case .wouldBlock: return
      case .ended:
        // Somebody who has finished asking may still want to hear; whoever is leaving has heard all.
        switch connection.phase {
        case .leaving: close(connection)
        case .readingBody(let upload): endShort(upload, on: connection)
        default: leave(connection)
        }
        return
      case .bytes(let count):
        connection.heardAt = now
        let bytes = UnsafeRawBufferPointer(rebasing: space[..<count])
        switch connection.phase {
        case .readingHead: readHead(bytes, on: connection)
        case .readingBody(let upload): readBody(bytes, of: upload, on: connection)
        case .awaiting, .streaming: preconditionFailure("nothing is read while a request is answered")
        case .greeting, .visiting, .echoing: readFrames(bytes, on: connection)
        case .leaving: break  // whatever else they say comes too late
        }
        guard connections[connection.token] != nil else { return }
        if count < space.count { return }
      }
    }
  }

  /// Where the next bytes are read to: of requests no more than the inbox can take in, of a body no more than
  /// belongs to it.
  private func space(for connection: Connection) -> UnsafeMutableRawBufferPointer {
    let countMax: Int
    switch connection.phase {
    case .readingHead: countMax = connection.inbox.room
    case .readingBody(let upload): countMax = upload.missing
    default: return received
    }
    return UnsafeMutableRawBufferPointer(rebasing: received[..<min(received.count, countMax)])
  }

  // MARK: - The connection's end

  /// Says what is left and closes then.
  ///
  /// - Parameter milliseconds: how long the peer may take to hear it; `goodbyeMillisecondsMax` if nothing is said.
  func leave(_ connection: Connection, within milliseconds: Int64? = nil) {
    guard !connection.isLeaving else { return }
    depart(connection)
    connection.phase = .leaving(deadline: now + (milliseconds ?? settings.goodbyeMillisecondsMax))
    markDirty(connection)
  }

  /// Closes at once. The socket's descriptor closes when the connection is let go of.
  func close(_ connection: Connection) {
    depart(connection)
    poller.unregister(connection.socket.raw)
    _ = connections.remove(connection.token)
  }

  /// Its rooms are told, and its galleries no longer count it.
  private func depart(_ connection: Connection) {
    let rooms = connection.rooms
    connection.rooms = []
    connection.inLobby = false
    for room in rooms {
      dismiss(connection.token, from: room)
      sendLater(.lost, to: room, from: connection.id)
    }
    if let visitor = connection.visitor {
      let left = Visits.Allowances(commands: connection.commands, opens: connection.opens)
      shared.visits.rest(visitor.visit, connection.id, with: left, now: now.milliseconds)
    }
  }

  private func stop() {
    guard stopAt == nil else { return }
    stopAt = now + settings.goodbyeMillisecondsMax / 2
    poller.unregister(listener.raw)
    let bye = ServerMessage.bye(code: "drain", fromMilliseconds: 200, toMilliseconds: 2000).line()
    for token in connections.tokens {
      guard let connection = connections[token] else { continue }
      switch connection.phase {
      case .visiting:
        tell(connection, bye)
        goodbye(connection, .goingAway, "the server is stopping")
      case .greeting, .echoing: goodbye(connection, .goingAway, "the server is stopping")
      case .readingHead, .readingBody, .awaiting, .streaming: close(connection)
      case .leaving: break
      }
    }
  }

  /// A close frame, then the end of the socket.
  func goodbye(_ connection: Connection, _ code: CloseCode, _ reason: String) {
    connection.webSocket?.close(code, reason: reason)
    takeOutput(of: connection)
    leave(connection)
  }

  /// Control frames and lab echoes that the protocol itself has to send.
  func takeOutput(of connection: Connection) {
    guard let output = connection.webSocket?.takeOutput(), !output.isEmpty else { return }
    connection.outbox.append(output)
    markDirty(connection)
  }

  /// Ends what was silent too long, and pings what is quiet.
  private func sweepConnections() {
    for token in connections.tokens {
      guard let connection = connections[token] else { continue }
      if let deadline = connection.deadline(settings: settings), now >= deadline {
        expire(connection)
      } else if case .visiting = connection.phase, now - connection.pingedAt >= settings.heartbeatMilliseconds
      {
        connection.pingedAt = now
        if let visit = connection.visitor?.visit { shared.visits.touch(visit, now: now.milliseconds) }
        connection.webSocket?.sendPing()
        takeOutput(of: connection)
        tellHeartbeat(connection)
      }
    }
  }

  private func expire(_ connection: Connection) {
    switch connection.phase {
    case .readingHead, .streaming, .leaving: close(connection)
    case .readingBody: expireRequest(.tooSlow, on: connection)
    case .awaiting: expireRequest(.busy, on: connection)
    case .greeting: goodbye(connection, .helloMissing, "say hello first")
    case .visiting, .echoing: goodbye(connection, .silent, "nothing heard for too long")
    }
  }
}
