/// How a drop is judged: pure, on the board's declaration and the model as it is.
extension BoardEngine {
  /// What a destination answers to a drag above it.
  enum Verdict {
    case accepted(Configuration, Route)
    case refused(DropRefusal)

    var configuration: Configuration {
      switch self {
      case .accepted(let configuration, _): configuration
      case .refused(.forbidden(let reason)): .forbidden(reason: reason)
      case .refused: .forbidden()
      }
    }
  }

  /// A drag's drop at a place, with what the destination answers.
  func judged(_ session: Session, at pointer: Pointer) -> (drop: Drop, verdict: Verdict) {
    let routed = route(session, pointer)
    let drop = Drop(session, pointer, .active, offered: offered(session, to: routed))
    if let refusal = objection(toHolding: session) { return (drop, .refused(refusal)) }
    return (drop, judged(drop, by: routed))
  }

  /// The same where the items are known to be where they were lifted from.
  func judged(_ drop: Drop, by routed: Routed) -> Verdict {
    var route: Route
    switch routed {
    case .none: return .refused(.forbidden(reason: 0))
    case .disabled: return .refused(.disabled)
    case .found(let found): route = found
    }
    // A closure of the board is never shown a place that is not there.
    do throws(ReorderError) {
      if let place = drop.reorderDestination { try check(place, for: route) }
    } catch {
      return .refused(.badDestination(error))
    }
    let offered = drop.suggestedOperations
    var answer =
      if let configure = declared.configure(at: route.target) {
        configure(model, route.target.item, drop)
      } else {
        Configuration(operation: usualOperation(by: route, drop))
      }
    switch answer.operation {
    case .forbidden: return .refused(.forbidden(reason: answer.reason))
    case .cancel: return .refused(.cancelled)
    case .copy, .move, .delete, .alias: break
    }
    guard offered.offers(answer.operation), answer.acceptedItemCount ?? 1 > 0 else {
      return .refused(.forbidden(reason: 0))
    }
    if route.kind != .destination, answer.operation != .move {
      // Reordering only moves; what else is answered is for an explicit destination.
      guard let explicit = explicitDestination(instead: route, for: drop) else {
        return .refused(.forbidden(reason: 0))
      }
      route = explicit
    }
    do throws(ReorderError) {
      if let own = answer.destination, own != drop.reorderDestination { try check(own, for: route) }
      answer.destination = answer.destination ?? drop.reorderDestination
      if answer.destination == nil { answer.destination = try usualPlace(for: route) }
    } catch {
      return .refused(.badDestination(error))
    }
    return .accepted(answer, route)
  }

  /// Reordering moves; elsewhere it is what the player asks for, or a copy if that is offered.
  private func usualOperation(by route: Route, _ drop: Drop) -> DropOperation {
    if route.kind != .destination { return .move }
    switch drop.preferredOperation {
    // To delete or to link something takes a destination that says so itself.
    case .move?: return .move
    default: return drop.suggestedOperations.contains(.copy) ? .copy : .forbidden
    }
  }

  private func explicitDestination(instead route: Route, for drop: Drop) -> Route? {
    var isDisabled = false
    guard let session = drop.localSession, let region = route.target.region else { return nil }
    for target in [route.target, .region(region)] where isOpen(target, for: session, &isDisabled) {
      return Route(target: target, kind: .destination)
    }
    return nil
  }

  /// Whether the items that were lifted are still there to be dropped.
  private func objection(toHolding session: Session) -> DropRefusal? {
    guard session.draggedItemIDs.allSatisfy({ model[id: $0] != nil }) else { return .itemVanished }
    if session.origin == .source {
      // A source of its own may give along what it does not list.
      let lifted = session.draggedItemIDs[session.draggedItemIndex]
      guard listing.index(of: lifted, in: session.source) == nil else { return nil }
      return .badDestination(.unknownSource(index: session.draggedItemIndex))
    }
    let missing = listing.firstMissing(
      of: session.draggedItemIDs, in: session.source, as: session.origin)
    return missing.map { .badDestination(.unknownSource(index: $0)) }
  }

  /// Whether a place exists now.
  func check(_ place: Destination, for route: Route) throws(ReorderError) {
    var isKnown = false
    for index in listing.runs.indices
    where listing.runs[index].collectionID == place.collectionID && isInReach(index, of: route) {
      guard case .before(let anchor) = place.position else { return }
      if listing.runs[index].items.contains(anchor) { return }
      isKnown = true
    }
    throw isKnown ? .unknownAnchor : .unknownCollection
  }

  /// Whether a destination can have items put into a run: those of its region, and the board all.
  private func isInReach(_ index: Int, of route: Route) -> Bool {
    if let region = route.target.region, listing.runs[index].region != region { return false }
    switch (route.kind, route.target) {
    case (.reorder, _): return listing.runs[index].isReorderable
    case (.offsets, .run(_, let run)): return listing.runs[index].run == run
    default: return true
    }
  }

  /// Without a place under the pointer items are appended, which means something only in a single
  /// collection.
  private func usualPlace(for route: Route) throws(ReorderError) -> Destination? {
    guard let region = route.target.region else { return nil }
    switch (route.kind, route.target) {
    case (.reorder, _): return try onlyEnd(in: region)
    case (.offsets, .run(_, let run)):
      guard let id = listing.index(of: run, in: region).flatMap({ listing.runs[$0].collectionID })
      else { throw .unknownCollection }
      return Destination(position: .end, collectionID: id)
    default: return nil
    }
  }

  private func onlyEnd(in region: RegionID) throws(ReorderError) -> Destination {
    var only: Destination?
    for run in listing.runs where run.region == region && run.isReorderable {
      guard only == nil, let id = run.collectionID else { throw .unknownCollection }
      only = Destination(position: .end, collectionID: id)
    }
    guard let only else { throw .unknownCollection }
    return only
  }

  /// Where a place is in a run that is a destination itself.
  func insertionIndex(_ place: Destination?, by route: Route) -> Int? {
    guard route.kind == .destination, case .run(let region, let run) = route.target,
      let found = listing.index(of: run, in: region)
    else { return nil }
    if case .before(let anchor)? = place?.position {
      return listing.runs[found].items.firstIndex(of: anchor)
    }
    return listing.runs[found].items.count
  }
}
