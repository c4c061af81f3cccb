import HTTP
import Reactor
import Rooms
import Store
import Wire

/// Requests with a body, from head to answer.
///
///     head ── judged, refused ──→ JSON, and the connection closes, since the body was not read
///       └─ readingBody ── whole ──→ awaiting ── answer mailed to this loop ──→ JSON, readingHead
final class Uploads {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let responder: Responder
  private let moderation: ModerationAnswers

  init(
    _ loop: LoopContext, _ post: Post, _ connections: Connections, _ responder: Responder,
    _ moderation: ModerationAnswers
  ) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.responder = responder
    self.moderation = moderation
  }

  // MARK: - Head

  /// A game, and in the query for how many and who may come: `?seats=3&access=link`; or that it shall only be looked
  /// at: `?check`.
  func receiveGame(_ head: RequestHead, on connection: Connection) {
    if head.target.query == "check" {
      return receive(head, as: .description(.check), on: connection)
    }
    guard let wish = Wish(head.target.query, has: ["seats", "access"]) else {
      return responder.send(.gameQueryUnknown, to: head, on: connection)
    }
    receive(head, as: .description(.game(seats: wish.seats, access: wish.access)), on: connection)
  }

  /// A board, and in the query who may come.
  func receiveBoard(_ head: RequestHead, on connection: Connection) {
    guard let wish = Wish(head.target.query, has: ["access"]) else {
      return responder.send(.boardQueryUnknown, to: head, on: connection)
    }
    receive(head, as: .description(.board(access: wish.access)), on: connection)
  }

  /// What the query of an opening says, each at most once.
  private struct Wish {
    private(set) var seats: Int?
    private(set) var access: AccessLevel?

    /// - Parameter keys: those that may be there.
    /// - Returns: nil for a query that is not understood.
    init?(_ query: String, has keys: Set<String>) {
      for part in query.split(separator: "&", omittingEmptySubsequences: !query.contains("&")) {
        let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
        guard pair.count == 2, keys.contains(pair[0]) else { return nil }
        switch pair[0] {
        case "seats" where seats == nil:
          guard let number = Int(pair[1]), 1...WireLimits.seatsMax ~= number, pair[1] == "\(number)" else {
            return nil
          }
          seats = number
        case "access" where access == nil:
          guard let level = AccessLevel(rawValue: pair[1]) else { return nil }
          access = level
        default: return nil
        }
      }
    }
  }

  /// Judges all that the head tells, before the first byte of the body is taken in.
  func receive(_ head: RequestHead, as purpose: Upload.Purpose, on connection: Connection) {
    let (bytesMax, rates) =
      switch purpose {
      case .blob: (loop.shared.store.blobs.limits.blobBytesMax, loop.shared.limits.uploads)
      case .description: (loop.settings.descriptionBytesMax, loop.shared.limits.described)
      case .person(.claim): (PersonWish.bytesMax, loop.shared.limits.claims)
      case .person: (PersonWish.bytesMax, loop.shared.limits.lists)
      case .change: preconditionFailure("what the operator sends is received elsewhere")
      }
    func refuse(_ answer: APIAnswer) { responder.send(answer, to: head, on: connection) }
    guard
      loop.settings.proxies.originPolicy(
        of: head, via: connection.exchange?.proxy, allowed: loop.settings.originsAllowed
      ).admits(head.headers)
    else {
      return refuse(.foreignOrigin)
    }
    guard let identity = loop.shared.accounts.people.identity(in: head.headers) else {
      return refuse(.tokenMissing)
    }
    if let refusal = purpose.refusal(of: identity) { return refuse(refusal) }
    let now = Instant.wallMilliseconds()
    if let end = loop.shared.accounts.bans.end(of: identity.payer, from: connection.network, now: now) {
      return refuse(.banned(until: end))
    }
    receive(head, as: purpose, of: identity, bytesMax: bytesMax, on: connection) {
      rates.take(identity.payer, of: connection.network, now: loop.now.milliseconds)
    }
  }

  /// What the operator wants to be changed; that it is the operator who asks was made sure of.
  func receive(_ head: RequestHead, as place: OperatorChange.Place, on connection: Connection) {
    receive(
      head, as: .change(place), of: nil, bytesMax: OperatorChange.bytesMax, on: connection, waits: { nil })
  }

  /// - Parameter waits: takes one of what may be sent; nil when it was there, otherwise the milliseconds to wait.
  private func receive(
    _ head: RequestHead, as purpose: Upload.Purpose, of identity: Identity?, bytesMax: Int,
    on connection: Connection, waits: () -> Int?
  ) {
    func refuse(_ answer: APIAnswer) { responder.send(answer, to: head, on: connection) }
    let bytesExpected: Int
    switch head.body {
    case .none: return refuse(.lengthMissing)
    case .length(0): return refuse(.empty)
    case .length(let count) where count > bytesMax: return refuse(.tooLarge(bytesMax: bytesMax))
    case .length(let count): bytesExpected = count
    case .chunks: bytesExpected = 1
    }
    if let wait = waits() { return refuse(.tooOften(waitMilliseconds: wait)) }
    guard let share = loop.shared.traffic.bodies.share(for: bytesExpected, of: connection.network) else {
      return refuse(.busy)
    }

    let upload = Upload(
      head, for: purpose, of: identity, bytesMax: bytesMax, share: share, pace: loop.settings.bodyPace,
      now: loop.now)
    connection.phase = .readingBody(upload)
    connection.incoming.heard = Moment(loop.now)
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
    let progress = exchange.inbox.withUnread { upload.receive($0, at: &consumed, now: loop.now) }
    exchange.inbox.consume(consumed)
    heard(progress, of: upload, on: connection)
  }

  func readBody(_ bytes: UnsafeRawBufferPointer, of upload: Upload, on connection: Connection) {
    var consumed = 0
    let progress = upload.receive(bytes, at: &consumed, now: loop.now)
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
    case .noRoom: responder.expire(.busy, on: connection)
    case .refused(let fault): responder.expire(.chunks(fault, bytesMax: upload.bytesMax), on: connection)
    }
  }

  /// The peer has ended in the middle of its body.
  func endShort(_ upload: Upload, on connection: Connection) {
    responder.sendLast(
      APIAnswer.cutShort(missing: upload.missing).response(to: nil, date: loop.date), on: connection)
  }

  private func finish(_ upload: Upload, on connection: Connection) {
    guard upload.bytesTaken > 0 else { return responder.send(.empty, to: upload.head, on: connection) }
    // The body may have come much later than its head.
    guard upload.identity.map(loop.shared.accounts.people.stands) ?? true else {
      return responder.send(.tokenMissing, to: upload.head, on: connection)
    }
    connection.phase = .awaiting(upload.head, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
    switch (upload.purpose, upload.identity) {
    case (.blob, let identity?): keep(upload, of: identity, on: connection)
    case (.description(let purpose), let identity?): read(upload, as: purpose, by: identity, on: connection)
    case (.person(let wish), let identity?): carryOut(wish, upload, by: identity, on: connection)
    case (.change(let place), _):
      moderation.carryOut(upload.takeBytes(), at: place, asked: upload.head, on: connection)
    case (_, nil): preconditionFailure("it is known who sends all else")
    }
  }

  private func carryOut(
    _ wish: PersonWish, _ upload: Upload, by identity: Identity, on connection: Connection
  ) {
    let (mailbox, id) = (post.mailbox, connection.id)
    wish.carryOut(
      upload.takeBytes(), by: identity, from: connection.addressKey, now: loop.now.milliseconds,
      in: loop.shared
    ) { mailbox.send(.front(.apiAnswer(id, $0))) }
  }

  private func keep(_ upload: Upload, of identity: Identity, on connection: Connection) {
    let (mailbox, log, id, share) = (post.mailbox, loop.shared.log, connection.id, upload.share)
    loop.shared.store.blobs.keep(upload.takeBytes(), owner: identity.payer.text, network: connection.network)
    {
      outcome in
      if case .refused(.disk(let fault)) = outcome { log.error("a blob could not be written: \(fault)") }
      mailbox.send(.front(.apiAnswer(id, .upload(outcome))))
      withExtendedLifetime(share) {}  // paid for until the bytes are let go of
    }
  }

  // MARK: - Boards and games

  private func read(
    _ upload: Upload, as purpose: DescriptionDesk.Purpose, by identity: Identity, on connection: Connection
  ) {
    let (mailbox, id, share, payer) = (post.mailbox, connection.id, upload.share, identity.payer)
    let isTaken = loop.shared.tables.descriptions.read(
      upload.takeBytes(), as: purpose, by: identity.guest, beside: loop.settings.games.describedNames,
      of: connection.network
    ) { outcome in
      var outcome = outcome
      if case .opening(var opening) = outcome {
        opening.payer = payer
        outcome = .opening(opening)
      }
      mailbox.send(.front(.described(id, outcome)))
      withExtendedLifetime(share) {}
    }
    if !isTaken { responder.heard(APIAnswer.busy, for: connection) }
  }

  /// Opens a table on the board or game that was described, or only says that it is a game, or tells what is wrong with
  /// it. The answer to an opening comes when the table is durable: `.apiAnswer(connection, …)`.
  func heard(_ outcome: DescriptionDesk.Outcome, for connection: Connection) {
    // Whose time is over has its answer already.
    guard case .awaiting = connection.phase else { return }
    switch outcome {
    case .mistaken(let error): responder.heard(APIAnswer.description(error), for: connection)
    case .checked(let game): responder.heard(APIAnswer.checked(game), for: connection)
    case .opening(var opening):
      let room = RoomID(random: systemRandomBytes(8))
      opening.network = connection.network
      post.send(.open(room, opening, c: Room.requestC, from: connection.id), toHomeOf: room)
    }
  }
}

extension Upload.Purpose {
  /// Why somebody may not do this; nil for who may.
  fileprivate func refusal(of identity: Identity) -> APIAnswer? {
    switch self {
    case .person: identity.bot == nil ? nil : .programs
    case .description(.check), .change: nil
    case .blob, .description: identity.bot?.ownership.mayPlay == false ? .scope : nil
    }
  }
}
