import Reactor
import Rooms
import WebSocket
import Wire

/// What comes out of WebSockets: lines of `baize.v1`.
extension Core {
  func readFrames(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) {
    var position = 0
    reading: while !connection.isLeaving, let step = connection.webSocket?.next(bytes, at: &position) {
      switch step {
      case .text(let text):
        if isBearable(connection) { hear(text, on: connection) }
      case .binary: endings.goodbye(connection, .unsupportedData, "baize.v1 is text")
      case .ping, .pong: _ = isBearable(connection)
      case .needMore: break reading
      case .closed(let code, _), .failed(let code):
        loop.counters.close(code, connection.takes)
        loop.log(.debug, "closed", of: connection, ["code": "\(code.rawValue)"])
        // The answering close frame is in the output already.
        endings.takeOutput(of: connection)
        endings.leave(connection)
      }
    }
    endings.takeOutput(of: connection)
  }

  /// Reading costs time that others wait for, whatever is read; so there is a limit before anything is
  /// understood.
  private func isBearable(_ connection: Connection) -> Bool {
    // Who only answers pings needs no conversation for that.
    let freeMax = loop.settings.framesWithoutConversationMax
    if connection.conversation == nil, connection.bearsWithoutConversation(framesMax: freeMax) { return true }
    guard let conversation = connections.conversation(of: connection) else {
      endings.goodbye(connection, .helloMissing, "say hello first")
      return false
    }
    if conversation.spending.messages.take(now: loop.now.milliseconds, loop.rates.messages) == nil {
      return true
    }
    endings.goodbye(connection, .tooFast, "too many messages")
    return false
  }

  private func hear(_ text: UnsafeRawBufferPointer, on connection: Connection) {
    for line in text.split(separator: UInt8(ascii: "\n")) where !connection.isLeaving {
      do throws(BadMessage) {
        hear(try ClientMessage.read(Array(line)), on: connection)
      } catch {
        fanout.tell(connection, ServerMessage.no(Refusal(c: error.c, code: .bad, why: error.why)).line())
        loop.log(.debug, "not baize.v1", of: connection)
        guard let conversation = connections.conversation(of: connection) else {
          return endings.goodbye(connection, .helloMissing, "say hello first")
        }
        conversation.badMessages += 1
        if conversation.badMessages > loop.settings.badMessagesMax {
          endings.goodbye(connection, .badMessages, "too many messages that are not baize.v1")
        }
      }
    }
  }

  private func hear(_ message: ClientMessage, on connection: Connection) {
    guard let conversation = connections.conversation(of: connection) else {
      guard case .hello(let hello) = message else {
        return endings.goodbye(connection, .helloMissing, "say hello first")
      }
      return greet(hello, connection)
    }
    guard allows(message, in: conversation, on: connection) else { return }
    if let c = message.c { conversation.timing.read(c, at: Instant.microseconds()) }
    // What is said is heard in order; how long a disk takes, or somebody to read, nobody knows.
    guard conversation.isPutting || connection.isHeldBack(unreadBytesMax: loop.settings.unreadBytesMax) else {
      return carryOut(message, in: conversation, on: connection)
    }
    guard conversation.behind.count < loop.settings.messagesBehindMax else {
      return endings.goodbye(connection, .tooFast, "too many messages behind what is not done")
    }
    conversation.behind.append(message)
  }

  /// A put is on its way, or refused: what was said behind it follows.
  func putIsOver(on id: ConnectionID) {
    guard let connection = connections[id.token], let conversation = connection.conversation else { return }
    conversation.isPutting = false
    hearBehind(conversation, on: connection)
  }

  /// What was said behind something that is done now follows, up to what has to wait itself.
  func hearBehind(_ conversation: Conversation, on connection: Connection) {
    var behind = conversation.behind[...]
    conversation.behind = []
    while !conversation.isPutting, !connection.isLeaving,
      !connection.isHeldBack(unreadBytesMax: loop.settings.unreadBytesMax),
      let message = behind.popFirst()
    {
      carryOut(message, in: conversation, on: connection)
    }
    conversation.behind.insert(contentsOf: behind, at: 0)
  }

