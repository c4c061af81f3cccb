/// How a lift and a drop are judged: pure, on the board's declaration and the model as it is.
extension BoardEngine {
  /// A run and the items that it lists now.
  struct Listed {
    let region: RegionID
    let run: Int
    let items: [ItemID]
  }

  /// A place where an item could be dropped, and what would come of it.
  public struct Possibility: Hashable, Sendable {
    public let region: RegionID
    public let destination: Destination
    public let operation: DropOperation
  }

  /// What a region answers to a drag above it.
  enum Verdict {
    /// With the drop as the region's action is to see it.
    case accepted(Configuration, Drop)
    case refused(DropRefusal)

    var configuration: Configuration {
      switch self {
      case .accepted(let configuration, _): configuration
      case .refused(.forbidden(let reason)): .forbidden(reason: reason)
      case .refused: .forbidden()
      }
    }
  }

  func listing() -> [Listed] {
    var listed: [Listed] = []
    for (region, declared) in board.regions.enumerated() {
      for (run, items) in declared.runs.enumerated() {
        listed.append(Listed(region: RegionID(region), run: run, items: items.items(model)))
      }
    }
    return listed
  }

  // MARK: lifting

  func lifted(
    _ item: ItemID, by player: UInt32, as id: UInt32, tick: UInt32, from listing: [Listed]
  ) throws(DragError) -> Session {
    guard model[id: item] != nil, let found = listing.first(where: { $0.items.contains(item) })
    else {
      throw .unknownItem
    }
    let region = board.regions[Int(found.region)]
    var isReorder = false
    if let reorder = region.reorder {
      guard region.runs[found.run].isReorderable else { throw .notDraggable }
      guard reorder.isEnabled(model) else { throw .disabled }
      isReorder = true
    }
    let items = travelling(with: item, from: region)
    guard !items.isEmpty else { throw .notDraggable }
    for session in sessions where session.player != player {
      if session.draggedItemIDs.contains(where: { items.contains($0) }) { throw .itemInUse }
    }
    var offered = region.dragConfiguration.operationsWithinApp
    if isReorder { offered.insert(.move) }
    return Session(
      id: id, player: player, phase: .initial, draggedItemIDs: items,
      draggedItemIndex: UInt16(items.firstIndex(of: item) ?? 0), location: .zero, offered: offered,
      source: found.region, isReorder: isReorder, over: nil, touched: tick)
  }

  /// Each item once, and none that is gone.
  private func travelling(with item: ItemID, from region: Region<Model>) -> [ItemID] {
    guard let payload = region.payload else { return region.reorder == nil ? [] : [item] }
    var items: [ItemID] = []
    for id in payload(model, [item]) where model[id: id] != nil && !items.contains(id) {
      items.append(id)
    }
    return items
  }

  // MARK: judging a drop

  func judged(
    _ session: Session, over region: RegionID, at location: Point, destination: Destination?
  ) -> Verdict {
    let target = board.regions[Int(region)]
    let isReorder = session.isReorder && session.source == region
    guard session.draggedItemIDs.allSatisfy({ model[id: $0] != nil }) else {
      return .refused(.itemVanished)
    }
    let isEnabled = isReorder ? target.reorder?.isEnabled : target.destination?.isEnabled
    guard let isEnabled else { return .refused(.forbidden(reason: 0)) }
    guard isEnabled(model) else { return .refused(.disabled) }

    var drop = Drop(
      id: session.id, player: session.player, location: location,
      suggestedOperations: session.offered,
      draggedItemIDs: session.draggedItemIDs, reorderDestination: destination)
    var answer =
      target.configure?(model, drop) ?? Configuration(operation: isReorder ? .move : .copy)
    guard answer.operation != .forbidden else {
      return .refused(.forbidden(reason: answer.reason))
    }
    guard session.offered.offers(answer.operation) else { return .refused(.forbidden(reason: 0)) }
    answer.destination = answer.destination ?? destination
    drop.reorderDestination = answer.destination
    return .accepted(answer, drop)
  }

  // MARK: carrying it out

