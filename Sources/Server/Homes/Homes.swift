import Reactor
import Rooms
import Store
import Wire

/// The rooms that are at home on this loop: messages in, effects to journal and gate, deliveries out.
///
/// It knows no connection and no gallery: it hears letters, and replies by letters.
final class Homes {
  private let loop: LoopContext
  private let post: Post
  private let scheduler: Scheduler
  let places: Places
  private let wakings: Wakings
  private let replies: HomeReplies
  /// Records of this turn; empty between turns.
  private var remembered: [Record] = []
  /// People who are taken out of tables: behind the records of this turn, or when a table is found that is looked for.
  private var erasings: [TableErasing] = []
  /// Their logs are rewritten behind the records of this turn; empty between turns.
  private var rewritings: [TableErasing] = []
  /// When which room is to be looked at to the millisecond: starts of races. What may be late is looked at in ticks.
  private var alarms = Agenda<RoomID>()
  /// Those that are opened now; empty between turns.
  private var letters: [HomesLetter] = []

  init(_ loop: LoopContext, _ post: Post, _ scheduler: Scheduler) {
    self.loop = loop
    self.post = post
    self.scheduler = scheduler
    replies = HomeReplies(post)
    places = Places(loop, post)
    wakings = Wakings(loop, post, places, replies)
  }

  // MARK: - Deciding

  /// What the journal and the shelf say, then what rooms are to hear, each network its share.
  func decide() {
    for work in scheduler.takeTurnedOff() { replies.turnOff(work) }
    openLetters()
    ring()
    takeOut()
    places.keepToMemory()
    work()
  }

  /// Takes people out of tables that are awake. What becomes of the logs follows behind the records of this turn.
  private func takeOut() {
    if erasings.isEmpty { return }
    let (now, waiting) = (erasings, erasings.filter { wakings.isLookedFor($0.room) })
    erasings = waiting
    for erasing in now where !wakings.isLookedFor(erasing.room) {
      let host = places.rooms[erasing.room]
      if erasing.isAlone, host?.room.isPlayed(onlyBy: erasing.together) ?? true {
        guard host?.hasToldAll ?? true else {
          erasings.append(erasing)
          continue
        }
        if let host { places.close(host, why: "erased") }
        wakings.forget(erasing.room, told: erasing.told)
        continue
      }
      if let host {
        var effects: [Effect] = []
        host.room.erase(erasing.erasure, now: loop.now.milliseconds, into: &effects)
        places.noteKeeper(of: host)
        apply(effects, of: host)
      }
      rewritings.append(erasing)
    }
  }

  private func openLetters() {
    guard post.hasLettersToHomes else { return }
    post.takeHomes(into: &letters)
    for letter in letters {
      switch letter {
      case .acknowledged(let acknowledgements): for one in acknowledgements { heard(one) }
      case .found(let id, let found): begin(wakings.found(found, as: id))
      case .forget(let id): wakings.forget(id)
      case .forgotten(let id): wakings.forgotten(id)
      case .erase(let erasing): erasings.append(erasing)
      case .listed(let listing): tell(listing)
      }
    }
    letters.removeAll(keepingCapacity: true)
  }

  /// Does what waits.
  private func work() {
    var part = PartOfTurn(microseconds: loop.settings.turnMicrosecondsMax)
    while !part.isOver, let (work, network) = scheduler.popWaiting() {
      carryOut(work)
      scheduler.charge(network, part.lap(), isPostponed: false)
    }
    if scheduler.mayGoOnWithPostponed {
      while !part.isOver, let (work, network) = scheduler.popPostponed() {
        carryOut(work)
        scheduler.charge(network, part.lap(), isPostponed: true)
      }
    }
    scheduler.rest()
  }

  private func carryOut(_ work: RoomWork) {
    switch work {
    case .open(let id, let opening, let c, let connection): openRoom(id, opening, c: c, from: connection)
    case .order(let id, let opening, let race):
      // Opened twice it stands already.
      if places.rooms[id] == nil { begin(wakings.open(id, opening, by: race)) }
    case .hear(let id, let message, let connection, _): hear(message, in: id, from: connection)
    case .explain(let id, let reader): explain(id, to: reader)
    case .settle(let id, let connection, _): tellWhenDurable(id, to: connection)
    }
  }

  // MARK: - What rooms hear

  private func openRoom(_ id: RoomID, _ opening: RoomOpening, c: Int, from connection: ConnectionID) {
    if let host = places.rooms[id] {
      // The same message again: its answer again, when the table is durable.
      return apply([host.room.openingAnswer(c: c, to: connection)], of: host)
    }
    begin(wakings.open(id, opening, c: c, from: connection))
  }

