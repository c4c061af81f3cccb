import Boards
import HTTP
import Reactor
import Rooms
import Store
import WebSocket
import Wire

/// The HTTP API: requests with a body, from head to answer.
///
///     head ── judged, refused ──→ JSON, and the connection closes, since the body was not read
///       └─ readingBody ── whole ──→ awaiting ── answer mailed to this loop ──→ JSON, readingHead
extension Core {
  func answerAPI(_ head: RequestHead, on connection: Connection) {
    switch head.path {
    case "/api/blobs":
      guard head.method == .put else { return send(.method(allowed: "PUT"), to: head, on: connection) }
      receive(head, as: .blob, on: connection)
    case "/api/games" where head.method == .post:
      receiveGame(head, on: connection)
    case "/api/games": tellGames(to: head, on: connection)
    case let path where path.hasPrefix("/api/games/"):
      tellRules(of: path.dropFirst("/api/games/".count), to: head, on: connection)
    case let path where path.hasPrefix("/api/rooms/") && path.hasSuffix("/game"):
      askRules(ofRoom: path.dropFirst("/api/rooms/".count).dropLast("/game".count), to: head, on: connection)
    case "/api/boards" where head.method == .post:
      receive(head, as: .description(.board), on: connection)
    case "/api/boards": tellBoards(to: head, on: connection)
    case let path where path.hasPrefix("/api/blobs/"):
      showBlob(path.dropFirst("/api/blobs/".count), to: head, on: connection)
    default: send(.nothingHere, to: head, on: connection)
    }
  }

  /// An answer to a request whose body, if it has one, is not read any more.
  func send(_ answer: APIAnswer, to head: RequestHead, on connection: Connection) {
    var response = answer.response(to: head, date: loop.date)
    guard head.hasBody else { return send(response, on: connection) }
    response.close()
    sendLast(response, on: connection)
  }

  /// The last answer; what the peer still sends is passed over for a while, so that it hears why.
  func sendLast(_ response: Response, on connection: Connection) {
    connection.outbox.append(response)
    endings.leave(connection, within: loop.settings.refusalMillisecondsMax)
  }

  // MARK: - Head

  /// A game, and in the query for how many: `?seats=3`; or that it shall only be looked at: `?check`.
  private func receiveGame(_ head: RequestHead, on connection: Connection) {
    let query = head.target.query
    if query == "check" {
      return receive(head, as: .description(.check), on: connection)
    }
    var seats: Int?
    if !query.isEmpty {
      let number = query.hasPrefix("seats=") ? Int(query.dropFirst("seats=".count)) : nil
      guard let number, 1...WireLimits.seatsMax ~= number, query == "seats=\(number)" else {
        return send(.seatsUnknown, to: head, on: connection)
      }
      seats = number
    }
    receive(head, as: .description(.game(seats: seats)), on: connection)
  }

  /// Judges all that the head tells, before the first byte of the body is taken in.
  private func receive(_ head: RequestHead, as purpose: Upload.Purpose, on connection: Connection) {
    let (bytesMax, rates) =
      switch purpose {
      case .blob: (loop.shared.blobs.limits.blobBytesMax, loop.shared.uploads)
      case .description: (loop.settings.descriptionBytesMax, loop.shared.described)
      }
    func refuse(_ answer: APIAnswer) { send(answer, to: head, on: connection) }
    guard originPolicy(of: head, on: connection).admits(head.headers) else {
      return refuse(.foreignOrigin)
    }
    guard let token = GuestToken.bearer(in: head.headers) else { return refuse(.tokenMissing) }
    let bytesExpected: Int
    switch head.body {
    case .none: return refuse(.lengthMissing)
    case .length(0): return refuse(.empty)
    case .length(let count) where count > bytesMax: return refuse(.tooLarge(bytesMax: bytesMax))
    case .length(let count): bytesExpected = count
    case .chunks: bytesExpected = 1
    }
    let guest = Visits.guest(of: token)
    if let wait = rates.take(guest, of: connection.network, now: loop.now.milliseconds) {
      return refuse(.tooOften(waitMilliseconds: wait))
    }
    guard let share = loop.shared.bodies.share(for: bytesExpected, of: connection.network) else {
      return refuse(.busy)
    }

    let upload = Upload(
      head, for: purpose, of: guest, bytesMax: bytesMax, share: share, pace: loop.settings.bodyPace,
      now: loop.now)
    connection.phase = .readingBody(upload)
    connection.heard = Moment(loop.now)
    readInboxBody(of: upload, on: connection)
    if case .readingBody = connection.phase, head.expectation == .goAhead {
      connection.outbox.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      connections.markDirty(connection)
    }
  }

