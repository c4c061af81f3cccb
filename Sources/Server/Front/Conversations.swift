import Reactor
import Rooms
import Store
import WebSocket
import Wire

/// What comes out of WebSockets: lines of `baize.v1`, in order, as fast as is allowed.
final class Conversations {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let fanout: Fanout
  private let endings: Endings
  private let greeter: Greeter

  /// All texts together that are read for one put, in bytes: as much is kept of it in the journal.
  private static let blobTextsBytesMax = 64 * 1024

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ fanout: Fanout, _ endings: Endings) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.fanout = fanout
    self.endings = endings
    greeter = Greeter(loop, post, connections, fanout, endings)
  }

  func readFrames(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) {
    var position = 0
    reading: while !connection.isLeaving, let step = connection.webSocket?.next(bytes, at: &position) {
      switch step {
      case .text(let text):
        if isBearable(connection) { hear(text, on: connection) }
      case .binary: endings.goodbye(connection, .unsupportedData, "binary messages are not accepted")
      case .ping, .pong: _ = isBearable(connection)
      case .needMore: break reading
      case .closed(let code, _), .failed(let code):
        loop.counters.close(code, connection.outgoing.takes)
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
        fanout.tell(connection, Reply(.no(Refusal(c: error.c, code: .bad, why: error.why))))
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
      return greeter.greet(hello, connection)
    }
    guard allows(message, in: conversation, on: connection) else { return }
    if let c = message.c { conversation.timing.read(c, at: Instant.microseconds()) }
    // What is said is heard in order; how long a disk takes, or somebody to read, nobody knows.
    guard conversation.isPutting || connection.isHeldBack(unreadBytesMax: loop.settings.unreadBytesMax) else {
      return carryOut(message, in: conversation, on: connection)
    }
    guard conversation.behind.count < loop.settings.messagesBehindMax else {
      return endings.goodbye(connection, .tooFast, "too many messages are queued behind unfinished work")
    }
    conversation.behind.append(message)
  }

  /// A put is on its way, or refused: what was said behind it follows.
  private func putIsOver(on id: ConnectionID) {
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
    if visitor.ownership?.mayPlay == false, message.isToPlay, let c = message.c {
      return refuse(c, .role, why: "scope", on: connection)
    }
    switch message {
    case .hello:
      fanout.tell(connection, Reply(.no(Refusal(c: nil, code: .bad, why: "hello is said once"))))
    case .heartbeat: fanout.tellHeartbeat(connection)
    case .lobby(let c, let on):
      conversation.lobbySerial = on ? -1 : nil
      fanout.tell(connection, Reply(.ok(c: c, Agreement())))
      fanout.tellLobby(connection)
    case .open(let c, let table): open(table, c: c, for: visitor, on: connection)
    case .subscribe(let c, let name, let presence, let key):
      guard key == nil || admitsKeys(of: connection, c: c), let room = room(name, c: c, on: connection) else {
        return
      }
      if !fanout.isMember(connection, of: room) {
        guard connection.roomCount < loop.settings.roomsPerConnectionMax else {
          return refuse(c, .full, why: "leave another room first", on: connection)
        }
        conversation.asked.append(room)
      }
      post.send(
        .join(c: c, visitor, as: RoomMessage.Presence(presence), key: key, resume: nil), to: room,
        from: connection)
    case .unsubscribe(let c, let name):
      if let room = room(name, c: c, on: connection) { post.send(.leave(c: c), to: room, from: connection) }
    case .command(let c, let name, let command):
      guard let room = room(name, c: c, on: connection) else { return }
      if let put = Put(command, c: c, room: room) { return carry(put, from: connection.id) }
      post.send(.command(c: c, command), to: room, from: connection)
    case .query(let c, _, .verdict) where !loop.shared.solving.desk.isOn:
      refuse(c, .illegal, why: VerdictRefusal.solverOff.rawValue, on: connection)
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
    case .host(let c, let name, let command):
      if let room = room(name, c: c, on: connection) {
        post.send(.host(c: c, command), to: room, from: connection)
      }
    case .answer(let c, let name, let question, let yes):
      if let room = room(name, c: c, on: connection) {
        post.send(.answer(c: c, question: question, yes: yes), to: room, from: connection)
      }
    case .say(let c, let name, let text):
      guard let room = room(name, c: c, on: connection) else { return }
      let isKnown = visitor.name.hasPrefix("@") || loop.shared.tables.winners.contains(visitor.guest)
      post.send(.say(c: c, text, isKnown: isKnown), to: room, from: connection)
    case .react(let c, let name, let what):
      if let room = room(name, c: c, on: connection) {
        post.send(.react(c: c, what), to: room, from: connection)
      }
    case .report(let c, let name, let line, let why):
      guard let room = room(name, c: c, on: connection) else { return }
      let time = loop.now.milliseconds
      if let wait = loop.shared.limits.reporting.take(visitor.payer, of: connection.network, now: time) {
        return fanout.tell(connection, Reply(.no(Refusal(c: c, code: .rate, resetMilliseconds: wait))))
      }
      post.send(.report(c: c, line: line, why), to: room, from: connection)
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

  private func refuse(_ c: Int, _ code: RefusalCode, why: String? = nil, on connection: Connection) {
    fanout.tell(connection, Reply(.no(Refusal(c: c, code: code, why: why))))
  }

  /// Whether an address that may have guessed at keys may name another; it is told how long to wait otherwise.
  private func admitsKeys(of connection: Connection, c: Int) -> Bool {
    let key = connection.network ?? Addresses.uncounted
    if loop.shared.limits.wrongKeys.admits(key, now: loop.now.milliseconds) { return true }
    let wait = WrongTries.waitMilliseconds
    fanout.tell(connection, Reply(.no(Refusal(c: c, code: .rate, resetMilliseconds: wait))))
    return false
  }

  // MARK: - Allowances

  private func allows(
    _ message: ClientMessage, in conversation: Conversation, on connection: Connection
  ) -> Bool {
    let time = loop.now.milliseconds
    let wait: Int? =
      switch message {
      case .hover: conversation.spending.hovers.take(now: time, loop.rates.hovers)
      case .open: loop.shared.limits.opens.take(conversation.visitor.payer, of: connection.network, now: time)
      // A table bounds what one guest says there; this bounds what comes from one address at all tables.
      case .say, .react:
        conversation.spending.commands.take(now: time, loop.rates.commands)
          ?? loop.shared.limits.talking.take(conversation.visitor.payer, of: connection.network, now: time)
      // A search costs more than a move.
      case .query(_, _, .verdict):
        conversation.spending.commands.take(now: time, loop.rates.commands)
          ?? loop.shared.limits.questions.take(conversation.visitor.payer, of: connection.network, now: time)
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
      fanout.tell(connection, Reply(.no(Refusal(c: c, code: .rate, resetMilliseconds: wait))))
    }
    return false
  }

  // MARK: - Opening tables

  private func open(_ table: OpenTable, c: Int, for visitor: Visitor, on connection: Connection) {
    // The same message names the same table, also after a restart, so that its home can tell that it comes again.
    let room = RoomID(of: c, visit: visitor.visit, secret: loop.shared.store.journal.storage.secret)
    let described = loop.settings.games.described(table.game)
    var opening = RoomOpening(table: table, opener: visitor.guest, described: described)
    opening.payer = visitor.payer
    opening.network = connection.network
    post.send(.open(room, opening, c: c, from: connection.id), toHomeOf: room)
  }

  // MARK: - Things that are put: texts are read off the loop

  /// Sends a put to its room, with its texts in it; pictures stay where they are and go by their names.
  private func carry(_ put: Put, from connection: ConnectionID) {
    var put = put
    for place in put.blobs {
      guard let id = BlobID(place.name), let facts = loop.shared.store.blobs.name(id) else {
        return refuse(put, "there is no blob \"\(place.name)\"; upload it first", from: connection)
      }
      put.name(facts.type, at: place)
      guard !facts.type.isImage else { continue }
      guard put.textBytes + facts.byteCount <= Self.blobTextsBytesMax else {
        let why =
          "the texts of one put may have \(Self.blobTextsBytesMax) bytes in total; send them in several puts"
        return refuse(put, why, from: connection)
      }
      connections[connection.token]?.conversation?.isPutting = true
      let (waiting, mailbox) = (put, post.mailbox)
      return loop.shared.store.blobs.load(id, bytesMax: Self.blobTextsBytesMax) { bytes in
        mailbox.send(.front(.blobText(connection, waiting, bytes)))
      }
    }
    if let connection = connections[connection.token] {
      post.send(.command(c: put.c, put.command), to: put.room, from: connection)
    }
    putIsOver(on: connection)
  }

  /// The first text that a put waited for.
  func heard(_ bytes: [UInt8]?, for put: Put, from connection: ConnectionID) {
    var put = put
    let waiting = put.blobs.first { place in
      BlobID(place.name).flatMap { loop.shared.store.blobs.facts($0) }?.type.isImage == false
    }
    guard let waiting, let bytes, let text = String(validating: bytes, as: UTF8.self) else {
      return refuse(put, "that blob cannot be read now; try again shortly", from: connection)
    }
    put.fill(text, at: waiting)
    carry(put, from: connection)
  }

  private func refuse(_ put: Put, _ why: String, from connection: ConnectionID) {
    let reply = Reply(.no(Refusal(c: put.c, room: put.room.text, code: .bad, why: why)))
    if let connection = connections[connection.token] { fanout.tell(connection, reply) }
    putIsOver(on: connection)
  }
}

extension ClientMessage {
  /// It is for players and hosts, which a program that may only watch is not. It may react and report.
  fileprivate var isToPlay: Bool {
    switch self {
    case .open, .subscribe(_, _, as: .play, _), .command, .lift, .cancel, .host, .answer, .say: true
    case .hello, .lobby, .subscribe, .unsubscribe, .query, .hover, .heartbeat, .sync, .react, .report: false
    }
  }
}