  private func carryOut(_ message: ClientMessage, in conversation: Conversation, on connection: Connection) {
    let visitor = conversation.visitor
    switch message {
    case .hello:
      fanout.tell(connection, ServerMessage.no(Refusal(c: nil, code: .bad, why: "hello is said once")).line())
    case .heartbeat: fanout.tellHeartbeat(connection)
    case .lobby(let c, let on):
      conversation.lobbySerial = on ? -1 : nil
      fanout.tell(connection, ServerMessage.ok(c: c, Agreement()).line())
      fanout.tellLobby(connection)
    case .open(let c, let table): open(table, c: c, for: visitor, on: connection)
    case .subscribe(let c, let name, let presence):
      guard let room = room(name, c: c, on: connection) else { return }
      if !fanout.isMember(connection, of: room) {
        guard connection.roomCount < loop.settings.roomsPerConnectionMax else {
          return refuse(c, .full, why: "leave another room first", on: connection)
        }
        conversation.asked.append(room)
      }
      post.send(
        .join(c: c, visitor, as: RoomMessage.Presence(presence), resume: nil), to: room, from: connection)
    case .unsubscribe(let c, let name):
      if let room = room(name, c: c, on: connection) { post.send(.leave(c: c), to: room, from: connection) }
    case .command(let c, let name, let command):
      guard let room = room(name, c: c, on: connection) else { return }
      if let put = Put(command, c: c, room: room) { return carry(put, from: connection.id) }
      post.send(.command(c: c, command), to: room, from: connection)
    case .query(let c, let name, let query):
      if let room = room(name, c: c, on: connection) {
        post.send(.query(c: c, query), to: room, from: connection)
      }
    case .lift(let c, let name, let item):
      if let room = room(name, c: c, on: connection) {
        post.send(.lift(c: c, item: item), to: room, from: connection)
      }
    case .cancel(let c, let name, let drag):
      if let room = room(name, c: c, on: connection) {
        post.send(.cancel(c: c, drag: drag), to: room, from: connection)
      }
    case .hover(let name, let hover):
      if let room = RoomID(name), fanout.isMember(connection, of: room) {
        post.send(.hover(hover), to: room, from: connection)
      }
    case .sync(let name, _):
      if let room = RoomID(name), fanout.isMember(connection, of: room) {
        post.send(.sync, to: room, from: connection)
      }
    }
  }

  private func room(_ name: String, c: Int, on connection: Connection) -> RoomID? {
    if let room = RoomID(name) { return room }
    refuse(c, .gone, on: connection)
    return nil
  }

  func refuse(_ c: Int, _ code: RefusalCode, why: String? = nil, on connection: Connection) {
    fanout.tell(connection, ServerMessage.no(Refusal(c: c, code: code, why: why)).line())
  }

  // MARK: - Allowances

  private func allows(
    _ message: ClientMessage, in conversation: Conversation, on connection: Connection
  ) -> Bool {
    let time = loop.now.milliseconds
    let wait: Int? =
      switch message {
      case .hover: conversation.spending.hovers.take(now: time, loop.rates.hovers)
      case .open: conversation.spending.opens.take(now: time, loop.rates.opens)
      default: conversation.spending.commands.take(now: time, loop.rates.commands)
      }
    guard let wait else {
      conversation.refusalsInARow = 0
      return true
    }
    conversation.refusalsInARow += 1
    if conversation.refusalsInARow > loop.settings.refusalsInARowMax {
      endings.goodbye(connection, .tooFast, "too many messages for too long")
    } else if let c = message.c {
      // What has no number, a hover too many say, is simply not heard.
      fanout.tell(connection, ServerMessage.no(Refusal(c: c, code: .rate, resetMilliseconds: wait)).line())
    }
    return false
  }

  // MARK: - Hello

  private func greet(_ hello: Hello, _ connection: Connection) {
    let token: String
    if let known = hello.token, GuestToken.isToken(known) {
      token = known
    } else {
      token = "g1." + hex(systemRandomBytes(16))
    }
    let guest = Visits.guest(of: token)
    let shown = printable(hello.name)
    let name = shown.isEmpty ? "Guest " + guest.text.suffix(4) : shown
    func visitor(on visit: VisitID) -> Visitor {
      Visitor(
        guest: guest, visit: visit, name: name, isBot: hello.role == .bot, wantsDests: hello.wantsDests,
        wantsDrag: hello.wantsDrag, encoding: connection.takes, network: connection.network)
    }

    if let resume = hello.resume, let visit = VisitID(resume.visit) {
      let returning = visitor(on: visit)
      let rooms = resume.rooms.compactMap { RoomID($0.room) }
      switch loop.shared.visits.resume(returning, rooms: rooms, on: connection.id) {
      case .known(let known):
        let conversation = Conversation(returning)
        if let left = known.allowances {
          conversation.spending.commands = left.commands
          conversation.spending.opens = left.opens
        }
        supersede(known.before)
        welcome(conversation, token: token, seats: known.rooms, isResumed: true, on: connection)
        return rejoin(resume, known, returning, connection)
      case .unknown
      where loop.shared.journal.storage.isDurable
        && loop.shared.visits.begin(returning, on: connection.id, now: loop.now.milliseconds):
        // Of before a restart, most likely. Tables know its seats, and what it was answered.
        welcome(Conversation(returning), token: token, seats: [], isResumed: true, on: connection)
        return rejoin(resume, nil, returning, connection)
      case .unknown, .anothers: break
      }
    }
    let newcomer = visitor(on: VisitID(random: systemRandomBytes(16)))
    guard loop.shared.visits.begin(newcomer, on: connection.id, now: loop.now.milliseconds) else {
      return endings.goodbye(connection, .tryAgainLater, "too many visitors")
    }
    welcome(Conversation(newcomer), token: token, seats: [], isResumed: false, on: connection)
  }

