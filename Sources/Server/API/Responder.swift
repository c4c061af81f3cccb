import HTTP
import Reactor

/// Puts answers to requests on their way, and says whether the connection asks on.
final class Responder {
  private let loop: LoopContext
  private let connections: Connections
  private let endings: Endings

  init(_ loop: LoopContext, _ connections: Connections, _ endings: Endings) {
    self.loop = loop
    self.connections = connections
    self.endings = endings
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

  /// An answer to a request whose body, if it has one, is not read any more.
  func send(_ answer: APIAnswer, to head: RequestHead, on connection: Connection) {
    var response = answer.response(to: head, date: loop.date)
    guard head.hasBody else { return send(response, on: connection) }
    response.close()
    sendLast(response, on: connection)
  }

  /// The last answer; what the peer still sends is passed over for a while, so that it hears why.
  func sendLast(_ response: Response, on connection: Connection) {
    connection.outbox.append(response)
    endings.leave(connection, within: loop.settings.refusalMillisecondsMax)
  }

  /// The body is malformed, came too late or found no room, or nobody answered in time.
  func expire(_ answer: APIAnswer, on connection: Connection) {
    sendLast(answer.response(to: nil, date: loop.date), on: connection)
  }

  /// The answer that a request was waiting for.
  func heard(_ answer: APIAnswer, for connection: Connection) {
    guard case .awaiting(let head, _) = connection.phase else { return }
    send(answer.response(to: head, date: loop.date), on: connection)
  }
}
