/// Why a drag cannot begin, or why there is none. The drag, if there is one, goes on.
public enum DragError: Error, Hashable, Sendable {
  case unknownItem
  case notDraggable
  case disabled
  case itemInUse
  case playerBusy
  /// More items would travel than the board allows at once.
  case tooManyItems
  case unknownSession
  /// The drag is somebody else's.
  case foreignSession
  case unknownRegion
}

/// What came of a drop, a tap or an action.
public enum DropOutcome: Hashable, Sendable {
  case performed(DropOperation)
  case refused(DropRefusal)
}

/// Why nothing happened. The model is then as before.
public enum DropRefusal: Error, Hashable, Sendable {
  /// The destination's own code for why, 0 if it gave none.
  case forbidden(reason: UInt8)
  /// The destination answered that the drag is to end without one.
  case cancelled
  case disabled
  case notEditing
  case actionDeclined
  /// The board's action lost or doubled an item: a mistake in the board, and no item was harmed.
  case conservationBroken
  /// A collection that is reorderable would hold an item twice.
  case itemNotUnique
  case itemVanished
  case itemInUse
  case unknownItem
  case unknownRegion
  case badDestination(ReorderError)
  /// What came from outside could not be read.
  case notTransferred(TransferError)
}

/// What clients are told beside the new state, in order of happening.
public enum BoardEvent<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>: Hashable,
  Sendable
{
  case drag(session: UInt32, player: UInt32, phase: DragSession<ItemID>.Phase)
  case drop(session: UInt32, target: DropTarget<ItemID>, phase: DropSession<ItemID, CollectionID>.Phase)
  /// A target opened because a drag rested above it.
  case sprung(session: UInt32, target: DropTarget<ItemID>)
  /// A player began or ended to edit a region.
  case editing(RegionID, player: UInt32, isOn: Bool)
}
