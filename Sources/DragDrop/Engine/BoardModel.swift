/// What a board shows and changes: plain values with identifiers. Promise asked of it: equal calls
/// on equal models give equal results, so no clock and no chance inside.
///
/// A model that packs is kept as bytes for each step that can be taken back; others are kept as they are.
///
/// Items need not be `Identifiable`: the model names them by any `ItemID` it likes.
public protocol BoardModel: Packable {
  /// What lies on the board.
  associatedtype Item: Sendable
  /// Tells items apart. Clients see it, so it must contain nothing that is secret from any of
  /// them.
  associatedtype ItemID: Hashable & Sendable
  /// Tells the collections of a board apart; `Never` for a board without collections.
  associatedtype CollectionID: Hashable & Sendable = ReorderableSingleCollectionIdentifier

  /// Every item that the model holds and must not lose, once per occurrence, in any order. What a move
  /// leaves must be a permutation of what was there.
  func census() -> [ItemID]

  /// The item as it is now; `nil` if it is gone.
  subscript(id id: ItemID) -> Item? { get }

  /// Called on an earlier model that undo or redo is about to restore, so that what only grows
  /// (cards that were seen, the clock) and what undo should leave alone (selections) is carried over
  /// from the current one.
  mutating func keep(from current: Self)
}

extension BoardModel {
  /// Carries nothing over.
  public mutating func keep(from current: Self) {}
}
