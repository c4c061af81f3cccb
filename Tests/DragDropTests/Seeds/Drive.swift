import DragDrop

/// Files and folders: an item that takes other items, and opens when a drag rests above it.
struct Node: Identifiable, Hashable, Sendable {
  let id: String
  var isFolder = false
  var isLocked = false
  /// The folder that it lies in; empty at the top.
  var folder = ""
}

struct Drive: BoardModel, Hashable {
  typealias Item = Node
  typealias ItemID = String
  typealias CollectionID = String

  var nodes: [Node]
  /// The folder whose contents the second region shows.
  var open = ""
  /// What the area around the items took.
  var heard: [String] = []

  /// "a b Folder/ Locked!": names, a slash behind folders, an exclamation mark behind locked ones.
  init(_ names: String) {
    nodes = names.split(separator: " ").map { name in
      let bare = String(name.prefix { $0 != "/" && $0 != "!" })
      return Node(id: bare, isFolder: bare.count < name.count, isLocked: name.hasSuffix("!"))
    }
  }

  func census() -> [String] { nodes.map { $0.id } }
  subscript(id id: String) -> Node? { nodes.first { $0.id == id } }

  func ids(in folder: String) -> [String] { nodes.filter { $0.folder == folder }.map { $0.id } }

  mutating func put(_ moved: [Node], into folder: String) -> Bool {
    for index in nodes.indices where moved.contains(where: { $0.id == nodes[index].id }) {
      if nodes[index].id == folder { return false }
      nodes[index].folder = folder
    }
    return true
  }

  static let desktop: RegionID = 0
  static let window: RegionID = 1
  static let tick: UInt32 = 30

  static let board = Board<Drive> {
    Region("desktop") {
      ForEach {
        $0.ids(in: "")
      } content: {
        ItemView()
          .draggable(preview: "icon")
          .dropDestination(isEnabled: { $0[id: $1]?.isFolder ?? false }) { drive, folder, nodes, _ in
            drive.put(nodes, into: folder)
          }
          .dropConfiguration { drive, folder, _ in
            drive[id: folder]?.isLocked == true ? .forbidden(reason: 7) : .init(operation: .move)
          }
          .onTap { drive, node, _ in
            guard drive[id: node]?.isFolder == true else { return false }
            drive.open = node
            return true
          }
          .springLoadingBehavior(after: tick)
      }
    }
    .dragConfiguration(DragConfiguration(allowMove: true))
    .dropDestination(for: Node.self) { drive, nodes, _ in
      drive.heard += nodes.map { $0.id }
      return drive.put(nodes, into: "")
    }
    .dropConfiguration { _, _ in .init(operation: .move) }
    Region("window") { ForEach { $0.open.isEmpty ? [] : $0.ids(in: $0.open) } }
      .dragContainer(for: Node.self) { _, ids in ids }
      .dragConfiguration(DragConfiguration(allowMove: true))
      .dropDestination(for: Node.self, isEnabled: { !$0.open.isEmpty }) { drive, nodes, _ in
        drive.put(nodes, into: drive.open)
      }
      .dropConfiguration { _, _ in .init(operation: .move) }
  }
}
