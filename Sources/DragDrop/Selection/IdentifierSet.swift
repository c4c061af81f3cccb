/// Identifiers to look others up in: a list while there are few, which is nearly always, and hashed
/// beyond that, so that a thousand dragged items do not cost a million comparisons. Invariant: it is
/// only asked, never iterated, so no hash order can be seen.
struct IdentifierSet<ItemID: Hashable & Sendable>: Sendable {
  static var listedMax: Int { 16 }

  private var listed: [ItemID] = []
  private var hashed: Set<ItemID> = []

  init() {}

  init(_ items: some Collection<ItemID>) {
    if items.count <= Self.listedMax {
      listed = Array(items)
    } else {
      hashed = Set(items)
    }
  }

  func contains(_ item: ItemID) -> Bool {
    hashed.isEmpty ? listed.contains(item) : hashed.contains(item)
  }

  /// Whether the item is new.
  mutating func insert(_ item: ItemID) -> Bool {
    guard hashed.isEmpty else { return hashed.insert(item).inserted }
    if listed.contains(item) { return false }
    if listed.count < Self.listedMax {
      listed.append(item)
    } else {
      hashed = Set(listed)
      hashed.insert(item)
    }
    return true
  }
}
