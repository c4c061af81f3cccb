import DragDrop
import Wire

/// Who made the steps that a game can take back. Undo is each person's own: it takes their last step out,
/// wherever it stands, if what was done since can be done without it. What is left for another line of play can be come
/// back to, where the game keeps lines.
///
/// Invariant: `past` is as long as what the game can take back, newest last.
struct Steps: Sendable {
  struct Step: Sendable {
    var ply: Ply
    /// nil when whoever made it gave up their seat: then nobody can take it out.
    var seat: SeatNumber?
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
  /// Lines that were left for another; always empty where the game keeps one line only.
  private(set) var lines = Lines()
  private let keepsLines: Bool
  /// How many plies were numbered so far.
  private(set) var plies = 0
  /// What the oldest of `past` stands on.
  private(set) var root: Ply = 0

  init(keepsLines: Bool = false) { self.keepsLines = keepsLines }

  /// Steps as a base leaves them.
  ///
  /// - Parameters:
  ///   - forgotten: so many were made before it, and nobody can take them back.
  ///   - ply: what lies on the table then.
  ///   - plies: how many were numbered until then.
  init(forgotten: Int, takenOut: [Step], keepsLines: Bool = false, at ply: Ply = 0, of plies: Int = 0) {
    self.keepsLines = keepsLines
    self.takenOut = takenOut
    self.plies = plies
    root = ply
    past = Self.forgotten(forgotten, at: ply)
  }

  /// Nobody knows any more what they were.
  private static func forgotten(_ count: Int, at ply: Ply) -> SharedStack<Step> {
    SharedStack(repeating: Step(ply: ply, seat: nil, operation: nil, items: []), count: count)
  }

  /// What lies on the table.
  var at: Ply { past.last?.ply ?? root }

  func canUndo(_ seat: SeatNumber) -> Bool { past.suffix(Self.laterMax + 1).contains { $0.seat == seat } }

  func canRedo(_ seat: SeatNumber) -> Bool {
    future.last?.seat == seat || takenOut.contains { $0.seat == seat }
  }

  /// Whoever sits here next did nothing yet.
  mutating func disown(_ seat: SeatNumber) {
    for index in past.indices where past[index].seat == seat { past[index].seat = nil }
    for index in future.indices where future[index].seat == seat { future[index].seat = nil }
    takenOut.removeAll { $0.seat == seat }
    lines.disown(seat)
  }

  /// A step was made: what was taken back before is no longer the next to be played again.
  mutating func note(_ operation: Command.Operation, by seat: SeatNumber, carrying items: [Int], depth: Int) {
    let kept = operation.textBytes <= Self.textBytesMax ? operation : nil
    append(Step(ply: 0, seat: seat, operation: kept, items: items))
    takenOut.removeAll { $0.seat == seat }
    forget(downTo: depth)
  }

  /// A step as the next ply, on what lies on the table.
  fileprivate mutating func append(_ step: Step) {
    leaveLine(from: past.count)
    plies += 1
    var step = step
    step.ply = plies
    past.append(step)
  }

  /// The game forgets all of them; what was taken out from under others is still to be carried out anew.
  mutating func forgetAll() {
    root = at
    past = Self.forgotten(past.count, at: at)
    future.removeAll()
    lines = Lines()
    mark = nil
  }

  /// The game forgets its oldest steps.
  fileprivate mutating func forget(downTo depth: Int) {
    guard past.count > depth else { return }
    let count = past.count - depth
    root = past[count - 1].ply
    past.removeFirst(count)
    if let beneath = mark?.beneath { mark?.beneath = max(0, beneath - count) }
    if !lines.isEmpty { lines.prune(to: Set([root] + past.map(\.ply) + future.map(\.ply))) }
  }

  fileprivate mutating func takeOut(at index: Int) -> Step {
    if let mark, index < mark.beneath { self.mark = nil }
    return past.remove(at: index)
  }
}

// MARK: - Lines

extension Steps {
  /// What lies above so many of the past ones, and what could be played again.
  func line(from depth: Int) -> [Step] { past[depth...] + future.reversed() }

  /// Sets aside what lies above so many of the past ones, which then stays there, and what could be played again.
  fileprivate mutating func leaveLine(from depth: Int) {
    if keepsLines { lines.setAside(line(from: depth), on: depth > 0 ? past[depth - 1].ply : root) }
    future.removeAll()
  }