  mutating func carriedOut(
    _ session: Session, over region: RegionID, at location: Point, destination: Destination?
  ) -> DropOutcome {
    let target = board.regions[Int(region)]
    let isReorder = session.isReorder && session.source == region
    let operation: DropOperation
    var drop: Drop
    switch judged(session, over: region, at: location, destination: destination) {
    case .refused(let refusal): return .refused(refusal)
    case .accepted(let configuration, let judged):
      operation = configuration.operation
      drop = judged
      if let accepted = configuration.acceptedItemCount {
        drop.draggedItemIDs = Array(drop.draggedItemIDs.prefix(Int(accepted)))
      }
    }
    let ids = drop.draggedItemIDs
    guard !ids.isEmpty else { return .refused(.forbidden(reason: 0)) }

    var next = model
    if isReorder, operation == .move, let reorder = target.reorder {
      let difference: ReorderDifference<ItemID, Model.CollectionID>
      do {
        let checked = try fitted(ids, to: drop.reorderDestination, in: target)
        guard checked.changes else { return .performed(.move) }
        difference = checked.difference
      } catch {
        return .refused(.badDestination(error))
      }
      guard reorder.move(&next, difference) else { return .refused(.actionDeclined) }
    } else if let declared = target.destination {
      let items = ids.compactMap { model[id: $0] }
      guard declared.action(&next, items, drop) else { return .refused(.actionDeclined) }
    } else {
      return .refused(.forbidden(reason: 0))
    }
    if let observe = board.regions[Int(session.source)].observeDrag {
      var ended = session
      ended.phase = .ended(operation)
      observe(&next, ended)
    }
    return commit(next, as: operation)
  }

  /// A difference that fits the region as it is now, and whether it would change anything there.
  private func fitted(
    _ ids: [ItemID], to destination: Destination?, in region: Region<Model>
  ) throws(ReorderError) -> (
    difference: ReorderDifference<ItemID, Model.CollectionID>, changes: Bool
  ) {
    var collections: [Arrangement<ItemID, Model.CollectionID>.Collection] = []
    for run in region.runs where run.isReorderable {
      guard let id = run.collectionID else { continue }
      collections.append(.init(id: id, items: run.items(model)))
    }
    var arrangement = Arrangement(collections)
    // Without a place under the pointer the items are appended, which means something only in a
    // single collection.
    guard let place = destination ?? only(collections) else { throw .unknownCollection }
    let difference = ReorderDifference(sources: ids, destination: place)
    return (difference, try arrangement.apply(difference).changes)
  }

  private func only(
    _ collections: [Arrangement<ItemID, Model.CollectionID>.Collection]
  ) -> Destination? {
    guard collections.count == 1, let collection = collections.first else { return nil }
    return Destination(position: .end, collectionID: collection.id)
  }

  // MARK: possibilities

  /// Everywhere that an item could be dropped by a player now, in board order: the ends of all
  /// named collections, and regions without collections are left out. Empty if it cannot be lifted.
  public func destinations(for item: ItemID, player: UInt32) -> [Possibility] {
    guard let session = try? lifted(item, by: player, as: 0, tick: 0, from: listing()) else {
      return []
    }
    return possibilities(for: session)
  }

  private func possibilities(for session: Session) -> [Possibility] {
    var possible: [Possibility] = []
    for (index, region) in board.regions.enumerated() where region.isDestination {
      for run in region.runs {
        guard let collection = run.collectionID else { continue }
        let place = Destination(position: .end, collectionID: collection)
        let answer = judged(session, over: RegionID(index), at: .zero, destination: place)
          .configuration
        guard answer.operation != .forbidden, let destination = answer.destination else { continue }
        possible.append(
          Possibility(
            region: RegionID(index), destination: destination, operation: answer.operation))
      }
    }
    return possible
  }

  /// Every item that a player can lift now, in board order, with what it could be dropped on, which
  /// may be nothing.
  public func possibilities(for player: UInt32) -> [(item: ItemID, places: [Possibility])] {
    let listing = listing()
    var all: [(item: ItemID, places: [Possibility])] = []
    for listed in listing {
      for item in listed.items {
        guard let session = try? lifted(item, by: player, as: 0, tick: 0, from: listing) else {
          continue
        }
        all.append((item, possibilities(for: session)))
      }
    }
    return all
  }

  /// Whether a model still holds all items of the current one and no others.
  func keepsAll(_ next: Model) -> Bool {
    isConserved(from: model.census(), to: next.census(), by: .move)
  }
}
