import DragDrop

extension DropConfiguration {
  /// Copies of as many items as there is room for.
  static func copies(in session: DropSession<ItemID, CollectionID>, room: Int) -> Self {
    guard room > 0 else { return .forbidden(.full) }
    return DropConfiguration(
      operation: session.suggestedOperations.first(of: .copy),
      acceptedItemCount: room)
  }
}
