import DragDrop
import Wire

/// Who made the steps that a game can take back. Undo is each person's own: it takes their last step out,
/// wherever it stands, if what was done since can be done without it.
///
/// Invariant: `past` is as long as what the game can take back, newest last.
struct Steps: Sendable {
  struct Step: Sendable {
    /// nil when whoever made it gave up their seat: then nobody can take it out.
    fileprivate(set) var seat: SeatNumber?
    /// Without numbers of drags, so that it can be carried out again; nil if it is too large to be kept.
    let operation: Command.Operation?
    /// What it carried.
    let items: [Int]
  }

  /// How many steps are at most done again for one that is taken out from under them.
  static let laterMax = 64
  /// What is kept of an operation, in bytes of text: as much as a message brings.
  static let textBytesMax = 4096

  fileprivate(set) var past = SharedStack<Step>()
  /// Taken back from the end, to be played again by the game itself; last is next.
  fileprivate(set) var future = SharedStack<Step>()
  /// Taken out from under others' steps, to be carried out anew.
  fileprivate(set) var takenOut: [Step] = []
  /// Above what of `past` a base was taken; nil once a step beneath it was taken back.
  private(set) var mark: Mark?

  init() {}

  /// Steps as a base leaves them.
  ///
  /// - Parameter forgotten: so many were made before it, and nobody can take them back.
  init(forgotten: Int, takenOut: [Step]) {
    past = SharedStack(repeating: Step(seat: nil, operation: nil, items: []), count: forgotten)
    self.takenOut = takenOut
  }

  func canUndo(_ seat: SeatNumber) -> Bool { past.suffix(Self.laterMax + 1).contains { $0.seat == seat } }

  func canRedo(_ seat: SeatNumber) -> Bool {
    future.last?.seat == seat || takenOut.contains { $0.seat == seat }
  }

  /// Whoever sits here next did nothing yet.
  mutating func disown(_ seat: SeatNumber) {
    for index in past.indices where past[index].seat == seat { past[index].seat = nil }
    for index in future.indices where future[index].seat == seat { future[index].seat = nil }
    takenOut.removeAll { $0.seat == seat }
  }

  /// A step was made: what was taken back before is no longer there to be played again.
  mutating func note(_ operation: Command.Operation, by seat: SeatNumber, carrying items: [Int], depth: Int) {
    past.append(
      Step(seat: seat, operation: operation.textBytes <= Self.textBytesMax ? operation : nil, items: items))
    future.removeAll()
    takenOut.removeAll { $0.seat == seat }
    forget(downTo: depth)
  }

  /// The game forgets all of them; what was taken out from under others is still to be carried out anew.
  mutating func forgetAll() {
    past = SharedStack(repeating: Step(seat: nil, operation: nil, items: []), count: past.count)
    future.removeAll()
    mark = nil
  }

  /// The game forgets its oldest steps.
  fileprivate mutating func forget(downTo depth: Int) {
    guard past.count > depth else { return }
    let count = past.count - depth
    past.removeFirst(count)
    if let beneath = mark?.beneath { mark?.beneath = max(0, beneath - count) }
  }

  fileprivate mutating func takeOut(at index: Int) -> Step {
    if let mark, index < mark.beneath { self.mark = nil }
    return past.remove(at: index)
  }
}

// MARK: - Bases

extension Steps {
  /// A point in the life of a game that all steps made since stand on.
  struct Mark: Sendable {
    let number: Int
    /// How many of `past`, the oldest ones, were made before it. They only become fewer by being forgotten.
    fileprivate(set) var beneath: Int
  }

  /// What was taken back can still be played again by the game itself, from models that no base holds.
  var canPlayAgain: Bool { !future.isEmpty }

  mutating func setMark(_ number: Int) { mark = Mark(number: number, beneath: past.count) }
}

/// Why somebody's own step is not taken back or played again; each case is a word of the protocol.
enum UndoRefusal: String, CaseIterable {
  /// There are steps, but none of theirs.
  case nothingOfYours
  /// What was done since cannot be done without it.
  case builtUpon
  /// Too much was done since.
  case tooLongAgo
}

extension GameRefusal {
  init(_ refusal: UndoRefusal) { self.init(code: .illegal, why: refusal.rawValue) }
}

