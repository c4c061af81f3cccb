import Rooms
import Wire

/// The server: its rooms, the journal, the mail between rooms, and what is told.
extension World {
  func begin(_ id: RoomID, _ opening: RoomOpening, by race: RoomID?) {
    guard
      let room = try? Room(
        id: id, opening: opening, secret: Self.secret, now: now,
        entropy: entropy(for: id, isDealt: opening.table.entry == nil))
    else {
      if let race { post(.letter(.gone, from: id), to: race, from: id) }
      return
    }
    let host = Host(room, durable: 0)
    host.race = race
    hosts[id] = host
    var effects: [Effect] = []
    room.begin(c: Room.orderC, from: .none, opening: opening, into: &effects)
    host.take(effects)
    scheduleCommit(of: host)
  }

  /// - Returns: nil where there is no such room.
  func wake(_ id: RoomID) throws(Violation) -> Host? {
    if let host = hosts[id] { return host }
    guard let reopening = try storage.reopening(id, now: now) else { return nil }
    let room = Room(
      id: id, reopening: reopening, generation: 0, secret: Self.secret, now: now,
      entropy: entropy(for: id, isDealt: false))
    let host = Host(room, durable: room.sequence)
    hosts[id] = host
    return host
  }

  func hear(_ message: RoomMessage, in id: RoomID, from connection: ConnectionID) throws(Violation) {
    guard isPowered else { return }
    let wakes =
      switch message {
      case .join, .letter: true
      default: false
      }
    guard let host = wakes ? try wake(id) : hosts[id] else {
      return refuse(message, in: id, from: connection)
    }
    var effects: [Effect] = []
    host.room.hear(message, from: connection, now: now, into: &effects)
    try take(effects, of: host)
  }

  func refuse(_ message: RoomMessage, in id: RoomID, from connection: ConnectionID) {
    switch message {
    case .join(let c?, _, _, _, _), .command(let c, _), .query(let c, _), .lift(let c, _), .cancel(let c, _),
      .say(let c, _, _), .leave(let c):
      tell(ServerMessage.no(Refusal(c: c, room: id.text, code: .gone)).line(), to: connection)
    case .join: tell(ServerMessage.gone(room: id.text, why: "idle").line(), to: connection)
    case .letter(let letter, let sender):
      if letter != .gone { post(.letter(.gone, from: id), to: sender, from: id) }
    default: break
    }
  }

  func take(_ effects: [Effect], of host: Host) throws(Violation) {
    host.take(effects)
    if let alarm = host.room.alarm(now: now), alarm > now, alarm != host.alarm {
      host.alarm = alarm
      agenda.put(.alarm(host.room.id, life: life), at: alarm)
    }
    try checkStates(of: host)
    if planted == .durability, host.unsynced.contains(where: { $0.sequence > 4 }) {
      hasPlanted = true
      host.gate.open(upTo: host.room.sequence)
    }
    scheduleCommit(of: host)
    try deliver(host.release(), of: host)
  }

  func scheduleCommit(of host: Host) {
    guard !host.isCommitting, !host.unsynced.isEmpty else { return }
    host.isCommitting = true
    let wait = Int64(diskDice.roll(1...(isCalm ? 2 : plan.commitMillisecondsMax)))
    agenda.put(.commit(host.room.id, life: life), at: now + wait)
  }

  func commit(_ id: RoomID) throws(Violation) {
    guard let host = hosts[id] else { return }
    host.isCommitting = false
    if !isCalm, diskDice.happens(plan.failures) {
      let (effects, stands) = host.lose(now: now)
      told[id] = nil
      try deliver(effects, of: host)
      if stands { return try tick(host) }
      hosts[id] = nil
      // Who ordered it hears that it is not there.
      if let race = host.race { post(.letter(.gone, from: id), to: race, from: id) }
      return
    }
    storage.sync(host.acknowledge(), of: id)
    try deliver(host.release(), of: host)
  }

  // MARK: - Mail

  func post(_ message: RoomMessage, to room: RoomID, from sender: RoomID) {
    agenda.put(.mail(room, tampered(message), life: life), at: mailTime(from: sender, to: room))
  }

  /// First in, first out between two rooms.
  func mailTime(from sender: RoomID, to room: RoomID) -> Int64 {
    let pair = "\(sender.text) \(room.text)"
    var dice = mailDice[pair] ?? Dice(seed: plan.seed, of: pair)
    defer { mailDice[pair] = dice }
    let at = max(mailAt[pair] ?? 0, now + Int64(dice.roll(0...3)))
    mailAt[pair] = at
    return at
  }

