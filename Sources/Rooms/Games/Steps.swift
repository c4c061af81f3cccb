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
    /// nil when its player gave up their seat: then nobody can take it out.
    var seat: SeatNumber?
    /// Without numbers of drags, so that it can be carried out again; nil if it is too large to be kept.
    let operation: Command.Operation?
    /// What it carried.
    let items: [Int]
    /// The items of which something is told by telling it, beside the one that it moved: what it was put on, or what
    /// went with it.
    var beside: [Int] = []
  }

  /// How many steps are at most done again for one that is taken out from under them.
  static let laterMax = 64
  /// What is kept of an operation, in bytes of text: as much as a message brings.
  static let textBytesMax = 4096

  var past = PackedStack<Step>()
  /// Taken back from the end, to be played again by the game itself; last is next.
  var future = PackedStack<Step>()
  /// Taken out from under others' steps, to be carried out anew.
  var takenOut: [Step] = []
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
  private static func forgotten(_ count: Int, at ply: Ply) -> PackedStack<Step> {
    PackedStack(repeating: Step(ply: ply, seat: nil, operation: nil, items: []), count: count)
  }

  /// What lies on the table.
  var at: Ply { past.last?.ply ?? root }

  func canUndo(_ seat: SeatNumber) -> Bool {
    // Most often it is theirs, and the newest is known as it is.
    past.last?.seat == seat || past.newest(Self.laterMax + 1).contains { $0.seat == seat }
  }

  func canRedo(_ seat: SeatNumber) -> Bool {
    future.last?.seat == seat || takenOut.contains { $0.seat == seat }
  }

  /// The next player on this seat has made no step yet.
  mutating func disown(_ seat: SeatNumber) {
    for stack in [\Steps.past, \.future] where self[keyPath: stack].contains(where: { $0.seat == seat }) {
      self[keyPath: stack] = PackedStack(
        self[keyPath: stack].map { step in
          var step = step
          if step.seat == seat { step.seat = nil }
          return step
        })
    }
    takenOut.removeAll { $0.seat == seat }
    lines.disown(seat)
  }

  /// A step was made: what was taken back before is no longer the next to be played again.
  mutating func note(
    _ operation: Command.Operation, by seat: SeatNumber, carrying items: [Int], beside: [Int], depth: Int
  ) {
    let kept = operation.textBytes <= Self.textBytesMax ? operation : nil
    append(Step(ply: 0, seat: seat, operation: kept, items: items, beside: beside))
    takenOut.removeAll { $0.seat == seat }
    forget(downTo: depth)
  }

  /// A step as the next ply, on what lies on the table.
  mutating func append(_ step: Step) {
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
  mutating func forget(downTo depth: Int) {
    guard past.count > depth else { return }
    let count = past.count - depth
    root = past[count - 1].ply
    past.removeFirst(count)
    if let beneath = mark?.beneath { mark?.beneath = max(0, beneath - count) }
    if !lines.isEmpty { lines.prune(to: Set([root] + past.map(\.ply) + future.map(\.ply))) }
  }

  mutating func takeOut(at index: Int) -> Step {
    if let mark, index < mark.beneath { self.mark = nil }
    return past.remove(at: index)
  }
}

// MARK: - Lines

extension Steps {
  /// What lies above so many of the past ones, and what could be played again.
  func line(from depth: Int) -> [Step] {
    past.newest(past.count - depth) + future.newest(future.count).reversed()
  }

  /// Sets aside what lies above so many of the past ones, which then stays there, and what could be played again.
  mutating func leaveLine(from depth: Int) {
    if keepsLines { lines.setAside(line(from: depth), on: depth > 0 ? past[depth - 1].ply : root) }
    future.removeAll()
  }

  /// - Parameter left: the board as plies left it; those that are not set aside are passed over.
  mutating func keep(_ left: some Sequence<(Ply, PackedBytes)>) { lines.keep(left) }

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
    // What a step stands on has a smaller number.
    let above = past.partitioningIndex { $0.ply > ply }
    if above > 0, past[above - 1].ply == ply { return above }
    let ahead = future.partitioningIndex { $0.ply <= ply }
    if ahead < future.count, future[ahead].ply == ply { return past.count + future.count - ahead }
    return ply == root ? 0 : nil
  }

  /// The line of the table leads on through a branch from where it is, and on where play went from there.
  mutating func turn(onto branch: [Step]) {
    guard let first = branch.first, let last = branch.last else { return }
    if let mark, first.ply <= mark.ply { self.mark = nil }
    let next = branch + lines.ahead(of: last.ply)
    leaveLine(from: past.count)
    lines.removeAsides(next)
    future = PackedStack(next.reversed())
  }

  /// Plies that this seat once went on by from what lies on the table, the line's own first, then the newest.
  func followers(of seat: SeatNumber) -> [Ply] {
    let next = future.last.flatMap { $0.seat == seat ? $0.ply : nil }
    return (next.map { [$0] } ?? []) + lines.children(of: at, by: seat)
  }

  /// What was done now is such a ply: the line leads on along it, and on where play went from there.
  mutating func follow(_ ply: Ply) {
    if future.last?.ply != ply { turn(onto: lines.branch(to: ply).steps) }
    move(to: past.count + 1)
  }

  /// As many steps as that are taken back, or played again.
  mutating func move(to depth: Int) {
    if let mark, depth < mark.beneath { self.mark = nil }
    if depth < past.count {
      past.move(past.count - depth, to: &future)
    } else {
      future.move(depth - past.count, to: &past)
    }
  }
}

// MARK: - Memory

extension Steps {
  /// What they take in memory, in bytes.
  var byteCount: Int { past.byteCount + future.byteCount + lines.byteCount }
}

// MARK: - Bases

extension Steps {
  /// A point in the life of a game that all steps made since stand on.
  struct Mark: Sendable {
    let number: Int
    /// The last that was numbered before it.
    let ply: Ply
    /// How many of `past`, the oldest ones, were made before it. They only become fewer by being forgotten.
    var beneath: Int
  }

  /// What was taken back can still be played again by the game itself, from models that no base holds.
  var canPlayAgain: Bool { !future.isEmpty }

  mutating func setMark(_ number: Int) { mark = Mark(number: number, ply: plies, beneath: past.count) }

  /// Nothing leads to what was before the mark any more.
  var standsOnMark: Bool { mark.map { $0.beneath == 0 && !lines.reach(upTo: $0.ply) } ?? false }
}
