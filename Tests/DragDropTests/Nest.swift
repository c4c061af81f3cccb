import DragDrop

/// Destinations within destinations: an item, its run, its region, the board. Each says who it was
/// when it takes something, and can be disabled or made to refuse.
struct Nest: BoardModel, Hashable {
  enum Level: String, CaseIterable, Sendable {
    case item
    case run
    case region
    case board
  }

  struct Item: Identifiable, Hashable, Sendable {
    let id: String
  }
  typealias CollectionID = String

  var eggs = ["x", "y"]
  var twigs = ["a", "b"]
  var heard: [String] = []
  var disabled: Set<Level> = []
  var refusing: Set<Level> = []

  func census() -> [String] { eggs + twigs }
  subscript(id id: String) -> Item? { (eggs + twigs).contains(id) ? Item(id: id) : nil }

  func configuration(_ level: Level) -> DropConfiguration<String, String> {
    refusing.contains(level)
      ? .forbidden(reason: UInt8(level.rawValue.utf8.count)) : DropConfiguration(operation: .copy)
  }

  mutating func hear(_ level: Level, _ words: String) -> Bool {
    heard.append("\(level) \(words)")
    return true
  }

  static let eggs: RegionID = 0
  static let twigs: RegionID = 1

  static let board = Board<Nest> {
    Region("eggs") { ForEach { $0.eggs } }.dragContainer { _, ids in ids }
    Region("twigs") {
      ForEach {
        $0.twigs
      } content: {
        ItemView()
          .draggable()
          .dropDestination(isEnabled: { nest, _ in !nest.disabled.contains(.item) }) { nest, id, _, _ in
            nest.hear(.item, id)
          }
          .dropConfiguration { nest, _, _ in nest.configuration(.item) }
      }
      .collection("twigs")
      .dropDestination(isEnabled: { !$0.disabled.contains(.run) }) { nest, _, index in
        nest.hear(.run, "\(index)")
      }
      .dropConfiguration { nest, _ in nest.configuration(.run) }
    }
    .dropDestination(isEnabled: { !$0.disabled.contains(.region) }) { nest, items, _ in
      nest.hear(.region, "\(items.count)")
    }
    .dropConfiguration { nest, _ in nest.configuration(.region) }
  }
  .dropDestination(isEnabled: { !$0.disabled.contains(.board) }) { nest, items, _ in
    nest.hear(.board, "\(items.count)")
  }
  .dropConfiguration { nest, _ in nest.configuration(.board) }
}
