import Wire

/// Who made the steps that a game can take back. Undo is each person's own: it takes their last step out,
/// wherever it stands, if what the others did since can be done without it.
///
/// Invariant: `past` is as long as what the game can take back, newest last.
struct Steps: Sendable {
  struct Step: Sendable {
    let seat: SeatNumber
    /// Without numbers of drags, so that it can be carried out again.
    let operation: Command.Operation
    let items: [Int]
  }

  fileprivate(set) var past: [Step] = []
  /// Taken back from the end, to be played again by the game itself; last is next.
  fileprivate(set) var future: [Step] = []
  /// Taken out from under others' steps, to be carried out anew.
  fileprivate(set) var takenOut: [Step] = []

  func canUndo(_ seat: SeatNumber) -> Bool { past.contains { $0.seat == seat } }

  func canRedo(_ seat: SeatNumber) -> Bool {
    future.last?.seat == seat || takenOut.contains { $0.seat == seat }
  }

  /// A step was made: what was taken back before is no longer there to be played again.
  fileprivate mutating func note(_ step: Step, depth: Int) {
    past.append(step)
    future.removeAll()
    takenOut.removeAll { $0.seat == step.seat }
    // The game forgets its oldest steps.
    if past.count > depth { past.removeFirst(past.count - depth) }
  }
}

extension Game {
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
    let again: Command.Operation
    if case .drop(_, let landing) = operation, let held {
      again = .move(item: held.lifted, to: landing)
    } else {
      again = operation
    }
    steps.note(Steps.Step(seat: seat, operation: again, items: carried), depth: undoDepth)
  }

  private mutating func takeBackOwn(_ seat: SeatNumber, now: Int64) throws(GameRefusal) {
    guard let own = steps.past.lastIndex(where: { $0.seat == seat }) else {
      // In the game's own words, if it has any.
      guard steps.past.isEmpty else { throw GameRefusal(code: .illegal, why: "nothingOfYours") }
      return try takeBack()
    }
    let later = steps.past[(own + 1)...]
    var memory = steps
    let taken = memory.past.remove(at: own)
    for _ in 0...later.count { try takeBack() }
    if later.isEmpty {
      memory.future.append(taken)
      steps = memory
      return
    }
    for step in later {
      do throws(GameRefusal) {
        try carryOut(step.operation, seat: step.seat, drag: nil, now: now)
      } catch {
        throw GameRefusal(code: .illegal, why: "builtUpon")
      }
      guard carried == step.items else { throw GameRefusal(code: .illegal, why: "builtUpon") }
    }
    memory.future.removeAll()
    memory.takenOut.append(taken)
    steps = memory
  }

  private mutating func playAgainOwn(_ seat: SeatNumber, now: Int64) throws(GameRefusal) {
    if let next = steps.future.last, next.seat == seat {
      try playAgain()
      var memory = steps
      memory.past.append(memory.future.removeLast())
      steps = memory
      return
    }
    guard let own = steps.takenOut.last(where: { $0.seat == seat }) else {
      guard steps.future.isEmpty else { throw GameRefusal(code: .illegal, why: "nothingOfYours") }
      return try playAgain()
    }
    let others = steps.takenOut.filter { $0.seat != seat }
    let mine = steps.takenOut.filter { $0.seat == seat }.dropLast()
    try step(own.operation, seat: seat, held: nil, now: now)
    steps.takenOut = others + mine
  }
}
