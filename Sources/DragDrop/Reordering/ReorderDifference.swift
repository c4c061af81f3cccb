/// What a finished reorder wants: which items go where. Promise: it speaks of identifiers, never of
/// offsets, so it stays meaningful after other edits. Invariant: none; whether it fits is decided
/// when it is applied.
public struct ReorderDifference<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>:
  Hashable, Sendable
{
  /// A place in a collection, counted after the sources were taken out.
  public struct Destination: Hashable, Sendable {
    /// Where in a collection.
    public enum Position: Hashable, Sendable {
      /// Directly in front of this item.
      case before(ItemID)
      /// Behind the last item.
      case end
    }

    public var position: Position
    /// The collection in which they will lie, whichever they come from.
    public var collectionID: CollectionID

    public init(position: Position, collectionID: CollectionID) {
      self.position = position
      self.collectionID = collectionID
    }
  }

  /// The items that move, in the order in which they will lie.
  public var sources: [ItemID]
  /// Where they will lie.
  public var destination: Destination

  public init(sources: [ItemID], destination: Destination) {
    self.sources = sources
    self.destination = destination
  }
}

extension ReorderDifference.Destination
where CollectionID == ReorderableSingleCollectionIdentifier {
  /// A place in the only collection there is.
  public init(position: Position) {
    self.init(position: position, collectionID: ReorderableSingleCollectionIdentifier())
  }
}

/// The collection of a container that has only one.
public struct ReorderableSingleCollectionIdentifier: Hashable, Sendable {
  public init() {}
}
