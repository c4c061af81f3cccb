package import Boards
package import Contests
import DragDrop
import Patience
package import Wire

/// What a room hosts: a board, its clock, and who made the steps of it. A value, so that a room can go back to an
/// earlier one. Promise: what is told of it is made of what everybody may see. Invariant: `steps.past` is as long as
/// what the board can take back.
package struct Game: Sendable {
  package internal(set) var board: any GameBoard
  package var clock = GameClock()
  /// Who made the steps that can be taken back.
  var steps: Steps
  /// One reference, so that the many copies of a game do not carry it along.
  private let origin: Origin
  /// Where the board does not count them itself.
  var movesMade: Int
  /// Since when, on its clock, so many cards have been done as are: who is as far as another may have been so sooner.
  var doneSince: Int64 = 0
  var movesAfterRepetition = 0

  /// How a table was opened.
  private final class Origin: Sendable {
    let described: Described?
    let openedAt: Int64

    init(described: Described?, openedAt: Int64) {
      self.described = described
      self.openedAt = openedAt
    }
  }

  /// - Parameters:
  ///   - described: nil for what is known by its name.
  ///   - openedAt: when, on the clock of the room.
  package init(
    _ board: any GameBoard, described: Described? = nil, openedAt: Int64 = 0, moves: Int = 0
  ) {
    self.board = board
    steps = Steps(keepsLines: board.keepsLines)
    origin = Origin(described: described, openedAt: openedAt)
    movesMade = moves
  }

  /// A table of a kind of board as it begins.
  init(
    _ kind: any AnyBoardKind, seed: UInt64, described: Described? = nil, now: Int64,
    undoMax: Int = BoardLimits.undoMax
  ) {
    self.init(kind.live(seed: seed, undoMax: undoMax), described: described, openedAt: now)
  }

  /// The game of patience that lies here; nil for a board.
  package var patience: PatienceBoard? { board as? PatienceBoard }
  /// nil for what is known by its name.
  var described: Described? { origin.described }
  /// What can be dealt here.
  var book: GameBook { GameBook(described: described) }

  /// The engine counts milliseconds since the table was opened.
  func tick(_ now: Int64) -> Tick { Tick(rawValue: UInt32(truncatingIfNeeded: now - origin.openedAt)) }
}

// MARK: - What is told

extension Game {
  var isOver: Bool { board.state.isEnd }
  /// The race that is hosted; nil at a table.
  package var race: Contest? { board as? Contest }
  var moves: Int { board.standing.moves ?? movesMade }
  package var undoDepth: Int { board.undoDepth }
  /// Something was played, though it may have been taken back: a new deal would lose it.
  var isBegun: Bool { moves > 0 || board.undoDepth > 0 || board.redoDepth > 0 }

  /// What its table is called in a list, where the name of the game does not say it: what is dealt and built in is
  /// named by its id, in the reader's own language.
  var nameTold: String { board.dealTold == nil || described != nil ? board.title : "" }

  /// What replays the table from the journal, which alone is told of it before the end.
  var secret: Secret {
    var secret = board.secret
    secret.description = described?.text ?? []
    return secret
  }

  /// What opens a sealed deal, once the game is over.
  var reveal: Reveal? {
    isOver ? board.dealTold?.reveal : nil
  }

  /// What the holders of so many seats have selected.
  func selections(seats: Int) -> [SelectionTold] {
    (0..<seats).compactMap { seat in
      let items = board.selection(of: SeatNumber(seat).player)
      return items.isEmpty ? nil : SelectionTold(seat: seat, items: items)
    }
  }

  func status(now: Int64) -> Status {
    let (state, standing) = (board.state, board.standing)
    let isOver = state.isEnd
    return Status(
      score: standing.score, moves: standing.moves ?? movesMade, pass: standing.pass, redeal: standing.redeal,
      up: standing.up, clockMilliseconds: Int(clock.milliseconds(now: now)), clockRuns: clock.runs,
      ticks: standing.ticks, status: state, undo: isOver ? 0 : board.undoDepth,
      redo: isOver ? 0 : board.redoDepth, auto: standing.auto, timed: standing.timed, bonus: standing.bonus,
      streak: standing.streak)
  }

  /// Where each item may be dropped that a seat may lift.
  package func dests(room: String, version: Int, seat: SeatNumber) -> Dests {
    var dests = board.dests(for: seat.player)
    (dests.room, dests.version) = (room, version)
    (dests.canUndo, dests.canRedo) = (!isOver && steps.canUndo(seat), !isOver && steps.canRedo(seat))
    return dests
  }

  /// The lines that were played, as far as they can be gone to. Where items lie face down, what lies so again is not
  /// told, nor what was put on it or went with it: who came later would learn what it might be.
  package var linesTold: LinesTold {
    guard board.hidesFaces else { return steps.told { _ in true } }
    let items = board.regions.flatMap { $0.runs.flatMap(\.items) }
    let open = Set(items.filter { $0.face != nil }.map(\.handle))
    return steps.told { step in
      guard let item = step.operation?.item else { return true }
      return open.contains(item) && open.isSuperset(of: step.beside)
    }
  }

  /// Somebody else sits there: what was done from that seat is not theirs.
  mutating func disown(_ seat: SeatNumber) {
    steps.disown(seat)
    guard var race else { return }
    race.vacate(seat.index)
    board = race
  }

  func checkInvariants() {
    precondition(steps.past.count == undoDepth, "it is known who made each step")
    board.checkInvariants()
  }
}

// MARK: - Memory

extension Game {
  /// What it takes in memory, in bytes, as far as it grows with what is done.
  var byteCount: Int {
    let counts = board.byteCounts
    return counts.kept + counts.steps + steps.byteCount
  }

  /// How much of that `forgetSteps` gives back.
  var stepsByteCount: Int { board.byteCounts.steps + steps.byteCount }

  /// What was done so far can no longer be taken back or played again by the game itself.
  mutating func forgetSteps() {
    board.forgetSteps()
    steps.forgetAll()
  }
}

// MARK: - Hands

extension Game {
  mutating func lift(_ item: Int, seat: SeatNumber, now: Int64) throws(GameRefusal) -> Held {
    try board.lift(item, player: seat.player, tick: tick(now))
  }

  /// - Returns: how the items look there; nil if that never changes.
  mutating func hover(_ hover: Hover, session: DragSessionID, seat: SeatNumber, now: Int64) -> String? {
    board.hover(hover, session: session, player: seat.player, tick: tick(now))
  }

  mutating func cancel(_ session: DragSessionID, seat: SeatNumber) {
    board.cancel(session, player: seat.player)
  }
  mutating func emptyHands(of seat: SeatNumber) { board.emptyHands(of: seat.player) }

  /// Somebody gave up their seat, or lost it: what they were at ends.
  ///
  /// - Returns: the commands that would have ended it.
  mutating func leave(_ seat: SeatNumber) -> [Command.Operation] { board.leave(seat.player) }

  /// Looks at what has waited: targets that spring.
  mutating func wait(now: Int64) { board.spring(tick: tick(now)) }

  /// What sprang since the last call, as the commands that would have done the same.
  mutating func takeSprung() -> [Sprung] { board.takeSprung() }
}