  /// A table is awake: what it says first, and all that waited for it.
  private func begin(_ woken: Wakings.Woken?) {
    guard let woken else { return }
    let (id, heard) = (woken.host.id, woken.heard)
    if !woken.effects.isEmpty { apply(woken.effects, of: woken.host) }
    for (opening, c, connection, race) in heard.openings where race == nil {
      openRoom(id, opening, c: c, from: connection)
    }
    for (message, connection) in heard.messages { hear(message, in: id, from: connection) }
    for reader in heard.readers { explain(id, to: reader) }
  }

  private func hear(_ message: RoomMessage, in id: RoomID, from connection: ConnectionID) {
    guard let host = places.rooms[id] else {
      if !wakings.wake(id, for: message, from: connection) {
        replies.refuse(message, in: id, to: connection)
      }
      return
    }
    guard !host.isCongested || message.isPresence else {
      return replies.putOff(message, in: id, to: connection)
    }
    loop.counters.resync(message)
    guard mayTry(message, at: host.room) else {
      return replies.refuse(message, in: id, to: connection, .rate)
    }
    var effects: [Effect] = []
    host.room.hear(message, from: connection, now: loop.now.milliseconds, into: &effects)
    loop.counters.talk(message, effects)
    if message.isPresence { places.noteKeeper(of: host) }
    apply(effects, of: host)
  }

  /// Wrong keys are counted here, where it is known which are right; several may have been asked in one go. Whether a
  /// key is right is told to nobody whose network has tried too many of late.
  private func mayTry(_ message: RoomMessage, at room: Room) -> Bool {
    guard case .join(_, let visitor, _, let key?, _) = message, room.keys != nil else { return true }
    guard admitsKeys(from: visitor.network) else { return false }
    if room.isWrong(key) { noteWrongKey(from: visitor.network) }
    return true
  }

  private func admitsKeys(from network: UInt32?) -> Bool {
    loop.shared.limits.wrongKeys.admits(network ?? Addresses.uncounted, now: loop.now.milliseconds)
  }

  private func noteWrongKey(from network: UInt32?) {
    loop.shared.limits.wrongKeys.note(network ?? Addresses.uncounted, now: loop.now.milliseconds)
  }

  /// At a room's home; a table that sleeps is woken for it.
  private func explain(_ id: RoomID, to reader: RulesReader) {
    guard let room = places.rooms[id]?.room else {
      if !wakings.wake(id, for: reader) { replies.send(.nothingHere, to: reader.connection) }
      return
    }
    if let key = reader.key {
      guard admitsKeys(from: reader.network) else {
        return replies.send(.tooOften(waitMilliseconds: WrongTries.waitMilliseconds), to: reader.connection)
      }
      if room.isWrong(key) { noteWrongKey(from: reader.network) }
    }
    // A board has no rules that could be told. Who may not come learns no more of the table than that.
    guard let (game, chosen) = room.patience, room.admits(reader.guest, key: reader.key) else {
      return replies.send(.nothingHere, to: reader.connection)
    }
    replies.send(.rules(of: chosen, game), to: reader.connection)
  }

  /// Tables that sleep are not woken to be listed.
  private func tell(_ listing: TableListing) {
    let hosts = listing.rooms(among: loop.settings.loops, at: loop.index).compactMap { places.rooms[$0] }
    listing.add(hosts.map(\.room), now: loop.now, loop.shared)
  }

  /// The connection hears of it once all that the room has said so far is durable.
  private func tellWhenDurable(_ room: RoomID, to connection: ConnectionID) {
    guard let host = places.rooms[room], !host.hasToldAll else {
      let opened = Delivery.opened(connection.token, isKept: true)
      return post.send(.fanout(.deliver(room, [opened])), to: Int(connection.loop))
    }
    host.sort([.opened(connection, isKept: true)], at: Instant.wallMilliseconds(), into: &remembered)
  }

  // MARK: - Time

  /// Called four times a second for each table.
  ///
  /// - Returns: nil where none is awake, or not any more.
  func look(at id: RoomID) -> RoomHost? {
    guard let host = places.rooms[id] else { return nil }
    if host.room.awaitsTime {
      var effects: [Effect] = []
      host.room.tick(now: loop.now.milliseconds, into: &effects)
      apply(effects, of: host)
    }
    return places.letSleepIfUnused(host) ? nil : host
  }

  /// How long the loop may wait until something is due to the millisecond; nil where nothing is.
  var alarmMilliseconds: Int64? { alarms.next.map { max(0, $0 - loop.now.milliseconds) } }

