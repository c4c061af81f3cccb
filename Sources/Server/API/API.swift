import HTTP

/// The HTTP API: which part of it answers a request.
final class API {
  let responder: Responder
  let uploads: Uploads
  let blobs: BlobAnswers
  let moderation: ModerationAnswers
  private let games: GameAnswers
  private let tables: TableAnswers

  init(
    _ loop: LoopContext, _ post: Post, _ connections: Connections, _ endings: Endings, _ responder: Responder
  ) {
    self.responder = responder
    moderation = ModerationAnswers(loop, post, connections, responder)
    uploads = Uploads(loop, post, connections, responder, moderation)
    blobs = BlobAnswers(loop, post, connections, endings, responder)
    games = GameAnswers(loop, post, connections, responder)
    tables = TableAnswers(loop, connections, responder)
  }

  /// What may be done at an address, also at those that are not of this API.
  static func methods(at path: String) -> MethodsAllowed {
    switch path {
    case "/api/blobs": MethodsAllowed(.put)
    case "/api/games", "/api/boards": MethodsAllowed(.get, .head, .post)
    case "/ws": MethodsAllowed(.get)
    case let path where OperatorChange.Place(path: path) != nil: MethodsAllowed(.post)
    default: .reading
    }
  }

  func answer(_ head: RequestHead, on connection: Connection) {
    switch head.path {
    case "/api/blobs":
      guard head.method == .put else {
        return responder.send(.method(Self.methods(at: head.path)), to: head, on: connection)
      }
      uploads.receive(head, as: .blob, on: connection)
    case "/api/games" where head.method == .post:
      uploads.receiveGame(head, on: connection)
    case "/api/games": games.tellGames(to: head, on: connection)
    case let path where path.hasPrefix("/api/games/"):
      games.tellRules(of: path.dropFirst("/api/games/".count), to: head, on: connection)
    case let path where path.hasPrefix("/api/rooms/") && path.hasSuffix("/game"):
      games.askRules(
        ofRoom: path.dropFirst("/api/rooms/".count).dropLast("/game".count), to: head, on: connection)
    case "/api/me/tables": tables.list(to: head, on: connection)
    case "/api/schema": games.tellSchema(to: head, on: connection)
    case "/api/boards" where head.method == .post:
      uploads.receiveBoard(head, on: connection)
    case "/api/boards": games.tellBoards(to: head, on: connection)
    case let path where path.hasPrefix("/api/blobs/"):
      blobs.show(path.dropFirst("/api/blobs/".count), to: head, on: connection)
    default: responder.send(.nothingHere, to: head, on: connection)
    }
  }
}
