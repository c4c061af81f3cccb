import DragDrop
import Wire

/// A board of one kind, with its life. Invariant: every item that is shown has a handle.
struct ModelBoard<Model: StoredModel>: GameBoard {
  typealias Engine = BoardEngine<Model>

  let kind: BoardKind<Model>
  /// What it was shuffled with.
  let seed: UInt64
  let places: PlaceNames<Model>
  let springs: Bool
  var engine: Engine
  private(set) var handles: HandleTable<Model.ItemID>
  private var sprung: [Sprung] = []

  init(_ kind: BoardKind<Model>, seed: UInt64, undoMax: Int) {
    self.init(
      kind, seed: seed,
      engine: Engine(
        board: kind.board, model: kind.start(seed), undoMax: undoMax,
        draggedItemsMax: BoardLimits.draggedItemsMax),
      handles: HandleTable())
  }

  init(_ kind: BoardKind<Model>, seed: UInt64, engine: Engine, handles: HandleTable<Model.ItemID>) {
    self.kind = kind
    self.seed = seed
    self.engine = engine
    self.handles = handles
    springs = engine.hasSprings
    places = PlaceNames(kind.board, runs: engine.shownRuns, named: kind.placeName)
    settle()
  }

  /// To be called after each change: what is new gets its handle, what happened is looked at.
  mutating func settle() {
    var seen: [Model.ItemID: Int] = [:]
    for run in engine.shownRuns {
      for item in run.items {
        handles.note(.init(item: item, index: seen[item, default: 0]))
        seen[item, default: 0] += 1
      }
    }
    for event in engine.drainEvents() {
      guard case .sprung(let id, let target) = event, let region = target.region,
        let player = engine.session(id)?.player
      else { continue }
      let item = target.item.flatMap { handles.handle(of: $0) }
      sprung.append(Sprung(player: player, operation: .tap(place: places.name(of: region), item: item)))
    }
  }

  mutating func takeSprung() -> [Sprung] {
    defer { sprung = [] }
    return sprung
  }

  mutating func spring(tick: Tick) {
    engine.springTargets(at: tick)
    settle()
  }
}

// MARK: - Undo

extension ModelBoard {
  var undoDepth: Int { engine.undoDepth }
  var redoDepth: Int { engine.redoDepth }

  // One by one: numbers that a model keeps are kept at each step.
  mutating func takeBack(_ count: Int) throws(GameRefusal) {
    for _ in 0..<count {
      guard engine.undo() else { throw GameRefusal(.nothingToUndo) }
      settle()
    }
  }

  mutating func playAgain(_ count: Int) throws(GameRefusal) {
    for _ in 0..<count {
      guard engine.redo() else { throw GameRefusal(.nothingToRedo) }
      settle()
    }
  }

  mutating func forgetSteps() { engine.forgetSteps() }

  mutating func beginRepetition(takingBack count: Int) throws(GameRefusal) {
    defer { settle() }
    guard engine.beginRepetition(takingBack: count) else { throw GameRefusal(.nothingToUndo) }
  }

  mutating func repeatStep(carrying items: [Int]) {
    engine.repeatStep(lifting: items.compactMap { handles.occurrence($0)?.item })
  }

  mutating func endRepetition() {
    engine.endRepetition()
    settle()
  }

  var byteCounts: ByteCounts {
    ByteCounts(kept: engine.modelByteCount + handles.byteCount, steps: engine.historyByteCount)
  }
}

// MARK: - From names to the engine's own

extension ModelBoard {
  /// The item of a handle that is on the board now. Of an item that is shown more than once only the first can
  /// be lifted: the others are copies of it.
  func item(_ handle: Int) throws(BoardRefusal) -> Model.ItemID {
    guard let occurrence = handles.occurrence(handle), engine.model[id: occurrence.item] != nil else {
      throw .noSuchItem
    }
    guard occurrence.index == 0 else { throw .notDraggable }
    return occurrence.item
  }

  func pointer(_ landing: Landing, at location: Point = .zero) throws(BoardRefusal) -> Engine.Pointer {
    guard !landing.place.isEmpty else { return .init() }
    guard let place = places[landing.place] else { throw .noSuchPlace }
    let preferred: DropOperation? =
      switch landing.preferred {
      case .copy?: .copy
      case .move?: .move
      case nil: nil
      }
    var pointer = Engine.Pointer(over: place.region, at: location, preferring: preferred)
    if let onto = landing.onto { pointer.item = try item(onto) }
    if let before = landing.before {
      guard let collection = place.collection, let anchor = try? item(before) else { throw .badPlace }
      pointer.destination = .init(position: .before(anchor), collectionID: collection)
    } else if let collection = place.collection {
      pointer.destination = .init(position: .end, collectionID: collection)
    }
    return pointer
  }
}
