import DragDrop
import Patience
package import Wire

/// How a table begins.
package struct RoomOpening: Sendable {
  package let table: OpenTable
  package let opener: GuestID

  package init(table: OpenTable, opener: GuestID) {
    self.table = table
    self.opener = opener
  }
}

/// One table with its seats and its audience: messages in, effects out; no sockets, no clock of its own.
///
/// Promises: every message with a `c` has exactly one answer among the effects; a refused command changes
/// nothing of the game, though a refused move, lift or drop may let go of what its hand held; what is told is
/// computed from views. Invariant: `checkpoints` holds the game at each version that is not yet durable, and
/// at the last that is.
package final class Room {
  package let id: RoomID
  package let epoch: String
  /// Counts accepted commands; the opening is the first.
  package internal(set) var version = 1
  /// How often the room has fallen back.
  package private(set) var lineage: UInt32 = 0

  struct Member {
    let visitor: Visitor
    let seat: SeatNumber?
  }

  var game: Game
  /// What is seen of a game: all that snapshots and events are made of. A variable only so that a test can
  /// plant a leak here and must find it.
  var projection: (Game) -> TableView = { $0.view }
  var seats: Seats
  var drags = Drags()
  var history = History()
  var answers = Answers()
  var members: [ConnectionID: Member] = [:]
  /// In the order in which they joined, so that what is told has an order.
  var memberOrder: [ConnectionID] = []
  var membersByLoop: [UInt16: Int] = [:]
  /// Who changed the top of each collection last, to tell a lost race from an old view.
  var lastMover: [String: SeatNumber] = [:]
  var durable = 0
  private var checkpoints: [(version: Int, game: Game)] = []
  let entropy: () -> [UInt8]
  package let openedAt: Int64
  /// When somebody was last here or did something.
  package internal(set) var usedAt: Int64
  /// Somebody has come in at least once.
  package internal(set) var wasUsed = false

  /// - Parameters:
  ///   - entropy: gives 48 bytes of the system's random source at each call.
  /// - Throws: `BadMessage` for a game that is not in the catalogue.
  package convenience init(
    id: RoomID, opening: RoomOpening, now: Int64, entropy: @escaping () -> [UInt8]
  ) throws(BadMessage) {
    guard let ruleset = Catalogue.ruleset(id: opening.table.game) else {
      let known = Catalogue.rulesets.map(\.id.text).joined(separator: ", ")
      throw BadMessage("there is no game \"\(opening.table.game)\"; there are \(known)")
    }
    let options = TableOptions(safeAutoMoves: opening.table.safe, timed: opening.table.timed)
    let game = Game(ruleset: ruleset, choice: opening.table.deal, options: options, entropy: entropy)
    self.init(
      id: id, game: game, seats: opening.table.seats, opener: opening.opener, now: now, entropy: entropy)
  }

  /// A table that is already laid.
  init(id: RoomID, game: Game, seats: Int, opener: GuestID, now: Int64, entropy: @escaping () -> [UInt8]) {
    self.id = id
    self.game = game
    self.seats = Seats(count: seats, opener: opener, now: now)
    self.entropy = entropy
    epoch = hex(entropy().prefix(4))
    openedAt = now
    usedAt = now
  }

  /// The record of the opening; the room may be told of when it is durable.
  package func begin(
    c: Int, from connection: ConnectionID, opening: RoomOpening, into effects: inout [Effect]
  ) {
    checkpoints = [(version, game)]
    let record = LogRecord.opening(opening.table, secret: game.secret)
    effects.append(.remember(revision: version, lineage: lineage, bytes: record.line()))
    let (line, ifLost) = Self.openingAnswer(id, c: c)
    effects.append(.answer(connection, line: line, ifLost: ifLost))
  }

  /// What `open` is answered, and what instead if the opening is lost.
  package static func openingAnswer(_ id: RoomID, c: Int) -> (line: [UInt8], ifLost: [UInt8]) {
    (
      ServerMessage.ok(c: c, Agreement(opened: id.text)).line(),
      ServerMessage.no(Wire.Refusal(c: c, code: .paused)).line()
    )
  }

  // MARK: - Hearing

  /// Takes one message of one connection. All effects reflect `version` as it is afterwards.
  package func hear(
    _ message: RoomMessage, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    usedAt = now
    defer { forgetPhases() }
    switch message {
    case .join(let c, let visitor, let presence, let resume):
      join(visitor, as: presence, from: connection, c: c, resume: resume, now: now, into: &effects)
    case .leave(let c):
      leave(connection, now: now, into: &effects)
      answerForSure(to: connection, into: &effects) { .ok(c: c, Agreement(room: id.text, version: $0)) }
    case .lost: leave(connection, now: now, into: &effects)
    case .command(let c, let command): carryOut(command, c: c, from: connection, now: now, into: &effects)
    case .query(let c):
      guard let seat = seated(connection, c: c, into: &effects) else { return }
      effects.append(.tell(connection, line: dests(of: seat)))
      effects.append(.answer(connection, line: ok(c), ifLost: lostAnswer(c)))
    case .lift(let c, let item): lift(item, c: c, from: connection, now: now, into: &effects)
    case .hover(let hover): self.hover(hover, from: connection, now: now, into: &effects)
    case .cancel(let c, let drag): cancel(drag, c: c, from: connection, into: &effects)
    case .sync:
      tellAnew(why: .sync, to: connection, now: now, into: &effects)
    case .behind:
      tellAnew(why: .behind, to: connection, now: now, into: &effects)
    }
  }

  /// Ends what ends by itself. Call it a few times a second while the room awaits time.
  package func tick(now: Int64, into effects: inout [Effect]) {
    defer { forgetPhases() }
    if seats.release(now: now) { tellCrowd(now: now, into: &effects) }
    let expired = drags.expired(now: now)
    guard !expired.isEmpty else { return }
    for drag in expired {
      // It may have ended with a fallback.
      _ = try? game.engine.cancel(drag.session, player: drag.seat.player)
      drags.end(drag.number)
    }
    tellDrags(except: nil, into: &effects)
  }

  /// The phases of drags have no reader on the wire beyond the list of live drags; kept, they would grow.
  private func forgetPhases() {
    _ = game.engine.drainEvents()
  }

  // MARK: - Durability

  /// The journal holds everything up to `revision`.
  package func becameDurable(upTo revision: Int) {
    durable = max(durable, revision)
    if let last = checkpoints.lastIndex(where: { $0.version <= durable }) { checkpoints.removeFirst(last) }
  }

  /// Who is at the table is no matter of versions, so clocks stand and run in what the room may fall back to
  /// as well.
  func changeClocks(_ change: (inout GameClock) -> Void) {
    change(&game.clock)
    for index in checkpoints.indices { change(&checkpoints[index].game.clock) }
  }

  func checkpoint() {
    checkpoints.append((version, game))
  }

  /// The journal lost what was not durable: the room stands where it last was, and says so.
  ///
  /// - Returns: false when nothing at all was durable, so that there is no room.
  package func fallBack(now: Int64, into effects: inout [Effect]) -> Bool {
    lineage += 1
    guard let checkpoint = checkpoints.first, checkpoint.version <= durable else { return false }
    game = checkpoint.game
    version = checkpoint.version
    checkpoints = [checkpoint]
    history.fallBack(to: version)
    answers.fallBack(to: version)
    for session in game.engine.sessions { _ = try? game.engine.cancel(session.id, player: session.player) }
    drags.removeAll()
    effects.append(.publish(revision: version, line: snapshot(why: .fallback, now: now)))
    tellDrags(except: nil, into: &effects)
    tellDestsToAll(into: &effects)
    return true
  }

  // MARK: - Queries

  package var hasMembers: Bool { !members.isEmpty }
  /// The loops that have members of this room, in order.
  package var loops: [Int] { membersByLoop.keys.map(Int.init).sorted() }
  /// Something here ends by itself: a drag that nobody leads, the seat of somebody who is away.
  package var awaitsTime: Bool { !drags.isEmpty || seats.isAnybodyAway }
  package var isOver: Bool { game.isOver }

  /// A line of the lobby. It passes no gate, so it tells of the last durable version.
  package var summary: TableSummary {
    let told = seats.told
    let game = checkpoints.first?.game ?? game
    return TableSummary(
      id: id.text, game: game.ruleset.id.text, deal: game.dealTold, players: told.compactMap(\.person?.name),
      seats: seats.count, watching: watching, moves: Int(game.engine.model.moves),
      score: Int(game.engine.model.score), up: game.cardsUp, status: game.state)
  }

  /// Spectators as persons: two windows of one guest count once.
  var watching: Int {
    Set(members.values.filter { $0.seat == nil }.map(\.visitor.guest)).count
  }

  package func checkInvariants() {
    precondition(memberOrder.count == members.count, "each member is listed once")
    precondition(
      checkpoints.first.map { $0.version <= max(durable, 1) } ?? true, "there is a game to fall back to")
    precondition(game.engine.model.census().count == game.ruleset.cardCount, "no card is lost or doubled")
  }
}
