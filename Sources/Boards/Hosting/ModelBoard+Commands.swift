import DragDrop
import Wire

/// What people do on a board: drags, taps, edit mode, things from outside and to there.
extension ModelBoard {
  mutating func play(
    _ operation: Command.Operation, player: PlayerID, drag: DragSessionID?, tick: Tick
  ) throws(GameRefusal) -> Played {
    var played = Played()
    do throws(BoardRefusal) {
      switch operation {
      case .move(let item, let landing):
        let session = try begin(item, player: player, tick: tick)
        played.carried = shown(session.draggedItemIDs)
        try drop(session.id, player: player, to: landing)
      case .drop(_, let landing):
        guard let drag else { throw .noSuchDrag }
        played.carried = shown(engine.session(drag)?.draggedItemIDs ?? [])
        try drop(drag, player: player, to: landing)
      case .tap(let place, nil): try press(place, player: player)
      case .tap(let place, let item?): try tap(item, in: place, player: player)
      case .edit(let place, let isOn): try setEditing(isOn, place, player: player)
      case .put(let things, let landing): try put(things, player: player, to: landing)
      case .send, .finish, .restart, .set, .deal, .resign, .ready, .salt, .start, .again:
        throw .notAllowedThere
      case .undo, .redo, .go: preconditionFailure("not a step of its own")
      }
    } catch {
      throw GameRefusal(error)
    }
    return played
  }

  private func shown(_ items: [Model.ItemID]) -> [Int] { items.compactMap { handles.handle(of: $0) } }

  private mutating func begin(
    _ handle: Int, player: PlayerID, tick: Tick
  ) throws(BoardRefusal) -> Engine.Session {
    let item = try item(handle)
    do throws(DragError) {
      return try engine.beginDrag(item, player: player, tick: tick)
    } catch {
      throw BoardRefusal(error)
    }
  }

  private mutating func drop(
    _ session: DragSessionID, player: PlayerID, to landing: Landing
  ) throws(BoardRefusal) {
    var pointer = try pointer(landing)
    guard handles.hasRoom(for: engine.session(session)?.draggedItemIDs.count ?? 0) else { throw .full }
    // A drop says where among items, and the hover before it where in the place.
    if let held = engine.session(session), pointer.location == .zero { pointer.location = held.location }
    let outcome: DropOutcome
    do throws(DragError) {
      outcome = try engine.drop(session, player: player, at: pointer)
    } catch {
      throw BoardRefusal(error)
    }
    try accept(outcome)
  }

  private mutating func press(_ place: String, player: PlayerID) throws(BoardRefusal) {
    guard let found = places[place] else { throw .noSuchPlace }
    guard kind.board.regions[found.region.index].isButton else { throw .notAButton }
    try accept(engine.tap(found.region, player: player))
  }

  private mutating func tap(_ handle: Int, in place: String, player: PlayerID) throws(BoardRefusal) {
    guard let found = places[place] else { throw .noSuchPlace }
    try accept(engine.tap(try item(handle), in: found.region, player: player))
  }

  private mutating func setEditing(_ isOn: Bool, _ place: String, player: PlayerID) throws(BoardRefusal) {
    guard let found = places[place] else { throw .noSuchPlace }
    if let refusal = engine.setEditing(isOn, found.region, player: player) { throw BoardRefusal(refusal) }
    settle()
  }

  private mutating func accept(_ outcome: DropOutcome) throws(BoardRefusal) {
    settle()
    if case .refused(let refusal) = outcome { throw BoardRefusal(refusal) }
  }
}

// MARK: - Drags

extension ModelBoard {
  mutating func lift(_ handle: Int, player: PlayerID, tick: Tick) throws(GameRefusal) -> Held {
    do throws(BoardRefusal) {
      // Where to is asked before: what looks on at a drag may change the model.
      let source = source(handle, engine.destinations(for: try item(handle), player: player))
      let session = try begin(handle, player: player, tick: tick)
      settle()
      return Held(
        session: session.id, items: shown(session.draggedItemIDs), index: session.draggedItemIndex,
        formation: engine.formation(of: session, at: .init()).wireName.description,
        destinations: source.destinations.map(\.collection), onto: source.onto)
    } catch {
      throw GameRefusal(error)
    }
  }

  mutating func hover(_ hover: Hover, session: DragSessionID, player: PlayerID, tick: Tick) -> String? {
    // What is not there is nothing that a drag could be above.
    let pointer = hover.over.flatMap { place in
      let location = Point(x: Float(hover.x) / 10_000, y: Float(hover.y) / 10_000)
      return try? self.pointer(Landing(place, before: hover.before, onto: hover.onto), at: location)
    }
    guard (try? engine.hover(session, player: player, at: pointer ?? .init(), tick: tick)) != nil else {
      return nil
    }
    settle()
    let formation = engine.session(session).map { engine.formation(of: $0, at: pointer ?? .init()) }
    return (formation ?? .default).wireName.description
  }

