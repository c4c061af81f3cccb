/// What hangs from a pointer: items of this board, or things from outside it.
protocol Cargo<ItemID> {
  associatedtype ItemID: Hashable & Sendable

  var player: PlayerID { get }

  /// How it belongs to a region; `nil` if it does not come from there.
  func origin(in region: RegionID) -> DragSession<ItemID>.Origin?

  func holds(_ item: ItemID) -> Bool

  /// Whether a destination is offered this at all.
  func fits<Model: BoardModel>(
    _ destination: DropDestination<Model>, _ transfer: Transfer<Model.Item>?, _ model: Model
  ) -> Bool where Model.ItemID == ItemID
}

extension DragSession: Cargo {
  func origin(in region: RegionID) -> Origin? {
    source == region ? origin : nil
  }

  func holds(_ item: ItemID) -> Bool { draggedItemIDs.contains(item) }

  func fits<Model: BoardModel>(
    _ destination: DropDestination<Model>, _ transfer: Transfer<Model.Item>?, _ model: Model
  ) -> Bool where Model.ItemID == ItemID {
    if case .items = destination.action { return true }
    guard let transfer else { return false }
    return draggedItemIDs.contains { id in
      model[id: id].map { destination.canRead(transfer.exportedContentTypes(of: $0), transfer) } ?? false
    }
  }
}

/// Things from outside the board, each offered as data of some kinds.
struct Things<ItemID: Hashable & Sendable>: Cargo {
  let player: PlayerID
  let types: [[ContentType]]

  func origin(in region: RegionID) -> DragSession<ItemID>.Origin? { nil }

  func holds(_ item: ItemID) -> Bool { false }

  func fits<Model: BoardModel>(
    _ destination: DropDestination<Model>, _ transfer: Transfer<Model.Item>?, _ model: Model
  ) -> Bool where Model.ItemID == ItemID {
    types.contains { destination.canRead($0, transfer) }
  }
}

// MARK: what a destination sees of it

extension DropSession {
  init(
    _ drag: DragSession<ItemID>, _ pointer: Pointer<ItemID, CollectionID>, _ phase: Phase,
    offered: DropOperation.Set
  ) {
    self.init(
      id: drag.id, player: drag.player, phase: phase, location: pointer.location,
      itemsCount: drag.draggedItemIDs.count, suggestedOperations: offered,
      preferredOperation: pointer.preferred.flatMap { offered.offers($0) ? $0 : nil },
      localSession: drag, draggedItemIDs: drag.draggedItemIDs,
      reorderDestination: pointer.destination, index: nil)
  }

  init(_ things: Things<ItemID>, _ pointer: Pointer<ItemID, CollectionID>, _ phase: Phase) {
    self.init(
      id: nil, player: things.player, phase: phase, location: pointer.location,
      itemsCount: things.types.count, suggestedOperations: .copy, preferredOperation: nil,
      localSession: nil, draggedItemIDs: [], reorderDestination: pointer.destination, index: nil)
  }
}
