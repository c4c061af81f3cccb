import DragDrop
import Wire

/// A live board of one kind. Invariant: every item that is shown has a handle.
struct HostedBoard<Model: StoredModel>: LiveBoard {
  typealias Engine = BoardEngine<Model>

  private let declared: BoardKind<Model>
  private let places: Places<Model>
  private(set) var engine: Engine
  private(set) var handles: HandleTable<Model.ItemID>
  private var sprung: [Sprung] = []

  init(_ kind: BoardKind<Model>, seed: UInt64, undoMax: UInt32) {
    self.init(
      kind,
      engine: Engine(
        board: kind.board, model: kind.start(seed), undoMax: undoMax,
        draggedItemsMax: BoardLimits.draggedItemsMax),
      handles: HandleTable())
  }

  init(_ kind: BoardKind<Model>, engine: Engine, handles: HandleTable<Model.ItemID>) {
    declared = kind
    self.engine = engine
    self.handles = handles
    places = Places(kind.board, runs: engine.shownRuns, named: kind.placeName)
    settle()
  }

  var kind: String { declared.name }
  var title: String { declared.title }

  /// To be called after each change: what is new gets its handle, what happened is looked at.
  private mutating func settle() {
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
      sprung.append(
        Sprung(
          player: player, place: places.name(of: region),
          handle: target.item.flatMap { handles.handle(of: $0) }))
    }
  }

  mutating func takeSprung() -> [Sprung] {
    defer { sprung = [] }
    return sprung
  }
}

// MARK: - What is shown

extension HostedBoard {
  func regions() -> [ShownRegion] {
    let model = engine.model
    var seen: [Model.ItemID: Int] = [:]
    var runs: [[ShownRegion.Run]] = declared.looks.map { _ in [] }
    var hasTaps = declared.looks.map { _ in false }
    var previews = declared.looks.map { _ in "" }
    for run in engine.shownRuns {
      let region = Int(run.region)
      let look = declared.looks[region]
      let at = runs[region].count
      let items = run.items.compactMap { item -> ShownRegion.Item? in
        defer { seen[item, default: 0] += 1 }
        guard let handle = handles.handle(of: item, index: seen[item, default: 0]) else { return nil }
        return ShownRegion.Item(handle: handle, content: content(of: item, in: run))
      }
      runs[region].append(
        ShownRegion.Run(
          place: places.name(of: run.collectionID, in: run.region),
          title: look.runTitles.indices.contains(at) ? look.runTitles[at] : "", isSource: run.isSource,
          isOrdered: run.isOrdered && !look.unordered.contains(at),
          capacity: look.capacities.indices.contains(at) ? look.capacities[at] : nil,
          items: items))
      if run.hasTaps { hasTaps[region] = true }
      if previews[region].isEmpty { previews[region] = run.preview.description }
    }
    return declared.board.regions.enumerated().map { index, region in
      let id = RegionID(index)
      let look = declared.looks[index]
      return ShownRegion(
        name: places.name(of: id), title: look.title(model), label: region.accessibilityLabel(in: model).text,
        layout: look.layout, empty: look.empty, formation: region.dragFormation(in: model, for: 0),
        dropFormation: engine.dropFormation(over: id),
        button: region.isButton
          ? .init(label: region.buttonLabel(in: model).text, isEnabled: region.isButtonEnabled(in: model))
          : nil,
        editMode: region.editMode, editors: engine.editors(of: id), hasTaps: hasTaps[index],
        takes: engine.importedContentTypes(of: id).compactMap { $0.mimeType?.text },
        gives: engine.givesData(id), scrolls: look.scrolls, preview: previews[index], runs: runs[index])
    }
  }

  private func content(of item: Model.ItemID, in run: Engine.ShownRun) -> ItemContent? {
    guard let value = engine.model[id: item], var content = declared.content(engine.model, value) else {
      return nil
    }
    let label = run.accessibilityLabel(of: value).text
    content.label = label.isEmpty ? content.label : label
    return content
  }

  func titles() -> [(name: String, title: String)] {
    declared.looks.enumerated().map { index, look in
      (places.name(of: RegionID(index)), look.title(engine.model))
    }
  }

  func selection(of player: UInt32) -> [Int] {
    declared.board.regions.indices.flatMap { region in
      engine.selection(in: RegionID(region), of: player).compactMap { handles.handle(of: $0) }
    }
  }

  func hasItem(_ handle: Int) -> Bool { (try? item(handle)) != nil }
  func hasPlace(_ name: String) -> Bool { places[name] != nil }

