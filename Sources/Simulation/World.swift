import Bytes
import Contests
import Hashes
import Patience
import Player
import Rooms
import Wire

/// A whole server with its clients in virtual time: real rooms, races, gates and records, real messages as lines, real
/// bots with mirrors. Simulated are the network, the mail between rooms, the journal with its disk, and clocks.
///
/// Promise: the same plan gives the same world, to the byte.
package final class World {
  enum Happening {
    /// A line of a client's comes to the server.
    case arrive(client: Int, life: UInt32, ClientMessage)
    /// A line of the server's comes to a client.
    case reach(client: Int, life: UInt32, [UInt8])
    /// A client says what it has thought about.
    case say(client: Int, ClientMessage)
    case proceed(client: Int)
    case connect(client: Int)
    /// The server notices that a connection is gone.
    case miss(client: Int, life: UInt32)
    case commit(RoomID, life: Int)
    case mail(RoomID, RoomMessage, life: Int)
    case order(RoomOrder, by: RoomID, life: Int)
    case alarm(RoomID, life: Int)
    case tick
    case second
    case spy(client: Int)
    case erase(client: Int)
    case powerLoss
    case powerBack
  }

  package let plan: Plan
  /// The invariant that a planted fault breaks; nil in an honest world.
  let planted: Invariant?
  /// Makes the deal; all else comes from the plan's seed.
  private let deal: UInt64
  var now: Int64 = 1_000
  private var agenda = Agenda<Happening>()
  var storage = Storage()
  var hosts: [RoomID: Host] = [:]
  var clients: [Client] = []
  /// Counts how often the power came back: what was under way before is no more.
  private var life = 0
  private var isPowered = true
  private var dice: Dice
  private var diskDice: Dice
  private var mailAt: [String: Int64] = [:]
  private var mailDice: [String: Dice] = [:]
  private var names = 0
  /// The fault was planted.
  var hasPlanted = false
  let scene: RoomID
  /// The race that is on, or the one after it.
  var races: [RoomID]
  /// The highest version that anybody was told of, by room, for what the disk must keep.
  var told: [RoomID: (lineage: UInt32, version: Int)] = [:]
  /// The cards lie there: from here on worlds with other deals differ.
  private(set) var hasDealt = false
  private let endsAtDeal: Bool
  private let traced: ((String) -> Void)?

  private static let tickMilliseconds: Int64 = 250
  /// So long a table without a race is looked at.
  private static let tableMilliseconds: Int64 = 20_000

  /// - Parameters:
  ///   - planted: what is to be seen found.
  ///   - deal: another number makes other cards, and nothing else.
  ///   - endsAtDeal: it is only looked at what is told before the cards lie there.
  package init(
    _ plan: Plan, planted: Invariant? = nil, deal: UInt64 = 0, endsAtDeal: Bool = false,
    traced: ((String) -> Void)? = nil
  ) {
    self.plan = plan
    self.planted = planted
    self.deal = deal
    self.endsAtDeal = endsAtDeal
    self.traced = traced
    dice = Dice(seed: plan.seed, of: "world")
    diskDice = Dice(seed: plan.seed, of: "disk")
    guard let scene = RoomID("rScene000") else { preconditionFailure("a room's name") }
    self.scene = scene
    races = plan.scene == .race ? [scene] : []
    open()
    people()
  }

  private static let secret = Array(repeating: UInt8(9), count: 32)

  /// Bytes for one room: names come from the seed, and a deal from its own number.
  /// - Parameter isDealt: something is dealt when it is opened: first comes that, and then names.
  private func entropy(for room: RoomID, isDealt: Bool) -> () -> [UInt8] {
    var dice = Dice(seed: plan.seed ^ deal &* 0xD6E8_FEB8_6659_FD93, of: "deal \(room.text)")
    var names = Dice(seed: plan.seed, of: "names \(room.text) \(life)")
    var count = 0
    return {
      count += 1
      if count == 1, isDealt { return (0..<48).map { _ in UInt8(truncatingIfNeeded: dice.next()) } }
      return (0..<48).map { _ in UInt8(truncatingIfNeeded: names.next()) }
    }
  }

  // MARK: - Beginning

  private func open() {
    let opener = Self.guest(0)
    var table = OpenTable(
      game: plan.game, deal: .sealed, auto: .safe, timed: true, seats: plan.players, access: .public)
    if plan.scene == .race {
      table.race = RacePlan(least: 2, most: max(2, plan.players), seconds: plan.seconds)
      table.seats = max(2, plan.players)
    }
    if plan.scene == .table { table.game = "klondike1" }
    begin(scene, RoomOpening(table: table, opener: opener), by: nil)
    // Who opens something is told of it when it is kept, and tells others then.
    if let host = hosts[scene] { storage.sync(host.acknowledge(), of: scene) }
  }

  private static func guest(_ number: Int) -> GuestID {
    GuestID(digest: SHA256.digest(of: Array("guest \(number)".utf8)))
  }

  private func people() {
    for number in 0..<(plan.players + plan.watchers) {
      let isWatcher = number >= plan.players
      let isProgram = number % 3 == 2
      let name = "client \(number)"
      var dice = Dice(seed: plan.seed, of: name)
      let strategy: BotStrategy =
        BotStrategy(name: number % 2 == 0 ? "greedy" : "random", seed: plan.seed, deal: UInt64(number))
        ?? .greedy(.init())
      let invitation = Invitation(room: scene.text)
      let salt = hex(SHA256.digest(of: Array(name.utf8)).prefix(16))
      let mind: Client.Mind =
        isWatcher
        ? .watcher(WatchingBot(room: scene.text))
        : plan.scene == .race
          ? .racer(
            RaceBot(
              invitation, strategy: strategy, salt: isProgram ? nil : salt,
              isAgain: plan.isAgain && number < 2))
          : .player(BotGame(.at(invitation), strategy: strategy))
      let client = Client(
        number: number, guest: Self.guest(number),
        visit: VisitID(random: SHA256.digest(of: Array("visit \(number)".utf8)).prefix(16)),
        isProgram: isProgram, mind: mind, dice: dice)
      _ = dice.next()
      clients.append(client)
      agenda.put(.connect(client: number), at: now + Int64(number) * 37)
      if plan.scene == .race, !isWatcher {
        agenda.put(.spy(client: number), at: now + Int64(dice.roll(3_000...20_000)))
      }
    }
    agenda.put(.tick, at: now + Self.tickMilliseconds)
    agenda.put(.second, at: now + 1000)
    for _ in 0..<plan.powerLosses { agenda.put(.powerLoss, at: now + Int64(dice.roll(500...30_000))) }
    if plan.erasesOne {
      agenda.put(.erase(client: plan.players - 1), at: now + Int64(dice.roll(1_000...20_000)))
    }
  }

  // MARK: - Running

  /// All of it.
  ///
  /// - Throws: the first violation.
  package func run() throws(Violation) {
    let race = Int64(plan.seconds) * 1000 * (plan.isAgain ? 2 : 1) + 120_000
    let end = now + (plan.scene == .race ? race : Self.tableMilliseconds)
    while let (at, happening) = agenda.take() {
      now = max(now, at)
      if endsAtDeal, hasDealt { return }
      if isDone {
        agenda.put(happening, at: at)
        break
      }
      guard now < end else {
        if plan.scene == .race, !isAbandoned {
          throw Violation(invariant: .results, what: "the race has not ended in time", at: now)
        }
        break
      }
      try happen(happening)
    }
    try settle()
    damageDisk()
    try check()
  }

  /// Too few are left for the race to begin; it waits for others, for as long as they like.
  private var isAbandoned: Bool {
    let left = clients.prefix(plan.players).count { !$0.isErased }
    return left < 2 && hosts[scene]?.room.race?.phase == .open
  }

  private var isDone: Bool {
    guard plan.scene == .race else { return clients.allSatisfy { $0.isOver || $0.isErased } }
    // Who was refused for good does not take part again.
    let wantsAnother = plan.isAgain && clients.prefix(2).allSatisfy { !$0.isErased }
    if isAbandoned { return true }
    guard isPowered, races.count > (wantsAnother ? 1 : 0),
      (wantsAnother ? races : Array(races.prefix(1))).allSatisfy({ id in
        // One that nobody came back to has slept since.
        hosts[id].map { $0.room.race?.phase == .ended } ?? (id != races.last)
      })
    else { return false }
    return clients.allSatisfy { $0.isOver || $0.isErased || !$0.isOnline || !wantsAnother && plan.isAgain }
      && hosts.values.allSatisfy { $0.unsynced.isEmpty && $0.gate.isEmpty }
  }

  /// Nothing breaks any more, and what is under way comes to its end.
  private func settle() throws(Violation) {
    if !isPowered { try happen(.powerBack) }
    isCalm = true
    let end = now + 20_000
    while let (at, happening) = agenda.take(), at < end {
      now = max(now, at)
      try happen(happening)
    }
  }

  private var isCalm = false

  private func happen(_ happening: Happening) throws(Violation) {
    trace(happening)
    switch happening {
    case .arrive(let client, let life, let message):
      guard clients[client].life == life, clients[client].isOnline, isPowered else { return }
      try hear(message, from: client)
    case .reach(let client, let life, let line):
      guard clients[client].life == life, clients[client].isOnline else { return }
      try clientHears(line, client)
    case .say(let client, let message): say(message, client)
    case .proceed(let client): try think(.proceed, client)
    case .connect(let client): try connect(client)
    case .miss(let client, let life): try miss(client, life)
    case .commit(let room, let life): if life == self.life { try commit(room) }
    case .mail(let room, let message, let life):
      if life == self.life { try hear(message, in: room, from: .none) }
    case .order(let order, let race, let life):
      guard life == self.life, hosts[order.room] == nil else { return }
      if try wake(order.room) == nil { begin(order.room, order.opening, by: race) }
      if order.opening.table.race != nil, !races.contains(order.room) { races.append(order.room) }
    case .alarm(let room, let life):
      guard life == self.life, let host = hosts[room] else { return }
      host.alarm = nil
      try tick(host)
    case .tick:
      agenda.put(.tick, at: now + Self.tickMilliseconds)
      guard isPowered else { return }
      for room in hosts.keys.sorted(by: { $0.text < $1.text }) {
        if let host = hosts[room], host.room.awaitsTime { try tick(host) }
      }
    case .second:
      agenda.put(.second, at: now + 1000)
      for client in clients.indices where clients[client].isOnline && now - clients[client].heardAt >= 1000 {
        try think(.quiet, client)
      }
    case .spy(let client): spy(client)
    case .erase(let client): try erase(client)
    case .powerLoss: if !isCalm { try losePower() }
    case .powerBack:
      isPowered = true
      life += 1
    }
  }

  /// What happens, as somebody who looks for a fault wants to read it.
  private func trace(_ happening: Happening) {
    guard let traced else { return }
    switch happening {
    case .tick, .second, .commit: return
    case .reach(let client, _, let line):
      traced("\(now) → client \(client): \(String(decoding: line.dropLast().prefix(300), as: UTF8.self))")
    case .arrive(let client, _, let message):
      traced("\(now) ← client \(client): \(String(decoding: message.line().dropLast(), as: UTF8.self))")
    case .mail(let room, let message, _): traced("\(now) mail to \(room): \(message)")
    default: traced("\(now) \(happening)")
    }
  }

  private func tick(_ host: Host) throws(Violation) {
    var effects: [Effect] = []
    host.room.tick(now: now, into: &effects)
    try take(effects, of: host)
  }

  // MARK: - Rooms

  private func begin(_ id: RoomID, _ opening: RoomOpening, by race: RoomID?) {
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
  private func wake(_ id: RoomID) throws(Violation) -> Host? {
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

  private func refuse(_ message: RoomMessage, in id: RoomID, from connection: ConnectionID) {
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

  private func take(_ effects: [Effect], of host: Host) throws(Violation) {
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

  private func scheduleCommit(of host: Host) {
    guard !host.isCommitting, !host.unsynced.isEmpty else { return }
    host.isCommitting = true
    let wait = Int64(diskDice.roll(1...(isCalm ? 2 : plan.commitMillisecondsMax)))
    agenda.put(.commit(host.room.id, life: life), at: now + wait)
  }

  private func commit(_ id: RoomID) throws(Violation) {
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

  private func post(_ message: RoomMessage, to room: RoomID, from sender: RoomID) {
    agenda.put(.mail(room, tampered(message), life: life), at: mailTime(from: sender, to: room))
  }

  /// First in, first out between two rooms.
  private func mailTime(from sender: RoomID, to room: RoomID) -> Int64 {
    let pair = "\(sender.text) \(room.text)"
    var dice = mailDice[pair] ?? Dice(seed: plan.seed, of: pair)
    defer { mailDice[pair] = dice }
    let at = max(mailAt[pair] ?? 0, now + Int64(dice.roll(0...3)))
    mailAt[pair] = at
    return at
  }

  /// The race says of nobody that they play: a planted fault.
  private func tampered(_ message: RoomMessage) -> RoomMessage {
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

  private func deliver(_ effects: [Effect], of host: Host) throws(Violation) {
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
        for member in host.members { tell(line, to: member.connection) }
      case .crowd(let line), .talk(let line): for member in host.members { tell(line, to: member.connection) }
      case .hover(let line, let except):
        for member in host.members where member.wantsDrag && member.connection != except {
          tell(line, to: member.connection)
        }
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
      case .opened, .report, .won: break
      case .remember: preconditionFailure("records go to the journal")
      }
    }
  }

  /// From the start on, or from the end of a race that nobody began in earnest, a deal is no secret.
  private func noteDealt(_ line: [UInt8]) {
    guard !hasDealt, plan.scene == .race else { return }
    switch try? ServerMessage.read(line) {
    case .snapshot(let snapshot): hasDealt = snapshot.why == .start
    case .event(let event): hasDealt = event.race?.reveal != nil
    default: break
    }
  }

  /// Somebody is told of a version: the disk must have it.
  private func noteTold(_ version: Int, of host: Host) throws(Violation) {
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

  /// A line on its way; the connection may break before it comes.
  private func tell(_ line: [UInt8], to connection: ConnectionID) {
    guard let client = client(of: connection), clients[client].isOnline else { return }
    if !isCalm, clients[client].dice.happens(plan.breaks) { return breakLine(of: client) }
    let at = max(clients[client].downAt, now + Int64(clients[client].dice.roll(1...latencyMax)))
    clients[client].downAt = at
    for line in altered(line, for: client) {
      agenda.put(.reach(client: client, life: clients[client].life, line), at: at)
    }
  }

  private var latencyMax: Int { isCalm ? 5 : plan.latencyMillisecondsMax }

  private func breakLine(of client: Int) {
    clients[client].isOnline = false
    clients[client].isMissed = true
    let noticed = Int64(clients[client].dice.roll(1...4000))
    agenda.put(.miss(client: client, life: clients[client].life), at: now + noticed)
    agenda.put(.connect(client: client), at: now + Int64(clients[client].dice.roll(10...3000)))
  }

  // MARK: - Clients

  private func connect(_ client: Int) throws(Violation) {
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

  /// Visits that the server remembers since it began.
  private var wasHere: Set<Int> = []

  private func miss(_ client: Int, _ life: UInt32, connection: ConnectionID? = nil) throws(Violation) {
    guard clients[client].isMissed, connection != nil || clients[client].life == life else { return }
    clients[client].isMissed = false
    wasHere.insert(client)
    let gone = connection ?? clients[client].connection
    for room in hosts.keys.sorted(by: { $0.text < $1.text }) {
      guard let host = hosts[room],
        host.members.contains(where: { $0.connection == gone }) || host.room.connections.contains(gone)
      else { continue }
      try hear(.lost, in: room, from: gone)
    }
  }

  private func think(_ thought: Thought, _ client: Int) throws(Violation) {
    guard !clients[client].isErased else { return }
    let acts: [BotAct]
    do throws(PlayerFailure) {
      acts = try clients[client].think(thought)
    } catch {
      // Its game is no more, or it was refused for good; nothing of that breaks a promise.
      if case .badServerMessage(let why) = error {
        throw Violation(invariant: .mirrors, what: "client \(client): \(why)", at: now)
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

  private func say(_ message: ClientMessage, _ client: Int) {
    // At the end nobody begins anything.
    guard !clients[client].isErased, !isCalm || plan.scene == .race else { return }
    if let c = message.c {
      clients[client].unanswered.append(message)
      if case .command = message { clients[client].commands.insert(c) }
    }
    if clients[client].isOnline { send(message, client) }
  }

  private func send(_ message: ClientMessage, _ client: Int) {
    // As it is written and read on a real line.
    guard let read = try? ClientMessage.read(message.line()) else {
      preconditionFailure("a message is read as it was written")
    }
    if !isCalm, clients[client].dice.happens(plan.breaks) { return breakLine(of: client) }
    let at = max(clients[client].upAt, now + Int64(clients[client].dice.roll(1...latencyMax)))
    clients[client].upAt = at
    agenda.put(.arrive(client: client, life: clients[client].life, read), at: at)
  }

  private func hear(_ message: ClientMessage, from client: Int) throws(Violation) {
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

  private func clientHears(_ line: [UInt8], _ client: Int) throws(Violation) {
    clients[client].heardAt = now
    if endsAtDeal { clients[client].transcript.append((now, line)) }
    guard let message = try? ServerMessage.read(line) else {
      throw Violation(invariant: .mirrors, what: "client \(client) cannot read a line", at: now)
    }
    try note(message, client)
    try think(.heard(message), client)
    try checkMirrors(of: client)
  }

  // MARK: - What befalls them

  /// A player wants to see the cards of the others.
  private func spy(_ client: Int) {
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

  /// Somebody deletes all that they are.
  private func erase(_ client: Int) throws(Violation) {
    guard isPowered, !isCalm, !clients[client].isErased else {
      return agenda.put(.erase(client: client), at: now + 1000)
    }
    let guest = clients[client].guest
    let erasure = Erasure(of: guest, random: (0..<8).map { UInt8($0) })
    clients[client].isErased = true
    for room in storage.tables.keys.sorted(by: { $0.text < $1.text }) {
      guard let host = try wake(room), host.unsynced.isEmpty else {
        // What is on its way to the disk comes first.
        clients[client].isErased = false
        return agenda.put(.erase(client: client), at: now + 50)
      }
      if host.room.entry != nil, host.room.isPlayed(onlyBy: [guest]) {
        for member in host.room.connections {
          tell(ServerMessage.gone(room: room.text, why: "erased").line(), to: member)
        }
        hosts[room] = nil
        storage.forget(room)
        told[room] = nil
        continue
      }
      var effects: [Effect] = []
      host.room.erase(erasure, now: now, into: &effects)
      storage.rewrite(room, erasure)
      try take(effects, of: host)
    }
    clients[client].isOnline = false
  }

  private func losePower() throws(Violation) {
    guard isPowered else { return }
    isPowered = false
    for (room, host) in hosts.sorted(by: { $0.key.text < $1.key.text }) {
      guard let told = told[room], told.lineage == host.room.lineage else { continue }
      let kept = storage.tables[room]?.records.last?.version ?? 0
      guard kept >= told.version else {
        throw Violation(
          invariant: .durability, what: "version \(told.version) of \(room) was told, and \(kept) is kept",
          at: now)
      }
    }
    hosts = [:]
    told = [:]
    wasHere = []
    for client in clients.indices where clients[client].isOnline || clients[client].isMissed {
      (clients[client].isOnline, clients[client].isMissed, clients[client].rooms) = (false, false, [])
      agenda.put(.connect(client: client), at: now + Int64(clients[client].dice.roll(100...6000)))
    }
    agenda.put(.powerBack, at: now + Int64(dice.roll(10...5000)))
  }
}
