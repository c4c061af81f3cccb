/// Which destination hears a drop: the innermost one that is enabled and takes such items. There is
/// no falling through: if it refuses, none further out is asked.
extension BoardEngine {
  /// What is dragged.
  enum Cargo {
    /// Items of this board.
    case items(Session)
    /// Things from outside it, each offered as data of some kinds.
    case things(player: UInt32, types: [[ContentType]])

    var session: Session? {
      if case .items(let session) = self { session } else { nil }
    }
  }

  enum Route {
    /// The reordering of the region that the items come from.
    case reorder(RegionID)
    /// The same for a run that is reordered by offsets.
    case offsets(RegionID, RunID)
    case destination(Target, DropDestination<Model>)

    var target: Target {
      switch self {
      case .reorder(let region): .region(region)
      case .offsets(let region, let run): .run(region, run)
      case .destination(let target, _): target
      }
    }
  }

  enum Routed {
    case found(Route)
    /// There would be one if it were enabled.
    case disabled
    case none
  }

  func route(_ cargo: Cargo, _ pointer: Pointer) -> Routed {
    var isDisabled = false
    func takes(_ destination: DropDestination<Model>?, _ item: ItemID? = nil) -> Bool {
      guard let destination, fits(cargo, destination) else { return false }
      if destination.isEnabled(model, item) { return true }
      isDisabled = true
      return false
    }

    if let id = pointer.region {
      let region = board.regions[Int(id)]
      if let item = pointer.item, let found = listing.run(of: item, in: id),
        cargo.session?.draggedItemIDs.contains(item) != true
      {
        let destination = region.runs[Int(found.run)].content.destination
        if let destination, takes(destination, item) {
          return .found(.destination(.item(id, found.run, item), destination))
        }
      }
      if let place = pointer.destination, let found = listing.run(place.collectionID, in: id) {
        if let session = cargo.session, session.source == id, session.origin == .offsets(found.run) {
          return .found(.offsets(id, found.run))
        }
        let destination = region.runs[Int(found.run)].destination
        if let destination, takes(destination) {
          return .found(.destination(.run(id, found.run), destination))
        }
      }
      if let session = cargo.session, session.source == id, session.origin == .reorder,
        let reorder = region.reorder
      {
        if reorder.isEnabled(model) { return .found(.reorder(id)) }
        isDisabled = true
      } else if let destination = region.destination, takes(destination) {
        return .found(.destination(.region(id), destination))
      }
    }
    if let destination = board.destination, takes(destination) {
      return .found(.destination(.board, destination))
    }
    return isDisabled ? .disabled : .none
  }

  /// Whether a destination is offered such cargo at all.
  private func fits(_ cargo: Cargo, _ destination: DropDestination<Model>) -> Bool {
    switch (cargo, destination.action) {
    case (.items, .items): true
    case (.items, .values(let values)):
      board.transfer.map { values.canLoad($0.exportableContentTypes) } ?? false
    case (.things(_, let types), .items):
      board.transfer.map { transfer in types.contains { transfer.canLoad($0) } } ?? false
    case (.things(_, let types), .values(let values)): types.contains { values.canLoad($0) }
    }
  }

  // MARK: what the places on the way say

  func manner(of target: Target) -> DropManner<Model> {
    switch target {
    case .board: board.manner
    case .region(let region): board.regions[Int(region)].manner
    case .run(let region, let run): board.regions[Int(region)].runs[Int(run)].manner
    case .item(let region, let run, _): board.regions[Int(region)].runs[Int(run)].content.manner
    }
  }

  /// What the innermost of the places around a target says, and never what the source says.
  func formation(over target: Target) -> DragDropPreviewsFormation {
    var said = manner(of: target).formation
    if case .item(let region, let run, _) = target {
      said = said ?? manner(of: .run(region, run)).formation
    }
    if let region = target.region { said = said ?? manner(of: .region(region)).formation }
    return said ?? board.manner.formation ?? .default
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
