package import DragDrop
import Wire

/// The tutorial's list, which is reordered by offsets.
package struct ReorderableList: BoardModel, Hashable {
  package typealias Item = String
  package typealias ItemID = String
  package typealias CollectionID = ReorderableSingleCollectionIdentifier

  package var items = ["Alpha", "Beta", "Gamma", "Delta"]

  package init() {}

  package func census() -> [String] { items }
  package subscript(id id: String) -> String? { items.contains(id) ? id : nil }

  package static func board(_ mode: EditMode) -> Board<ReorderableList> {
    Board {
      Region("list") {
        ForEach({ $0.items }, id: { $0 })
          .onMove { list, source, destination in
            list.items.move(fromOffsets: source, toOffset: destination)
          }
          .collection()
      }
      .editMode(mode)
    }
  }

  package static let kind = BoardKind(
    name: "list", title: "List", board: board(.toggle),
    start: { _ in ReorderableList() },
    content: { _, item in ItemContent(text: item) },
    placeName: { _ in "list" },
    looks: [RegionLook(.list)])
}
