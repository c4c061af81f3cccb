import Boards
import Contests
import DragDrop
import Patience
package import Wire

/// A table on its way back from the log: records in, one after the other, and in the end what a room is made of.
/// Promise: the same records give the same table, and a record that does not fit is refused, not guessed at.
package struct Reopening: Sendable {
  /// Why a log cannot be carried out again.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    /// The first record is no opening, or a later one is.
    case opening
    /// A record is missing, or comes twice.
    case sequence(expected: Int, found: Int)
    /// There is no such game in this program.
    case unknownGame(String)
    /// The board's description is not understood by this program.
    case description
    /// Seats that do not belong to this table.
    case seatsDiffer
    /// A command that was accepted once, and is refused now.
    case refused(sequence: Int, RefusalCode)
    /// It was carried out, and something else came of it.
    case differs(sequence: Int)
    /// What was to be gone on from is no base of this table.
    case base
    /// The record itself is not understood.
    case record(sequence: Int, String)

    package var description: String {
      switch self {
      case .opening: "the first record is not the opening, or a later record is one"
      case .sequence(let expected, let found): "record \(expected) is expected and record \(found) comes"
      case .unknownGame(let id): "this program does not know the game \"\(id)\""
      case .description: "this program does not understand the description of the board"
      case .seatsDiffer: "a record names a seat or a guest that this table cannot have"
      case .refused(let sequence, let code):
        "record \(sequence) was accepted once and is refused now (\(code.rawValue))"
      case .differs(let sequence): "the table after record \(sequence) is not the one that was logged"
      case .base: "the base does not belong to this table"
      case .record(let sequence, let why): "record \(sequence) is not understood: \(why)"
      }
    }
  }

  package let room: RoomID
  package private(set) var version = 1
  package private(set) var sequence = 1
  /// Of the record that it begins after.
  private(set) var baseSequence = 1
  let epoch: UInt32
  private let opener: GuestID
  package internal(set) var game: Game
  package private(set) var seats: Seats
  private(set) var seatsLogged: LogRecord.SeatsLogged?
  /// nil for a table of before there was such a thing.
  private(set) var access: Access?
  private(set) var answers = Answers()
  private let playable: Playable
  /// Whose table it is in a race; nil for any other.
  let entry: RaceEntry?
  private let now: Int64
  /// What the log says of the view after the last record; nil if it says nothing.
  private var hash: UInt32?

  /// - Parameters:
  ///   - described: what the opening describes; nil for what is known by its name.
  ///   - now: milliseconds, on the clock of the room that is made of it.
  package init(
    _ opening: LogRecord.Opening, room: RoomID, described: Described?, now: Int64
  ) throws(Fault) {
    guard let opener = GuestID(opening.opener) else { throw .seatsDiffer }
    self.room = room
    self.now = now
    self.opener = opener
    epoch = opening.epoch
    let table = opening.table
    guard let playable = GameBook(described: described).find(table.game) else {
      throw .unknownGame(table.game)
    }
    self.playable = playable
    entry = table.entry
    switch playable {
    case .board(let kind):
      // What is described needs no number to begin with; what is shuffled does.
      guard let seed = opening.secret.seed ?? described.map({ _ in 0 }) else {
        throw .unknownGame(table.game)
      }
      game = Game(kind, seed: seed, described: described, now: now)
    case .patience(let ruleset):
      guard let deal = table.sealedOrOpenDeal else { throw .unknownGame(table.game) }
      // The cards of an entrant come from the race.
      let random = entry == nil ? try Self.random(of: opening.secret, for: deal, at: 1) : []
      let picked = PickedDeal(deal, opening.secret)
      if case .winnable = deal, picked == nil { throw .unknownGame(table.game) }
      game = Game(table, deal, picked, of: ruleset, described: described, now: now) { random }
    }
    seats = try Seats(nil, count: table.seats, opener: opener, now: now)
    access = table.access.map { Access($0, host: opener, now: now) }
  }

  /// What a sealed deal was made of; nothing for an open one.
  private static func random(
    of secret: Secret, for deal: DealChoice, at sequence: Int
  ) throws(Fault) -> [UInt8] {
    guard case .sealed = deal else { return [] }
    guard let sealed = secret.reveal.flatMap(SealedDeal.init) else {
      throw .record(sequence: sequence, "a sealed deal without its seed")
    }
    return sealed.random
  }

  /// Goes on from a base instead of from the opening, before any record was taken.
  ///
  /// - Returns: false for what is no base of this table; nothing has changed then.
  package mutating func begin(
    at base: [UInt8], version: Int, sequence: Int
  ) -> Bool {
    precondition(self.sequence == 1, "a base comes before the records")
    var coder = ByteCoder(reading: base)
    var (lines, bytes): ([UInt8], [UInt8]) = ([], [])
    coder.longList(&lines)
    coder.longList(&bytes)
    guard coder.isSpent, let found = game(at: bytes) else { return false }
    var whole = self
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      switch try? LogRecord.read(Array(line)) {
      case .seats(let logged)?:
        guard let seats = try? Seats(logged, count: seats.count, opener: opener, now: now) else {
          return false
        }
        (whole.seats, whole.seatsLogged) = (seats, logged)
      case .access(let logged)?:
        guard let access = try? Access(logged, now: now) else { return false }
        whole.access = access
      default: return false
      }
    }
    self = whole
    game = found
    (self.version, self.sequence, baseSequence) = (version, sequence, sequence)
    return true
  }

  private func game(at base: [UInt8]) -> Game? {
    switch playable {
    case .board(let kind): Game(base: base, kind, described: game.described, openedAt: now)
    case .patience: Game(base: base, described: game.described)
    }
  }

  /// Carries out the next record.
  ///
  /// - Throws: `Fault`; the table is then not to be used.
  package mutating func replay(_ record: LogRecord, sequence: Int) throws(Fault) {
    guard sequence == self.sequence + 1 else { throw .sequence(expected: self.sequence + 1, found: sequence) }
    self.sequence = sequence
    switch record {
    case .opening: throw .opening
    case .command(let logged): try replay(logged)
    case .seats(let logged): try replay(logged)
    case .answered: break
    case .forgotten: game.forgetSteps()
    case .access(let logged): access = try Access(logged, now: now)
    case .race(let logged): try replay(logged)
    }
  }

  private mutating func replay(_ logged: LogRecord.RaceLogged) throws(Fault) {
    version += 1
    hash = logged.hash
    guard game.take(logged.step, now: now, isReplayed: true) else {
      throw .refused(sequence: sequence, .illegal)
    }
    game.clock.set(milliseconds: Int64(logged.clockMilliseconds), now: now)
    game.clock.pause(now: now)
  }

  /// A command that was answered before; those of one visit in their order.
  ///
  /// - Parameter record: its own, as the log has it.
  package mutating func answered(_ c: Int, of visit: VisitID, at version: Int, record: [UInt8]) {
    var answered = LogRecord.AnsweredLogged()
    if LogRecord.mayBeAnswer(record), case .answered(let logged)? = try? LogRecord.read(record) {
      answered = logged
    }
    answers.restore(answered, to: c, of: visit, at: version, room: room)
    // What was refused before it is in no log, and must not be carried out behind it.
    answers.forget(upTo: c, of: visit)
  }

  /// Of a visit's commands up to this number it is known only that they were answered, but for those that `answered`
  /// gives.
  package mutating func answeredBefore(_ c: Int, of visit: VisitID) { answers.forget(upTo: c, of: visit) }

  /// All records were taken: is it the table that the log is of?
  package func check() throws(Fault) {
    guard let hash else { return }
    let shown = Shown(regions: game.board.regions, selections: [])
    guard shown.hash == hash else { throw .differs(sequence: sequence) }
  }

  private mutating func replay(_ logged: LogRecord.CommandLogged) throws(Fault) {
    let seat = SeatNumber(logged.seat)
    guard logged.seat < seats.count else { throw .seatsDiffer }
    game.clock.set(milliseconds: Int64(logged.clockMilliseconds), now: now)
    version += 1
    hash = logged.hash
    if case .deal(let deal, let id) = logged.command.operation {
      let random = try Self.random(of: logged.secret, for: deal, at: sequence)
      do throws(BadMessage) {
        let picked = PickedDeal(deal, logged.secret)
        if case .winnable = deal, picked == nil { throw BadMessage("a deal that was picked is lost") }
        game = try game.dealtAnew(deal, picked, of: id, seats: seats.count, openedAt: now) { random }
      } catch {
        throw .refused(sequence: sequence, .bad)
      }
      return
    }
    do throws(GameRefusal) {
      try carryOut(logged, by: seat)
    } catch {
      throw .refused(sequence: sequence, error.code)
    }
    game.clock.pause(now: now)
  }

  private mutating func carryOut(
    _ logged: LogRecord.CommandLogged, by seat: SeatNumber
  ) throws(GameRefusal) {
    guard case .drop(let number, let landing) = logged.command.operation, let drag = logged.drag else {
      return try game.perform(logged.command.operation, seat: seat, held: nil, now: now)
    }
    // As it was done: lifted, moved there, dropped. What a lift takes may have changed since it was lifted.
    var lifted = game
    let held = try lifted.lift(drag.lifted, seat: seat, now: now)
    guard held.items == drag.items else {
      return try game.performMove(of: drag, to: landing, seat: seat, now: now)
    }
    if let hover = drag.hover { _ = lifted.hover(hover, session: held.session, seat: seat, now: now) }
    let dragging = Drags.Drag(number, held, seat: seat)
    try lifted.perform(logged.command.operation, seat: seat, held: dragging, now: now)
    game = lifted
  }

  private mutating func replay(_ logged: LogRecord.SeatsLogged) throws(Fault) {
    game.clock.set(milliseconds: Int64(logged.clockMilliseconds), now: now)
    for (seat, (old, new)) in zip(seatsLogged?.lastGuests ?? [], logged.lastGuests).enumerated()
    where old != nil && old != new {
      game.disown(SeatNumber(seat))
    }
    seats = try Seats(logged, count: seats.count, opener: opener, now: now)
    seatsLogged = logged
  }
}
