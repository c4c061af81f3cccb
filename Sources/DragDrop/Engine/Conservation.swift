/// Compares a model's items before and after one step. Promise: a move is a permutation, a copy may only
/// add items, and a deletion may only take away items that were dragged.
struct Conservation<ItemID: Hashable & Sendable> {
  private let isPermutation: Bool
  /// Identifiers that occur less often than before, and whether any occurs more often.
  private var lost: [ItemID] = []
  private var hasGained = false

  init(from before: [ItemID], to after: [ItemID]) {
    isPermutation = before == after
    if isPermutation { return }
    var counts: [ItemID: Int32] = [:]
    for id in after { counts[id, default: 0] += 1 }
    for id in before {
      if let count = counts[id], count > 0 {
        counts[id] = count - 1
      } else {
        lost.append(id)
      }
    }
    hasGained = after.count > before.count - lost.count
  }

  func allows(_ operation: DropOperation, of dragged: [ItemID]) -> Bool {
    if isPermutation { return operation != .cancel && operation != .forbidden }
    switch operation {
    case .move: return lost.isEmpty && !hasGained
    case .copy, .alias: return lost.isEmpty
    case .delete:
      let dragged = IdentifierSet(dragged)
      return !hasGained && lost.allSatisfy { dragged.contains($0) }
    case .cancel, .forbidden: return false
    }
  }
}
