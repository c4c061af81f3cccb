/// Small numbers for items, given in the order in which items are first seen. Promise: an item keeps its
/// number, whatever is undone and played again. An item that is shown more than once (a copy in a basket) has
/// a number for each time it is shown. Invariant: numbers are never used for two items, and are at most `handleMax`.
struct HandleTable<ItemID: Hashable & Sendable>: Sendable {
  struct Occurrence: Hashable, Sendable {
    var item: ItemID
    /// 0 for the first time that it is shown, in the order of the board.
    var index: Int
  }

  /// What the protocol can name. A table on which so many things came and went takes no more new ones.
  static var handleMax: Int { 65_535 }

  private var handles: [Occurrence: Int] = [:]
  private var occurrences: [Occurrence] = []

  /// What it takes in memory, in bytes, but for names that are long.
  var byteCount: Int { occurrences.count * (MemoryLayout<Occurrence>.stride * 5 / 2 + 16) }

  /// In the order of their numbers.
  var all: [Occurrence] { occurrences }

  /// The item of a number, if it was given.
  func occurrence(_ handle: Int) -> Occurrence? {
    occurrences.indices.contains(handle) ? occurrences[handle] : nil
  }

  func handle(of item: ItemID, index: Int = 0) -> Int? {
    handles[Occurrence(item: item, index: index)]
  }

  func hasRoom(for count: Int) -> Bool { occurrences.count + count <= Self.handleMax + 1 }

  mutating func note(_ occurrence: Occurrence) {
    guard handles[occurrence] == nil else { return }
    handles[occurrence] = occurrences.count
    occurrences.append(occurrence)
  }
}
