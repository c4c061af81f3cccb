import Boards
import DragDrop
import Wire

/// Why somebody's own step is not taken back or played again; each case is a word of the protocol.
enum UndoRefusal: String, CaseIterable {
  /// There are steps, but none of theirs.
  case nothingOfYours
  /// What was done since cannot be done without it.
  case builtUpon
  /// Too much was done since.
  case tooLongAgo
  /// There is no such ply in any line, or it is no longer kept.
  case noSuchPly
}

extension GameRefusal {
  init(_ refusal: UndoRefusal) { self.init(code: .illegal, why: refusal.rawValue) }
}

extension Game {
  /// What a resting drag has opened can be taken back like any other step.
  mutating func note(_ sprung: Sprung) {
    guard steps.past.count < undoDepth else { return }
    steps.note(
      sprung.operation, by: SeatNumber(Int(sprung.player.rawValue)), carrying: [], beside: [],
      depth: undoDepth)
  }

  /// Carries out any command that stays within this game.
  ///
  /// - Parameter held: what a `drop` drops.
  /// - Throws: the game may then have changed and must be thrown away.
  mutating func perform(
    _ operation: Command.Operation, seat: SeatNumber, held: Drags.Drag?, now: Int64
  ) throws(GameRefusal) {
    // Only a race asks for it.
    let done = patience.flatMap { $0.ending.isSecret ? $0.standing.up : nil }
    defer { if let done, board.standing.up != done { doneSince = clock.milliseconds(now: now) } }
    switch operation {
    case .undo: try takeBackOwn(seat, now: now)
    case .redo: try playAgainOwn(seat, now: now)
    case .go(let ply): try go(to: ply, seat: seat, now: now)
    default: try step(operation, seat: seat, held: held, now: now)
    }
  }

  private mutating func step(
    _ operation: Command.Operation, seat: SeatNumber, held: Drags.Drag?, now: Int64
  ) throws(GameRefusal) {
    let (depth, earlier) = (undoDepth, leaving(by: seat))
    let played = try play(operation, seat: seat, drag: held?.session, now: now)
    guard undoDepth != depth else { return }
    var again = operation
    if case .drop(_, let landing) = operation, let held { again = .move(item: held.lifted, to: landing) }
    note(again, by: seat, played, from: earlier, after: depth)
  }

  /// Carries out a command that is neither undo nor redo.
  private mutating func play(
    _ operation: Command.Operation, seat: SeatNumber, drag: DragSessionID?, now: Int64
  ) throws(GameRefusal) -> Played {
    if board.isTimed {
      if operation.isMove { clock.begin(now: now) }
      board.elapse(to: UInt32(clipped: clock.milliseconds(now: now) / 1000))
    }
    let depth = undoDepth
    let played = try board.play(operation, player: seat.player, drag: drag, tick: tick(now))
    if played.isAnew { (steps, clock) = (Steps(keepsLines: board.keepsLines), GameClock()) }
    if undoDepth != depth { movesMade += 1 }
    if board.isTimed, isOver { clock.end(now: now) }
    return played
  }

  /// The game as it is, if a step of that seat may leave what can be played again, or go along it.
  private func leaving(by seat: SeatNumber) -> Game? {
    steps.canPlayAgain || !steps.followers(of: seat).isEmpty ? self : nil
  }

  /// A step was made: a ply of its own, or one that it has been before.
  private mutating func note(
    _ operation: Command.Operation, by seat: SeatNumber, _ played: Played, from earlier: Game?,
    after depth: Int
  ) {
    func noteNew() {
      steps.note(
        operation, by: seat, carrying: played.carried, beside: played.beside, depth: undoDepth)
    }
    guard let earlier else { return noteNew() }
    if let known = steps.followers(of: seat).first(where: { isSame(as: $0, of: earlier) }) {
      let isNext = earlier.steps.future.last?.ply == known
      steps.follow(known)
      steps.forget(downTo: undoDepth)
      if isNext { return board.leadOn(as: earlier.board) }
      lead(through: steps.future.reversed().map(\.ply), as: earlier)
    } else {
      noteNew()
    }
    keepLine(of: earlier, after: depth)
  }

