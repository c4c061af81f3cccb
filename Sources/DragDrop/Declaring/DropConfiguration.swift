/// A destination's final word on a drag above it: one operation, and where the items will go.
public struct DropConfiguration<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>:
  Hashable, Sendable
{
  /// A place in a collection.
  public typealias Destination = ReorderDifference<ItemID, CollectionID>.Destination

  /// One that was offered; any other counts as `forbidden`.
  public var operation: DropOperation
  /// Where the items will go, if that is not where the pointer is.
  public var destination: Destination?
  /// Only so many items are taken, the first ones; the others return. With 0 or less the drop is forbidden.
  public var acceptedItemCount: Int?
  /// With `forbidden`: the board's own code for why, so that a player can be told. 0 says nothing.
  public var reason: UInt8

  /// An operation, and where it is to happen.
  public init(
    operation: DropOperation, destination: Destination? = nil, acceptedItemCount: Int? = nil
  ) {
    self.operation = operation
    self.destination = destination
    self.acceptedItemCount = acceptedItemCount
    self.reason = 0
  }

  /// The items are not taken, for a reason of the board's own.
  public static func forbidden(reason: UInt8 = 0) -> Self {
    var answer = Self(operation: .forbidden)
    answer.reason = reason
    return answer
  }
}
