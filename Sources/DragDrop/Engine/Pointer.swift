/// What a client says lies under its pointer. The engine never computes that from pixels; whatever a
/// client says is checked against the board as it is.
public struct Pointer<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>: Hashable,
  Sendable
{
  /// A place in a collection.
  public typealias Destination = ReorderDifference<ItemID, CollectionID>.Destination

  /// `nil`: off all regions.
  public var region: RegionID?
  /// The item onto whose middle it points, which may be a destination itself.
  public var item: ItemID?
  /// The place between items; `nil` if the pointer met none.
  public var destination: Destination?
  /// Where in the region it is.
  public var location: Point
  /// What the player asks for with a modifier key; counts only if it is offered.
  public var preferred: DropOperation?

  /// What lies under a pointer; without arguments it is off all regions.
  public init(
    over region: RegionID? = nil, onto item: ItemID? = nil, _ destination: Destination? = nil,
    at location: Point = .zero, preferring preferred: DropOperation? = nil
  ) {
    self.region = region
    self.item = item
    self.destination = destination
    self.location = location
    self.preferred = preferred
  }
}

extension BoardEngine {
  /// A pointer over a region that is called by its name.
  ///
  ///     let basket = try engine.pointer(over: "basket")
  ///
  /// - Parameters:
  ///   - name: the region's.
  ///   - item: the item onto whose middle it points.
  ///   - destination: the place between items; `nil` if the pointer met none.
  /// - Throws: `unknownRegion`.
  public func pointer(
    over name: Text, onto item: ItemID? = nil, _ destination: Destination? = nil
  ) throws(DragError) -> Pointer {
    guard let region = board.region(named: name) else { throw .unknownRegion }
    return Pointer(over: region, onto: item, destination)
  }
}

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

/// A part of a board that may take items, from the outermost kind to the innermost.
public enum DropTarget<ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The board itself, for what no region takes.
  case board
  /// A region.
  case region(RegionID)
  /// A run of a region, which takes items at an offset.
  case run(RegionID, RunID)
  /// An item of a run, which takes others.
  case item(RegionID, RunID, ItemID)
}