  // MARK: - Body

  /// What came together with the head.
  private func readInboxBody(of upload: Upload, on connection: Connection) {
    guard let exchange = connection.exchange else { return }
    var consumed = 0
    let progress = exchange.inbox.withUnread { upload.take($0, at: &consumed, now: loop.now) }
    exchange.inbox.consume(consumed)
    heard(progress, of: upload, on: connection)
  }

  func readBody(_ bytes: UnsafeRawBufferPointer, of upload: Upload, on connection: Connection) {
    var consumed = 0
    let progress = upload.take(bytes, at: &consumed, now: loop.now)
    // Behind chunks the next request may stand already.
    if progress == .whole, consumed < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[consumed...])
      let fits = connection.exchange?.inbox.append(rest) ?? false
      precondition(fits, "no more is read than the inbox has room for")
    }
    heard(progress, of: upload, on: connection)
  }

  private func heard(_ progress: Upload.Progress, of upload: Upload, on connection: Connection) {
    switch progress {
    case .more: break
    case .whole: finish(upload, on: connection)
    case .noRoom: expireRequest(.busy, on: connection)
    case .refused(let fault): expireRequest(.chunks(fault, bytesMax: upload.bytesMax), on: connection)
    }
  }

  /// The peer has ended in the middle of its body.
  func endShort(_ upload: Upload, on connection: Connection) {
    sendLast(APIAnswer.cutShort(missing: upload.missing).response(to: nil, date: loop.date), on: connection)
  }

  /// The body is none or did not come in time or has no room left, or nobody answered in time.
  func expireRequest(_ answer: APIAnswer, on connection: Connection) {
    sendLast(answer.response(to: nil, date: loop.date), on: connection)
  }

  private func finish(_ upload: Upload, on connection: Connection) {
    guard upload.bytesTaken > 0 else { return send(.empty, to: upload.head, on: connection) }
    connection.phase = .awaiting(upload.head, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
    switch upload.purpose {
    case .blob: keep(upload, on: connection)
    case .description(let purpose): read(upload, as: purpose, on: connection)
    }
  }

  private func keep(_ upload: Upload, on connection: Connection) {
    let (mailbox, log, id, share) = (post.mailbox, loop.shared.log, connection.id, upload.share)
    loop.shared.blobs.keep(upload.takeBytes(), owner: upload.guest.text, network: connection.network) {
      outcome in
      if case .refused(.disk(let fault)) = outcome { log.error("a blob could not be written: \(fault)") }
      mailbox.send(.front(.apiAnswer(id, .upload(outcome))))
      withExtendedLifetime(share) {}  // paid for until the bytes are let go of
    }
  }

  // MARK: - Answer

  /// The answer that a request was waiting for.
  func heard(_ answer: APIAnswer, for connection: Connection) {
    guard case .awaiting(let head, _) = connection.phase else { return }
    send(answer.response(to: head, date: loop.date), on: connection)
  }

  // MARK: - Boards and games

  private func read(_ upload: Upload, as purpose: DescriptionDesk.Purpose, on connection: Connection) {
    let (mailbox, id, share) = (post.mailbox, connection.id, upload.share)
    let isTaken = loop.shared.descriptions.read(
      upload.takeBytes(), as: purpose, by: upload.guest, beside: loop.settings.games.describedNames,
      of: connection.network
    ) { outcome in
      mailbox.send(.front(.described(id, outcome)))
      withExtendedLifetime(share) {}
    }
    if !isTaken { heard(APIAnswer.busy, for: connection) }
  }

  /// Opens a table on the board or game that was described, or only says that it is a game, or tells what is wrong with
  /// it. The answer to an opening comes when the table is durable: `.apiAnswer(connection, …)`.
  func heard(_ outcome: DescriptionDesk.Outcome, for connection: Connection) {
    // Whose time is over has its answer already.
    guard case .awaiting = connection.phase else { return }
    switch outcome {
    case .mistaken(let error): heard(APIAnswer.description(error), for: connection)
    case .checked(let game): heard(APIAnswer.checked(game), for: connection)
    case .opening(var opening):
      let room = RoomID(random: systemRandomBytes(8))
      opening.network = connection.network
      post.send(.open(room, opening, c: Room.requestC, from: connection.id), toHomeOf: room)
    }
  }
}
