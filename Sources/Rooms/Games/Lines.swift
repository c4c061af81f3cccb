import DragDrop
import Wire

/// A step of a line of play, by its number within the game: each that is done gets the next one, so what a ply stands
/// on has a smaller number. 0 is the deal.
typealias Ply = Int

/// The lines of play that were left for another, as branches of the line that lies on the table.
/// Invariant: what a ply set aside stands on is set aside too, or lies on that line.
struct Lines: Sendable {
  struct Aside: Sendable {
    let parent: Ply
    /// nil after the person who made the step gave up the seat.
    fileprivate(set) var seat: SeatNumber?
    private let kept: PackedBytes

    fileprivate init(_ kept: PackedBytes, by seat: SeatNumber?, on parent: Ply) {
      (self.kept, self.seat, self.parent) = (kept, seat, parent)
    }

    var step: Steps.Step {
      var step = Steps.Step.unpacked(kept.bytes)
      step.seat = seat
      return step
    }

    /// In the table of them, which is filled to three quarters or less.
    fileprivate var byteCount: Int { kept.byteCount + MemoryLayout<(Ply, Aside)>.stride * 3 / 2 }
  }

  /// So many plies are kept aside; beyond them whole branches are forgotten, the oldest first.
  static let pliesMax = 1024

  private(set) var asides: [Ply: Aside] = [:]
  /// The board as each of them left it, where that is known.
  private var positions: [Ply: PackedBytes] = [:]
  /// What they take in memory.
  private(set) var byteCount = 0
  var count: Int { asides.count }
  var isEmpty: Bool { asides.isEmpty }

  /// - Parameters:
  ///   - line: one after the other, from the one that stands on `parent`.
  ///   - parent: lies on the table's line, or is set aside.
  mutating func setAside(_ line: some Sequence<Steps.Step>, on parent: Ply) {
    let steps = Array(line)
    var parent = parent
    for (step, kept) in zip(steps, PackedBytes.all(of: steps)) {
      asides[step.ply] = Aside(kept, by: step.seat, on: parent)
      parent = step.ply
    }
    while asides.count > Self.pliesMax, let oldest = asides.keys.min() { removeBranch(oldest) }
    weigh()
  }

  /// The board as a ply set aside left it.
  func position(of ply: Ply) -> PackedBytes? { positions[ply] }

  /// - Parameter left: the board as plies left it; those that are not set aside are passed over.
  mutating func keep(_ left: some Sequence<(Ply, PackedBytes)>) {
    for (ply, position) in left where asides[ply] != nil { positions[ply] = position }
    weigh()
  }

  /// The steps from the table's line to a ply, and the ply of that line which they stand on; for one that is not set
  /// aside, itself and no step.
  func branch(to ply: Ply) -> (on: Ply, steps: [Steps.Step]) {
    var (on, steps) = (ply, [Steps.Step]())
    while let aside = asides[on] {
      steps.append(aside.step)
      on = aside.parent
    }
    return (on, steps.reversed())
  }

  /// Branches that begin on a ply with a step of that seat, the newest first.
  func children(of ply: Ply, by seat: SeatNumber) -> [Ply] {
    guard !isEmpty else { return [] }
    return asides.filter { $0.value.parent == ply && $0.value.seat == seat }.keys.sorted(by: >)
  }

  /// Where play went on from a ply, each time by the newest branch.
  func ahead(of ply: Ply) -> [Steps.Step] {
    var newest: [Ply: Ply] = [:]
    for (child, aside) in asides { newest[aside.parent] = max(child, newest[aside.parent] ?? child) }
    return sequence(first: ply) { newest[$0] }.compactMap { asides[$0]?.step }.filter { $0.ply != ply }
  }

  /// These lie on the table's line now.
  mutating func removeAsides(_ steps: some Sequence<Steps.Step>) {
    for step in steps { remove(step.ply) }
    weigh()
  }

  /// Forgets what does not stand on these any more.
  mutating func prune(to line: Set<Ply>) {
    var kept = line
    // What a ply stands on comes before it.
    for ply in asides.keys.sorted() {
      if let parent = asides[ply]?.parent, kept.contains(parent) {
        kept.insert(ply)
      } else {
        remove(ply)
      }
    }
    weigh()
  }

  private mutating func remove(_ ply: Ply) {
    asides[ply] = nil
    positions[ply] = nil
  }

  private mutating func weigh() {
    byteCount =
      asides.values.reduce(0) { $0 + $1.byteCount }
      + positions.values.reduce(0) { $0 + $1.byteCount + 2 * MemoryLayout<Ply>.stride }
  }

  private mutating func removeBranch(_ root: Ply) {
    var gone: Set = [root]
    for ply in asides.keys.sorted() {
      if let parent = asides[ply]?.parent, gone.contains(parent) { gone.insert(ply) }
    }
    for ply in gone { remove(ply) }
  }

  /// The next player on that seat made none of them.
  mutating func disown(_ seat: SeatNumber) {
    for (ply, aside) in asides where aside.seat == seat { asides[ply]?.seat = nil }
  }

  /// Whether any was done up to that one.
  func reach(upTo ply: Ply) -> Bool { asides.keys.contains { $0 <= ply } }
}

// MARK: - Telling

extension Steps {
  /// What can be gone to. Nothing leads back to steps of which it is not known any more what they were.
  ///
  /// - Parameter mayTell: whether what a step did may be told, beside that it was made.
  func told(_ mayTell: (Step) -> Bool) -> LinesTold {
    let all = past.newest(past.count)
    let known = all.drop { $0.operation == nil }
    let from = known.startIndex > 0 ? all[known.startIndex - 1].ply : root
    var (parent, plies) = (from, [LinesTold.Ply]())
    plies.reserveCapacity(known.count + future.count + lines.count)
    func tell(_ step: Step, after parent: Ply) {
      if let ply = step.told(after: parent, wholly: mayTell(step)) { plies.append(ply) }
    }
    for steps in [Array(known), future.newest(future.count).reversed()] {
      for step in steps {
        tell(step, after: parent)
        parent = step.ply
      }
    }
    for aside in lines.asides.values { tell(aside.step, after: aside.parent) }
    return LinesTold(from: from, at: at, plies: plies.sorted { $0.number < $1.number })
  }
}

extension Steps.Step {
  fileprivate func told(after parent: Ply, wholly: Bool) -> LinesTold.Ply? {
    guard let operation else { return nil }
    let name = operation.name.description
    guard wholly else { return LinesTold.Ply(ply, after: parent, name) }
    return switch operation {
    case .move(let item, let landing):
      LinesTold.Ply(ply, after: parent, name, item: item, place: landing.place)
    case .tap(let place, let item): LinesTold.Ply(ply, after: parent, name, item: item, place: place)
    case .edit(let place, _): LinesTold.Ply(ply, after: parent, name, place: place)
    case .put(_, let landing): LinesTold.Ply(ply, after: parent, name, place: landing.place)
    case .send(let item): LinesTold.Ply(ply, after: parent, name, item: item)
    case .finish, .restart, .set: LinesTold.Ply(ply, after: parent, name)
    case .drop, .undo, .redo, .go, .deal, .resign, .ready, .salt, .start, .again:
      preconditionFailure("steps are told apart from their drags")
    }
  }
}
