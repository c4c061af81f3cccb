import DragDrop

/// The tutorial's list that is reordered by offsets, in edit mode or always.
struct ReorderableList: BoardModel, Hashable {
  typealias Item = String
  typealias ItemID = String
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var items = ["Alpha", "Beta", "Gamma", "Delta"]

  func census() -> [String] { items }
  subscript(id id: String) -> String? { items.contains(id) ? id : nil }

  static func board(_ mode: EditMode) -> Board<ReorderableList> {
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
}
