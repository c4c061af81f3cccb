import Boards
import Bytes
package import Patience
package import Wire

/// How a table begins.
package struct RoomOpening: Sendable {
  package private(set) var table: OpenTable
  package let opener: GuestID
  /// nil for what is known by its name.
  package let described: Described?
  /// Whose limits hold; nil: the opener's own.
  package var payer: GuestID?
  /// Where the opener comes from, as connections are counted; nil where nobody counts.
  package var network: UInt32?
  /// The deal, where one that can be won was asked for.
  package var picked: PickedDeal?
  /// The links to the race before it let guests in here, too: whose keys they are, and which.
  package var keys: (ring: RoomID, number: Int)?
  /// Those may come in to play without a key: they were in the race before it.
  package var invited: [(guest: GuestID, name: String)] = []
  /// Those stay away: the host of the race before it has banned them.
  package var banned: [(guest: GuestID, name: String)] = []
  /// Whether the host of the race before it wanted talk; nil where none has said so.
  package var chat: Bool?

  /// Who may come is decided, if the opener did not say it. A table of a race is shown to whom the race allows it.
  package mutating func decideAccess() {
    if table.entry == nil { table.access = table.access ?? AccessLevel(seats: table.seats) }
  }

  package init(table: OpenTable, opener: GuestID, described: Described? = nil) {
    self.table = table
    self.opener = opener
    self.described = described
  }
}

