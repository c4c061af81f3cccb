/// What a board shows and changes: plain values with identifiers. Promise asked of it: equal calls
/// on equal models give equal results, so no clock and no chance inside.
///
/// Items need not be `Identifiable`: the model names them by any `ItemID` it likes.
public protocol BoardModel: Sendable {
  associatedtype Item: Sendable
  associatedtype ItemID: Hashable & Sendable
  associatedtype CollectionID: Hashable & Sendable

  /// Every item that the model holds, once per occurrence, in any order.
  func census() -> [ItemID]

  subscript(id id: ItemID) -> Item? { get }

  /// Called on an earlier model that undo or redo is about to restore, so that what only grows
  /// (cards that were seen, the clock) and what undo should leave alone (selections) is carried over
  /// from the current one.
  mutating func keep(from current: Self)
}

extension BoardModel {
  public mutating func keep(from current: Self) {}
}