  /// The race says of nobody that they play: a planted fault.
  func tampered(_ message: RoomMessage) -> RoomMessage {
    guard planted == .secrecy, case .letter(let letter, let sender) = message else { return message }
    hasPlanted = true
    switch letter {
    case .start(let reveal, let at, _): return .letter(.start(reveal, at: at, racing: []), from: sender)
    case .racing: return .letter(.racing([]), from: sender)
    case .proceed(let clock, _): return .letter(.proceed(clockMilliseconds: clock, racing: []), from: sender)
    default: return message
    }
  }

  // MARK: - Telling

  func deliver(_ effects: [Effect], of host: Host) throws(Violation) {
    for effect in effects {
      switch effect {
      case .answer(let connection, let reply, _): tell(reply.line, to: connection)
      case .tell(let connection, let line): tell(line, to: connection)
      case .prime(let connection, let version, let lines):
        try noteTold(version, of: host)
        for line in lines.split(separator: UInt8(ascii: "\n")) { tell(Array(line) + [10], to: connection) }
      case .publish(let version, let line, _):
        try noteTold(version, of: host)
        noteDealt(line)
        tell(line, to: host.members.map(\.connection))
      case .crowd(let line), .talk(let line): tell(line, to: host.members.map(\.connection))
      case .hover(let line, let except):
        tell(line, to: host.members.filter { $0.wantsDrag && $0.connection != except }.map(\.connection))
      case .admit(let connection, _, _, let wantsDrag, _):
        host.admit(connection, wantsDrag: wantsDrag)
        if let client = client(of: connection) { clients[client].rooms.insert(host.room.id) }
      case .dismiss(let connection):
        host.dismiss(connection)
        if let client = client(of: connection) { clients[client].rooms.remove(host.room.id) }
      case .letter(let letter, let room):
        post(.letter(letter, from: host.room.id), to: room, from: host.room.id)
      case .order(let order):
        agenda.put(
          .order(order, by: host.room.id, life: life), at: mailTime(from: host.room.id, to: order.room))
      case .keep(let base): storage.keep(base, of: host.room.id)
      case .opened, .report, .won, .ask: break
      case .remember: preconditionFailure("records go to the journal")
      }
    }
  }

  /// From the start on, or from the end of a race that nobody began in earnest, a deal is no secret.
  func noteDealt(_ line: [UInt8]) {
    guard !hasDealt, plan.scene == .race else { return }
    switch try? ServerMessage.read(line) {
    case .snapshot(let snapshot): hasDealt = snapshot.why == .start
    case .event(let event): hasDealt = event.race?.reveal != nil
    default: break
    }
  }

  /// Somebody is told of a version: the disk must have it.
  func noteTold(_ version: Int, of host: Host) throws(Violation) {
    let id = host.room.id
    let known = told[id]
    told[id] = (
      host.room.lineage, known?.lineage == host.room.lineage ? max(known?.version ?? 0, version) : version
    )
    guard version <= storage.tables[id]?.records.last?.version ?? 0 else {
      throw Violation(
        invariant: .durability, what: "version \(version) of \(id) was told before it was synced", at: now)
    }
  }

  func client(of connection: ConnectionID) -> Int? {
    let number = Int(connection.slot)
    return clients.indices.contains(number) && clients[number].life == connection.generation ? number : nil
  }

  func tell(_ line: [UInt8], to connections: [ConnectionID]) {
    let told = Told(line)
    for connection in connections { tell(told, to: connection) }
  }

  func tell(_ line: [UInt8], to connection: ConnectionID) { tell(Told(line), to: connection) }

  /// A line on its way; the connection may break before it comes.
  private func tell(_ told: Told, to connection: ConnectionID) {
    guard let client = client(of: connection), clients[client].isOnline else { return }
    if !isCalm, clients[client].dice.happens(plan.breaks) { return breakLine(of: client) }
    let at = max(clients[client].downAt, now + Int64(clients[client].dice.roll(1...latencyMax)))
    clients[client].downAt = at
    for told in altered(told, for: client) {
      agenda.put(.reach(client: client, life: clients[client].life, told), at: at)
    }
  }

  var latencyMax: Int { isCalm ? 5 : plan.latencyMillisecondsMax }

  func breakLine(of client: Int) {
    clients[client].isOnline = false
    clients[client].isMissed = true
    let noticed = Int64(clients[client].dice.roll(1...4000))
    agenda.put(.miss(client: client, life: clients[client].life), at: now + noticed)
    agenda.put(.connect(client: client), at: now + Int64(clients[client].dice.roll(10...3000)))
  }
}
