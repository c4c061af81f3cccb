/// Reordering by offsets, as lists with an edit mode ask for it.
extension Array {
  /// Moves the elements at `offsets`, keeping their order, in front of the element at `target`. All
  /// offsets, the target too, are those *before* the move:
  ///
  ///     var list = ["A", "B", "C", "D"]
  ///     list.move(fromOffsets: [0, 3], toOffset: 2)  // ["B", "A", "D", "C"]
  ///
  /// - Returns: Whether all offsets lie in the list. If not, nothing has changed: no element is
  ///   moved.
  @discardableResult
  public mutating func move(fromOffsets offsets: [Int], toOffset target: Int) -> Bool {
    guard 0...count ~= target, offsets.allSatisfy({ indices.contains($0) }) else { return false }
    let moving = IdentifierSet(offsets)
    var front: [Element] = []
    var moved: [Element] = []
    var back: [Element] = []
    for index in indices {
      if moving.contains(index) {
        moved.append(self[index])
      } else if index < target {
        front.append(self[index])
      } else {
        back.append(self[index])
      }
    }
    self = front + moved + back
    return true
  }
}

/// A move by offsets, read from identifiers: what a drag in a list that knows only offsets means.
struct OffsetMove: Hashable, Sendable {
  let offsets: [Int]
  let target: Int

  /// - Throws: `ReorderError` if the items are not all in the list.
  init<ItemID: Hashable & Sendable, CollectionID>(
    _ difference: ReorderDifference<ItemID, CollectionID>, in list: [ItemID]
  ) throws(ReorderError) {
    let moving = IdentifierSet(difference.sources)
    offsets = list.indices.filter { moving.contains(list[$0]) }
    guard offsets.count == difference.sources.count else { throw .unknownSource(index: 0) }
    switch difference.destination.position {
    case .end: target = list.count
    case .before(let anchor):
      guard let index = list.firstIndex(of: anchor) else { throw .unknownAnchor }
      target = index
    }
  }

  /// Offsets from anywhere, for a list of `count` items.
  /// - Throws: `emptySources`, `offsetOutOfRange`, or `duplicateSource`.
  init(_ offsets: [Int], to target: Int, count: Int) throws(ReorderError) {
    if offsets.isEmpty { throw .emptySources }
    guard 0...count ~= target else { throw .offsetOutOfRange }
    var met = IdentifierSet<Int>()
    for (index, offset) in offsets.enumerated() {
      guard 0..<count ~= offset else { throw .offsetOutOfRange }
      if !met.insert(offset) { throw .duplicateSource(index: index) }
    }
    self.offsets = offsets.sorted()
    self.target = target
  }

  /// Whether anything in a list would lie elsewhere afterwards.
  var changes: Bool {
    guard let first = offsets.first, let last = offsets.last else { return false }
    let isBlock = last - first == offsets.count - 1
    return !isBlock || target < first || target > last + 1
  }
}
