import Boards
import HTTP
import Reactor
import Rooms

/// The games and boards that can be opened here, the rules of games, and the schema of messages: for everybody.
final class GameAnswers {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let responder: Responder
  /// Those that can be opened here, which hold until the next start: told to all in the same bytes.
  private lazy var games = APIAnswer.games(
    loop.settings.games.all, picks: loop.shared.solving.readyDeals.isOn
  ).shared()

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ responder: Responder) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.responder = responder
  }

  func tellGames(to head: RequestHead, on connection: Connection) {
    responder.send(unreadable(head) ?? games, to: head, on: connection)
  }

  func tellBoards(to head: RequestHead, on connection: Connection) {
    responder.send(unreadable(head) ?? .boards(BoardCatalogue.kinds), to: head, on: connection)
  }

  /// JSON Schema of all messages.
  func tellSchema(to head: RequestHead, on connection: Connection) {
    responder.send(unreadable(head) ?? .schema, to: head, on: connection)
  }

  /// - Parameter id: of a game, with what was chosen about it.
  func tellRules(of id: Substring, to head: RequestHead, on connection: Connection) {
    if let refusal = unreadable(head) { return responder.send(refusal, to: head, on: connection) }
    let games = loop.settings.games
    guard let (game, ruleset) = games.find(String(id)) else {
      return responder.send(.noGame(String(id), why: games.mistake(in: String(id))), to: head, on: connection)
    }
    responder.send(.rules(of: ruleset, game), to: head, on: connection)
  }

  /// The rules of what is played at a table: the only way to those of a game that was described for it. Who may watch
  /// may read them: by their token, or by a key. The answer comes from the table's home.
  func askRules(ofRoom text: Substring, to head: RequestHead, on connection: Connection) {
    if let refusal = unreadable(head) { return responder.send(refusal, to: head, on: connection) }
    guard let room = RoomID(String(text)) else {
      return responder.send(.nothingHere, to: head, on: connection)
    }
    connection.phase = .awaiting(head, deadline: loop.now + loop.settings.answerMillisecondsMax)
    connections.watch(connection)
    let reader = RulesReader(
      connection: connection.id, network: connection.network,
      guest: loop.shared.accounts.people.identity(in: head.headers)?.guest,
      key: head.headers[RulesReader.keyHeader])
    post.send(.explain(room, reader), toHomeOf: room)
  }

  /// Why what can only be read is not asked for in a way that it can be answered.
  private func unreadable(_ head: RequestHead) -> APIAnswer? {
    guard head.method == .get || head.method == .head else { return .method(API.methods(at: head.path)) }
    return head.hasBody ? .bodyless : nil
  }
}
