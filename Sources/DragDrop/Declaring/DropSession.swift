/// What a destination may know of the drag above it.
public struct DropSession<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>: Hashable,
  Sendable
{
  /// How far a drag above a destination has come.
  public enum Phase: Hashable, Sendable {
    /// It has just come.
    case entering
    /// It is moved about above the destination.
    case active
    /// It leaves, or was dropped and refused.
    case exiting
    /// It was dropped, and its items were taken.
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

  /// A place in a collection.
  public typealias Destination = ReorderDifference<ItemID, CollectionID>.Destination

  /// The drag's `id`; `nil` for things from outside, which have no session.
  public let id: DragSessionID?
  /// Who drags.
  public let player: PlayerID
  /// How far it has come.
  public internal(set) var phase: Phase
  /// Where the pointer is in its region, 0…1 in both directions. Informative.
  public let location: Point
  /// How many items come; in a destination's action, how many of them it takes.
  public internal(set) var itemsCount: Int
  /// What the source offers here. The destination answers with one of these.
  public internal(set) var suggestedOperations: DropOperation.Set
  /// What the player asks for with a modifier key, if it is among them.
  public internal(set) var preferredOperation: DropOperation?
  /// The drag, if it began on this board; `nil` for things from outside.
  public internal(set) var localSession: DragSession<ItemID>?
  /// What travels; empty if it comes from outside the board.
  public internal(set) var draggedItemIDs: [ItemID]
  /// What lies under the pointer; `nil` if it met no item.
  public internal(set) var reorderDestination: Destination?
  /// The offset in the run at which to insert, where a run itself is the destination; told to its
  /// action.
  public internal(set) var index: Int?

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
