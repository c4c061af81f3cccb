import Bytes
import HTTP
import Reactor
import WebSocket
import Wire

/// Requests: files, health, and the way into a WebSocket.
extension Core {
  func readHead(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
    let fits = connection.inbox.append(bytes)
    precondition(fits, "no more is read than the inbox has room for")
    readRequests(on: connection)
  }

  /// A peer that asks and does not read waits until it has read; whose request is being answered, for that answer.
  func isHeldBack(_ connection: Connection) -> Bool {
    switch connection.phase {
    case .readingHead: connection.outbox.bytesWaiting >= settings.outboxBytesMax
    case .awaiting, .streaming: true
    case .readingBody, .greeting, .visiting, .echoing, .leaving: false
    }
  }

  /// Goes on with the requests whose turn has come, before anything newer is read.
  func readHeldRequests() {
    for token in held { if let connection = connections[token] { readRequests(on: connection) } }
    held.removeAll(keepingCapacity: true)
  }

  /// Answers every request that has arrived, in order, unless answers pile up.
  private func readRequests(on connection: Connection) {
    while case .readingHead = connection.phase, !connection.inbox.isEmpty, !isHeldBack(connection) {
      let outcome = connection.inbox.withUnread { connection.requests.parse($0) }
      switch outcome {
      case .needMore: return
      case .refused(let status, let reason): return refuse(connection, status, reason)
      case .head(let head, let consumed):
        connection.inbox.consume(consumed)
        answer(head, on: connection)
      }
    }
  }

  private func refuse(_ connection: Connection, _ status: HTTP.Status, _ reason: String) {
    if connection.requests.target.map({ isAPI($0.path) }) ?? false {
      send(APIAnswer.refusal(status, reason).response(to: nil, date: date), on: connection)
    } else {
      send(Response.refusal(status, reason, date: date), on: connection)
    }
  }

  private func isAPI(_ path: String) -> Bool { path.hasPrefix("/api/") }

  private func answer(_ head: RequestHead, on connection: Connection) {
    if isAPI(head.path) { return answerAPI(head, on: connection) }
    guard head.bodyLength == 0 else {
      return refuse(connection, .contentTooLarge, "Nothing here takes a body.")
    }
    guard head.method == .get || head.method == .head || head.path == "/ws" else {
      var response = Response.text(.methodNotAllowed, "This can only be read.", to: head, date: date)
      response.add(Header("Allow", "GET, HEAD"))
      return send(response, on: connection)
    }
    switch head.path {
    case "/ws": upgrade(head, on: connection, to: .greeting(deadline: now + settings.helloMillisecondsMax))
    case "/lab/echo" where settings.lab: upgrade(head, on: connection, to: .echoing)
    case "/healthz", "/readyz": send(.text(.ok, "ok", to: head, date: date), on: connection)
    case let path where path.hasPrefix("/t/") || path.hasPrefix("/watch/"):
      // The page is one; its script reads the address.
      send(shared.files.response(to: head, path: "/index.html", date: date), on: connection)
    default: send(shared.files.response(to: head, date: date), on: connection)
    }
  }

  func send(_ response: Response, on connection: Connection) {
    connection.outbox.append(response.encoded())
    endAnswer(keepAlive: response.keepAlive, on: connection)
  }

  /// All of an answer is on its way; the next request is awaited, or nothing more.
  func endAnswer(keepAlive: Bool, on connection: Connection) {
    if keepAlive {
      connection.phase = .readingHead(deadline: now + settings.keepAliveMillisecondsMax)
      markDirty(connection)
    } else {
      leave(connection)
    }
  }

  private func upgrade(_ head: RequestHead, on connection: Connection, to phase: Connection.Phase) {
    let policy = OriginPolicy.sameOrigin(allowed: settings.originsAllowed)
    let isLab = if case .echoing = phase { true } else { false }
    switch Handshake.accept(head, policy: policy, subprotocols: isLab ? [] : [WireProtocol.name]) {
    case .failure(let refusal): send(refusal.response(to: head, date: date), on: connection)
    case .success(let accepted):
      guard isLab || accepted.subprotocol != nil else {
        var response = Response.text(
          .badRequest, "The subprotocol baize.v1 must be offered.", to: head, date: date)
        response.close()
        return send(response, on: connection)
      }
      connection.outbox.append(accepted.responseBytes)
      markDirty(connection)
      connection.phase = phase
      connection.webSocket = WebSocketConnection(
        role: .server,
        limits: isLab
          ? WebSocketLimits(messageBytesMax: settings.labMessageBytesMax, fragmentsMax: 1 << 20)
          : WebSocketLimits(messageBytesMax: WireLimits.clientMessageBytesMax))
      let rest = connection.inbox.withUnread { Array($0) }
      connection.inbox.consume(rest.count)
      if !rest.isEmpty { rest.withUnsafeBytes { readFrames($0, on: connection) } }
    }
  }
}
