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
    guard let (token, identity) = identify(hello) else {
      return endings.goodbye(connection, .signedOut, "this token was signed out")
    }
    guard endings.admits(identity.payer, on: connection) else { return }
    let name = identity.shown ?? PersonName.chosen(hello.name, by: identity.guest)
    func visitor(on visit: VisitID) -> Visitor {
      Visitor(
        guest: identity.guest, visit: visit, name: name, isBot: identity.bot != nil || hello.role == .bot,
        wantsDests: hello.wantsDests, wantsDrag: hello.wantsDrag, encoding: connection.outgoing.takes,
        network: connection.network, device: identity.device, ownership: identity.bot?.ownership)
    }

    if let resume = hello.resume, let visit = VisitID(resume.visit) {
      let returning = visitor(on: visit)
      let rooms = resume.rooms.compactMap { RoomID($0.room) }
      switch loop.shared.traffic.visits.resume(returning, rooms: rooms, on: connection.id) {
      case .known(let known):
        let conversation = Conversation(returning)
        if let left = known.commands { conversation.spending.commands = left }
        supersede(known.before)
        welcome(conversation, identity, token: token, seats: known.rooms, isResumed: true, on: connection)
        return rejoin(resume, known, returning, connection)
      case .unknown
      where loop.shared.store.journal.storage.isDurable
        && loop.shared.traffic.visits.begin(returning, on: connection.id, now: loop.now.milliseconds):
        // Of before a restart, most likely. Tables know its seats, and what it was answered.
        welcome(Conversation(returning), identity, token: token, seats: [], isResumed: true, on: connection)
        return rejoin(resume, nil, returning, connection)
      case .unknown, .anothers: break
      }
    }
    let newcomer = visitor(on: VisitID(random: systemRandomBytes(16)))
    guard loop.shared.traffic.visits.begin(newcomer, on: connection.id, now: loop.now.milliseconds) else {
      return endings.goodbye(connection, .tryAgainLater, "too many visitors")
    }
    welcome(Conversation(newcomer), identity, token: token, seats: [], isResumed: false, on: connection)
  }

  /// Who somebody is. A newcomer gets a token, and so does a guest of whom nothing is left.
  ///
  /// - Returns: nil for a token that opens nothing any more.
  private func identify(_ hello: Hello) -> (token: String, Identity)? {
    if let token = hello.token, GuestToken.isToken(token) {
      switch loop.shared.accounts.people.find(token) {
      case .known(let identity): return (token, identity)
      case .signedOut: return nil
      case .erased: break
      }
    }
    let token = GuestToken.guest(random: systemRandomBytes(16))
    return loop.shared.accounts.people.identity(of: token).map { (token, $0) }
  }

  private func welcome(
    _ conversation: Conversation, _ identity: Identity, token: String, seats: [(room: RoomID, seat: Int)],
    isResumed: Bool, on connection: Connection
  ) {
    connections.begin(conversation, on: connection)
    connection.phase = .visiting
    loop.log(
      .info, "hello", of: connection,
      ["role": conversation.visitor.isBot ? "bot" : "player", "resumed": "\(isResumed)"])
    var welcome = welcome(conversation.visitor, token: token, seats: seats, isResumed: isResumed)
    if identity.bot == nil { welcome.handle = identity.handle?.text }
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
    var welcome = Welcome(
      visit: visitor.visit.text, token: token,
      you: visitor.person,
      server: loop.settings.version, boot: loop.shared.boot, now: Int(Instant.wallMilliseconds()),
      heartbeatMilliseconds: Int(loop.settings.heartbeatMilliseconds),
      keepsTables: loop.shared.store.journal.storage.isDurable, resumed: isResumed,
      rooms: seats.map { Welcome.RoomSeat(room: $0.room.text, seat: $0.seat) },
      limits: PublishedLimits(
        commandsPerSecond: loop.settings.commandsPerSecond, commandsBurst: loop.settings.commandsBurst,
        hoversPerSecond: loop.settings.hoversPerSecond, hoversBurst: loop.settings.hoversBurst,
        messageBytesMax: WireLimits.clientMessageBytesMax, roomsMax: loop.settings.roomsPerConnectionMax))
    welcome.solves = loop.shared.solving.desk.isOn
    return welcome
  }
}
