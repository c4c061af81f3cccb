/// Ordered collections of identifiers. Promise: a difference is applied whole or not at all, and
/// can be taken back. Invariant: every identifier lies in exactly one slot; the collections and
/// their order never change.
public struct Arrangement<ItemID: Hashable & Sendable, CollectionID: Hashable & Sendable>: Hashable,
  Sendable
{
  /// What can be applied to it.
  public typealias Difference = ReorderDifference<ItemID, CollectionID>

  /// A collection by its name, and what lies in it, in order.
  public struct Collection: Hashable, Sendable {
    public var id: CollectionID
    public var items: [ItemID]

    public init(id: CollectionID, items: [ItemID]) {
      self.id = id
      self.items = items
    }
  }

  /// Where an item lies: in which collection, and behind how many of its items.
  public struct Slot: Hashable, Sendable {
    public var collectionID: CollectionID
    public var index: Int
  }

  /// Where the moved items were. A difference that gathers from several places has no inverse
  /// difference, so the way back is a list of slots.
  public struct Undo: Hashable, Sendable {
    struct Origin: Hashable, Sendable {
      var item: ItemID
      var slot: Slot
    }

    /// In ascending order of index within each collection: put back in this order, each index is
    /// right when its turn comes.
    let origins: [Origin]

    /// False if the items lay already where the difference puts them.
    public let changes: Bool
  }

  /// In the order in which they were given.
  public private(set) var collections: [Collection]

  /// Collections that are known to be right.
  /// - Precondition: no identifier and no collection occurs twice.
  public init(_ collections: [Collection]) {
    self.collections = collections
    precondition(hasUniqueIDs, "an identifier occurs twice in an arrangement")
  }

  /// The same for collections from anywhere.
  /// - Throws: `notUnique` if an identifier or a collection occurs twice.
  public init(checking collections: [Collection]) throws(ReorderError) {
    self.collections = collections
    if !hasUniqueIDs { throw .notUnique }
  }

  // MARK: apply and revert

  /// Takes the sources out of wherever they are and puts them, in their order, at the destination.
  /// - Returns: The way back, for `revert(_:)`.
  /// - Throws: `unknownCollection` whatever the policy. Under the strict one also `emptySources`,
  ///   `duplicateSource` and `unknownSource` with the index in the difference's sources, and
  ///   `unknownAnchor`. The arrangement is then as before.
  @discardableResult
  public mutating func apply(
    _ difference: Difference, policy: ReorderPolicy = .strict
  ) throws(ReorderError) -> Undo {
    let sources = try checkedSources(difference.sources, policy: policy)
    guard let target = place(of: difference.destination.collectionID) else {
      throw .unknownCollection
    }
    let anchor = try checkedAnchor(
      difference.destination.position, in: target, moved: sources, policy: policy)
    guard !sources.isEmpty else { return Undo(origins: [], changes: false) }

    let before = collections[target].items
    let moved = IdentifierSet(sources)
    var origins: [Undo.Origin] = []
    for at in collections.indices {
      for (index, item) in collections[at].items.enumerated() where moved.contains(item) {
        origins.append(
          .init(item: item, slot: Slot(collectionID: collections[at].id, index: index)))
      }
      collections[at].items.removeAll { moved.contains($0) }
    }
    let index =
      anchor.flatMap { collections[target].items.firstIndex(of: $0) }
      ?? collections[target].items.count
    collections[target].items.insert(contentsOf: sources, at: index)
    return Undo(origins: origins, changes: collections[target].items != before)
  }

  /// Puts everything back that `apply` moved. Only the last difference applied may be taken back.
  public mutating func revert(_ undo: Undo) {
    remove(undo.origins.map { $0.item })
    for origin in undo.origins {
      guard let at = place(of: origin.slot.collectionID) else { continue }
      collections[at].items.insert(
        origin.item, at: min(origin.slot.index, collections[at].items.count))
    }
  }

  // MARK: items come and go

  /// Adds items that are not here yet.
  /// - Throws: `duplicateSource`, with its index among `items`, if one is here already or occurs
  ///   twice; `unknownCollection` and `unknownAnchor`.
  public mutating func insert(
    _ items: [ItemID], at destination: Difference.Destination
  ) throws(ReorderError) {
    var here = allItems
    for (index, item) in items.enumerated() where !here.insert(item) {
      throw .duplicateSource(index: index)
    }
    guard let target = place(of: destination.collectionID) else { throw .unknownCollection }
    let anchor = try checkedAnchor(destination.position, in: target, moved: [], policy: .strict)
    let index =
      anchor.flatMap { collections[target].items.firstIndex(of: $0) }
      ?? collections[target].items.count
    collections[target].items.insert(contentsOf: items, at: index)
  }

  /// Takes items out; unknown ones are passed over.
  public mutating func remove(_ items: [ItemID]) {
    let gone = IdentifierSet(items)
    for at in collections.indices { collections[at].items.removeAll { gone.contains($0) } }
  }

  // MARK: queries

  /// The items of a collection, empty if there is no such collection.
  public subscript(_ id: CollectionID) -> [ItemID] {
    place(of: id).map { collections[$0].items } ?? []
  }

  /// Where an item lies; `nil` if it is not here.
  /// - Complexity: O(items).
  public func slot(of item: ItemID) -> Slot? {
    for collection in collections {
      if let index = collection.items.firstIndex(of: item) {
        return Slot(collectionID: collection.id, index: index)
      }
    }
    return nil
  }

  // MARK: checks, all made before the first change

  private func place(of id: CollectionID) -> Int? {
    collections.firstIndex { $0.id == id }
  }

  private func checkedSources(
    _ wanted: [ItemID], policy: ReorderPolicy
  ) throws(ReorderError) -> [ItemID] {
    if policy == .strict && wanted.isEmpty { throw .emptySources }
    let here = allItems
    var met = IdentifierSet<ItemID>()
    var sources: [ItemID] = []
    for (index, item) in wanted.enumerated() {
      if !met.insert(item) {
        if policy == .strict { throw .duplicateSource(index: index) }
      } else if !here.contains(item) {
        if policy == .strict { throw .unknownSource(index: index) }
      } else {
        sources.append(item)
      }
    }
    return sources
  }

  /// The item in front of which to insert, `nil` for the end. An anchor that moves itself gives its
  /// part to the next item behind it that stays.
  private func checkedAnchor(
    _ position: Difference.Destination.Position, in target: Int, moved: [ItemID],
    policy: ReorderPolicy
  ) throws(ReorderError) -> ItemID? {
    guard case .before(let anchor) = position else { return nil }
    let items = collections[target].items
    guard let at = items.firstIndex(of: anchor) else {
      if policy == .forgiving { return nil }
      throw .unknownAnchor
    }
    let moving = IdentifierSet(moved)
    return items[at...].first { !moving.contains($0) }
  }

  private var allItems: IdentifierSet<ItemID> {
    var all = IdentifierSet<ItemID>()
    for collection in collections { for item in collection.items { _ = all.insert(item) } }
    return all
  }

  private var hasUniqueIDs: Bool {
    var items = IdentifierSet<ItemID>()
    for (at, collection) in collections.enumerated() {
      if collections[..<at].contains(where: { $0.id == collection.id }) { return false }
      for item in collection.items where !items.insert(item) { return false }
    }
    return true
  }
}
