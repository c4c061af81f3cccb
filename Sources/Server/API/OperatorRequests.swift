import HTTP
import Reactor

/// What an operator's tools ask: a page and its state, figures, and whether the server is ready. Who may see them, and
/// what is shown, and the few things that they may change.
///
///     head ── no token, a wrong one, too many of them ──→ 401 or 429
///       ├─ the page ──→ a file, which asks for the state
///       └─ the state: awaiting ── a letter to each loop ── the last answers ──→ JSON, readingHead
final class OperatorRequests {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let responder: Responder
  private let api: API

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ api: API) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.api = api
    responder = api.responder
  }

  func showOperator(
    _ view: OperatorView, _ token: OperatorToken, to head: RequestHead, on connection: Connection
  ) {
    switch tryToken(token, of: head, on: connection) {
    case .tooMany:
      var response = Response.text(
        .tooManyRequests, "Too many wrong tokens; wait some seconds.", to: head, date: loop.date)
      response.add(Header("Retry-After", "10"))
      return responder.send(response, on: connection)
    case .none: return askForToken("The operator's token is needed.", head, on: connection)
    case .wrong: return askForToken("That is not the operator's token.", head, on: connection)
    case .right: break
    }
    if view.isOfReports { return api.moderation.list(to: head, on: connection) }
    guard view.isJSON else {
      return responder.send(
        loop.shared.files.response(to: head, path: OperatorView.page, date: loop.date), on: connection)
    }
    connection.phase = .awaiting(head, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
    let survey = Survey(for: connection.id, view, loops: loop.settings.loops)
    post.sendToAll(.upkeep(.survey(survey)))
  }

  // MARK: - Changes

  /// Something is to be changed. The token comes twice: a browser sends a password that it remembers by itself, also
  /// for a page that somebody else made, and no such page can send this header.
  func receive(
    _ place: OperatorChange.Place, _ token: OperatorToken, of head: RequestHead, on connection: Connection
  ) {
    func refuse(_ answer: APIAnswer) { responder.send(answer, to: head, on: connection) }
    guard head.method == .post else { return refuse(.method(API.methods(at: head.path))) }
    guard
      loop.settings.proxies.originPolicy(of: head, via: connection.exchange?.proxy, allowed: [])
        .admits(head.headers)
    else {
      return refuse(.foreignOrigin)
    }
    switch tryToken(token, of: head, on: connection) {
    case .tooMany: return refuse(.tooOften(waitMilliseconds: 10_000))
    case .none, .wrong: return refuse(.operatorTokenMissing)
    case .right: break
    }
    let again = head.headers.values(OperatorChange.header)
    switch tryToken(token, again.count == 1 ? again[0] : nil, on: connection) {
    case .tooMany: return refuse(.tooOften(waitMilliseconds: 10_000))
    case .none, .wrong: return refuse(.operatorTokenAgain)
    case .right: api.uploads.receive(head, as: place, on: connection)
    }
  }

  // MARK: - The token

  /// Whether a request has the operator's token. A wrong one is remembered of its address.
  private func tryToken(
    _ token: OperatorToken, of head: RequestHead, on connection: Connection
  ) -> OperatorToken.Try {
    tryToken(token, OperatorToken.tried(in: head.headers), on: connection)
  }

  private func tryToken(
    _ token: OperatorToken, _ tried: String?, on connection: Connection
  ) -> OperatorToken.Try {
    guard loop.shared.limits.wrongTries.admits(connection.addressKey, now: loop.now.milliseconds) else {
      return .tooMany
    }
    guard let tried else { return .none }
    if token.opens(to: tried) { return .right }
    loop.shared.limits.wrongTries.note(connection.addressKey, now: loop.now.milliseconds)
    loop.log(.warning, "a wrong operator's token", of: connection)
    return .wrong
  }

  private func askForToken(_ text: String, _ head: RequestHead, on connection: Connection) {
    var response = Response.text(.unauthorized, text, to: head, date: loop.date)
    response.add(Header("WWW-Authenticate", "Basic realm=\"Baize operator\", charset=\"UTF-8\""))
    response.add(Header("Cache-Control", "no-store"))
    responder.send(response, on: connection)
  }

  func answer(_ survey: Survey) {
    guard let connection = connections[survey.asker.token], case .awaiting(let head, _) = connection.phase
    else { return }
    let tail = (loop.shared.log.handler as? ServerLog)?.sink.tail(OperatorState.linesShown) ?? []
    let state = OperatorState(
      view: survey.view, part: survey.sum, figures: Figures(loop.shared), log: tail,
      upSeconds: Int(loop.now - loop.shared.startedAt) / 1000,
      connectionsMax: loop.shared.traffic.addresses.openMax,
      tablesMax: loop.settings.roomsMax, tableMemoryMax: loop.settings.tableMemoryMax)
    let headers = [Header("Content-Type", "application/json"), Header("Cache-Control", "no-store")]
    responder.send(
      Response(.ok, headers: headers, body: state.json, to: head, date: loop.date), on: connection)
  }

  // MARK: - Figures

  /// Figures are nobody's business but the operator's: they are shown to programs of this machine, and to all who have
  /// the operator's token.
  func mayReadFigures(_ head: RequestHead, _ connection: Connection) -> Bool {
    if isLocal(head, connection) { return true }
    guard let token = loop.settings.operatorToken else { return false }
    return tryToken(token, of: head, on: connection) == .right
  }

  /// Does a program of this machine ask, for itself, and no page that a browser shows here? Who asks through a
  /// proxy does not, and a trusted proxy may ask for anybody, also where it does not say for whom.
  private func isLocal(_ head: RequestHead, _ connection: Connection) -> Bool {
    connection.addressKey == Addresses.uncounted && connection.exchange?.proxy == nil
      && ["x-forwarded-for", "forwarded", "via"].allSatisfy { head.headers[$0] == nil }
      && head.headers["host"].flatMap { HostField($0) }?.isLoopback ?? false
  }

  func showMetrics(to head: RequestHead, on connection: Connection) {
    loop.showCounters()
    let headers = [Header("Content-Type", MetricsText.contentType), Header("Cache-Control", "no-store")]
    let text = MetricsText(Figures(loop.shared))
    responder.send(
      Response(.ok, headers: headers, body: text.bytes, to: head, date: loop.date), on: connection)
  }

  /// 200 while commands are taken, otherwise 503 and why not in one word.
  func showReadiness(to head: RequestHead, on connection: Connection) {
    let obstacle = loop.shared.readiness.obstacle
    var response = Response.text(
      obstacle == nil ? .ok : .unavailable, obstacle?.rawValue ?? "ok", to: head, date: loop.date)
    response.add(Header("Cache-Control", "no-store"))
    responder.send(response, on: connection)
  }
}
