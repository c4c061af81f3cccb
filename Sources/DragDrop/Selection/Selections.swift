/// Which items each person has selected. Promise: one person's selection never touches another's.
/// Invariant: nobody has an empty selection stored, and nobody is stored twice.
///
/// A model keeps it, and shows it to the engine through ``Region/dragContainerSelection(_:)``.
public struct Selections<ItemID: Hashable & Sendable>: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let player: PlayerID
    var items: [ItemID]
  }

  private var entries: [Entry] = []

  public init() {}

  /// In the order of selecting; setting an empty list clears it.
  public subscript(_ player: PlayerID) -> [ItemID] {
    get { entries.first { $0.player == player }?.items ?? [] }
    set {
      entries.removeAll { $0.player == player }
      if !newValue.isEmpty { entries.append(Entry(player: player, items: newValue)) }
    }
  }

  /// Everybody's, in the order of their last change.
  package var all: [(player: PlayerID, items: [ItemID])] { entries.map { ($0.player, $0.items) } }

  /// Selects an item, or takes it out of the selection.
  public mutating func toggle(_ item: ItemID, by player: PlayerID) {
    var items = self[player]
    if let index = items.firstIndex(of: item) {
      items.remove(at: index)
    } else {
      items.append(item)
    }
    self[player] = items
  }
}
