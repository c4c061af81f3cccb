/// Why a call about a drag was refused: it cannot begin, or does not exist. A drag that exists goes on.
public enum DragError: Error, Hashable, Sendable {
  /// No such item is on the board, or nothing shows it.
  case unknownItem
  /// The item is no source, or its drag container answers with nothing.
  case notDraggable
  /// Reordering is switched off here, or the player does not edit the list.
  case disabled
  /// Somebody else drags an item that would travel.
  case itemInUse
  /// The player drags something else.
  case playerBusy
  /// More items would travel than the board allows at once.
  case tooManyItems
  /// The drag is over, or never was.
  case unknownSession
  /// The drag is somebody else's.
  case foreignSession
  /// The board has no such region.
  case unknownRegion
}

/// The result of a drop, a tap or an action.
public enum DropOutcome: Hashable, Sendable {
  /// It has happened. Taps and other actions count as `move`.
  case performed(DropOperation)
  /// Nothing has happened.
  case refused(DropRefusal)
}

/// Why nothing happened. The model is then as before.
public enum DropRefusal: Error, Hashable, Sendable {
  /// The destination's own code for why, 0 if it gave none.
  case forbidden(reason: UInt8)
  /// The destination answered that the drag is to end without one.
  case cancelled
  /// There is a destination or a button, and it is not enabled.
  case disabled
  /// The list is moved only by those who edit it, and the player does not.
  case notEditing
  /// The board's action answered `false`.
  case actionDeclined
  /// The board's action lost or doubled an item: a mistake in the board, and no item was harmed.
  case conservationBroken
  /// A collection that is reorderable would hold an item twice.
  case itemNotUnique
  /// An item is gone since it was lifted.
  case itemVanished
  /// Somebody else drags an item that would be moved.
  case itemInUse
  /// The region shows no such item.
  case unknownItem
  /// The board has no such region.
  case unknownRegion
  /// The place is not there, or the items are no longer where they were lifted.
  case badDestination(ReorderError)
  /// What came from outside could not be read.
  case notTransferred(TransferError)
}

/// What clients are told beside the new state, in order of happening.
public enum BoardEvent<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>: Hashable,
  Sendable
{
  /// A drag began, was dropped, or ended.
  case drag(session: DragSessionID, player: PlayerID, phase: DragSession<ItemID>.Phase)
  /// A drag entered a destination, moved above it, left it, or was taken by it.
  case drop(
    session: DragSessionID, target: DropTarget<ItemID>, phase: DropSession<ItemID, CollectionID>.Phase)
  /// A target opened because a drag rested above it.
  case sprung(session: DragSessionID, target: DropTarget<ItemID>)
  /// A player began or ended to edit a region.
  case editing(RegionID, player: PlayerID, isOn: Bool)
}
