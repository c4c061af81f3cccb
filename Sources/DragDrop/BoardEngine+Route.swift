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
    if let region = pointer.region {
      if let item = pointer.item, !cargo.holds(item),
        let found = listing.index(of: item, in: region)
      {
        let target = Target.item(region, listing.runs[found].run, item)
        if isOpen(target, for: cargo, &isDisabled) {
          return .found(Route(target: target, kind: .destination))
        }
      }
      if let place = pointer.destination, let found = listing.index(of: place.collectionID, in: region) {
        let run = listing.runs[found].run
        let target = Target.run(region, run)
        if cargo.origin(in: region) == .offsets(run) {
          return .found(Route(target: target, kind: .offsets))
        }
        if isOpen(target, for: cargo, &isDisabled) {
          return .found(Route(target: target, kind: .destination))
        }
      }
      if cargo.origin(in: region) == .reorder {
        if declared.regions[Int(region)].reorder?.isEnabled(model) == true {
          return .found(Route(target: .region(region), kind: .reorder))
        }
        isDisabled = true
      } else if isOpen(.region(region), for: cargo, &isDisabled) {
        return .found(Route(target: .region(region), kind: .destination))
      }
    }
    if isOpen(.board, for: cargo, &isDisabled) {
      return .found(Route(target: .board, kind: .destination))
    }
    return isDisabled ? .disabled : .none
  }

  /// Whether there is a destination that takes such cargo and is enabled.
  private func isOpen(_ target: Target, for cargo: some Cargo<ItemID>, _ isDisabled: inout Bool) -> Bool {
    guard let destination = declared.destination(at: target), cargo.fits(destination, declared.transfer)
    else {
      return false
    }
    if destination.isEnabled(model, target.item) { return true }
    isDisabled = true
    return false
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
