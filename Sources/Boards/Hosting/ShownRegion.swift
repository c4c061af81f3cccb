package import DragDrop
package import Wire

/// A region as everybody sees it.
package struct ShownRegion: Hashable, Sendable {
  package struct Button: Hashable, Sendable {
    package var label: String
    package var isEnabled: Bool
  }

  package struct Run: Hashable, Sendable {
    package var place: String
    package var title: String
    /// Its items can be lifted, by somebody at some time.
    package var isSource: Bool
    /// A drop says where among its items they go.
    package var isOrdered: Bool
    package var capacity: Int?
    package var items: [Item]
  }

  package struct Item: Hashable, Sendable {
    package var handle: Int
    /// nil: it lies face down.
    package var content: ItemContent?
  }

  package var name: String
  package var title: String
  package var label: String
  package var layout: Layout
  package var empty: String
  package var formation: DragDropPreviewsFormation
  package var dropFormation: DragDropPreviewsFormation
  package var button: Button?
  package var editMode: EditMode?
  /// Who edits it.
  package var editors: [UInt32]
  package var hasTaps: Bool
  /// Kinds of data that it takes from outside, as MIME types.
  package var takes: [String]
  package var gives: Bool
  package var scrolls: Bool
  package var preview: String
  package var runs: [Run]
}
