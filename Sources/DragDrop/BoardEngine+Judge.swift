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

  /// A drag's drop at a place, judged.
  func judged(_ session: Session, _ drop: Drop, at pointer: Pointer) -> Verdict {
    if let refusal = objection(toHolding: session) { return .refused(refusal) }
    return judged(drop, by: route(session, pointer))
  }

  /// The same where the items are known to be where they were lifted from.
  func judged(_ drop: Drop, by routed: Routed) -> Verdict {
    let route: Route
    switch routed {
    case .none: return .refused(.forbidden(reason: 0))
    case .disabled: return .refused(.disabled)
    case .found(let found): route = found
    }
    let offered = drop.suggestedOperations
    var answer =
      if let configure = declared.configure(at: route.target) {
        configure(model, route.target.item, drop)
      } else {
        Configuration(operation: usualOperation(by: route, offered))
      }
    switch answer.operation {
    case .forbidden: return .refused(.forbidden(reason: answer.reason))
    case .cancel: return .refused(.cancelled)
    case .copy, .move, .delete, .alias: break
    }
    guard offered.offers(answer.operation) else { return .refused(.forbidden(reason: 0)) }
    do throws(ReorderError) {
      answer.destination = try checked(answer.destination ?? drop.reorderDestination, for: route)
    } catch {
      return .refused(.badDestination(error))
    }
    return .accepted(answer, route)
  }

  /// Reordering moves; elsewhere copies are made, if they are offered.
  private func usualOperation(by route: Route, _ offered: DropOperation.Set) -> DropOperation {
    if route.kind != .destination { return .move }
    return offered.contains(.copy) ? .copy : .forbidden
  }

  /// Whether the items that were lifted are still there to be dropped.
  private func objection(toHolding session: Session) -> DropRefusal? {
    for (index, item) in session.draggedItemIDs.enumerated() {
      guard model[id: item] != nil else { return .itemVanished }
      if session.origin != .source, !isThere(item, for: session) {
        return .badDestination(.unknownSource(index: Int32(index)))
      }
    }
    return nil
  }

  /// Whether what is reordered still lies where it was lifted from.
  private func isThere(_ item: ItemID, for session: Session) -> Bool {
    for index in listing.runs.indices where listing.runs[index].region == session.source {
      let isOne =
        if case .offsets(let run) = session.origin {
          listing.runs[index].run == run
        } else {
          listing.runs[index].isReorderable
        }
      if isOne, listing.runs[index].items.contains(item) { return true }
    }
    return false
  }

  /// A place that exists now. Without one under the pointer items are appended, which means
  /// something only in a single collection.
  private func checked(_ place: Destination?, for route: Route) throws(ReorderError) -> Destination? {
    guard let region = route.target.region, route.target.item == nil else { return place }
    guard let place else {
      return route.kind == .reorder ? try onlyEnd(in: region) : nil
    }
    var isKnown = false
    for index in listing.runs.indices where listing.runs[index].region == region {
      guard listing.runs[index].collectionID == place.collectionID,
        route.kind != .reorder || listing.runs[index].isReorderable
      else { continue }
      guard case .before(let anchor) = place.position else { return place }
      if listing.runs[index].items.contains(anchor) { return place }
      isKnown = true
    }
    throw isKnown ? .unknownAnchor : .unknownCollection
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