  private func welcome(
    _ conversation: Conversation, token: String, seats: [(room: RoomID, seat: Int)], isResumed: Bool,
    on connection: Connection
  ) {
    connections.begin(conversation, on: connection)
    connection.phase = .visiting
    loop.log(
      .info, "hello", of: connection,
      ["role": conversation.visitor.isBot ? "bot" : "player", "resumed": "\(isResumed)"])
    let welcome = welcome(conversation.visitor, token: token, seats: seats, isResumed: isResumed)
    fanout.tell(connection, ServerMessage.welcome(welcome).line())
  }

  /// A connection that only fell silent would else hold seat and drags beside the one that came for it.
  private func supersede(_ before: ConnectionID) {
    post.send(.front(.superseded(before)), to: Int(before.loop))
  }

  /// - Parameter known: what the visit had; nil for a visit that is not known.
  private func rejoin(
    _ resume: Hello.Resume, _ known: Visits.Resumed?, _ visitor: Visitor, _ connection: Connection
  ) {
    var named: Set<RoomID> = []
    for position in resume.rooms {
      guard let room = RoomID(position.room), named.insert(room).inserted else { continue }
      let seat = known?.rooms.first { $0.room == room }?.seat ?? -1
      if !fanout.isMember(connection, of: room) { connection.conversation?.asked.append(room) }
      let presence: RoomMessage.Presence = known == nil ? .back : seat >= 0 ? .play : .watch
      let resumption = RoomMessage.Resumption(position, before: known?.before)
      post.send(.join(c: nil, visitor, as: presence, resume: resumption), to: room, from: connection)
    }
  }

  private func welcome(
    _ visitor: Visitor, token: String, seats: [(room: RoomID, seat: Int)], isResumed: Bool
  ) -> Welcome {
    Welcome(
      visit: visitor.visit.text, token: token,
      you: visitor.person,
      server: loop.settings.version, boot: loop.shared.boot, now: Int(Instant.wallMilliseconds()),
      heartbeatMilliseconds: Int(loop.settings.heartbeatMilliseconds),
      keepsTables: loop.shared.journal.storage.isDurable, resumed: isResumed,
      rooms: seats.map { Welcome.RoomSeat(room: $0.room.text, seat: $0.seat) },
      limits: PublishedLimits(
        commandsPerSecond: loop.settings.commandsPerSecond, commandsBurst: loop.settings.commandsBurst,
        hoversPerSecond: loop.settings.hoversPerSecond, hoversBurst: loop.settings.hoversBurst,
        messageBytesMax: WireLimits.clientMessageBytesMax, roomsMax: loop.settings.roomsPerConnectionMax))
  }

  // MARK: - Opening tables

  private func open(_ table: OpenTable, c: Int, for visitor: Visitor, on connection: Connection) {
    // The same message names the same table, also after a restart, so that its home can tell that it comes again.
    let room = RoomID(of: c, visit: visitor.visit, secret: loop.shared.journal.storage.secret)
    let described = loop.settings.games.described(table.game)
    var opening = RoomOpening(table: table, opener: visitor.guest, described: described)
    opening.network = connection.network
    post.send(.open(room, opening, c: c, from: connection.id), toHomeOf: room)
  }
}

/// A name without line breaks, invisible marks and changes of direction, which would play tricks on those who
/// read it.
private func printable(_ name: String) -> String {
  var text = String.UnicodeScalarView()
  // A letter may carry marks, but not a tower of them.
  for scalar in name.unicodeScalars.prefix(2 * WireLimits.nameCharactersMax) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      continue
    default: if scalar != " " || !(text.isEmpty || text.last == " ") { text.append(scalar) }
    }
  }
  if text.last == " " { text.removeLast() }
  return String(text)
}
