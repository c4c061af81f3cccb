/// Where a pointer is within a region, 0…1 in both directions. Informative: no rule is computed
/// from it.
public struct Point: Hashable, Sendable {
  public var x: Float
  public var y: Float

  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)
}

/// One drag from lift to its end. Invariant: it holds at least one item, and no item of another
/// live session.
public struct DragSession<ItemID: Hashable & Sendable>: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// Lifted, and not yet above anything.
    case initial
    case active
    /// Dropped: the operation is known, the model has not been told apart from this.
    case ending(DropOperation)
    case ended(DropOperation)
    /// Follows `ended` if something was really taken over.
    case dataTransferCompleted
  }

  public let id: UInt32
  public let player: UInt32
  public var phase: Phase
  /// What travels, in the order in which it will lie.
  public let draggedItemIDs: [ItemID]
  /// Which of them is under the finger.
  public let draggedItemIndex: UInt16
  public var location: Point
  public let offered: DropOperation.Set
  /// The region that the items came from.
  public let source: RegionID
  /// Whether `source` is a reorder container and the items lie in its reorderable collections.
  let isReorder: Bool
  /// The destination above which it is.
  public var over: RegionID?
  /// When it was last heard of, in ticks of whoever calls.
  var touched: UInt32
}

/// A region's index on its board.
public typealias RegionID = UInt8
