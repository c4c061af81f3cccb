/// How a drop is judged: pure, on the board's declaration and the model as it is.
extension BoardEngine {
  /// What a destination answers to a drag above it.
  enum Verdict {
    /// With the drop as the destination's action is to see it.
    case accepted(Configuration, Drop, Route)
    case refused(DropRefusal)

    var configuration: Configuration {
      switch self {
      case .accepted(let configuration, _, _): configuration
      case .refused(.forbidden(let reason)): .forbidden(reason: reason)
      case .refused: .forbidden()
      }
    }
  }

  func judged(_ cargo: Cargo, at pointer: Pointer) -> Verdict {
    if let session = cargo.session, let refusal = objection(toHolding: session) {
      return .refused(refusal)
    }
    switch route(cargo, pointer) {
    case .none: return .refused(.forbidden(reason: 0))
    case .disabled: return .refused(.disabled)
    case .found(let route): return judged(cargo, at: pointer, by: route)
    }
  }

  /// The same where the route is known and the items are where they were lifted from.
  func judged(_ cargo: Cargo, at pointer: Pointer, by route: Route) -> Verdict {
    var drop = dropSession(cargo, pointer, .active)
    if case .destination(.run(let region, let run), _) = route {
      drop.index = insertionIndex(pointer.destination, in: region, run)
    }
    let offered = drop.suggestedOperations
    let isReorder =
      switch route {
      case .reorder, .offsets: true
      case .destination: false
      }
    let usual: DropOperation = isReorder ? .move : offered.contains(.copy) ? .copy : .forbidden
    var answer =
      manner(of: route.target).configure?(model, route.target.item, drop)
      ?? Configuration(operation: usual)
    switch answer.operation {
    case .forbidden: return .refused(.forbidden(reason: answer.reason))
    case .cancel: return .refused(.cancelled)
    case .copy, .move, .delete, .alias: break
    }
    guard offered.offers(answer.operation) else { return .refused(.forbidden(reason: 0)) }

    answer.destination = answer.destination ?? pointer.destination
    do throws(ReorderError) {
      answer.destination = try checked(answer.destination, for: route)
    } catch {
      return .refused(.badDestination(error))
    }
    drop.reorderDestination = answer.destination
    return .accepted(answer, drop, route)
  }

  func dropSession(_ cargo: Cargo, _ pointer: Pointer, _ phase: Drop.Phase) -> Drop {
    switch cargo {
    case .items(let session):
      Drop(
        id: session.id, player: session.player, phase: phase, location: pointer.location,
        itemsCount: session.draggedItemIDs.count,
        suggestedOperations: session.offered.narrowed(to: pointer.preferred), localSession: session,
        draggedItemIDs: session.draggedItemIDs, reorderDestination: pointer.destination, index: nil)
    case .things(let player, let types):
      Drop(
        id: 0, player: player, phase: phase, location: pointer.location, itemsCount: types.count,
        suggestedOperations: .copy, localSession: nil, draggedItemIDs: [],
        reorderDestination: pointer.destination, index: nil)
    }
  }

  /// Whether the items that were lifted are still there to be dropped.
  private func objection(toHolding session: Session) -> DropRefusal? {
    for (index, item) in session.draggedItemIDs.enumerated() {
      guard model[id: item] != nil else { return .itemVanished }
      switch session.origin {
      case .source: break
      case .reorder:
        let isThere = listing.runs.contains {
          $0.region == session.source && $0.isReorderable && $0.items.contains(item)
        }
        if !isThere { return .badDestination(.unknownSource(index: Int32(index))) }
      case .offsets(let run):
        let isThere = listing.runs.contains {
          $0.region == session.source && $0.run == run && $0.items.contains(item)
        }
        if !isThere { return .badDestination(.unknownSource(index: Int32(index))) }
      }
    }
    return nil
  }

  /// A place that exists now. Without one under the pointer items are appended, which means
  /// something only in a single collection.
  private func checked(_ place: Destination?, for route: Route) throws(ReorderError) -> Destination? {
    guard let place else {
      guard case .reorder(let region) = route else { return nil }
      var only: Destination?
      for run in listing.runs where run.region == region && run.isReorderable {
        guard only == nil, let id = run.collectionID else { throw .unknownCollection }
        only = Destination(position: .end, collectionID: id)
      }
      return only
    }
    guard let region = route.target.region, route.target.item == nil else { return place }
    var isKnown = false
    for run in listing.runs where run.region == region && run.collectionID == place.collectionID {
      if case .reorder = route, !run.isReorderable { continue }
      guard case .before(let anchor) = place.position else { return place }
      if run.items.contains(anchor) { return place }
      isKnown = true
    }
    throw isKnown ? .unknownAnchor : .unknownCollection
  }

  private func insertionIndex(_ place: Destination?, in region: RegionID, _ run: RunID) -> Int? {
    guard let listed = listing.runs.first(where: { $0.region == region && $0.run == run }) else {
      return nil
    }
    if case .before(let anchor)? = place?.position { return listed.items.firstIndex(of: anchor) }
    return listed.items.count
  }
}