  func possibilities(for player: UInt32) -> [Lifted.Possibilities] {
    var told = Set<Int>()
    var last: (places: [Engine.Possibility], names: Lifted.Possibilities)?
    return declared.possibilities(engine, player).compactMap { source in
      guard let handle = handles.handle(of: source.item), told.insert(handle).inserted else { return nil }
      var named =
        last.flatMap { $0.places == source.places ? $0.names : nil } ?? possibilities(handle, source.places)
      named.handle = handle
      last = (source.places, named)
      return named
    }
  }

  private func possibilities(_ handle: Int, _ found: [Engine.Possibility]) -> Lifted.Possibilities {
    var names: [String] = []
    var onto: [Int] = []
    for place in found {
      if let item = place.target.item {
        if let handle = handles.handle(of: item) { onto.append(handle) }
      } else if let region = place.target.region {
        let name = places.name(of: place.destination?.collectionID, in: region)
        if !names.contains(name) { names.append(name) }
      }
    }
    return Lifted.Possibilities(handle: handle, places: names, onto: onto)
  }
}

// MARK: - Drags

extension HostedBoard {
  mutating func lift(_ handle: Int, player: UInt32, tick: UInt32) throws(BoardRefusal) -> Lifted {
    let item = try item(handle)
    do throws(DragError) {
      let possible = engine.destinations(for: item, player: player)
      let session = try engine.beginDrag(item, player: player, tick: tick)
      settle()
      return Lifted(
        session: session.id, handles: session.draggedItemIDs.compactMap { handles.handle(of: $0) },
        index: Int(session.draggedItemIndex), formation: engine.formation(of: session, at: .init()),
        possibilities: possibilities(handle, possible))
    } catch {
      throw BoardRefusal(error)
    }
  }

  mutating func hover(
    _ session: UInt32, player: UInt32, at aim: Aim?, tick: UInt32
  ) throws(BoardRefusal) -> DragDropPreviewsFormation {
    // What is not there is nothing that a drag could be above.
    let pointer = aim.flatMap { try? self.pointer($0) } ?? .init()
    do throws(DragError) {
      try engine.hover(session, player: player, at: pointer, tick: tick)
    } catch {
      throw BoardRefusal(error)
    }
    settle()
    return engine.session(session).map { engine.formation(of: $0, at: pointer) } ?? .default
  }

  mutating func drop(_ session: UInt32, player: UInt32, at aim: Aim) throws(BoardRefusal) {
    var pointer = try pointer(aim)
    guard handles.hasRoom(for: engine.session(session)?.draggedItemIDs.count ?? 0) else { throw .full }
    // A drop says where among items, and the hover before it where in the place.
    if let held = engine.session(session), pointer.location == .zero { pointer.location = held.location }
    let outcome: DropOutcome
    do throws(DragError) {
      outcome = try engine.drop(session, player: player, at: pointer)
    } catch {
      throw BoardRefusal(error)
    }
    settle()
    if case .refused(let refusal) = outcome { throw BoardRefusal(refusal) }
  }

  mutating func move(
    _ handle: Int, player: UInt32, tick: UInt32, at aim: Aim
  ) throws(BoardRefusal) -> [Int] {
    let item = try item(handle)
    let session: Engine.Session
    do throws(DragError) {
      session = try engine.beginDrag(item, player: player, tick: tick)
    } catch {
      throw BoardRefusal(error)
    }
    let carried = session.draggedItemIDs.compactMap { handles.handle(of: $0) }
    try drop(session.id, player: player, at: aim)
    return carried
  }

  func handles(of session: UInt32) -> [Int] {
    engine.session(session)?.draggedItemIDs.compactMap { handles.handle(of: $0) } ?? []
  }

  mutating func cancel(_ session: UInt32, player: UInt32) {
    // It may be over already.
    _ = try? engine.cancel(session, player: player)
    settle()
  }

  var springs: Bool { engine.hasSprings }

  mutating func emptyHands(of player: UInt32) {
    for session in engine.sessions where session.player == player { cancel(session.id, player: player) }
  }

  mutating func leave(_ player: UInt32) {
    engine.cancelSessions(of: player)
    settle()
  }

  mutating func spring(tick: UInt32) {
    engine.springTargets(at: tick)
    settle()
  }
}

// MARK: - What is no drag

extension HostedBoard {
  func contentType(mimeType: String) -> ContentType {
    let own = declared.board.regions.indices.flatMap { engine.importedContentTypes(of: RegionID($0)) }
    return (own + ContentType.known).first { $0.mimeType?.text == mimeType }
      ?? ContentType(Text(mimeType), mimeType: Text(mimeType))
  }

