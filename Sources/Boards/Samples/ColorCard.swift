package import Wire

/// A card of one colour.
package struct ColorCard: Identifiable, Hashable, Sendable {
  package internal(set) var id: String
  package var color: ItemContent.Color

  package init(id: String, color: ItemContent.Color) {
    self.id = id
    self.color = color
  }

  /// Called as its colour.
  package init(_ color: ItemContent.Color) {
    self.init(id: color.rawValue, color: color)
  }

  var content: ItemContent { ItemContent(text: id, color: color) }
}
