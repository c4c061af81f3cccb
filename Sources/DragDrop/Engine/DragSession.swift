/// One drag from lift to its end. Invariant: it holds at least one item, and no item of another
/// live session.
public struct DragSession<ItemID: Hashable & Sendable>: Identifiable, Hashable, Sendable {
  /// How far a drag has come.
  public enum Phase: Hashable, Sendable {
    /// Lifted, and not yet above anything.
    case initial
    /// Moved about.
    case active
    /// Dropped: the operation is known.
    case ending(DropOperation)
    /// Over. `forbidden` or `cancel`: everything has returned.
    case ended(DropOperation)
    /// Follows `ended` if something was really taken over.
    case dataTransferCompleted
  }

  /// How the items belong to where they come from.
  enum Origin: Hashable, Sendable {
    /// A source of its own: what is dropped where it came from comes from outside all the same.
    case source
    /// Reorderable collections of a reorder container.
    case reorder
    /// A run that is reordered by offsets.
    case offsets(RunID)
  }

  public let id: DragSessionID
  /// Who drags.
  public let player: PlayerID
  /// How far it has come.
  public internal(set) var phase: Phase
  /// What travels, in the order in which it will lie.
  public private(set) var draggedItemIDs: [ItemID]
  /// Which of them is under the finger, by its index.
  public private(set) var draggedItemIndex: Int
  /// Where the pointer was when it was last heard of. Informative.
  public internal(set) var location: Point
  /// The operations that the source offers; where the items are reordered they can always be moved.
  public let offered: DropOperation.Set
  /// The region that the items came from.
  public let source: RegionID
  let origin: Origin
  /// The destination above which it is; `nil` off all of them.
  public internal(set) var target: DropTarget<ItemID>?
  /// When it was last heard of.
  var touched: Tick
  var rest: Rest?

  /// A target above which the drag rests, which will spring when it has done so for long enough.
  struct Rest: Hashable, Sendable {
    let target: DropTarget<ItemID>
    let since: Tick
    var hasSprung = false
  }

  /// The same drag, as if only its first items travelled.
  func prefix(_ count: Int) -> Self {
    var session = self
    session.draggedItemIDs = Array(draggedItemIDs.prefix(count))
    if draggedItemIndex >= count { session.draggedItemIndex = 0 }
    return session
  }

  /// What travels, asked for by the type of its identifiers, as SwiftUI does.
  public func draggedItemIDs(for type: ItemID.Type) -> [ItemID] { draggedItemIDs }

  /// Nothing: identifiers of this type do not travel here.
  @_disfavoredOverload
  public func draggedItemIDs<Other>(for type: Other.Type) -> [Other] { [] }
}

/// One drag of an engine, which counts them from 1.
public struct DragSessionID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Of a drag that is only imagined, to learn where it could go.
  static var imagined: Self { Self(rawValue: 0) }

  var next: Self { Self(rawValue: rawValue &+ 1) }
}