  /// How a ply is come to.
  struct Way {
    /// So many steps of this line are to be there first,
    var depth: Int
    /// then these to be played from lines set aside.
    var branch: [Step]
  }

  /// - Returns: nil for a ply that is not known, or no longer.
  func way(to ply: Ply) -> Way? {
    let (on, branch) = lines.branch(to: ply)
    return depth(of: on).map { Way(depth: $0, branch: branch) }
  }

  private func depth(of ply: Ply) -> Int? {
    if let index = past.lastIndex(where: { $0.ply == ply }) { return index + 1 }
    if let index = future.lastIndex(where: { $0.ply == ply }) { return past.count + future.count - index }
    return ply == root ? 0 : nil
  }

  /// The line of the table leads on through a branch from where it is, and on where play went from there.
  fileprivate mutating func turn(onto branch: [Step]) {
    guard let first = branch.first, let last = branch.last else { return }
    if let mark, first.ply <= mark.ply { self.mark = nil }
    let next = branch + lines.ahead(of: last.ply)
    leaveLine(from: past.count)
    lines.take(next)
    future = SharedStack(next.reversed())
  }

  /// As many steps as that are taken back, or played again.
  fileprivate mutating func move(to depth: Int) {
    while past.count > depth { future.append(takeOut(at: past.count - 1)) }
    while past.count < depth { past.append(future.removeLast()) }
  }
}

// MARK: - Bases

extension Steps {
  /// A point in the life of a game that all steps made since stand on.
  struct Mark: Sendable {
    let number: Int
    /// The last that was numbered before it.
    let ply: Ply
    /// How many of `past`, the oldest ones, were made before it. They only become fewer by being forgotten.
    fileprivate(set) var beneath: Int
  }

  /// What was taken back can still be played again by the game itself, from models that no base holds.
  var canPlayAgain: Bool { !future.isEmpty }

  mutating func setMark(_ number: Int) { mark = Mark(number: number, ply: plies, beneath: past.count) }

  /// Nothing leads to what was before the mark any more.
  var standsOnMark: Bool { mark.map { $0.beneath == 0 && !lines.reach(upTo: $0.ply) } ?? false }
}

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
    case .go(let ply): try go(to: ply, seat: seat)
    default: try step(operation, seat: seat, held: held, now: now)
    }
  }

  private mutating func step(
    _ operation: Command.Operation, seat: SeatNumber, held: Drags.Drag?, now: Int64
  ) throws(GameRefusal) {
    let (depth, earlier) = (undoDepth, leaving)
    try carryOut(operation, seat: seat, drag: held?.session, now: now)
    guard undoDepth != depth else { return }
    var again = operation
    if case .drop(_, let landing) = operation, let held { again = .move(item: held.lifted, to: landing) }
    steps.note(again, by: seat, carrying: carried, depth: undoDepth)
    if let earlier { keepLine(of: earlier, after: depth) }
  }

  /// The game as it is, if a step would leave something that can be played again.
  private var leaving: Self? { steps.canPlayAgain ? self : nil }

  /// A drop that is done again when a lift would take something else than it did then.
  mutating func performMove(
    of drag: LogRecord.DragLogged, to landing: Landing, seat: SeatNumber, now: Int64
  ) throws(GameRefusal) {
    let step = Steps.Step(
      ply: 0, seat: seat, operation: .move(item: drag.lifted, to: landing), items: drag.items)
    let (depth, earlier) = (undoDepth, leaving)
    try beginRepetition(takingBack: 0)
    try doAgain(step, seat: seat, now: now)
    endRepetition()
    steps.note(.move(item: drag.lifted, to: landing), by: seat, carrying: drag.items, depth: undoDepth)
    if let earlier { keepLine(of: earlier, after: depth) }
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
      try doAgain(step, seat: step.seat ?? seat, now: now)
      memory.append(step)
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
    let (depth, earlier) = (undoDepth, leaving)
    var memory = steps
    let step = memory.takenOut.remove(at: own)
    try beginRepetition(takingBack: 0)
    try doAgain(step, seat: seat, now: now)
    endRepetition()
    memory.append(step)
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
    case .undo, .redo, .go, .put: true
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
