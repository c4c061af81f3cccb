/// Why a drag cannot begin, or why there is none.
public enum DragError: Error, Hashable, Sendable {
  case unknownItem
  case notDraggable
  case disabled
  case itemInUse
  case playerBusy
  case unknownSession
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
  case disabled
  case actionDeclined
  /// The board's action lost or doubled an item: a mistake in the board, and no item was harmed.
  case conservationBroken
  case itemVanished
  case badDestination(ReorderError)
}

/// What clients are told beside the new state, in order of happening.
public enum BoardEvent<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>: Hashable,
  Sendable
{
  case drag(session: UInt32, player: UInt32, phase: DragSession<ItemID>.Phase)
  case drop(session: UInt32, region: RegionID, phase: DropSession<ItemID, CollectionID>.Phase)
}
