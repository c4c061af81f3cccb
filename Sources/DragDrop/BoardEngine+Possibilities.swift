/// What could be done: told to clients before they try it.
extension BoardEngine {
  /// A place where an item could be dropped, and what would come of it.
  public struct Possibility: Hashable, Sendable {
    public let target: Target
    /// `nil` where the target has no collections.
    public let destination: Destination?
    public let operation: DropOperation
  }

  /// Everywhere that an item could be dropped by a player now, in board order: the ends of
  /// collections, regions and a board without any, items that take others. Empty if it cannot be
  /// lifted.
  public func destinations(for item: ItemID, player: UInt32) -> [Possibility] {
    guard let session = try? lifted(item, by: player, as: 0, tick: 0) else { return [] }
    return possibilities(for: session)
  }

  /// Every item that a player can lift now, in board order, with what it could be dropped on, which
  /// may be nothing.
  public func possibilities(for player: UInt32) -> [(item: ItemID, places: [Possibility])] {
    var all: [(item: ItemID, places: [Possibility])] = []
    for run in listing.runs {
      for item in run.items {
        guard let session = try? lifted(item, by: player, as: 0, tick: 0) else { continue }
        all.append((item, possibilities(for: session)))
      }
    }
    return all
  }

  private func possibilities(for session: Session) -> [Possibility] {
    let cargo = Cargo.items(session)
    var possible: [Possibility] = []
    func consider(_ pointer: Pointer) {
      guard case .found(let route) = route(cargo, pointer),
        case .accepted(let answer, let drop, _) = judged(cargo, at: pointer, by: route)
      else { return }
      possible.append(
        Possibility(
          target: route.target, destination: drop.reorderDestination, operation: answer.operation))
    }

    for (index, region) in board.regions.enumerated() where region.isDestination {
      let id = RegionID(index)
      var hasCollections = false
      for run in listing.runs where run.region == id {
        if let collection = run.collectionID {
          hasCollections = true
          consider(Pointer(over: id, Destination(position: .end, collectionID: collection)))
        }
        guard region.runs[Int(run.run)].content.destination != nil else { continue }
        for item in run.items where isItemTarget(item, for: cargo, in: id) {
          consider(Pointer(over: id, onto: item))
        }
      }
      if !hasCollections, region.destination != nil { consider(Pointer(over: id)) }
    }
    if board.destination != nil { consider(Pointer()) }
    return possible
  }

  /// Whether a drop onto an item is heard by that item and not by what lies around it.
  private func isItemTarget(_ item: ItemID, for cargo: Cargo, in region: RegionID) -> Bool {
    guard case .found(let route) = route(cargo, Pointer(over: region, onto: item)) else { return false }
    return route.target.item != nil
  }

  // MARK: words and looks of items

  /// What a screen reader calls an item; empty if nothing was declared.
  public func accessibilityLabel(of item: ItemID) -> Text {
    guard let label = itemView(of: item)?.label, let value = model[id: item] else { return "" }
    return label(value)
  }

  /// The client's name for what is drawn under the pointer when an item is dragged; empty if it is
  /// drawn as it lies.
  public func dragPreview(of item: ItemID) -> StaticString {
    itemView(of: item)?.preview ?? ""
  }

  private func itemView(of item: ItemID) -> ItemView<Model>? {
    listing.run(of: item).map { board.regions[Int($0.region)].runs[Int($0.run)].content }
  }
}
