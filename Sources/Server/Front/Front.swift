import Reactor
import Rooms

/// What comes in: doors, HTTP, WebSockets, conversations. Bytes become messages, which go to rooms by letter.
///
/// A turn hears what the last one left behind, then letters, then what is ready, each for so long and each network its
/// share (`Scheduler`).
final class Front {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let scheduler: Scheduler
  private let endings: Endings
  let doors: Doors
  let reader: Reader
  private let requests: Requests
  let api: API
  private let conversations: Conversations
  private let lab: Lab
  let partings = Partings()

  /// So few are heard in the order in which they came.
  private static let orderedMin = 4

  init(
    _ loop: LoopContext, _ post: Post, _ connections: Connections, _ scheduler: Scheduler, _ fanout: Fanout,
    at listening: Listening
  ) throws(Errno) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.scheduler = scheduler
    endings = fanout.endings
    let turningAway = TurningAway(loop)
    reader = Reader(loop, connections)
    doors = try Doors(
      loop, connections, endings, turningAway, at: listening, received: reader.received)
    api = API(loop, post, connections, endings, Responder(loop, connections, endings))
    requests = Requests(loop, post, connections, turningAway, api)
    conversations = Conversations(loop, post, connections, fanout, endings)
    lab = Lab(loop, post, connections, fanout, endings)
  }

  /// Hears what the last turn left behind, what others say to Front, then what is ready.
  func hear(_ ready: inout [Poller.Ready]) {
    requests.beginTurn()
    hearHeld()
    readLine()
    openLetters()
    hearReady(&ready)
  }

  // MARK: - Whose turn it is

  /// Goes on with the requests and messages whose turn has come, before anything newer is read.
  private func hearHeld() {
    let waiting = connections.takeHeld()
    guard !waiting.isEmpty else { return }
    var part = PartOfTurn(microseconds: loop.settings.turnMicrosecondsMax)
    for (place, token) in waiting.enumerated() {
      // Who had no turn comes first in the next one.
      guard requests.hasLeft, !part.isOver else { return connections.holdAgain(waiting[place...]) }
      guard let connection = connections[token] else { continue }
      let key = connection.lane
      if scheduler.isBeyond(key) {
        reader.postpone(connection)
        continue
      }
      hearHeld(connection)
      scheduler.charge(key, part.lap(), isPostponed: false)
    }
  }

  /// Reads from those in the line. Nobody waits for them as for a move: they have to rest as well.
  private func readLine() {
    reader.renewBulk()
    guard !reader.line.isEmpty, scheduler.mayGoOn else { return }
    var part = PartOfTurn(microseconds: loop.settings.turnMicrosecondsMax)
    var count = 0
    for token in reader.line {
      if part.isOver { break }
      count += 1
      guard let connection = connections[token] else { continue }
      // Another millisecond's.
      if connection.bringsBulk, reader.isBulkOver {
        reader.line.append(token)
        continue
      }
      let key = connection.lane
      connection.incoming.isInLine = false
      hearHeld(connection)
      if connections[token] != nil { read(connection) }
      if connections[token] != nil { connections.watch(connection) }
      scheduler.charge(key, part.lap(), isPostponed: true)
    }
    reader.line.removeFirst(count)
  }

  /// Hears what is ready.
  private func hearReady(_ ready: inout [Poller.Ready]) {
    if ready.count > Self.orderedMin {
      let leads = ready.map { lead(of: $0) }
      ready = zip(leads, ready).sorted { $0.0 < $1.0 }.map { $0.1 }
    }
    var part = PartOfTurn(microseconds: loop.settings.turnMicrosecondsMax)
    for event in ready {
      guard let connection = connections[event.token] else {
        hearEvent(event, reads: true)
        _ = part.lap()
        continue
      }
      let key = connection.lane
      let isBeyond = scheduler.isBeyond(key)
      if !event.broken, isBeyond || part.isOver {
        if event.writable { hearEvent(event, reads: false) }
        // What is only too much for this turn is ready again in the next one.
        if event.readable, isBeyond { reader.postpone(connection) }
        continue
      }
      hearEvent(event, reads: true)
      scheduler.charge(key, part.lap(), isPostponed: isBeyond)
    }
  }

  private func lead(of event: Poller.Ready) -> UInt64 {
    connections[event.token].map { scheduler.lead(of: $0.lane) } ?? 0
  }

  /// - Parameter reads: what can be read is read now.
  private func hearEvent(_ event: Poller.Ready, reads: Bool) {
    switch event.token {
    case Post.token: break
    case let token where token.generation == 0:
      doors.hear(event)
    default:
      // A token whose connection closed earlier in this turn matches nothing.
      guard let connection = connections[event.token] else { return }
      if event.writable {
        connection.outgoing.isBlocked = false
        connections.markDirty(connection)
      }
      // Nothing is read from it, so nothing would tell again that its peer is gone for good.
      if event.broken && connection.isBeingAnswered { return endings.close(connection) }
      if reads, event.readable || event.broken { read(connection) }
    }
  }

  // MARK: - Bytes

  func read(_ connection: Connection) {
    for _ in 0..<loop.settings.readsPerTurnMax {
      if connection.bringsBulk { return readBulk(from: connection) }
      guard readOnce(connection) else { return }
    }
  }

  /// So much bulk is read in a millisecond, however many bring some. Who had none of it is first in the next.
  private func readBulk(from connection: Connection) {
    if reader.isBulkOver { reader.postpone(connection) } else { _ = readOnce(connection) }
  }

  /// - Returns: whether there may be more to read.
  private func readOnce(_ connection: Connection) -> Bool {
    switch reader.receive(from: connection) {
    case .nothing: return false
    case .ended:
      // Somebody who has finished asking may still want to hear; a connection that is leaving has heard all.
      switch connection.phase {
      case .leaving: endings.close(connection)
      case .readingBody(let upload): api.uploads.endShort(upload, on: connection)
      default: endings.leave(connection)
      }
      return false
    case .bytes(let bytes, let isFull):
      hearBytes(bytes, on: connection)
      return isFull && connections[connection.token] != nil
    }
  }

  private func hearBytes(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) {
    switch connection.phase {
    case .readingHead:
      requests.receive(UnsafeRawBufferPointer(bytes), on: connection)
      readRequests(on: connection)
    case .readingBody(let upload):
      api.uploads.readBody(UnsafeRawBufferPointer(bytes), of: upload, on: connection)
    case .awaiting, .streaming: preconditionFailure("nothing is read while a request is answered")
    // A player who parts is heard no more.
    case .visiting where partings.contains(connection.token): break
    case .greeting, .visiting: conversations.readFrames(bytes, on: connection)
    case .echoing: lab.echo(bytes, on: connection)
    case .listening, .publishing: lab.readFrames(bytes, on: connection)
    case .leaving: break  // whatever else they say comes too late
    }
  }

  /// Answers the requests that have arrived. Behind one that made a WebSocket of the connection its first frames may
  /// stand already.
  private func readRequests(on connection: Connection) {
    requests.read(on: connection)
    guard connection.webSocket != nil, let exchange = connection.exchange else { return }
    var rest = exchange.inbox.withUnread { Array($0) }
    connection.endRequests()
    if case .listening = connection.phase { lab.listen(connection) }
    if !rest.isEmpty { rest.withUnsafeMutableBytes { hearBytes($0, on: connection) } }
  }

  /// Goes on with the requests or messages of a connection that was held back.
  private func hearHeld(_ connection: Connection) {
    if let conversation = connection.conversation {
      if partings.contains(connection.token) { return }
      conversations.hearBehind(conversation, on: connection)
      if connections[connection.token] != nil { connections.watch(connection) }
    } else {
      connection.exchange?.isWaiting = false
      readRequests(on: connection)
    }
  }

  // MARK: - Letters, and what telling has for Front

  private func openLetters() {
    guard post.hasLettersToFront else { return }
    for letter in post.takeFront() {
      switch letter {
      case .superseded(let connection):
        if let connection = connections[connection.token] { endings.close(connection) }
      case .signOut(let ending): signOut(ending)
      case .apiAnswer(let connection, let answer):
        if let connection = connections[connection.token] { api.responder.heard(answer, for: connection) }
      case .described(let connection, let outcome):
        if let connection = connections[connection.token] { api.uploads.heard(outcome, for: connection) }
      case .blobPart(let connection, let part):
        if let connection = connections[connection.token] { api.blobs.heard(part, for: connection) }
      case .blobText(let connection, let put, let bytes):
        conversations.heard(bytes, for: put, from: connection)
      case .banned:
        for token in connections.tokens {
          guard let connection = connections[token], let guest = connection.visitor?.payer,
            !connection.isLeaving
          else { continue }
          _ = endings.admits(guest, on: connection)
        }
      case .surveyed(let survey): requests.operatorRequests.answer(survey)
      }
    }
  }

  private func signOut(_ ending: SigningOut) {
    for slot in 0..<connections.slots {
      guard let connection = connections[slot: slot], let visitor = connection.visitor,
        ending.concerns(visitor)
      else { continue }
      endings.goodbye(connection, .signedOut, "this token was signed out")
    }
  }

  /// Tables are durable of which connections wait to hear: requests that opened them, and players who part.
  func answer(_ openings: [Opening]) {
    for opening in openings {
      guard let connection = connections[opening.token] else { continue }
      if partings.contains(opening.token) {
        partings.settled(opening.room, for: opening.token)
      } else {
        let keys = KeyRing(opening.room, secret: loop.shared.store.journal.storage.secret).all(number: 0)
        api.responder.heard(opening.isKept ? .opened(opening.room, keys) : .busy, for: connection)
      }
    }
  }

  /// All that these were owed has left: their next requests follow, or the next parts of what they are sent.
  func continueRequests(of emptied: [Token]) {
    for token in emptied {
      guard let connection = connections[token] else { continue }
      switch connection.phase {
      case .readingHead:
        requests.forgetWho(connection)
        if let exchange = connection.exchange, !exchange.inbox.isEmpty, !exchange.isWaiting {
          connections.hold(token)
        }
      case .streaming(let stream, _): api.blobs.askForPart(of: stream, on: connection)
      default: break
      }
    }
  }

  // MARK: - Invariants

  /// What holds between turns.
  ///
  /// - Parameter all: whether all connections are gone through.
  func checkInvariants(all: Bool) {
    requests.checkInvariants()
    precondition(partings.isEmpty || loop.isStopping, "nobody parts while the server serves")
    partings.checkInvariants(in: connections)
    if all { reader.checkInvariants() }
  }
}
