import HTTP
import Patience

/// The games that can be played here, and their rules, for whoever asks.
extension Core {
  func tellGames(to head: RequestHead, on connection: Connection) {
    guard let refusal = unreadable(head) else {
      return send(.games(settings.games.all), to: head, on: connection)
    }
    send(refusal, to: head, on: connection)
  }

  /// - Parameter id: of a game, with what was chosen about it.
  func tellRules(of id: Substring, to head: RequestHead, on connection: Connection) {
    if let refusal = unreadable(head) { return send(refusal, to: head, on: connection) }
    guard let (game, ruleset) = settings.games.find(String(id)) else {
      return send(.nothingHere, to: head, on: connection)
    }
    send(.rules(of: ruleset, game), to: head, on: connection)
  }

  /// Why what can only be read is not asked for in a way that it can be answered.
  private func unreadable(_ head: RequestHead) -> APIAnswer? {
    guard head.method == .get || head.method == .head else { return .method(allowed: "GET, HEAD") }
    return head.hasBody ? .bodyless : nil
  }
}
