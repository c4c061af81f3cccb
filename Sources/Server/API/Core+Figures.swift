import HTTP
import Reactor
import Rooms
import Wire

/// What an operator's tools ask: figures, and whether the server is ready.
extension Core {
  /// Tables that are kept are counted for all loops by the first.
  func countKept() {
    guard loop.index == 0, loop.now >= keptCountedAt + KeptTables.milliseconds,
      loop.shared.journal.storage.isDurable
    else {
      return
    }
    keptCountedAt = loop.now
    loop.shared.shelf.ask { [kept = loop.shared.kept] in kept.count($0) }
  }

  /// Its time is over. Who only kept a connection open was not slow.
  func countSlow(_ connection: Connection) {
    switch connection.phase {
    case .readingBody: loop.counters.slow(.body)
    case .streaming: loop.counters.slow(.unread)
    case .greeting, .visiting, .echoing, .listening, .publishing: loop.counters.slow(.silent)
    case .readingHead: if connection.exchange?.inbox.isEmpty == false { loop.counters.slow(.head) }
    case .awaiting, .leaving: break
    }
  }

  /// Figures are nobody's business but the operator's: they are shown to programs of this machine, and to whoever has
  /// the operator's token.
  func mayReadFigures(_ head: RequestHead, _ connection: Connection) -> Bool {
    if isLocal(head, connection) { return true }
    guard let token = loop.settings.operatorToken else { return false }
    return tryToken(token, of: head, on: connection) == .right
  }

  /// Does a program of this machine ask, for itself, and no page that a browser shows here? Whoever asks through a
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
    send(Response(.ok, headers: headers, body: text.bytes, to: head, date: loop.date), on: connection)
  }

  /// 200 while commands are taken, otherwise 503 and why not in one word.
  func showReadiness(to head: RequestHead, on connection: Connection) {
    let obstacle = loop.shared.readiness.obstacle
    var response = Response.text(
      obstacle == nil ? .ok : .unavailable, obstacle?.rawValue ?? "ok", to: head, date: loop.date)
    response.add(Header("Cache-Control", "no-store"))
    send(response, on: connection)
  }
}
