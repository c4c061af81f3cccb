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
    case reach(client: Int, life: UInt32, Told)
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
  let deal: UInt64
  var now: Int64 = 1_000
  var agenda = Agenda<Happening>()
  var storage = Storage()
  var hosts: [RoomID: Host] = [:] { didSet { order = nil } }
  private var order: [RoomID]?
  var clients: [Client] = []
  /// Counts how often the power came back: what was under way before is no more.
  var life = 0
  var isPowered = true
  /// At the end nothing breaks any more.
  var isCalm = false
  /// Visits that the server remembers since it began.
  var wasHere: Set<Int> = []
  var dice: Dice
  var diskDice: Dice
  var mailAt: [String: Int64] = [:]
  var mailDice: [String: Dice] = [:]
  private var names = 0
  /// The fault was planted.
  var hasPlanted = false
  let scene: RoomID
  /// The race that is on, or the one after it.
  var races: [RoomID]
  /// The highest version that anybody was told of, by room, for what the disk must keep.
  var told: [RoomID: (lineage: UInt32, version: Int)] = [:]
  /// The cards lie there: from here on worlds with other deals differ.
  var hasDealt = false
  let endsAtDeal: Bool
  private let traced: ((String) -> Void)?

  static let tickMilliseconds: Int64 = 250
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

  static let secret = Array(repeating: UInt8(9), count: 32)

  /// Bytes for one room: names come from the seed, and a deal from its own number.
  /// - Parameter isDealt: something is dealt when it is opened: first comes that, and then names.
  func entropy(for room: RoomID, isDealt: Bool) -> () -> [UInt8] {
    var dice = Dice(seed: plan.seed ^ deal &* 0xD6E8_FEB8_6659_FD93, of: "deal \(room.text)")
    var names = Dice(seed: plan.seed, of: "names \(room.text) \(life)")
    var count = 0
    return {
      count += 1
      if count == 1, isDealt { return (0..<48).map { _ in UInt8(truncatingIfNeeded: dice.next()) } }
      return (0..<48).map { _ in UInt8(truncatingIfNeeded: names.next()) }
    }
  }

  /// Those that are awake, in an order that is the same each time.
  var rooms: [RoomID] {
    if let order { return order }
    let sorted = hosts.keys.sorted { $0.text < $1.text }
    order = sorted
    return sorted
  }

  // MARK: - Beginning

  private func open() {
    let opener = Self.guest(0)
    var table = OpenTable(
      game: plan.game, deal: .sealed, auto: .safe, timed: true, seats: plan.players, access: .public)
    if plan.scene == .race {
      table.race = RacePlan(least: 2, most: max(2, plan.players), seconds: plan.seconds)
      table.seats = max(2, plan.players)
      if plan.isAgain { table.access = .link }
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
      let keys = KeyRing(scene, secret: Self.secret).all(number: 0)
      let invitation = Invitation(
        room: scene.text, key: plan.isAgain && plan.scene == .race ? keys.play : nil)
      let salt = hex(SHA256.digest(of: Array(name.utf8)).prefix(16))
      let mind: Client.Mind =
        isWatcher
        ? .watcher(WatchingBot(invitation))
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

  private func happen(_ happening: Happening) throws(Violation) {
    trace(happening)
    switch happening {
    case .arrive(let client, let life, let message):
      guard clients[client].life == life, clients[client].isOnline, isPowered else { return }
      try hear(message, from: client)
    case .reach(let client, let life, let told):
      guard clients[client].life == life, clients[client].isOnline else { return }
      try clientHears(told, client)
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
      for room in rooms {
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
      // At the end it came back before its time.
      guard !isPowered else { return }
      isPowered = true
      life += 1
    }
  }

  /// What happens, as somebody who looks for a fault wants to read it.
  private func trace(_ happening: Happening) {
    guard let traced else { return }
    switch happening {
    case .tick, .second, .commit: return
    case .reach(let client, _, let told):
      traced(
        "\(now) → client \(client): \(String(decoding: told.line.dropLast().prefix(300), as: UTF8.self))")
    case .arrive(let client, _, let message):
      traced("\(now) ← client \(client): \(String(decoding: message.line().dropLast(), as: UTF8.self))")
    case .mail(let room, let message, _): traced("\(now) mail to \(room): \(message)")
    default: traced("\(now) \(happening)")
    }
  }

  func tick(_ host: Host) throws(Violation) {
    var effects: [Effect] = []
    host.room.tick(now: now, into: &effects)
    try take(effects, of: host)
  }
}
