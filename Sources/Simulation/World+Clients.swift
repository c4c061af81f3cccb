import Player
import Rooms
import Wire

/// Clients: how they come, think, say and hear.
extension World {
  func connect(_ client: Int) throws(Violation) {
    guard !clients[client].isErased, !clients[client].isOnline else { return }
    guard isPowered else { return agenda.put(.connect(client: client), at: now + 500) }
    let before = clients[client].connection
    let isFirst = clients[client].life == 0
    let isKnown = clients[client].isMissed || !clients[client].rooms.isEmpty || wasHere.contains(client)
    clients[client].life += 1
    clients[client].isOnline = true
    (clients[client].upAt, clients[client].downAt, clients[client].heardAt) = (now, now, now)
    if isFirst { return try think(.begin, client) }
    for position in clients[client].positions {
      guard let room = RoomID(position.room) else { continue }
      let resumption = RoomMessage.Resumption(position, before: isKnown ? before : nil)
      try hear(
        .join(c: nil, clients[client].visitor, as: .back, resume: resumption), in: room,
        from: clients[client].connection)
    }
    if clients[client].isMissed { try miss(client, before.generation, connection: before) }
    for message in clients[client].unanswered { send(message, client) }
  }

  func miss(_ client: Int, _ life: UInt32, connection: ConnectionID? = nil) throws(Violation) {
    guard clients[client].isMissed, connection != nil || clients[client].life == life else { return }
    clients[client].isMissed = false
    wasHere.insert(client)
    let gone = connection ?? clients[client].connection
    for room in rooms {
      guard let host = hosts[room],
        host.members.contains(where: { $0.connection == gone }) || host.room.connections.contains(gone)
      else { continue }
      try hear(.lost, in: room, from: gone)
    }
  }

  func think(_ thought: Thought, _ client: Int) throws(Violation) {
    guard !clients[client].isErased else { return }
    let acts: [BotAct]
    do throws(PlayerFailure) {
      acts = try clients[client].think(thought)
    } catch {
      if case .badServerMessage(let why) = error {
        throw Violation(invariant: .mirrors, what: "client \(client): \(why)", at: now)
      }
      // A race that has begun is full. Where a disk fails, the power is lost or somebody is erased, a game may be no
      // more, or refuse somebody for good.
      let isLate = if case .refused(.full, _, _) = error { true } else { false }
      guard isLate || plan.failures > 0 || plan.powerLosses > 0 || plan.erasesOne else {
        throw Violation(invariant: .answers, what: "client \(client) was refused: \(error)", at: now)
      }
      clients[client].isErased = true
      return
    }
    for act in acts {
      switch act {
      case .tell(let message): say(message, client)
      case .play(let message):
        let pause = Int64(clients[client].dice.roll(1...plan.thinkMillisecondsMax))
        if clients[client].dice.happens(plan.resignations), case .command(let c, let room, _) = message {
          agenda.put(.say(client: client, .command(c: c, room: room, Command(.resign))), at: now + pause)
        } else {
          agenda.put(.say(client: client, message), at: now + pause)
        }
      case .hold(let milliseconds): agenda.put(.proceed(client: client), at: now + Int64(milliseconds))
      }
    }
  }

  func say(_ message: ClientMessage, _ client: Int) {
    // At the end nobody begins anything.
    guard !clients[client].isErased, !isCalm || plan.scene == .race else { return }
    if let c = message.c {
      clients[client].unanswered.append(message)
      if case .command(_, _, let command) = message {
        clients[client].commands.insert(c)
        switch command.operation {
        case .ready, .salt, .start, .again: clients[client].still.insert(c)
        default: break
        }
      }
    }
    if clients[client].isOnline { send(message, client) }
  }

  func send(_ message: ClientMessage, _ client: Int) {
    // As it is written and read on a real line.
    guard let read = try? ClientMessage.read(message.line()) else {
      preconditionFailure("a message is read as it was written")
    }
    if !isCalm, clients[client].dice.happens(plan.breaks) { return breakLine(of: client) }
    let at = max(clients[client].upAt, now + Int64(clients[client].dice.roll(1...latencyMax)))
    clients[client].upAt = at
    agenda.put(.arrive(client: client, life: clients[client].life, read), at: at)
  }

  func hear(_ message: ClientMessage, from client: Int) throws(Violation) {
    let connection = clients[client].connection
    func pass(_ name: String, _ message: RoomMessage) throws(Violation) {
      if let room = RoomID(name) { try hear(message, in: room, from: connection) }
    }
    switch message {
    case .subscribe(let c, let room, let presence, let key):
      try pass(room, .join(c: c, clients[client].visitor, as: .init(presence), key: key, resume: nil))
    case .unsubscribe(let c, let room): try pass(room, .leave(c: c))
    case .command(let c, let room, let command): try pass(room, .command(c: c, command))
    case .query(let c, let room, let query): try pass(room, .query(c: c, query))
    case .sync(let room, _): try pass(room, .sync)
    default: break
    }
  }

  func clientHears(_ told: Told, _ client: Int) throws(Violation) {
    clients[client].heardAt = now
    if endsAtDeal { clients[client].transcript.append((now, told.line)) }
    guard let message = told.message else {
      throw Violation(invariant: .mirrors, what: "client \(client) cannot read a line", at: now)
    }
    try note(message, client)
    try think(.heard(message), client)
    try checkMirrors(of: client, after: message)
  }

  /// A player wants to see the cards of the others.
  func spy(_ client: Int) {
    guard let race = races.last.flatMap({ hosts[$0]?.room.race }), clients[client].isOnline, !isCalm else {
      return
    }
    for number in race.players {
      guard let room = race.room(of: number),
        hosts[races.last ?? scene]?.room.seat(of: clients[client].guest) != number
      else { continue }
      say(
        .subscribe(c: clients[client].numbers.next(), room: room, as: number % 2 == 0 ? .watch : .mini),
        client)
    }
    agenda.put(.spy(client: client), at: now + Int64(clients[client].dice.roll(4_000...15_000)))
  }
}
