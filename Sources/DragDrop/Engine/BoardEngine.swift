/// The only referee: it holds a board's model and lets it change by the board's rules alone.
/// Promise: a refused call leaves model and revision as they were, but for what observers of a drag
/// that ends thereby change. Invariant: no item is lost or doubled by a move, no item is held by two
/// drags, and no player holds two drags.
public struct BoardEngine<Model: BoardModel>: Sendable {
  public typealias ItemID = Model.ItemID
  public typealias Session = DragSession<ItemID>
  public typealias Drop = DropSession<ItemID, Model.CollectionID>
  public typealias Destination = ReorderDifference<ItemID, Model.CollectionID>.Destination
  public typealias Configuration = DropConfiguration<ItemID, Model.CollectionID>
  public typealias Pointer = DragDrop.Pointer<ItemID, Model.CollectionID>
  public typealias Target = DropTarget<ItemID>
  public typealias Event = BoardEvent<ItemID, Model.CollectionID>

  let declared: Declaration<Model>
  /// The model as it is now. Only the engine's own calls change it.
  public private(set) var model: Model
  /// Counts the changes of the model that a player can see.
  public private(set) var revision: UInt32 = 0
  /// Live drags, oldest first.
  public internal(set) var sessions: [Session] = []

  /// The most items that one drag may hold.
  let draggedItemsMax: Int
  /// What the runs list of `model`.
  private(set) var listing: Listing<Model>
  /// The players who edit, each with the region.
  var editors: [Editor] = []
  var lastSession = DragSessionID(rawValue: 0)
  var events: [Event] = []
  var repetition: Repetition?
  private var history: History<Model>

  /// - Parameters:
  ///   - board: what is declared.
  ///   - model: where to begin; its reorderable collections hold no item twice.
  ///   - undoMax: so many steps can be taken back at least; older ones are forgotten in batches.
  ///   - draggedItemsMax: the most items that one drag may hold, or one drop bring from outside.
  /// - Precondition: `undoMax` is 0 to a billion.
  public init(board: Board<Model>, model: Model, undoMax: Int = 1024, draggedItemsMax: Int = 1000) {
    precondition(0...1_000_000_000 ~= undoMax, "0 to a billion steps can be kept")
    declared = Declaration(board)
    self.model = model
    self.draggedItemsMax = draggedItemsMax
    listing = Listing(board, model)
    history = History(depthMax: undoMax)
    assert(listing.isReorderingUnique, "a reorderable collection holds an item twice")
  }

  /// An engine in the middle of its life, without what it could go back to. Steps that were done before count until
  /// they are dropped as the oldest of all, so that it forgets when an engine would that has always lived.
  /// - Parameters:
  ///   - forgotten: so many steps were done before; none of them can be taken back.
  ///   - editors: who edits each region, in the order of beginning.
  /// - Returns: `nil` for what no engine of this board can have come to.
  package init?(
    board: Board<Model>, restoring model: Model, forgotten: Int, editors: [[PlayerID]],
    undoMax: Int = 1024, draggedItemsMax: Int = 1000
  ) {
    let history = History<Model>(depthMax: undoMax, forgotten: forgotten)
    guard 0...history.depthLimit ~= forgotten, editors.count == board.regions.count,
      Listing(board, model).isReorderingUnique
    else { return nil }
    self.init(board: board, model: model, undoMax: undoMax, draggedItemsMax: draggedItemsMax)
    self.history = history
    for (region, players) in editors.enumerated() {
      for player in players {
        guard board.regions[region].editMode == .toggle, !isEditing(RegionID(region), player: player)
        else { return nil }
        self.editors.append(Editor(region: RegionID(region), player: player))
      }
    }
    assertInvariants()
  }

  /// The declaration by which it judges.
  public var board: Board<Model> { declared.board }

  /// The first region that shows a collection; `nil` if none does.
  public func region(of collection: Model.CollectionID) -> RegionID? {
    listing.runs.firstIndex { $0.collectionID == collection }.map { listing.runs[$0].region }
  }

  // MARK: what happened

  /// What happened since the last call, in order.
  public mutating func drainEvents() -> [Event] {
    let drained = events
    events.removeAll(keepingCapacity: true)
    return drained
  }

  // MARK: actions that are not drags

  /// Any action that can be undone. `false` from it declines, and nothing has happened.
  /// - Returns: `performed(.move)`, or a refusal: `actionDeclined`, `conservationBroken`,
  ///   `itemNotUnique`.
  public mutating func perform(_ action: (inout Model) -> Bool) -> DropOutcome {
    var next = model
    guard action(&next) else { return .refused(.actionDeclined) }
    return commit(next, as: .move)
  }

  /// A change that is no step of its own to take back: the clock, a new deal. Undo of the step before
  /// goes back behind it, apart from what ``BoardModel/keep(from:)`` carries along. It is trusted: it
  /// stays whatever it answers, and no census is compared.
  /// - Parameter change: answers whether a player can see it; the revision rises only then.
  /// - Returns: The same.
  @discardableResult
  public mutating func edit(_ change: (inout Model) -> Bool) -> Bool { edit(itemsStay: false, change) }