/// One table with its seats and its audience: messages in, effects out; no sockets, no clock of its own.
///
/// Promises: every message with a `c` has exactly one answer among the effects; a refused command changes
/// nothing of the game, though a refused move, lift or drop may let go of what its hand held; what is told is
/// computed from views.
package final class Room {
  package let id: RoomID
  /// The log's, with what tells one life of the data directory from another.
  package let epoch: String
  /// Counts accepted commands; the opening is the first.
  package internal(set) var version = 1
  package internal(set) var game: Game { didSet { views = Views() } }
  var views = Views()
  var seats: Seats
  var drags = Drags()
  var answers = Answers()
  var members = Members()
  /// What members are brought up with.
  var primes = Primes()
  var lastTold: LastTold
  var log: RoomLog
  /// Who may come; nil for a table of before there was such a thing, which is open to all who have its address.
  var access: Access?
  var outside = Outside()
  var questions = Questions()
  var talk: Talk
  var ties = RaceTies()
  var surroundings: Surroundings
  var askings = Askings()
  package internal(set) var use: Use

  /// When a table was opened and used, in milliseconds of the clock that `hear` is told.
  package struct Use {
    package let openedAt: Int64
    /// When somebody was last here or did something.
    package internal(set) var lastAt: Int64
    /// Somebody has come in at least once.
    package internal(set) var wasVisited: Bool
  }

  /// What is made of the game when somebody is told of it, since the game last changed.
  struct Views {
    /// What everybody may see.
    var shown: Shown?
    /// The lines that were played: making them takes milliseconds in a long game.
    var lines: LinesTold?
  }

  /// - Parameters:
  ///   - generation: of the data directory; another one after it was restored from a copy.
  ///   - secret: of the data directory, which keys are derived from.
  ///   - entropy: gives 48 bytes of the system's random source at each call.
  /// - Throws: `BadMessage` for a game that is not in the catalogue.
  package convenience init(
    id: RoomID, opening: RoomOpening, generation: UInt32 = 0, secret: [UInt8], now: Int64,
    entropy: @escaping () -> [UInt8]
  ) throws(BadMessage) {
    let game = try Game.opened(opening, now: now, entropy: entropy)
    self.init(
      id: id, game: game, seats: opening.table.seats, opener: opening.opener, generation: generation,
      secret: secret, now: now, entropy: entropy)
    access = opening.table.access.map { Access($0, host: opening.opener, now: now) }
    for (guest, name) in opening.invited where guest != opening.opener {
      access?.letIn(Access.Guest(id: guest, name: name))
    }
    if let keys = opening.keys { access?.take(keys) }
    for (guest, name) in opening.banned { access?.ban(Access.Guest(id: guest, name: name)) }
    if let chat = opening.chat { access?.turnChat(on: chat) }
    ties.entered = opening.table.entry.map { Entered($0, isReopened: false, now: now) }
  }

  /// A table as its log has it. Nobody is there; holders of seats have been away since now.
  package init(
    id: RoomID, reopening: Reopening, generation: UInt32, secret: [UInt8], now: Int64,
    entropy: @escaping () -> [UInt8]
  ) {
    self.id = id
    surroundings = Surroundings(secret: secret, entropy: entropy, projection: WholeView())
    access = reopening.access
    talk = Talk(after: Int(now))
    game = reopening.game
    seats = reopening.seats
    answers = reopening.answers
    version = reopening.version
    log = RoomLog(reopening)
    lastTold = LastTold(reopening.game)
    drags = Drags(afterRecords: reopening.sequence)
    epoch = hex(reopening.epoch ^ generation)
    use = Use(openedAt: now, lastAt: now, wasVisited: reopening.sequence > 1)
    ties.entered = reopening.entry.map { Entered($0, isReopened: true, now: now) }
    if let race = game.race {
      let isRunning = race.phase == .running
      ties.desk = RaceDesk(mustAsk: isRunning, isNextUnsure: race.nextRoom != nil)
    }
  }

  /// From now on deals that can be won are picked by this.
  package func pickDeals(by pick: @escaping (Ruleset, DealTerms, _ isSealed: Bool) -> Pick) {
    surroundings.pick = pick
  }

  /// The game of patience that is played there now, with what was chosen about it; nil for a board.
  package var patience: (game: CatalogueGame, chosen: Ruleset)? {
    guard let ruleset = game.patience?.ruleset, let game = game.book.game(of: ruleset) else { return nil }
    return (game, ruleset)
  }

  /// A table that is already laid.
  init(
    id: RoomID, game: Game, seats: Int, opener: GuestID, generation: UInt32 = 0, secret: [UInt8],
    projection: any Projection = WholeView(), now: Int64, entropy: @escaping () -> [UInt8]
  ) {
    self.id = id
    surroundings = Surroundings(secret: secret, entropy: entropy, projection: projection)
    talk = Talk()
    self.game = game
    self.seats = Seats(count: seats, opener: opener)
    lastTold = LastTold(game)
    if game.race != nil { ties.desk = RaceDesk() }
    log = RoomLog(epoch: entropy().prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    epoch = hex(log.epoch ^ generation)
    use = Use(openedAt: now, lastAt: now, wasVisited: false)
  }

  /// The record of the opening; the room may be told of when it is durable.
  package func begin(
    c: Int, from connection: ConnectionID, opening: RoomOpening, into effects: inout [Effect]
  ) {
    checkpoint()
    var table = opening.table
    // Of a deal that was picked the log has to know which.
    if let dealing = game.patience?.choiceLogged { table.deal = dealing }
    let logged = LogRecord.Opening(
      table, secret: game.secret, epoch: log.epoch, opener: opening.opener.text)
    let author = Remembered.Author(guest: opening.opener, visit: nil, c: nil)
    effects.append(log.opened(by: author, logged, version: version))
    if opening.table.before != nil { rememberAccess(now: use.openedAt, into: &effects) }
    // A race has opened it, and asks for no answer.
    if c == Self.orderC { return }
    // What came with a request over HTTP is answered there.
    if c == Self.requestC { return effects.append(.opened(connection, isKept: true)) }
    effects.append(openingAnswer(c: c, to: connection))
  }

  /// So long a seat is kept for somebody who is away.
  package static var seatMillisecondsMax: Int64 { Seats.awayMillisecondsMax }

  /// Stands where a message has its `c`, for what came with a request over HTTP.
  package static let requestC = 0
  /// The same for what a race has opened.
  package static let orderC = -1

  /// What `open` is answered, and what instead if the opening is lost.
  package func openingAnswer(c: Int, to connection: ConnectionID) -> Effect {
    .answer(
      connection, Reply(.ok(c: c, Agreement(opened: id.text, keys: keys))),
      ifLost: Reply(.no(Wire.Refusal(c: c, code: .paused))))
  }

  // MARK: - Hearing

  /// Takes one message of one connection. All effects reflect `version` and `sequence` as they are afterwards.
  package func hear(
    _ message: RoomMessage, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    use.lastAt = now
    switch message {
    case .join(let c, let visitor, let presence, let key, let resume):
      join(visitor, as: presence, key: key, from: connection, c: c, resume: resume, now: now, into: &effects)
    case .leave(let c):
      leave(connection, now: now, into: &effects)
      answerForSure(to: connection, into: &effects) { .ok(c: c, Agreement(room: id.text, version: $0)) }
    case .lost: leave(connection, now: now, into: &effects)
    case .command(let c, let command): carryOut(command, c: c, from: connection, now: now, into: &effects)
    case .query(let c, .dests):
      guard let seat = seated(connection, c: c, into: &effects) else { return }
      effects.append(.tell(connection, line: dests(of: seat)))
      effects.append(.answer(connection, ok(c), ifLost: lostAnswer(c)))
    case .query(let c, .hint):
      guard let seat = seated(connection, c: c, into: &effects) else { return }
      if entry?.hint == false {
        let refusal = GameRefusal(RaceRefusal.notAtThisTable)
        return refuse(c, refusal.code, refusal.why, to: connection, into: &effects)
      }
      let hints = game.board.hints(for: seat.player)
      let reply = Reply(.hints(c: c, room: id.text, version: version, hints))
      effects.append(.answer(connection, reply, ifLost: lostAnswer(c)))
    case .query(let c, .verdict(let detail)): askSolver(detail, c: c, from: connection, into: &effects)
    case .query(let c, .lines(let after)): tellLines(after: after, c: c, to: connection, into: &effects)
    case .query(let c, .export(let item)): export(item, c: c, to: connection, into: &effects)
    case .lift(let c, let item): lift(item, c: c, from: connection, now: now, into: &effects)
    case .hover(let hover): self.hover(hover, from: connection, now: now, into: &effects)
    case .cancel(let c, let drag): cancel(drag, c: c, from: connection, into: &effects)
    case .host(let c, let command): carryOut(command, c: c, from: connection, now: now, into: &effects)
    case .answer(let c, let question, let yes):
      answer(question, yes: yes, c: c, from: connection, now: now, into: &effects)
    case .say(let c, let text, let isKnown):
      say(text, isKnown: isKnown, c: c, from: connection, now: now, into: &effects)
    case .react(let c, let what): react(what, c: c, from: connection, now: now, into: &effects)
    case .report(let c, let line, let why): report(line, why: why, c: c, from: connection, into: &effects)
    case .letter(let letter, let sender):
      if race == nil {
        hearRace(letter, from: sender, now: now, into: &effects)
      } else {
        hearTable(letter, from: sender, now: now, into: &effects)
      }
    case .solved(let answer): tell(answer, into: &effects)
    case .sync:
      prime(connection, with: nil, or: .sync, now: now, into: &effects)
    case .behind:
      prime(connection, with: nil, or: .behind, now: now, into: &effects)
    }
    advanceRace(now: now, into: &effects)
    advanceEntry(now: now, into: &effects)
    refuseOutdated(into: &effects)
  }

  /// Ends what ends by itself. Call it a few times a second while the room awaits time.
  package func tick(now: Int64, into effects: inout [Effect]) {
    defer {
      advanceRace(now: now, into: &effects)
      advanceEntry(now: now, into: &effects)
      refuseOutdated(into: &effects)
    }
    _ = releaseSeats(now: now, into: &effects)
    tickAccess(now: now, into: &effects)
    tickQuestion(now: now, into: &effects)
    tickTalk(now: now, into: &effects)
    if let line = crowdNotice(now: now) { effects.append(.crowd(line: line)) }
    let expired = drags.expired(now: now)
    for drag in expired {
      // It may have ended with a fallback.
      game.cancel(drag.session, seat: drag.seat)
      drags.end(drag.number)
    }
    if !expired.isEmpty { tellDrags(except: nil, into: &effects) }
    if game.board.springs {
      let before = shown
      game.wait(now: now)
      tellSprung(since: before, now: now, into: &effects)
    }
  }

  // MARK: - Durability

  /// The journal holds every record up to `sequence`.
  package func becameDurable(upTo sequence: Int) { log.becameDurable(upTo: sequence) }

  /// Who is at the table is no matter of versions, so what follows from it (clocks that stand and run, whose steps can
  /// be taken back) changes in what the room may fall back to as well.
  func changeGames(_ change: (inout Game) -> Void) {
    change(&game)
    log.changeGames(change)
  }

  /// The room can fall back to the game as it is.
  func checkpoint() { log.add(game, version: version) }

  /// The journal lost what was not durable: the room stands where it last was, and says so.
  ///
  /// - Parameter unprimed: members who were to be brought to where it now stands or beyond, and were not; until then
  ///   they hear nothing.
  /// - Returns: false when nothing at all was durable, so that there is no room.
  package func fallBack(now: Int64, unprimed: [ConnectionID] = [], into effects: inout [Effect]) -> Bool {
    guard let checkpoint = log.fallBack() else { return false }
    refuseAsking(.paused, into: &effects)
    game = checkpoint.game
    version = checkpoint.version
    answers.fallBack(to: version)
    for seat in 0..<seats.count { game.emptyHands(of: SeatNumber(seat)) }
    lastTold.fallBack(to: version, of: game)
    drags.removeAll()
    endQuestion(.withdrawn, into: &effects)
    tellSnapshotToAll(why: .fallback, now: now, into: &effects)
    for connection in unprimed { prime(connection, with: nil, or: .behind, now: now, into: &effects) }
    tellDrags(except: nil, into: &effects)
    tellDestsToAll(into: &effects)
    ties.entered?.mustTell = true
    let isRunning = race?.phase == .running
    ties.desk?.mustAsk = isRunning
    return true
  }

  // MARK: - Queries

  package var hasMembers: Bool { !members.isEmpty }
  /// Somebody who is here has a seat.
  package var hasPlayers: Bool { !members.seated.isEmpty }
  /// Somebody of those who keep the room in use: who plays, or where nobody does, who watches; nil when nobody is here.
  package var user: Visitor? { members.seated.first.flatMap { members[$0]?.visitor } ?? members.anyVisitor }
  /// Whether a guest is one of those.
  package func isUsed(by guest: GuestID) -> Bool {
    hasPlayers
      ? members.seated.contains { members[$0]?.visitor.payer == guest } : members.isWatching(guest)
  }
  /// Nobody from elsewhere has a seat and is here.
  package func isPlayed(onlyBy network: UInt32?) -> Bool {
    members.seated.allSatisfy { members[$0]?.visitor.network == network }
  }
  /// Of all who are here, in no order.
  package var connections: [ConnectionID] { members.connections }
  /// The loops that have members of this room, in order.
  package var loops: [Int] { members.loops }
  /// How many members have connections that can be told in this way.
  package func members(taking encoding: Encoding) -> Int { members.count(taking: encoding) }
  /// How a member can be told lines; nil for a connection that is not a member.
  package func encoding(of connection: ConnectionID) -> Encoding? { members[connection]?.visitor.encoding }
  /// Something here ends or is told by itself: a drag that nobody leads, the seat of somebody who is away, how many
  /// watch.
  package var awaitsTime: Bool {
    !drags.isEmpty || isAnybodyAway || hasMembers && lastTold.crowd.differs(watching: watching)
      || questions.open != nil || awaitsHost || talk.reactions.isWaiting || awaitsTelling
      || race.map { $0.phase != .ended } ?? false
  }
  /// When `tick` is wanted to the millisecond; nil where it may be late.
  package func alarm(now: Int64) -> Int64? {
    if let race { return race.alarm(now: now, clock: Int(game.clock.milliseconds(now: now))) }
    return ties.entered?.start?.at
  }
  package var isOver: Bool { game.isOver }
  /// Somebody's seat is kept for them, and not for as long as the table is locked or kept.
  package var isAnybodyAway: Bool { seats.isAnybodyAway && !keepsSeats }
  /// Nobody loses their seat by being away, and nobody new takes one.
  var keepsSeats: Bool { access?.isLocked == true || race.map(\.keepsSeats) ?? false }
  /// The clock is the race's, and does not stand where nobody is there.
  var isTimedByRace: Bool { race != nil || entry != nil }

  /// Counts records: accepted commands, and changes of who holds which seat.
  package var sequence: Int { log.sequence }
  /// How often the room has fallen back.
  package var lineage: UInt32 { log.lineage }
  /// The newest version that no crash can undo.
  package var versionDurable: Int { log.checkpoints.first?.version ?? version }

  /// A line of the lobby. It passes no gate, so it tells of the last durable version.
  package var summary: TableSummary {
    let told = seats.told
    let game = log.checkpoints.first?.game ?? game
    let (board, standing) = (game.board, game.board.standing)
    return TableSummary(
      id: id.text, game: board.name, name: game.nameTold, deal: board.dealTold,
      players: told.compactMap(\.person?.name), seats: seats.count, watching: watching, moves: game.moves,
      score: standing.score, up: standing.up, of: standing.of, status: board.state,
      access: access?.level == .knock ? .knock : nil, race: race?.phase,
      bots: told.compactMap(\.person).enumerated().filter { $0.element.kind == .bot }.map(\.offset))
  }

  package var admittance: Admittance { Admittance(access, seats) }

  /// Strangers find the table in the lobby.
  package var isListed: Bool {
    (access?.level ?? AccessLevel(seats: seats.count)) != .link && race?.phase != .ended
  }

  /// Its players find it among their tables. They find the table of an entrant by its race.
  package var isFoundByItself: Bool { entry == nil }

  /// Spectators as persons: two windows of one guest count once.
  package var watching: Int { members.watching }

  /// Of a race, only the seats that somebody has: it has many.
  var seatsTold: [Seat] { race == nil ? seats.told : seats.told.filter { $0.person != nil } }

  /// The names of those who hold a seat and are here.
  package var namesHere: [String] { seats.told.filter(\.isConnected).compactMap(\.person?.name) }

  package func checkInvariants() {
    members.checkInvariants()
    seats.checkInvariants()
    access?.checkInvariants()
    outside.knocks.checkInvariants()
    talk.checkInvariants()
    precondition(
      !seats.people.contains { seat in
        seats.holder(of: seat).map { access?.isBanned($0.guest) ?? false } ?? false
      }, "who is banned has no seat")
    log.checkInvariants()
    game.checkInvariants()
  }
}