  mutating func put(_ things: [[Payload]], player: UInt32, at aim: Aim) throws(BoardRefusal) {
    guard handles.hasRoom(for: things.count) else { throw .full }
    let pointer = try pointer(aim)
    let outcome: DropOutcome
    do throws(DragError) {
      outcome = try engine.drop(things, player: player, at: pointer)
    } catch {
      throw BoardRefusal(error)
    }
    try accept(outcome)
  }

  mutating func press(_ place: String, player: UInt32) throws(BoardRefusal) {
    guard let found = places[place] else { throw .noSuchPlace }
    guard declared.board.regions[Int(found.region)].isButton else { throw .notAButton }
    try accept(engine.tap(found.region, player: player))
  }

  mutating func tap(_ handle: Int, in place: String, player: UInt32) throws(BoardRefusal) {
    guard let found = places[place] else { throw .noSuchPlace }
    try accept(engine.tap(try item(handle), in: found.region, player: player))
  }

  mutating func setEditing(_ isOn: Bool, _ place: String, player: UInt32) throws(BoardRefusal) {
    guard let found = places[place] else { throw .noSuchPlace }
    if let refusal = engine.setEditing(isOn, found.region, player: player) { throw BoardRefusal(refusal) }
    settle()
  }

  func exported(_ handle: Int, player: UInt32) throws(BoardRefusal) -> [(handle: Int, ways: [Payload])] {
    let item = try item(handle)
    // Lifted on a copy, so that what may be taken along is what may be lifted; whoever has it in hand meanwhile.
    var copy = engine
    _ = copy.beginRepetition(takingBack: 0)
    copy.repeatStep()
    do throws(DragError) {
      let session = try copy.beginDrag(item, player: player)
      let types = try copy.exportedContentTypes(of: session.id, player: player)
      return zip(session.draggedItemIDs, types).compactMap { id, types in
        guard let handle = handles.handle(of: id), let value = copy.model[id: id] else { return nil }
        return (handle, types.compactMap { declared.board.transfer?.exported(value, as: $0) })
      }
    } catch {
      throw BoardRefusal(error)
    }
  }

  private mutating func accept(_ outcome: DropOutcome) throws(BoardRefusal) {
    settle()
    if case .refused(let refusal) = outcome { throw BoardRefusal(refusal) }
  }
}

// MARK: - Undo

extension HostedBoard {
  var undoDepth: Int { engine.undoDepth }
  var redoDepth: Int { engine.redoDepth }

  mutating func undo() -> Bool {
    defer { settle() }
    return engine.undo()
  }

  mutating func redo() -> Bool {
    defer { settle() }
    return engine.redo()
  }

  mutating func forgetSteps() { engine.forgetSteps() }
  var byteCount: Int { engine.modelByteCount + handles.byteCount }
  var stepsByteCount: Int { engine.historyByteCount }
}

// MARK: - Doing steps again

extension HostedBoard {
  mutating func beginRepetition(takingBack count: Int) -> Bool {
    defer { settle() }
    return engine.beginRepetition(takingBack: count)
  }

  mutating func repeatStep(lifting lifted: [Int]) {
    engine.repeatStep(lifting: lifted.compactMap { handles.occurrence($0)?.item })
  }

  mutating func endRepetition() {
    engine.endRepetition()
    settle()
  }
}

// MARK: - From names to the engine's own

extension HostedBoard {
  /// The item of a handle that is on the board now. Of an item that is shown more than once only the first can
  /// be lifted: the others are copies of it.
  private func item(_ handle: Int) throws(BoardRefusal) -> Model.ItemID {
    guard let occurrence = handles.occurrence(handle), engine.model[id: occurrence.item] != nil else {
      throw .noSuchItem
    }
    guard occurrence.index == 0 else { throw .notDraggable }
    return occurrence.item
  }

  private func pointer(_ aim: Aim) throws(BoardRefusal) -> Engine.Pointer {
    guard !aim.place.isEmpty else { return .init() }
    guard let place = places[aim.place] else { throw .noSuchPlace }
    var pointer = Engine.Pointer(over: place.region, at: aim.location, preferring: aim.preferred)
    if let onto = aim.onto { pointer.item = try item(onto) }
    if let before = aim.before {
      guard let collection = place.collection, let anchor = try? item(before) else { throw .badPlace }
      pointer.destination = .init(position: .before(anchor), collectionID: collection)
    } else if let collection = place.collection {
      pointer.destination = .init(position: .end, collectionID: collection)
    }
    return pointer
  }
}