  /// - Parameter itemsStay: every run lists the same items after it, as when only time is told; then none is asked for
  ///   them.
  @discardableResult
  package mutating func edit(itemsStay: Bool, _ change: (inout Model) -> Bool) -> Bool {
    let isSeen = change(&model)
    if !itemsStay {
      listing = Listing(board, model)
    } else {
      assert(listing.runs.map(\.items) == Listing(board, model).runs.map(\.items), "items did not stay")
    }
    if isSeen { revision &+= 1 }
    return isSeen
  }

  // MARK: undo and redo

  /// How many steps were done and not taken back, forgotten ones among them.
  package var undoDepth: Int { history.depth }
  /// How many of those taken back can be played again.
  package var redoDepth: Int { history.future.count }

  /// Forgets what could be taken back or played again.
  public mutating func forgetSteps() { history.forgetAll() }

  /// Whether there is a step to take back: none of those that were forgotten.
  public var canUndo: Bool { !history.past.isEmpty }
  /// Whether there is a step that was taken back and can be played again.
  public var canRedo: Bool { !history.future.isEmpty }

  /// Takes the last actions back, of any player. Live drags stay; the rules judge their drop as the board
  /// is then.
  /// - Parameter count: how many, 1 or more.
  /// - Returns: Whether there were so many; nothing has changed otherwise.
  public mutating func undo(_ count: Int = 1) -> Bool {
    restore(history.back(count, leaving: model))
  }

  /// Plays again what was taken back last.
  /// - Parameter count: how many steps, 1 or more.
  /// - Returns: Whether there were so many; nothing has changed otherwise.
  public mutating func redo(_ count: Int = 1) -> Bool {
    restore(history.forth(count, leaving: model))
  }

  /// The models of this line of play: as every step from one on left it, up to now, and on to what can be played again.
  /// A caller that keeps them can come back to the line with ``lead(through:)`` after another was begun.
  /// - Parameter depth: of the first step, counted from 0. The step must not have been forgotten.
  /// - Precondition: models pack.
  package func packedModels(after depth: Int) -> [PackedBytes] {
    history.packedModels(after: depth, now: model)
  }

  /// The models that the newest steps began with, oldest first; fewer where there were not so many.
  /// - Parameter count: how many steps, 0 or more.
  package func earlierModels(_ count: Int) -> [Model] { history.earlierModels(count, than: model) }

  /// The same as bytes, without an unpacking of each.
  /// - Precondition: models pack.
  package func packedEarlierModels(_ count: Int) -> [PackedBytes] { history.packedEarlierModels(count) }

  /// As redo would leave the model, but for what it keeps; `nil` where nothing can be played again.
  /// - Precondition: models pack.
  package var nextPacked: PackedBytes? { history.next }

  /// Sets what can be played again, in place of what could be.
  /// - Parameter models: as each step left the model when it was done from here, the next one first.
  package mutating func lead(through models: [PackedBytes]) { history.lead(through: models) }

  /// The step done last is the one that could be played again in an earlier engine: what comes after it can be now.
  package mutating func leadOn(as earlier: Self) { history.leadOn(as: earlier.history, from: model) }

  /// What undo and redo take in memory, in bytes, where models pack.
  package var historyByteCount: Int { history.byteCount }
  /// What the model itself takes, as far as is known: some times as much as its bytes.
  package var modelByteCount: Int { 4 * history.modelByteCount }

  private mutating func restore(_ remembered: Model?) -> Bool {
    guard var restored = remembered else { return false }
    restored.keep(from: model)
    adopt(restored, Listing(board, restored))
    return true
  }

  /// Goes back by a step as if it had never been done: it cannot be played again.
  mutating func forgetStep() -> Model? {
    guard let earlier = history.forget(leaving: model) else { return nil }
    adopt(earlier, Listing(board, earlier))
    return earlier
  }

  /// Lets the model be as another in what undo leaves alone.
  mutating func recall(_ other: Model) {
    var recalled = model
    recalled.keep(from: other)
    adopt(recalled, Listing(board, recalled))
  }

  // MARK: commit

  /// Makes a model current if it kept all items, and remembers the one before.
  mutating func commit(
    _ next: Model, as operation: DropOperation, of dragged: [ItemID] = []
  ) -> DropOutcome {
    let changed = Listing(board, next)
    if let refusal = objection(to: next, changed, after: operation, of: dragged) {
      return .refused(refusal)
    }
    history.remember(model)
    adopt(next, changed)
    return .performed(operation)
  }

  /// Makes a model current without a step that could be taken back.
  mutating func amend(_ next: Model) -> DropRefusal? {
    let changed = Listing(board, next)
    if let refusal = objection(to: next, changed, after: .move, of: []) { return refusal }
    adopt(next, changed)
    return nil
  }

  private mutating func adopt(_ next: Model, _ changed: Listing<Model>) {
    model = next
    listing = changed
    revision &+= 1
  }

  private func objection(
    to next: Model, _ changed: Listing<Model>, after operation: DropOperation, of dragged: [ItemID]
  ) -> DropRefusal? {
    guard Conservation(from: model.census(), to: next.census()).allows(operation, of: dragged) else {
      return .conservationBroken
    }
    return changed.isReorderingUnique ? nil : .itemNotUnique
  }
}