  /// A drop that is done again when a lift would take something else than it did then.
  mutating func performMove(
    of drag: LogRecord.DragLogged, to landing: Landing, seat: SeatNumber, now: Int64
  ) throws(GameRefusal) {
    let step = Steps.Step(
      ply: 0, seat: seat, operation: .move(item: drag.lifted, to: landing), items: drag.items)
    let (depth, earlier) = (undoDepth, leaving(by: seat))
    try beginRepetition(takingBack: 0)
    let done = try doAgain(step, seat: seat, now: now)
    endRepetition()
    var played = Played()
    (played.carried, played.beside) = (done.items, done.beside)
    note(.move(item: drag.lifted, to: landing), by: seat, played, from: earlier, after: depth)
  }

  private mutating func takeBackOwn(_ seat: SeatNumber, now: Int64) throws(GameRefusal) {
    guard let own = steps.past.lastIndex(where: { $0.seat == seat }) else {
      // In the game's own words, if it has any.
      guard steps.past.isEmpty else { throw GameRefusal(.nothingOfYours) }
      return try takeBack(1)
    }
    let later = steps.past[(own + 1)...]
    guard later.count <= Steps.laterMax else { throw GameRefusal(.tooLongAgo) }
    guard !later.isEmpty else { return try move(to: own) }
    let earlier = self
    var memory = steps
    memory.leaveLine(from: own)
    let taken = memory.takeOut(at: own)
    for _ in later { _ = memory.takeOut(at: own) }
    try beginRepetition(takingBack: later.count + 1)
    for step in later {
      memory.append(try doAgain(step, seat: step.seat ?? seat, now: now))
    }
    endRepetition()
    if taken.operation != nil { memory.takenOut.append(taken) }
    steps = memory
    keepLine(of: earlier, after: own)
  }

  private mutating func playAgainOwn(_ seat: SeatNumber, now: Int64) throws(GameRefusal) {
    if let next = steps.future.last, next.seat == seat { return try move(to: steps.past.count + 1) }
    guard let own = steps.takenOut.lastIndex(where: { $0.seat == seat }) else {
      guard steps.future.isEmpty else { throw GameRefusal(.nothingOfYours) }
      return try playAgain(1)
    }
    let (depth, earlier) = (undoDepth, leaving(by: seat))
    var memory = steps
    let step = memory.takenOut.remove(at: own)
    try beginRepetition(takingBack: 0)
    memory.append(try doAgain(step, seat: seat, now: now))
    endRepetition()
    memory.forget(downTo: undoDepth)
    steps = memory
    if let earlier { keepLine(of: earlier, after: depth) }
  }

  /// Goes to any ply of any line, if nobody else's steps lie on the way. A game that was given up goes on from there.
  private mutating func go(to ply: Ply, seat: SeatNumber, now: Int64) throws(GameRefusal) {
    if isOver {
      // In the game's own words: what is won stays as it is.
      guard var board = patience, board.takeUpAgain() else { return try takeBack(1) }
      self.board = board
      clock.begin(now: now)
    }
    guard let way = steps.way(to: ply) else { throw GameRefusal(.noSuchPly) }
    let (depth, line) = (steps.past.count, steps.line(from: 0))
    let passed = line[min(depth, way.depth)..<max(depth, way.depth)] + way.branch
    guard passed.allSatisfy({ $0.seat == seat }) else { throw GameRefusal(.nothingOfYours) }
    try move(to: way.depth)
    guard !way.branch.isEmpty else { return }
    let earlier = self
    steps.turn(onto: way.branch)
    lead(through: steps.future.reversed().map(\.ply), as: earlier)
    keepLine(of: earlier, after: way.depth)
    try move(to: way.depth + way.branch.count)
  }

  /// Takes back or plays again until so many steps are done.
  private mutating func move(to depth: Int) throws(GameRefusal) {
    let count = depth - steps.past.count
    if count > 0 { try playAgain(count) } else if count < 0 { try takeBack(-count) }
    steps.move(to: depth)
  }