  /// Looks at rooms in which something is due now.
  private func ring() {
    while let at = alarms.next, at <= loop.now.milliseconds, let (_, id) = alarms.take() {
      guard let host = places.rooms[id] else { continue }
      host.alarm = nil
      var effects: [Effect] = []
      host.room.tick(now: loop.now.milliseconds, into: &effects)
      apply(effects, of: host)
    }
  }

  /// Tables that the disk did not give are looked for again. Called once a second.
  func lookAgain() { wakings.lookAgain() }

  // MARK: - Remembering

  /// Asks the room when it wants to be looked at. One that has changed its mind since is looked at once for nothing.
  private func setAlarm(of host: RoomHost) {
    let now = loop.now.milliseconds
    // What is due and was not done just now is looked at in the next tick.
    guard let at = host.room.alarm(now: now), at > now, at != host.alarm else { return }
    host.alarm = at
    alarms.put(host.id, at: at)
  }

  private func apply(_ effects: [Effect], of host: RoomHost) {
    setAlarm(of: host)
    if !effects.isEmpty { places.touch() }
    host.sort(effects, at: Instant.wallMilliseconds(), into: &remembered)
    places.weigh(host)
    release(host)
  }

  /// Hands over the records of a turn. Together, so that the writer wakes once and commits them at once.
  func remember() {
    defer {
      for erasing in rewritings { loop.shared.store.journal.change(erasing.change) { _ in erasing.told() } }
      rewritings = []
    }
    guard !remembered.isEmpty else { return }
    let (records, mailbox) = (remembered, post.mailbox)
    // Given away with its room: kept, it would be as large as the largest turn's from then on, each time anew.
    remembered = []
    loop.shared.store.journal.append(records) { mailbox.send(.homes(.acknowledged($0))) }
  }

  private func heard(_ acknowledgement: Journal.Acknowledgement) {
    switch acknowledgement {
    case .durable(let name, let sequence, let lineage):
      guard let id = RoomID(name), let host = places.rooms[id], host.room.lineage == lineage else { return }
      host.openGate(upTo: Int(sequence))
      places.touch()
      release(host)
    case .failed(let name, let lineage):
      // Several records of one lineage may be reported lost; the first report is enough.
      guard let id = RoomID(name), let host = places.rooms[id], host.room.lineage == lineage else { return }
      loop.log(
        .error, "a record was not saved; its table went back to its last durable version", ["room": "\(name)"]
      )
      var deliveries = Deliveries()
      let stands = host.lose(now: loop.now.milliseconds, into: &deliveries)
      hand(deliveries, of: id)
      loop.counters.fellBack(host.room)
      if stands { return }
      if let race = host.race { replies.tellGone(id, to: race) }
      places.remove(host)
      remembered.removeAll { $0.room == name }
      // Its name may be given again, to the same message.
      loop.shared.store.journal.release(id.text)
    }
  }

  private func release(_ host: RoomHost) {
    var deliveries = Deliveries()
    host.release(into: &deliveries)
    hand(deliveries, of: host.id)
  }

  private func hand(_ deliveries: Deliveries, of room: RoomID) {
    for base in deliveries.bases {
      loop.shared.store.journal.keep(
        Store.Base(
          room: room.text, sequence: UInt64(base.sequence), version: UInt64(base.version), bytes: base.bytes))
    }
    if !deliveries.reports.isEmpty {
      let now = Instant.wallMilliseconds()
      loop.shared.store.journal.change(.moderation(deliveries.reports.map { .report(Report($0, at: now)) }))
    }
    for question in deliveries.questions { ask(question, of: room) }
    for guest in deliveries.winners { loop.shared.tables.winners.note(guest) }
    for letter in deliveries.letters { post.send(letter, toHomeOf: letter.room) }
    for (number, list) in deliveries.byLoop.sorted(by: { $0.key < $1.key }) {
      post.send(.fanout(.deliver(room, list)), to: number)
    }
  }

  private func ask(_ question: SolverQuestion, of room: RoomID) {
    let mailbox = post.mailbox
    loop.shared.solving.desk.ask(question, of: room) { answer in
      mailbox.send(.work(.hear(room, .solved(answer), from: .none, network: nil)))
    }
  }

  // MARK: - Invariants

  /// What holds between turns.
  ///
  /// - Parameter all: whether all tables are gone through, or one.
  func checkInvariants(turn: Int, all: Bool) {
    precondition(remembered.isEmpty, "the records of a turn are with the journal")
    precondition(letters.isEmpty, "all letters to Homes were opened")
    let rooms = places.rooms
    if !rooms.isEmpty {
      rooms.values[rooms.index(rooms.startIndex, offsetBy: turn % rooms.count)].checkInvariants()
    }
    guard all else { return }
    places.checkInvariants()
    wakings.checkInvariants()
  }
}
