package import DragDrop
package import Wire

/// An item of a described board.
package struct DescribedItem: Hashable, Sendable {
  /// Counted from 0 in the order of the description; new ones and copies go on counting.
  package internal(set) var id: Int
  package internal(set) var content: ItemContent
  package internal(set) var tags: [String]
}

/// What lies on a described board. Invariant: every item lies in exactly one collection, and no identifier is ever
/// used for two items, whatever is undone.
package struct DescribedModel: BoardModel, Hashable {
  package typealias Item = DescribedItem
  package typealias ItemID = Int
  package typealias CollectionID = Int
  package typealias Destination = ReorderDifference<Int, Int>.Destination

  /// By index of the collection in the description.
  package private(set) var collections: [[Int]]
  private var items: [Int: DescribedItem] = [:]
  private var whereabouts: [Int: Int] = [:]
  private var nextID = 0
  package private(set) var textBytes = 0
  private var selected: [PlayerID: [Int]] = [:]

  package init(_ description: BoardDescription) {
    collections = description.collections.map { _ in [] }
    for item in description.items {
      guard let place = description.collections.firstIndex(where: { $0.id == item.place }) else { continue }
      insert(item.content, tags: item.tags, at: collections[place].count, of: place)
    }
    checkInvariants()
  }

  package func census() -> [Int] { collections.flatMap { $0 } }
  package subscript(id id: Int) -> DescribedItem? { items[id] }
  package var count: Int { items.count }

  /// The collection in which an item lies.
  package func collection(of id: Int) -> Int? { whereabouts[id] }

  /// What moves can ask of an item.
  func tags(of id: Int) -> [String] { items[id]?.tags ?? [] }

  /// Undo brings back no selection, and no number for a second use.
  package mutating func keep(from current: Self) {
    nextID = max(nextID, current.nextID)
    selected = current.selected
  }

  // MARK: changes

  mutating func move(_ ids: [Int], to place: Destination) -> Bool {
    var arrangement = Arrangement(collections.enumerated().map { .init(id: $0, items: $1) })
    do throws(ReorderError) {
      try arrangement.apply(.init(sources: ids, destination: place))
    } catch {
      return false
    }
    collections = arrangement.collections.map { $0.items }
    for id in ids { whereabouts[id] = place.collectionID }
    checkInvariants()
    return true
  }

  /// New items, or copies.
  mutating func insert(_ new: [DescribedItem], at place: Destination) -> Bool {
    guard collections.indices.contains(place.collectionID) else { return false }
    var index = collections[place.collectionID].count
    if case .before(let anchor) = place.position {
      guard let found = collections[place.collectionID].firstIndex(of: anchor) else { return false }
      index = found
    }
    let brought = new.reduce(0) { $0 + $1.content.textBytes }
    guard textBytes + brought <= BoardDescription.Limits.textBytesOfAllMax else { return false }
    for item in new {
      insert(item.content, tags: item.tags, at: index, of: place.collectionID)
      index += 1
    }
    checkInvariants()
    return true
  }

  private mutating func insert(_ content: ItemContent, tags: [String], at index: Int, of place: Int) {
    items[nextID] = DescribedItem(id: nextID, content: content, tags: tags)
    textBytes += content.textBytes
    whereabouts[nextID] = place
    collections[place].insert(nextID, at: index)
    nextID += 1
  }

  mutating func remove(_ ids: [Int]) -> Bool {
    for id in ids {
      guard let item = items.removeValue(forKey: id), let place = whereabouts.removeValue(forKey: id) else {
        return false
      }
      textBytes -= item.content.textBytes
      collections[place].removeAll { $0 == id }
    }
    checkInvariants()
    return true
  }

  // MARK: selections

  /// What a player has selected and still lies here.
  func selection(of player: PlayerID) -> [Int] {
    (selected[player] ?? []).filter { items[$0] != nil }
  }

  mutating func toggle(_ id: Int, for player: PlayerID) -> Bool {
    var chosen = selection(of: player)
    if let at = chosen.firstIndex(of: id) { chosen.remove(at: at) } else { chosen.append(id) }
    selected[player] = chosen
    return true
  }

  /// Whether any of them was selected.
  mutating func deselect(_ ids: [Int], for player: PlayerID) -> Bool {
    guard let chosen = selected[player], chosen.contains(where: { ids.contains($0) }) else { return false }
    selected[player] = chosen.filter { !ids.contains($0) }
    return true
  }

  private func checkInvariants() {
    assert(
      census().count == items.count && items.count == whereabouts.count, "an item lies twice, or nowhere")
    assert(
      collections.enumerated().allSatisfy { place, ids in ids.allSatisfy { whereabouts[$0] == place } },
      "an item lies where it is not said to lie")
  }
}

// MARK: - As bytes

extension DescribedItem: Storable {
  package static var blank: DescribedItem { DescribedItem(id: 0, content: .blank, tags: []) }

  package mutating func code(by c: inout ByteCoder) {
    c.number(&id)
    c.code(&content)
    c.code(&tags)
  }
}

extension DescribedModel: StoredModel {
  package mutating func code(by c: inout ByteCoder) {
    let count = c.count(collections.count)
    // Of the same description.
    c.require(count == collections.count)
    var lists = collections.map { ids in ids.compactMap { items[$0] } }
    for place in lists.indices { c.code(&lists[place]) }
    c.number(&nextID)
    var chosen = Selections<Int>()
    for (player, ids) in selected.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { chosen[player] = ids }
    c.code(&chosen)
    guard c.isReading, !c.isBroken else { return }
    let all = lists.flatMap { $0 }
    c.require(areUnique(all.map { $0.id }) && all.allSatisfy { $0.id < nextID })
    if c.isBroken { return }
    collections = lists.map { list in list.map { $0.id } }
    items = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    textBytes = all.reduce(0) { $0 + $1.content.textBytes }
    whereabouts = [:]
    for (place, ids) in collections.enumerated() { for id in ids { whereabouts[id] = place } }
    selected = Dictionary(uniqueKeysWithValues: chosen.all.map { ($0.player, $0.items) })
    checkInvariants()
  }
}
