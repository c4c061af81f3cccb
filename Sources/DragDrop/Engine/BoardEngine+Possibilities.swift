/// What players could do, so that clients can show it beforehand.
extension BoardEngine {
  /// A place where an item could be dropped, and what that would do.
  public struct Possibility: Hashable, Sendable {
    /// What would take the drop.
    public let target: Target
    /// `nil` where the target has no collections.
    public let destination: Destination?
    /// What the target would do with the item.
    public let operation: DropOperation
  }

  /// Everywhere that an item could be dropped by a player now, in board order: the ends of
  /// collections, regions and a board without any, items that take others. Empty if it cannot be
  /// lifted.
  public func destinations(for item: ItemID, player: PlayerID) -> [Possibility] {
    guard let session = try? lifted(item, by: player, as: .imagined, tick: 0) else { return [] }
    return possibilities(for: session)
  }

  /// Every item that a player can lift now, in board order, with what it could be dropped on, which
  /// may be nothing.
  public func possibilities(for player: PlayerID) -> [(item: ItemID, places: [Possibility])] {
    var all: [(item: ItemID, places: [Possibility])] = []
    for run in listing.runs {
      for item in run.items {
        guard let session = try? lifted(item, by: player, as: .imagined, tick: 0) else { continue }
        all.append((item, possibilities(for: session)))
      }
    }
    return all
  }

  /// The same for boards whose rules see items by some of their features only: drags of items that are
  /// alike are judged once. What such a drag would be dropped on is told as of the first.
  ///
  /// - Parameters:
  ///   - player: Who would lift.
  ///   - likeness: Whatever the declared closures ask of an item, where it lies included.
  package func possibilities<Likeness: Hashable>(
    for player: PlayerID, alikeBy likeness: (ItemID) -> Likeness
  ) -> [(item: ItemID, places: [Possibility])] {
    var all: [(item: ItemID, places: [Possibility])] = []
    var judged: [[Likeness]: [Possibility]] = [:]
    for run in listing.runs {
      for item in run.items {
        guard let session = try? lifted(item, by: player, as: .imagined, tick: 0) else { continue }
        let drag = session.draggedItemIDs.map(likeness)
        let places = judged[drag] ?? possibilities(for: session)
        judged[drag] = places
        all.append((item, places))
      }
    }
    return all
  }

  private func possibilities(for session: Session) -> [Possibility] {
    var drop = Drop(session, Pointer(), .active, offered: session.offered)
    var possible: [Possibility] = []
    for region in declared.destinationRegions {
      var hasCollections = false
      for index in listing.runs.indices where listing.runs[index].region == region {
        if let collection = listing.runs[index].collectionID {
          hasCollections = true
          let end = Destination(position: .end, collectionID: collection)
          consider(Pointer(over: region, end), session, &drop, &possible)
        }
        let run = listing.runs[index].run.index
        guard declared.regions[region.index].runs[run].content.destination != nil else { continue }
        for item in listing.runs[index].items where isItemTarget(item, for: session, in: region) {
          consider(Pointer(over: region, onto: item), session, &drop, &possible)
        }
      }
      if !hasCollections { consider(Pointer(over: region), session, &drop, &possible) }
    }
    if declared.destination != nil { consider(Pointer(), session, &drop, &possible) }
    return possible
  }

  /// Adds what a drop at a place would come to, if it would be taken.
  private func consider(
    _ pointer: Pointer, _ session: Session, _ drop: inout Drop, _ possible: inout [Possibility]
  ) {
    let routed = route(session, pointer)
    drop.reorderDestination = pointer.destination
    drop.suggestedOperations = offered(session, to: routed)
    guard case .accepted(let answer, let route) = judged(drop, by: routed) else { return }
    // The board itself is told of once, at the end.
    if pointer.region != nil, route.target == .board { return }
    possible.append(
      Possibility(
        target: route.target, destination: answer.destination, operation: answer.operation))
  }

  /// Whether a drop onto an item is heard by that item and not by what lies around it.
  private func isItemTarget(_ item: ItemID, for session: Session, in region: RegionID) -> Bool {
    guard case .found(let route) = route(session, Pointer(over: region, onto: item)) else { return false }
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
    listing.index(of: item).map { index in
      let run = listing.runs[index]
      return declared.regions[run.region.index].runs[run.run.index].content
    }
  }
}
