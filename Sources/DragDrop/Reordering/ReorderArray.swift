/// Differences applied to arrays of values, under the names that SwiftUI's sample code uses. Promise:
/// a difference that does not fit changes nothing, and no element is ever lost.
extension Array where Element: Identifiable, Element.ID: Sendable {
  /// Moves the elements that a difference names, in the order of its sources, as one block.
  ///
  ///     .reorderContainer(for: Card.self) { board, difference in
  ///       board.cards.apply(difference: difference)
  ///     }
  ///
  /// - Returns: Whether the difference fits.
  @discardableResult
  public mutating func apply<CollectionID>(
    difference: ReorderDifference<Element.ID, CollectionID>, policy: ReorderPolicy = .strict
  ) -> Bool {
    apply(difference: difference, itemID: { $0.id }, policy: policy)
  }
}

extension Array {
  /// The same for elements that are not identifiable, or by another property than their `id`.
  ///
  /// - Returns: Whether the difference fits.
  @discardableResult
  public mutating func apply<ItemID, CollectionID>(
    difference: ReorderDifference<ItemID, CollectionID>, itemID: (Element) -> ItemID,
    policy: ReorderPolicy = .strict
  ) -> Bool {
    let only = difference.destination.collectionID
    do throws(ReorderError) {
      self = try rearranged([(only, self)], by: difference, itemID: itemID, policy: policy)[0]
      return true
    } catch {
      return false
    }
  }
}

/// A collection of items under a name of its own, one of several in a container.
public protocol ReorderableSection: Identifiable where ID: Sendable {
  associatedtype Item: Identifiable where Item.ID: Sendable

  /// In order.
  var items: [Item] { get set }
}

extension Array where Element: ReorderableSection {
  /// Moves items within and across the sections of this array.
  ///
  /// - Returns: Whether the difference fits.
  @discardableResult
  public mutating func apply(
    difference: ReorderDifference<Element.Item.ID, Element.ID>, policy: ReorderPolicy = .strict
  ) -> Bool {
    let sections = map { (id: $0.id, items: $0.items) }
    do throws(ReorderError) {
      let items = try rearranged(sections, by: difference, itemID: { $0.id }, policy: policy)
      for index in indices { self[index].items = items[index] }
      return true
    } catch {
      return false
    }
  }
}

/// The elements of each section after a difference.
private func rearranged<Element, ItemID, CollectionID>(
  _ sections: [(id: CollectionID, items: [Element])], by difference: ReorderDifference<ItemID, CollectionID>,
  itemID: (Element) -> ItemID, policy: ReorderPolicy
) throws(ReorderError) -> [[Element]] {
  var collections: [Arrangement<ItemID, CollectionID>.Collection] = []
  var elements: [ItemID: Element] = [:]
  for section in sections {
    var ids: [ItemID] = []
    for element in section.items {
      let id = itemID(element)
      ids.append(id)
      elements[id] = element
    }
    collections.append(.init(id: section.id, items: ids))
  }
  var arrangement = try Arrangement(checking: collections)
  try arrangement.apply(difference, policy: policy)
  return arrangement.collections.map { $0.items.compactMap { elements[$0] } }
}
