import Bytes
import HTTP
import Reactor
import Rooms
import WebSocket
import Wire

/// Requests: files, health, and the way into a WebSocket.
extension Core {
  func readHead(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
    let fits = connection.exchange?.inbox.append(bytes) ?? false
    precondition(fits, "no more is read than the inbox has room for")
    readRequests(on: connection)
  }

  /// Goes on with the requests or messages of a connection that was held back.
  func hearOn(_ connection: Connection) {
    if let conversation = connection.conversation {
      if isParting(connection) { return }
      hearBehind(conversation, on: connection)
      if connections[connection.token] != nil { connections.watch(connection) }
    } else {
      connection.exchange?.isWaiting = false
      readRequests(on: connection)
    }
  }

  /// Answers every request that has arrived, in order, unless answers pile up; so many in a turn, since others have
  /// requests too.
  private func readRequests(on connection: Connection) {
    var left = loop.settings.requestsPerTurnMax
    while case .readingHead = connection.phase, let exchange = connection.exchange, !exchange.inbox.isEmpty,
      !connection.isHeldBack(unreadBytesMax: loop.settings.unreadBytesMax)
    {
      guard left > 0, requestsLeft > 0 else {
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
        requestsLeft -= 1
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
    if let target, isAPI(target.path) {
      sendLast(APIAnswer.refusal(status, reason).response(to: nil, date: loop.date), on: connection)
    } else {
      sendLast(Response.refusal(status, reason, date: loop.date), on: connection)
    }
  }

  /// Addresses of the one page, whose script reads them.
  private static func isPage(_ path: String) -> Bool {
    path == "/rules" || ["/t/", "/watch/", "/rules/"].contains { path.hasPrefix($0) }
  }

  private func isAPI(_ path: String) -> Bool { path.hasPrefix("/api/") }

  private func answer(_ head: RequestHead, on connection: Connection) {
    loop.counters.requests += 1
    connection.exchange?.hasAsked = true
    guard identify(connection, by: head) else { return }
    guard head.expectation != .unknown else {
      return refuse(connection, head.target, .expectationFailed, "The only expectation here is 100-continue.")
    }
    if isAPI(head.path) { return answerAPI(head, on: connection) }
    guard !head.hasBody else {
      return refuse(connection, head.target, .contentTooLarge, "Nothing here takes a body.")
    }
    guard head.method == .get || head.method == .head || head.path == "/ws" else {
      var response = Response.text(.methodNotAllowed, "This can only be read.", to: head, date: loop.date)
      response.add(Header("Allow", "GET, HEAD"))
      return send(response, on: connection)
    }
    switch head.path {
    case "/ws" where loop.isStopping:
      sendStopping("The server is stopping; come back shortly.", to: head, on: connection)
    case "/readyz" where loop.isStopping: sendStopping("draining", to: head, on: connection)
    case "/ws":
      let greeting = Connection.Phase.greeting(deadline: loop.now + loop.settings.helloMillisecondsMax)
      upgrade(head, on: connection, to: greeting, deflate: DeflatePolicy(loop.settings.compression))
    case "/metrics" where mayReadFigures(head, connection): showMetrics(to: head, on: connection)
    case "/healthz": send(.text(.ok, "ok", to: head, date: loop.date), on: connection)
    case "/readyz": showReadiness(to: head, on: connection)
    case let path where Self.isPage(path):
      send(loop.shared.files.response(to: head, path: "/index.html", date: loop.date), on: connection)
    case let path:
      if let token = loop.settings.operatorToken, let view = OperatorView(path: path) {
        return showOperator(view, token, to: head, on: connection)
      }
      if let phase = labPhase(of: path) { return upgrade(head, on: connection, to: phase, deflate: .lab) }
      send(loop.shared.files.response(to: head, date: loop.date), on: connection)
    }
  }

  private func sendStopping(_ text: String, to head: RequestHead, on connection: Connection) {
    var response = Response.text(.unavailable, text, to: head, date: loop.date)
    response.add(Header("Retry-After", "5"))
    send(response, on: connection)
  }

  func send(_ response: Response, on connection: Connection) {
    var response = response
    if loop.isStopping { response.close() }
    connection.outbox.append(response)
    endAnswer(keepAlive: response.keepAlive, on: connection)
  }

  /// All of an answer is on its way; the next request is awaited, or nothing more.
  func endAnswer(keepAlive: Bool, on connection: Connection) {
    if keepAlive && !loop.isStopping {
      connection.phase = .readingHead(deadline: loop.now + loop.settings.keepAliveMillisecondsMax)
      connections.markDirty(connection)
    } else {
      endings.leave(connection)
    }
  }

  private func upgrade(
    _ head: RequestHead, on connection: Connection, to phase: Connection.Phase, deflate: DeflatePolicy
  ) {
    let isLab = deflate == .lab
    let subprotocols = isLab ? [] : [WireProtocol.name]
    let policy = originPolicy(of: head, on: connection)
    switch Handshake.accept(head, policy: policy, subprotocols: subprotocols, deflate: deflate) {
    case .failure(let refusal): send(refusal.response(to: head, date: loop.date), on: connection)
    case .success(let accepted):
      guard isLab || accepted.subprotocol != nil else {
        var response = Response.text(
          .badRequest, "The subprotocol baize.v1 must be offered.", to: head, date: loop.date)
        response.close()
        return send(response, on: connection)
      }
      begin(phase, accepted, isLab: isLab, on: connection)
    }
  }

  /// Which pages may ask as this request does.
  func originPolicy(of head: RequestHead, on connection: Connection) -> OriginPolicy {
    let isSecure =
      connection.exchange?.proxy.map { loop.settings.proxies.isSecure($0, head.headers) } ?? false
    return .sameOrigin(isSecure: isSecure, allowed: loop.settings.originsAllowed)
  }

  private func begin(
    _ phase: Connection.Phase, _ accepted: Handshake.Accepted, isLab: Bool, on connection: Connection
  ) {
    loop.counters.upgrades += 1
    connection.outbox.append(accepted.responseBytes)
    connections.markDirty(connection)
    connection.phase = phase
    if let agreement = accepted.deflate {
      connection.takes = Encoding(agreement)
      connection.windowBits = UInt8(agreement.serverMaxWindowBits)
    }
    connection.webSocket = WebSocketConnection(
      terms: terms.terms(isLab: isLab, inflates: accepted.deflate != nil))
    var rest = connection.exchange?.inbox.withUnread { Array($0) } ?? []
    connection.endRequests()
    if case .listening = phase { fanout.galleries.joinLab(connection) }
    if !rest.isEmpty { rest.withUnsafeMutableBytes { hear($0, on: connection) } }
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