  /// Does a step as it was done before.
  ///
  /// - Returns: the step as it was done now.
  /// - Throws: `builtUpon` if it cannot be done, would carry something else, or would change nothing.
  private mutating func doAgain(
    _ step: Steps.Step, seat: SeatNumber, now: Int64
  ) throws(GameRefusal) -> Steps.Step {
    guard let operation = step.operation else { throw GameRefusal(.builtUpon) }
    let depth = undoDepth
    board.repeatStep(carrying: step.items)
    let played: Played
    do throws(GameRefusal) {
      played = try play(operation, seat: seat, drag: nil, now: now)
    } catch {
      throw GameRefusal(.builtUpon)
    }
    guard undoDepth != depth, played.carried == step.items else { throw GameRefusal(.builtUpon) }
    var done = step
    done.beside = played.beside
    return done
  }

  private mutating func takeBack(_ count: Int) throws(GameRefusal) {
    try board.takeBack(count)
    movesMade += count
  }

  private mutating func playAgain(_ count: Int) throws(GameRefusal) {
    try board.playAgain(count)
    movesMade += count
  }

  private mutating func beginRepetition(takingBack count: Int) throws(GameRefusal) {
    try board.beginRepetition(takingBack: count)
    movesAfterRepetition = movesMade + 1
  }

  private mutating func endRepetition() {
    board.endRepetition()
    // What was done again is no move of anybody.
    movesMade = movesAfterRepetition
  }
}

// MARK: - Lines

extension Game {
  /// Another line of play was begun: keeps the one that it left, if the board keeps lines.
  ///
  /// - Parameters:
  ///   - earlier: the game as it was.
  ///   - depth: how many of its steps stay.
  private mutating func keepLine(of earlier: Game, after depth: Int) {
    let left = earlier.steps.line(from: depth)
    guard board.keepsLines, !left.isEmpty else { return }
    steps.keep(zip(left.map(\.ply), earlier.board.positions(after: depth)))
  }

  /// What can be played again from now on are these plies, the next first.
  ///
  /// - Parameter earlier: keeps them.
  private mutating func lead(through plies: [Ply], as earlier: Game) {
    let ahead = Dictionary(
      uniqueKeysWithValues: zip(
        earlier.steps.future.reversed().map(\.ply), earlier.board.positions(after: earlier.undoDepth)))
    board.lead(through: plies.compactMap { earlier.steps.lines.position(of: $0) ?? ahead[$0] })
  }

  /// Whether what lies on the table is what a ply left, which the earlier game can come to by other lines or by redo;
  /// never where one line is kept.
  private func isSame(as ply: Ply, of earlier: Game) -> Bool {
    let next = earlier.steps.future.last?.ply == ply ? earlier.board.nextPosition : nil
    return (next ?? earlier.steps.lines.position(of: ply)).map { board.lies(as: $0) } ?? false
  }
}

extension Command.Operation {
  /// The first move starts the clock; a switch does not, and neither does going back to the start.
  fileprivate var isMove: Bool {
    switch self {
    case .move, .drop, .tap, .send, .finish, .put: true
    case .undo, .redo, .go, .restart, .deal, .set, .edit, .resign, .ready, .salt, .start, .again: false
    }
  }

  /// Whether it may move items that nobody lifted for it.
  var movesUnseen: Bool {
    switch self {
    case .undo, .redo, .go, .put: true
    default: false
    }
  }

  /// Of what is brought along.
  var textBytes: Int {
    guard case .put(let things, _) = self else { return 0 }
    return things.reduce(0) { sum, ways in
      ways.reduce(sum) { sum, way in
        if case .text(let text) = way.body { sum + text.utf8.count } else { sum + 64 }
      }
    }
  }
}

extension UInt32 {
  fileprivate init(clipped value: Int64) {
    self = value < 0 ? 0 : value > Int64(UInt32.max) ? .max : UInt32(value)
  }
}