extension Game {
  /// What a resting drag has opened can be taken back like any other step.
  mutating func noteSprung(_ operation: Command.Operation, by seat: SeatNumber) {
    guard steps.past.count < undoDepth else { return }
    steps.note(operation, by: seat, carrying: [], depth: undoDepth)
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
    default: try step(operation, seat: seat, held: held, now: now)
    }
  }

  private mutating func step(
    _ operation: Command.Operation, seat: SeatNumber, held: Drags.Drag?, now: Int64
  ) throws(GameRefusal) {
    let depth = undoDepth
    try carryOut(operation, seat: seat, drag: held?.session, now: now)
    guard undoDepth != depth else { return }
    var again = operation
    if case .drop(_, let landing) = operation, let held { again = .move(item: held.lifted, to: landing) }
    steps.note(again, by: seat, carrying: carried, depth: undoDepth)
  }

  /// A drop that is done again when a lift would take something else than it did then.
  mutating func performMove(
    of drag: LogRecord.DragLogged, to landing: Landing, seat: SeatNumber, now: Int64
  ) throws(GameRefusal) {
    let step = Steps.Step(seat: seat, operation: .move(item: drag.lifted, to: landing), items: drag.items)
    try beginRepetition(takingBack: 0)
    try doAgain(step, seat: seat, now: now)
    endRepetition()
    steps.note(.move(item: drag.lifted, to: landing), by: seat, carrying: drag.items, depth: undoDepth)
  }

  private mutating func takeBackOwn(_ seat: SeatNumber, now: Int64) throws(GameRefusal) {
    guard let own = steps.past.lastIndex(where: { $0.seat == seat }) else {
      // In the game's own words, if it has any.
      guard steps.past.isEmpty else { throw GameRefusal(.nothingOfYours) }
      return try takeBack()
    }
    let later = steps.past[(own + 1)...]
    guard later.count <= Steps.laterMax else { throw GameRefusal(.tooLongAgo) }
    var memory = steps
    let taken = memory.takeOut(at: own)
    if later.isEmpty {
      try takeBack()
      memory.future.append(taken)
    } else {
      try beginRepetition(takingBack: later.count + 1)
      for step in later { try doAgain(step, seat: step.seat ?? seat, now: now) }
      endRepetition()
      memory.future.removeAll()
      if taken.operation != nil { memory.takenOut.append(taken) }
    }
    steps = memory
  }

  private mutating func playAgainOwn(_ seat: SeatNumber, now: Int64) throws(GameRefusal) {
    if let next = steps.future.last, next.seat == seat {
      try playAgain()
      steps.past.append(steps.future.removeLast())
      return
    }
    guard let own = steps.takenOut.lastIndex(where: { $0.seat == seat }) else {
      guard steps.future.isEmpty else { throw GameRefusal(.nothingOfYours) }
      return try playAgain()
    }
    var memory = steps
    let step = memory.takenOut.remove(at: own)
    try beginRepetition(takingBack: 0)
    try doAgain(step, seat: seat, now: now)
    endRepetition()
    memory.past.append(step)
    memory.forget(downTo: undoDepth)
    memory.future.removeAll()
    steps = memory
  }

  /// Does a step as it was done before.
  ///
  /// - Throws: `builtUpon` if it cannot be done, would carry something else, or would change nothing.
  private mutating func doAgain(_ step: Steps.Step, seat: SeatNumber, now: Int64) throws(GameRefusal) {
    guard let operation = step.operation else { throw GameRefusal(.builtUpon) }
    let depth = undoDepth
    repeatStep(carrying: step.items)
    do throws(GameRefusal) {
      try carryOut(operation, seat: seat, drag: nil, now: now)
    } catch {
      throw GameRefusal(.builtUpon)
    }
    guard undoDepth != depth, carried == step.items else { throw GameRefusal(.builtUpon) }
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

  /// Whether it may move items that nobody lifted for it.
  var movesUnseen: Bool {
    switch self {
    case .undo, .redo, .put: true
    default: false
    }
  }

  /// Of what is brought along.
  fileprivate var textBytes: Int {
    guard case .put(let things, _) = self else { return 0 }
    return things.reduce(0) { sum, ways in
      ways.reduce(sum) { sum, way in
        if case .text(let text) = way.body { sum + text.utf8.count } else { sum + 64 }
      }
    }
  }
}
