import Rooms
import Wire

/// What a home says without a table: to those who ask in vain, or too often.
struct HomeReplies {
  private let post: Post

  private static let turnedOffMilliseconds = 1000

  init(_ post: Post) { self.post = post }

  /// There is no such room (any more).
  ///
  /// - Parameter why: what is wrong with it; nil where it is only no more.
  func refuse(
    _ message: RoomMessage, in id: RoomID, to connection: ConnectionID, _ code: RefusalCode = .gone,
    why: String? = nil
  ) {
    switch message {
    case .join(let c, _, _, _, _):
      let line =
        c.map { ServerMessage.no(Refusal(c: $0, room: id.text, code: code, why: why)) }
        ?? .gone(room: id.text, why: why ?? (code == .gone ? "idle" : "\(code)"))
      post.send(.fanout(.deliver(id, [.dismiss(connection.token)])), to: Int(connection.loop))
      send(line, to: connection)
    case .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _), .host(let c, _),
      .answer(let c, _, _), .say(let c, _, _), .react(let c, _), .report(let c, _, _):
      send(.no(Refusal(c: c, room: id.text, code: code, why: why)), to: connection)
    case .leave(let c):
      post.send(.fanout(.deliver(id, [.dismiss(connection.token)])), to: Int(connection.loop))
      send(.ok(c: c, Agreement(room: id.text)), to: connection)
    case .letter(let letter, let sender):
      // Any other refusal passes, and the sender writes again.
      if code == .gone, letter != .gone { tellGone(id, to: sender) }
    case .hover, .sync, .lost, .behind, .solved: break
    }
  }

  /// A room hears that another is no more, or was never opened.
  func tellGone(_ id: RoomID, to room: RoomID) {
    post.send(.hear(room, .letter(.gone, from: id), from: .none, network: nil), toHomeOf: room)
  }

  /// The journal has not answered for long: nothing more may pile up behind the gate.
  func putOff(_ message: RoomMessage, in id: RoomID, to connection: ConnectionID) {
    switch message {
    case .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _), .host(let c, _),
      .answer(let c, _, _), .say(let c, _, _), .react(let c, _), .report(let c, _, _):
      send(.no(Refusal(c: c, room: id.text, code: .paused)), to: connection)
    case .hover, .sync: break
    case .join, .leave, .lost, .behind, .letter, .solved:
      preconditionFailure("who is there is always heard")
    }
  }

  func send(_ message: ServerMessage, to connection: ConnectionID) {
    post.send(.fanout(.line(connection, Reply(message))), to: Int(connection.loop))
  }

  func send(_ answer: APIAnswer, to connection: ConnectionID) {
    post.send(.front(.apiAnswer(connection, answer)), to: Int(connection.loop))
  }

  func refuseOpening(
    _ opening: RoomOpening, c: Int, from connection: ConnectionID, _ code: RefusalCode, why: String?,
    waitMilliseconds: Int? = nil
  ) {
    if c == Room.requestC {
      return post.send(.front(.apiAnswer(connection, .notOpened(code, why: why))), to: Int(connection.loop))
    }
    send(.no(Refusal(c: c, code: code, why: why, resetMilliseconds: waitMilliseconds)), to: connection)
  }

  /// Too much of that network waits already.
  func turnOff(_ work: RoomWork) {
    let why = "too many messages from your address are waiting; try again shortly"
    switch work {
    case .open(_, let opening, let c, let connection):
      refuseOpening(opening, c: c, from: connection, .full, why: why)
    case .explain(_, let reader): send(.busy, to: reader.connection)
    case .hear(let id, let message, let connection, _):
      switch message {
      case .join: refuse(message, in: id, to: connection, .full, why: why)
      case .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _), .host(let c, _),
        .answer(let c, _, _), .say(let c, _, _), .react(let c, _), .report(let c, _, _):
        send(
          .no(Refusal(c: c, room: id.text, code: .rate, resetMilliseconds: Self.turnedOffMilliseconds)),
          to: connection)
      case .hover, .sync: break
      case .leave, .lost, .behind, .letter, .solved: preconditionFailure("who is there is always heard")
      }
    case .settle, .order: preconditionFailure("who is there is always heard")
    }
  }
}
