import Bytes
import Reactor
import Rooms
import WebSocket
import Wire

/// The first word of a connection: who it is, and whether a visit goes on that was begun before.
final class Greeter {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let fanout: Fanout
  private let endings: Endings

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ fanout: Fanout, _ endings: Endings) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.fanout = fanout
    self.endings = endings
  }

  func greet(_ hello: Hello, _ connection: Connection) {
    let token: String
    if let known = hello.token, GuestToken.isToken(known) {
      token = known
    } else {
      token = "g1." + hex(systemRandomBytes(16))
    }
    let guest = Visits.guest(of: token)
    guard endings.admits(guest, on: connection) else { return }
    let shown = String(hello.name.unicodeScalars.prefix(2 * WireLimits.nameCharactersMax)).printable
    let name = shown.isEmpty ? "Guest " + guest.text.suffix(4) : shown
    func visitor(on visit: VisitID) -> Visitor {
      Visitor(
        guest: guest, visit: visit, name: name, isBot: hello.role == .bot, wantsDests: hello.wantsDests,
        wantsDrag: hello.wantsDrag, encoding: connection.outgoing.takes, network: connection.network)
    }

    if let resume = hello.resume, let visit = VisitID(resume.visit) {
      let returning = visitor(on: visit)
      let rooms = resume.rooms.compactMap { RoomID($0.room) }
      switch loop.shared.visits.resume(returning, rooms: rooms, on: connection.id) {
      case .known(let known):
        let conversation = Conversation(returning)
        if let left = known.allowances {
          conversation.spending.commands = left.commands
          conversation.spending.opens = left.opens
        }
        supersede(known.before)
        welcome(conversation, token: token, seats: known.rooms, isResumed: true, on: connection)
        return rejoin(resume, known, returning, connection)
      case .unknown
      where loop.shared.journal.storage.isDurable
        && loop.shared.visits.begin(returning, on: connection.id, now: loop.now.milliseconds):
        // Of before a restart, most likely. Tables know its seats, and what it was answered.
        welcome(Conversation(returning), token: token, seats: [], isResumed: true, on: connection)
        return rejoin(resume, nil, returning, connection)
      case .unknown, .anothers: break
      }
    }
    let newcomer = visitor(on: VisitID(random: systemRandomBytes(16)))
    guard loop.shared.visits.begin(newcomer, on: connection.id, now: loop.now.milliseconds) else {
      return endings.goodbye(connection, .tryAgainLater, "too many visitors")
    }
    welcome(Conversation(newcomer), token: token, seats: [], isResumed: false, on: connection)
  }

  private func welcome(
    _ conversation: Conversation, token: String, seats: [(room: RoomID, seat: Int)], isResumed: Bool,
    on connection: Connection
  ) {
    connections.begin(conversation, on: connection)
    connection.phase = .visiting
    loop.log(
      .info, "hello", of: connection,
      ["role": conversation.visitor.isBot ? "bot" : "player", "resumed": "\(isResumed)"])
    let welcome = welcome(conversation.visitor, token: token, seats: seats, isResumed: isResumed)
    fanout.tell(connection, Reply(.welcome(welcome)))
  }

  /// A connection that only fell silent would else hold seat and drags beside the one that came for it.
  private func supersede(_ before: ConnectionID) {
    post.send(.front(.superseded(before)), to: Int(before.loop))
  }

  /// - Parameter known: what the visit had; nil for a visit that is not known.
  private func rejoin(
    _ resume: Hello.Resume, _ known: Visits.Resumed?, _ visitor: Visitor, _ connection: Connection
  ) {
    var named: Set<RoomID> = []
    for position in resume.rooms {
      guard let room = RoomID(position.room), named.insert(room).inserted else { continue }
      let seat = known?.rooms.first { $0.room == room }?.seat ?? -1
      if !fanout.isMember(connection, of: room) { connection.conversation?.asked.append(room) }
      let presence: RoomMessage.Presence = known == nil ? .back : seat >= 0 ? .play : .watch
      let resumption = RoomMessage.Resumption(position, before: known?.before)
      post.send(.join(c: nil, visitor, as: presence, resume: resumption), to: room, from: connection)
    }
  }

  private func welcome(
    _ visitor: Visitor, token: String, seats: [(room: RoomID, seat: Int)], isResumed: Bool
  ) -> Welcome {
    Welcome(
      visit: visitor.visit.text, token: token,
      you: visitor.person,
      server: loop.settings.version, boot: loop.shared.boot, now: Int(Instant.wallMilliseconds()),
      heartbeatMilliseconds: Int(loop.settings.heartbeatMilliseconds),
      keepsTables: loop.shared.journal.storage.isDurable, resumed: isResumed,
      rooms: seats.map { Welcome.RoomSeat(room: $0.room.text, seat: $0.seat) },
      limits: PublishedLimits(
        commandsPerSecond: loop.settings.commandsPerSecond, commandsBurst: loop.settings.commandsBurst,
        hoversPerSecond: loop.settings.hoversPerSecond, hoversBurst: loop.settings.hoversBurst,
        messageBytesMax: WireLimits.clientMessageBytesMax, roomsMax: loop.settings.roomsPerConnectionMax))
  }
}
