/// Which destination hears a drop: the innermost one that is enabled and takes such items. There is
/// no falling through: if it refuses, none further out is asked.
extension BoardEngine {
  /// A destination, and how it is one.
  struct Route {
    enum Kind {
      /// The reordering of the region that the items come from.
      case reorder
      /// The same for a run that is reordered by offsets.
      case offsets
      /// One that was declared as such.
      case destination
    }

    let target: Target
    let kind: Kind
  }

  enum Routed {
    case found(Route)
    /// There would be one if it were enabled.
    case disabled
    case none
  }

  func route(_ cargo: some Cargo<ItemID>, _ pointer: Pointer) -> Routed {
    var isDisabled = false
    if let region = pointer.region, region.index < declared.regions.count,
      let route = route(cargo, pointer, in: region, &isDisabled)
    {
      return .found(route)
    }
    if isOpen(.board, for: cargo, &isDisabled) {
      return .found(Route(target: .board, kind: .destination))
    }
    return isDisabled ? .disabled : .none
  }

  private func route(
    _ cargo: some Cargo<ItemID>, _ pointer: Pointer, in region: RegionID, _ isDisabled: inout Bool
  ) -> Route? {
    let item = pointer.item.flatMap { listing.index(of: $0, in: region) }
    if let item, let id = pointer.item, !cargo.holds(id) {
      let target = Target.item(region, listing.runs[item].run, id)
      if isOpen(target, for: cargo, &isDisabled) { return Route(target: target, kind: .destination) }
    }
    let place = pointer.destination.flatMap { listing.index(of: $0.collectionID, in: region) }
    if let found = place ?? item {
      let run = listing.runs[found].run
      let target = Target.run(region, run)
      if cargo.origin(in: region) == .offsets(run) {
        if mayMoveOffsets(in: region, player: cargo.player) {
          return Route(target: target, kind: .offsets)
        }
        isDisabled = true
        return nil
      }
      // What a reorderable list takes comes from outside: its own items are reordered.
      let isOwn = listing.runs[found].isReorderable && cargo.origin(in: region) == .reorder
      if !isOwn, isOpen(target, for: cargo, &isDisabled) {
        return Route(target: target, kind: .destination)
      }
    }
    let target = Target.region(region)
    if cargo.origin(in: region) == .reorder {
      if declared.regions[region.index].reorder?.isEnabled(model) == true {
        return Route(target: target, kind: .reorder)
      }
      isDisabled = true
      return nil
    }
    if isOpen(target, for: cargo, &isDisabled) { return Route(target: target, kind: .destination) }
    guard pointer.destination == nil, let run = declared.onlyDestinationRuns[region.index] else {
      return nil
    }
    // Beside all items of a region with one list that takes items: at that list's end.
    let list = Target.run(region, run)
    return isOpen(list, for: cargo, &isDisabled) ? Route(target: list, kind: .destination) : nil
  }

  /// Whether there is a destination that takes such cargo and is enabled.
  func isOpen(_ target: Target, for cargo: some Cargo<ItemID>, _ isDisabled: inout Bool) -> Bool {
    guard let destination = declared.destination(at: target),
      cargo.fits(destination, declared.transfer, model)
    else { return false }
    if destination.isEnabled(model, target.item) { return true }
    isDisabled = true
    return false
  }

  /// The operations that a drag offers to the destination of its drop.
  func offered(_ session: Session, to routed: Routed) -> DropOperation.Set {
    guard case .found(let route) = routed else { return session.offered }
    // Inside its own container an item can always be moved, and values are made anew.
    if route.kind != .destination { return session.offered.union(.move) }
    if case .values? = declared.destination(at: route.target)?.action {
      return session.offered.intersection(.copy)
    }
    return session.offered
  }
}

extension DropTarget {
  /// The region in which it lies; `nil` for the board itself.
  public var region: RegionID? {
    switch self {
    case .board: nil
    case .region(let region), .run(let region, _), .item(let region, _, _): region
    }
  }

  /// The item that it is, if it is one.
  public var item: ItemID? {
    if case .item(_, _, let item) = self { item } else { nil }
  }
}
