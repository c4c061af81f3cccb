import HTTP
import Reactor
import Rooms
import WebSocket
import Wire

/// Requests: files, health, and the way into a WebSocket.
final class Requests {
  private let loop: LoopContext
  private let connections: Connections
  private let responder: Responder
  private let turningAway: TurningAway
  private let api: API
  let operatorRequests: OperatorRequests
  /// How WebSockets here may go on, by what was agreed on.
  private let terms: LoopTerms
  /// How many requests may still be answered in this turn.
  private var turnLeft = 0

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ turningAway: TurningAway, _ api: API)
  {
    self.loop = loop
    self.connections = connections
    self.turningAway = turningAway
    self.api = api
    responder = api.responder
    operatorRequests = OperatorRequests(loop, post, connections, api)
    terms = LoopTerms(loop.settings)
  }

  func beginTurn() { turnLeft = loop.settings.requestsPerTurnOfAllMax }

  /// More may be answered in this turn.
  var hasLeft: Bool { turnLeft > 0 }

  /// What arrived of heads.
  func receive(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
    let fits = connection.exchange?.inbox.append(bytes) ?? false
    precondition(fits, "no more is read than the inbox has room for")
  }

  /// Answers every request that has arrived, in order, unless answers pile up; so many in a turn, since others have
  /// requests too.
  func read(on connection: Connection) {
    var left = loop.settings.requestsPerTurnMax
    while case .readingHead = connection.phase, let exchange = connection.exchange, !exchange.inbox.isEmpty,
      !connection.isHeldBack(unreadBytesMax: loop.settings.unreadBytesMax)
    {
      guard left > 0, turnLeft > 0 else {
        exchange.isWaiting = true
        return connections.hold(connection.token)
      }
      let outcome = exchange.inbox.withUnread { exchange.requests.parse($0) }
      switch outcome {
      case .needMore: return hurry(connection)
      case .refused(let status, let reason):
        return refuse(connection, exchange.requests.target, status, reason)
      case .head(let head, let consumed):
        exchange.inbox.consume(consumed)
        left -= 1
        turnLeft -= 1
        answer(head, on: connection)
      }
    }
  }

  /// A head that has begun has so long and no longer, also where an idle connection would have had more.
  private func hurry(_ connection: Connection) {
    let deadlineMax = loop.now + loop.settings.headMillisecondsMax
    guard case .readingHead(let deadline) = connection.phase, deadline > deadlineMax else { return }
    connection.phase = .readingHead(deadline: deadlineMax)
  }

  /// Refuses a request of which no more is read; what the peer still sends is passed over for a while.
  private func refuse(_ connection: Connection, _ target: Target?, _ status: HTTP.Status, _ reason: String) {
    let (path, isUnknownMethod) = (target?.path ?? "/", status == .methodNotAllowed)
    if isAPI(path) {
      let answer =
        isUnknownMethod ? APIAnswer.method(API.methods(at: path)) : APIAnswer.refusal(status, reason)
      responder.sendLast(answer.response(to: nil, date: loop.date), on: connection)
    } else if isUnknownMethod {
      responder.sendLast(.refusal(API.methods(at: path), to: nil, date: loop.date), on: connection)
    } else {
      responder.sendLast(.refusal(status, reason, date: loop.date), on: connection)
    }
  }

  /// Addresses of the one page, whose script reads them.
  private static func isPage(_ path: String) -> Bool {
    path == "/rules" || path == "/me" || ["/t/", "/c/", "/watch/", "/rules/"].contains { path.hasPrefix($0) }
  }

  private func isAPI(_ path: String) -> Bool { path.hasPrefix("/api/") }

  private func answer(_ head: RequestHead, on connection: Connection) {
    loop.counters.requests += 1
    connection.exchange?.hasAsked = true
    guard identify(connection, by: head) else { return }
    guard head.expectation != .unknown else {
      return refuse(
        connection, head.target, .expectationFailed, "Expect must be 100-continue.")
    }
    if isAPI(head.path) { return api.answer(head, on: connection) }
    if let token = loop.settings.operatorToken, let place = OperatorChange.Place(path: head.path) {
      return operatorRequests.receive(place, token, of: head, on: connection)
    }
    guard !head.hasBody else {
      return refuse(
        connection, head.target, .contentTooLarge, "A request to this address must not have a body.")
    }
    guard head.method == .get || head.method == .head || head.path == "/ws" else {
      return responder.send(.refusal(API.methods(at: head.path), to: head, date: loop.date), on: connection)
    }
    switch head.path {
    case "/ws" where loop.isStopping:
      sendStopping("The server is stopping; come back shortly.", to: head, on: connection)
    case "/readyz" where loop.isStopping: sendStopping("draining", to: head, on: connection)
    case "/ws":
      let greeting = Connection.Phase.greeting(deadline: loop.now + loop.settings.helloMillisecondsMax)
      upgrade(head, on: connection, to: greeting, deflate: DeflatePolicy(loop.settings.compression))
    case "/metrics" where operatorRequests.mayReadFigures(head, connection):
      operatorRequests.showMetrics(to: head, on: connection)
    case "/healthz": responder.send(.text(.ok, "ok", to: head, date: loop.date), on: connection)
    case "/readyz": operatorRequests.showReadiness(to: head, on: connection)
    case OperatorView.page:
      responder.send(loop.shared.files.notFound(to: head, date: loop.date), on: connection)
    case let path where Self.isPage(path):
      responder.send(
        loop.shared.files.response(to: head, path: "/index.html", date: loop.date), on: connection)
    case let path:
      if let token = loop.settings.operatorToken, let view = OperatorView(path: path) {
        return operatorRequests.showOperator(view, token, to: head, on: connection)
      }
      if let phase = Lab.phase(of: path, loop.settings) {
        return upgrade(head, on: connection, to: phase, deflate: .lab)
      }
      let files = loop.shared.files
      guard files[path] == nil, Self.isForReading(head) else {
        return responder.send(files.response(to: head, date: loop.date), on: connection)
      }
      // A person is shown a page that says so and leads to the lobby.
      responder.send(
        files.response(to: head, path: "/index.html", status: .notFound, date: loop.date), on: connection)
    }
  }

  /// Whether somebody follows a link to what may be a page: a browser asks for HTML then, and files have an ending.
  private static func isForReading(_ head: RequestHead) -> Bool {
    let name = head.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return !name.contains(".") && head.headers.list("accept").contains { $0.hasPrefix("text/html") }
  }

  private func sendStopping(_ text: String, to head: RequestHead, on connection: Connection) {
    var response = Response.text(.unavailable, text, to: head, date: loop.date)
    response.add(Header("Retry-After", "5"))
    responder.send(response, on: connection)
  }

  private func upgrade(
    _ head: RequestHead, on connection: Connection, to phase: Connection.Phase, deflate: DeflatePolicy
  ) {
    let isLab = deflate == .lab
    let subprotocols = isLab ? [] : [WireProtocol.name]
    let policy = loop.settings.proxies.originPolicy(
      of: head, via: connection.exchange?.proxy, allowed: loop.settings.originsAllowed)
    switch Handshake.accept(head, policy: policy, subprotocols: subprotocols, deflate: deflate) {
    case .failure(let refusal): responder.send(refusal.response(to: head, date: loop.date), on: connection)
    case .success(let accepted):
      guard isLab || accepted.subprotocol != nil else {
        var response = Response.text(
          .badRequest, "The subprotocol baize.v1 must be offered.", to: head, date: loop.date)
        response.close()
        return responder.send(response, on: connection)
      }
      begin(phase, accepted, isLab: isLab, on: connection)
    }
  }

  private func begin(
    _ phase: Connection.Phase, _ accepted: Handshake.Accepted, isLab: Bool, on connection: Connection
  ) {
    loop.counters.upgrades += 1
    connection.outbox.append(accepted.responseBytes)
    connections.markDirty(connection)
    connection.phase = phase
    if let agreement = accepted.deflate {
      connection.outgoing.takes = Encoding(agreement)
      connection.outgoing.windowBits = UInt8(agreement.serverMaxWindowBits)
    }
    connection.webSocket = WebSocketConnection(
      terms: terms.terms(isLab: isLab, inflates: accepted.deflate != nil))
  }

  // MARK: - Behind a proxy

  /// A request tells for whom a proxy asks, and the connection counts as theirs until it is answered.
  ///
  /// - Returns: false when they have too many, which they were told.
  private func identify(_ connection: Connection, by head: RequestHead) -> Bool {
    guard let proxy = connection.exchange?.proxy else { return true }
    let client = loop.settings.proxies.client(of: proxy, head.headers)
    do throws(Addresses.Refusal) {
      try connections.count(connection, as: loop.shared.traffic.addresses.key(client.countingKey))
    } catch {
      turningAway.note(error, of: client)
      responder.sendLast(turningAway.tooMany(error, to: head), on: connection)
      return false
    }
    if head.isUpgrade {
      let scheme = loop.settings.proxies.isSecure(proxy, head.headers) ? "TLS" : "plain HTTP"
      loop.log(.debug, "through a proxy", ["peer": "\(client)", "proxy": "\(proxy)", "over": "\(scheme)"])
    }
    return true
  }

  /// It is answered, and the answer has left; the next request may be somebody else's.
  func forgetWho(_ connection: Connection) {
    // Who is not known is in nobody's way.
    if connection.exchange?.proxy != nil { try? connections.count(connection, as: Addresses.unknown) }
  }

  /// What holds between turns.
  func checkInvariants() {
    precondition(turnLeft >= 0, "no more requests are answered in a turn than may be")
  }
}

extension DeflatePolicy {
  fileprivate init(_ compression: Configuration.Compression) {
    switch compression {
    case .off: self = .off
    case .noContext: self = .noContext
    case .shared: self = .shared
    }
  }
}

extension Encoding {
  /// Windows of less than a stream's reach are told nothing compressed, but in the lab's echo.
  fileprivate init(_ agreement: DeflateAgreement) {
    if agreement.serverMaxWindowBits < SharedStream.windowBits {
      self = .plain
    } else {
      self = agreement.serverNoContextTakeover ? .alone : .shared
    }
  }
}
