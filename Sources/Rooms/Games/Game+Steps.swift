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
  mutating func noteSprung(_ operation: Command.Operation, by seat: SeatNumber) {
    guard steps.past.count < undoDepth else { return }
    steps.note(operation, by: seat, carrying: [], beside: [], depth: undoDepth)
  }

  /// Carries out any command that stays within this game.
  ///
  /// - Parameter held: what a `drop` drops.
  /// - Throws: the game may then have changed and must be thrown away.
  mutating func perform(
    _ operation: Command.Operation, seat: SeatNumber, held: Drags.Drag?, now: Int64
  ) throws(GameRefusal) {
    switch operation {
    case .undo: try takeBackOwn(seat, now: now)
    case .redo: try playAgainOwn(seat, now: now)
    case .go(let ply): try go(to: ply, seat: seat)
    default: try step(operation, seat: seat, held: held, now: now)
    }
  }

  private mutating func step(
    _ operation: Command.Operation, seat: SeatNumber, held: Drags.Drag?, now: Int64
  ) throws(GameRefusal) {
    let (depth, earlier) = (undoDepth, leaving(by: seat))
    try carryOut(operation, seat: seat, drag: held?.session, now: now)
    guard undoDepth != depth else { return }
    var again = operation
    if case .drop(_, let landing) = operation, let held { again = .move(item: held.lifted, to: landing) }
    note(again, by: seat, carrying: carried, from: earlier, after: depth)
  }

  /// The game as it is, if a step of that seat may leave what can be played again, or go along it.
  private func leaving(by seat: SeatNumber) -> Self? {
    steps.canPlayAgain || !steps.followers(of: seat).isEmpty ? self : nil
  }

  /// A step was made: a ply of its own, or one that it has been before.
  private mutating func note(
    _ operation: Command.Operation, by seat: SeatNumber, carrying items: [Int], from earlier: Self?,
    after depth: Int
  ) {
    guard let earlier else {
      return steps.note(operation, by: seat, carrying: items, beside: beside, depth: undoDepth)
    }
    if let known = steps.followers(of: seat).first(where: { isSame(as: $0, of: earlier) }) {
      let isNext = earlier.steps.future.last?.ply == known
      steps.follow(known)
      steps.forget(downTo: undoDepth)
      if isNext { return leadOn(as: earlier) }
      lead(through: steps.future.reversed().map(\.ply), as: earlier)
    } else {
      steps.note(operation, by: seat, carrying: items, beside: beside, depth: undoDepth)
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
    _ = try doAgain(step, seat: seat, now: now)
    endRepetition()
    note(.move(item: drag.lifted, to: landing), by: seat, carrying: drag.items, from: earlier, after: depth)
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

  /// Goes to any ply of any line, if nobody else's steps lie on the way.
  private mutating func go(to ply: Ply, seat: SeatNumber) throws(GameRefusal) {
    // In the game's own words: what is over stays as it is.
    if isOver { return try takeBack(1) }
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
    repeatStep(carrying: step.items)
    do throws(GameRefusal) {
      try carryOut(operation, seat: seat, drag: nil, now: now)
    } catch {
      throw GameRefusal(.builtUpon)
    }
    guard undoDepth != depth, carried == step.items else { throw GameRefusal(.builtUpon) }
    var done = step
    done.beside = beside
    return done
  }
}

extension Command.Operation {
  /// Where it would put something.
  var landing: Landing? {
    switch self {
    case .move(_, let landing), .drop(_, let landing), .put(_, let landing): landing
    default: nil
    }
  }

  /// The item that it names as moved or tapped.
  var item: Int? {
    switch self {
    case .move(let item, _), .send(let item): item
    case .tap(_, let item): item
    default: nil
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
