/// The only referee: it holds a board's model and lets it change by the board's rules alone.
/// Promise: a refused call leaves model and revision as they were. Invariant: no item is lost or
/// doubled by a move, no item is held by two drags, and no player holds two drags.
public struct BoardEngine<Model: BoardModel>: Sendable {
  public typealias ItemID = Model.Item.ID
  public typealias Session = DragSession<ItemID>
  public typealias Drop = DropSession<ItemID, Model.CollectionID>
  public typealias Destination = ReorderDifference<ItemID, Model.CollectionID>.Destination
  public typealias Configuration = DropConfiguration<ItemID, Model.CollectionID>
  public typealias Event = BoardEvent<ItemID, Model.CollectionID>

  public let board: Board<Model>
  public internal(set) var model: Model
  /// Counts the changes of the model that a player can see.
  public internal(set) var revision: UInt32 = 0
  /// Live drags, oldest first.
  public internal(set) var sessions: [Session] = []

  var lastSession: UInt32 = 0
  var events: [Event] = []
  var history: History<Model>

  /// - Parameter undoMax: so many steps can be taken back at least; older ones are forgotten in
  ///   batches.
  public init(board: Board<Model>, model: Model, undoMax: UInt32 = 1024) {
    self.board = board
    self.model = model
    self.history = History(depthMax: undoMax)
  }

  // MARK: what happened

  /// What happened since the last call, in order.
  public mutating func drainEvents() -> [Event] {
    let drained = events
    events.removeAll(keepingCapacity: true)
    return drained
  }

  // MARK: actions that are not drags

  /// Presses the button that a region is.
  public mutating func tap(_ region: RegionID, player: UInt32) -> DropOutcome {
    guard Int(region) < board.regions.count, let button = board.regions[Int(region)].button else {
      return .refused(.forbidden(reason: 0))
    }
    guard button.isEnabled(model) else { return .refused(.disabled) }
    return perform { button.action(&$0, player) }
  }

  /// Any other action that can be undone. `false` from it declines, and nothing has happened.
  public mutating func perform(_ action: (inout Model) -> Bool) -> DropOutcome {
    var next = model
    guard action(&next) else { return .refused(.actionDeclined) }
    return commit(next, as: .move)
  }

  /// A change that no undo takes back: the clock, a new deal. The revision rises if the change says
  /// that it did anything.
  @discardableResult
  public mutating func edit(_ change: (inout Model) -> Bool) -> Bool {
    guard change(&model) else { return false }
    revision &+= 1
    return true
  }

  // MARK: undo and redo

  /// How many steps can be taken back, and how many of those taken back can be played again.
  public var undoDepth: Int { history.past.count }
  public var redoDepth: Int { history.future.count }

  public var canUndo: Bool { !history.past.isEmpty }
  public var canRedo: Bool { !history.future.isEmpty }

  /// Takes the last action back. Live drags stay; the rules judge their drop as the board is then.
  public mutating func undo() -> Bool {
    restore(history.back(leaving: model))
  }

  /// Plays again what was taken back last.
  public mutating func redo() -> Bool {
    restore(history.forth(leaving: model))
  }

  private mutating func restore(_ remembered: Model?) -> Bool {
    guard var restored = remembered else { return false }
    restored.keep(from: model)
    model = restored
    revision &+= 1
    return true
  }

  // MARK: commit

  /// Makes a model current if it kept all items, and remembers the one before.
  mutating func commit(_ next: Model, as operation: DropOperation) -> DropOutcome {
    guard isConserved(from: model.census(), to: next.census(), by: operation) else {
      return .refused(.conservationBroken)
    }
    history.remember(model)
    model = next
    revision &+= 1
    return .performed(operation)
  }

  /// A move is a permutation, a copy may only add, a deletion may only take away.
  func isConserved(from before: [ItemID], to after: [ItemID], by operation: DropOperation) -> Bool {
    switch operation {
    case .move: before.count == after.count && isContained(before, in: after)
    case .copy, .alias: isContained(before, in: after)
    case .delete: isContained(after, in: before)
    case .cancel, .forbidden: false
    }
  }

  /// Whether each identifier occurs in `many` at least as often as in `few`.
  private func isContained(_ few: [ItemID], in many: [ItemID]) -> Bool {
    if few == many { return true }
    var counts: [ItemID: Int32] = [:]
    for id in many { counts[id, default: 0] += 1 }
    for id in few {
      guard let count = counts[id], count > 0 else { return false }
      counts[id] = count - 1
    }
    return true
  }
}

/// Models to go back to and forth to. Models are copy-on-write, so one costs little until something
/// changes.
struct History<Model: BoardModel>: Sendable {
  let depthMax: UInt32
  private(set) var past: [Model] = []
  private(set) var future: [Model] = []

  init(depthMax: UInt32) {
    self.depthMax = depthMax
  }

  mutating func remember(_ model: Model) {
    future.removeAll()
    past.append(model)
    // A quarter at once: dropping the first of many at each step would move all of them each time.
    let slack = Int(depthMax) / 4 + 1
    if past.count > Int(depthMax) + slack { past.removeFirst(past.count - Int(depthMax)) }
  }

  mutating func back(leaving model: Model) -> Model? {
    guard let restored = past.popLast() else { return nil }
    future.append(model)
    return restored
  }

  mutating func forth(leaving model: Model) -> Model? {
    guard let restored = future.popLast() else { return nil }
    past.append(model)
    return restored
  }
}
