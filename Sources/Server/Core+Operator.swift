import HTTP
import Logging
import Reactor
import Rooms

/// The operator's pages: who may see them, what is shown. They change nothing.
///
///     head ── no token, a wrong one, too many of them ──→ 401 or 429
///       └─ awaiting ── a letter to each loop ── the last answers ──→ HTML or JSON, readingHead
extension Core {
  func showOperator(
    _ view: OperatorView, _ token: OperatorToken, to head: RequestHead, on connection: Connection
  ) {
    switch tryToken(token, of: head, on: connection) {
    case .tooMany:
      var response = Response.text(
        .tooManyRequests, "Too many wrong tokens; wait some seconds.", to: head, date: loop.date)
      response.add(Header("Retry-After", "10"))
      return send(response, on: connection)
    case .none: return askForToken("The operator's token is needed.", head, on: connection)
    case .wrong: return askForToken("That is not the operator's token.", head, on: connection)
    case .right: break
    }
    connection.phase = .awaiting(head, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
    let survey = Survey(for: connection.id, view, loops: loop.settings.loops)
    post.sendToAll(.upkeep(.survey(survey)))
  }

  /// Whether a request has the operator's token. A wrong one is remembered of its address.
  func tryToken(
    _ token: OperatorToken, of head: RequestHead, on connection: Connection
  ) -> OperatorToken.Try {
    guard loop.shared.wrongTries.admits(connection.addressKey, now: loop.now.milliseconds) else {
      return .tooMany
    }
    guard let tried = OperatorToken.tried(in: head.headers) else { return .none }
    if token.opens(to: tried) { return .right }
    loop.shared.wrongTries.note(connection.addressKey, now: loop.now.milliseconds)
    loop.log(.warning, "a wrong operator's token", of: connection)
    return .wrong
  }

  private func askForToken(_ text: String, _ head: RequestHead, on connection: Connection) {
    var response = Response.text(.unauthorized, text, to: head, date: loop.date)
    response.add(Header("WWW-Authenticate", "Basic realm=\"Baize operator\", charset=\"UTF-8\""))
    response.add(Header("Cache-Control", "no-store"))
    send(response, on: connection)
  }

  /// This loop's part, or all of it when it comes back.
  func take(_ survey: Survey) {
    if survey.add(surveyed()) {
      loop.shared.meters.show(loop.counters, of: loop.index)
      post.send(.front(.surveyed(survey)), to: Int(survey.asker.loop))
    }
  }

  func answer(_ survey: Survey) {
    guard let connection = connections[survey.asker.token], case .awaiting(let head, _) = connection.phase
    else { return }
    let tail = (loop.shared.log.handler as? ServerLog)?.sink.tail(OperatorPage.linesShown) ?? []
    let page = OperatorPage(
      survey.view, survey.sum, Figures(loop.shared), log: tail,
      upSeconds: Int(loop.now - loop.shared.startedAt) / 1000, connectionsMax: loop.shared.addresses.openMax,
      tablesMax: loop.settings.roomsMax, tableMemoryMax: loop.settings.tableMemoryMax)
    let type = survey.view.isJSON ? "application/json" : "text/html; charset=utf-8"
    let headers = [Header("Content-Type", type), Header("Cache-Control", "no-store")]
    let body = survey.view.isJSON ? page.json : page.html
    send(Response(.ok, headers: headers, body: body, to: head, date: loop.date), on: connection)
  }

  /// The tables and people here that were busy last.
  private func surveyed() -> Survey.Part {
    loop.showCounters()
    var part = Survey.Part(tableCount: homes.places.rooms.count)
    let newest = homes.places.rooms.values.sorted { $0.room.usedAt > $1.room.usedAt }.prefix(Survey.shownMax)
    for host in newest {
      let summary = host.room.summary
      part.tables.append(
        Survey.Table(
          id: summary.id, game: summary.game, seats: summary.seats, players: summary.players.count,
          watching: summary.watching, version: host.room.versionDurable,
          idleSeconds: Int(loop.now.milliseconds - host.room.usedAt) / 1000, waiting: host.waiting))
    }
    for slot in 0..<connections.slots {
      guard let connection = connections[slot: slot], let visitor = connection.visitor else { continue }
      part.personCount += 1
      guard part.people.count < Survey.shownMax else { continue }
      part.people.append(
        Survey.Person(
          guest: visitor.guest.text, name: visitor.name, isBot: visitor.isBot,
          rooms: connection.memberships.compactMap { $0.gallery.room?.text },
          network: connection.socket.peer?.network ?? "gone",
          connectedSeconds: Int(loop.now - connections.arrivedAt(slot: slot)) / 1000))
    }
    return part
  }
}
