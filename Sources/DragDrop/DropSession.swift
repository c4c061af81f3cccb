/// What a destination may know of the drag above it.
public struct DropSession<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>: Hashable,
  Sendable
{
  public enum Phase: Hashable, Sendable {
    case entering
    case active
    case exiting
    case ended(DropOperation)
    /// Follows `ended` if something was really taken over.
    case dataTransferCompleted

    /// Whether the destination is to look as if it were waiting for the items.
    public var isTargeted: Bool {
      switch self {
      case .entering, .active: true
      case .exiting, .ended, .dataTransferCompleted: false
      }
    }
  }

  public typealias Destination = ReorderDifference<ItemID, CollectionID>.Destination

  public let id: UInt32
  public let player: UInt32
  public internal(set) var phase: Phase
  public let location: Point
  public internal(set) var itemsCount: Int
  /// What the source offers here. The destination answers with one of these.
  public internal(set) var suggestedOperations: DropOperation.Set
  /// What the player asks for with a modifier key, if it is among them.
  public internal(set) var preferredOperation: DropOperation?
  /// The drag, if it began on this board.
  public internal(set) var localSession: DragSession<ItemID>?
  /// What lies under the pointer; `nil` if it met no item.
  public internal(set) var reorderDestination: Destination?
  /// The offset in the run at which to insert, where a run itself is the destination; told to its
  /// action.
  public internal(set) var index: Int?

  /// What travels; empty if it comes from outside the board.
  public var draggedItemIDs: [ItemID] { localSession?.draggedItemIDs ?? [] }

  /// ``reorderDestination``, asked for by type, as SwiftUI does.
  public func reorderDestination<Item>(
    for item: Item.Type, in collection: CollectionID.Type
  ) -> Destination? {
    reorderDestination
  }

  /// The same in a container with a single collection.
  public func reorderDestination<Item>(for item: Item.Type) -> Destination?
  where CollectionID == ReorderableSingleCollectionIdentifier {
    reorderDestination
  }
}