  mutating func cancel(_ session: DragSessionID, player: PlayerID) {
    // It may be over already.
    _ = try? engine.cancel(session, player: player)
    settle()
  }

  mutating func emptyHands(of player: PlayerID) {
    for session in engine.sessions where session.player == player { cancel(session.id, player: player) }
  }

  mutating func leave(_ player: PlayerID) -> [Command.Operation] {
    let regions = regions
    engine.cancelSessions(of: player)
    settle()
    var ended: [Command.Operation] = regions.filter { $0.editing.contains(Int(player.rawValue)) }
      .map { .edit(place: $0.name, on: false) }
    let chosen = Set(selection(of: player))
    for region in regions where region.taps {
      for item in region.runs.flatMap({ $0.items }) where chosen.contains(item.handle) {
        // What was tapped to be selected is tapped once more.
        var next = self
        guard (try? next.tap(item.handle, in: region.name, player: player)) != nil,
          !next.selection(of: player).contains(item.handle)
        else { continue }
        self = next
        ended.append(.tap(place: region.name, item: item.handle))
      }
    }
    return ended
  }
}

// MARK: - Things from outside, and to there

extension ModelBoard {
  private mutating func put(
    _ things: [[Offer]], player: PlayerID, to landing: Landing
  ) throws(BoardRefusal) {
    guard handles.hasRoom(for: things.count) else { throw .full }
    let pointer = try pointer(landing)
    let payloads = things.map { thing in thing.map { payload($0) } }
    let outcome: DropOutcome
    do throws(DragError) {
      outcome = try engine.drop(payloads, player: player, at: pointer)
    } catch {
      throw BoardRefusal(error)
    }
    try accept(outcome)
  }

  /// A picture goes by the name of the blob that it is kept as: boards hold no pictures. Whatever else is said to
  /// be one cannot be read.
  private func payload(_ offer: Offer) -> Payload {
    let type = contentType(mimeType: offer.type)
    let text: String
    switch (offer.body, type.conforms(to: .image)) {
    case (.text(let said), false): text = said
    case (.blob(let name), true): text = name
    case (.text, true), (.blob, false): text = ""
    }
    return Payload(type, bytes: Array(text.utf8), fileName: offer.fileName.map { Text($0) })
  }

  /// A kind of data by its registered name; one that nobody knows is a kind of its own.
  private func contentType(mimeType: String) -> ContentType {
    let own = kind.board.regions.indices.flatMap { engine.importedContentTypes(of: RegionID($0)) }
    return (own + ContentType.known).first { $0.mimeType?.text == mimeType }
      ?? ContentType(Text(mimeType), mimeType: Text(mimeType))
  }

  func exported(_ handle: Int, player: PlayerID) throws(GameRefusal) -> [ItemData] {
    // Lifted on a copy, so that what may be taken along is what may be lifted; no matter who has it in hand meanwhile.
    var copy = self
    _ = copy.engine.beginRepetition(takingBack: 0)
    copy.engine.repeatStep()
    do throws(BoardRefusal) {
      let session = try copy.begin(handle, player: player, tick: 0)
      return try copy.exported(session, player: player)
    } catch {
      throw GameRefusal(error)
    }
  }

  private func exported(_ session: Engine.Session, player: PlayerID) throws(BoardRefusal) -> [ItemData] {
    do throws(DragError) {
      let types = try engine.exportedContentTypes(of: session.id, player: player)
      return zip(session.draggedItemIDs, types).compactMap { id, types in
        guard let handle = handles.handle(of: id), let value = engine.model[id: id] else { return nil }
        let payloads = types.compactMap { kind.board.transfer?.exported(value, as: $0) }
        return ItemData(handle: handle, ways: payloads.compactMap(ItemData.Way.init(_:)))
      }
    } catch {
      throw BoardRefusal(error)
    }
  }
}

extension ItemData.Way {
  /// nil for data that is no text and no picture that the server keeps.
  fileprivate init?(_ payload: Payload) {
    guard let text = String(validating: payload.bytes, as: UTF8.self) else { return nil }
    let isPicture = payload.contentType.conforms(to: .image)
    self.init(
      type: (payload.contentType.mimeType ?? payload.contentType.identifier).text,
      fileName: payload.fileName?.text, body: isPicture ? .url(blobAddress(text)) : .text(text))
  }
}
