/// What a destination may know of the drag above it.
public struct DropSession<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>: Hashable,
  Sendable
{
  public enum Phase: Hashable, Sendable {
    case entering
    case active
    case exiting
    case ended(DropOperation)

    /// Whether the destination is to look as if it were waiting for the items.
    public var isTargeted: Bool {
      switch self {
      case .entering, .active: true
      case .exiting, .ended: false
      }
    }
  }

  public typealias Destination = ReorderDifference<ItemID, CollectionID>.Destination

  public let id: UInt32
  public let player: UInt32
  public let location: Point
  public let suggestedOperations: DropOperation.Set
  public internal(set) var draggedItemIDs: [ItemID]
  /// What lies under the pointer; `nil` if it met no item.
  public var reorderDestination: Destination?

  public var itemsCount: Int { draggedItemIDs.count }
}
