package import DragDrop
package import Wire

/// A board as somebody describes it: collections, the items in them, and who may drag what where. A value without
/// life: `kind` makes a board of it that tables can be opened with.
///
/// Promise of the code that makes one (`Descriptions` reads them): identifiers of collections are unique, what refers
/// to a collection names one that is there, and everything is within `Limits`.
package struct BoardDescription: Hashable, Sendable {
  /// What becomes of an item that comes from another collection.
  package enum Drop: String, Hashable, Sendable, CaseIterable {
    case move, copy
    /// The collection is a bin.
    case delete
  }

  package struct Collection: Hashable, Sendable {
    /// In lower-case letters, digits and hyphens.
    package var id: String
    package var title: String
    package var capacity: Int?
    /// Whether a drop says where among its items they go; otherwise they go to the end.
    package var isOrdered = true
    package var drop = Drop.move
    /// Text from outside becomes a new item here.
    package var acceptsText = false

    package init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  package struct Item: Hashable, Sendable {
    /// The identifier of a collection.
    package var place: String
    package var content: ItemContent
    package var tags: [String] = []

    package init(in place: String, _ content: ItemContent, tags: [String] = []) {
      self.place = place
      self.content = content
      self.tags = tags
    }
  }

  /// A permission: these items may be dragged from there to there, by these people. What is empty permits all.
  package struct Move: Hashable, Sendable {
    package var from: [String] = []
    package var to: [String] = []
    /// An item needs one of them.
    package var tags: [String] = []
    /// Seats, counted from 1.
    package var who: [Int] = []

    package init() {}
  }

  /// What screen readers call things.
  package struct Labels: Hashable, Sendable {
    package var item = DescribedLabel.usualItem
    package var collection = DescribedLabel.usualCollection
    /// The same for a collection with a capacity.
    package var limited = DescribedLabel.usualLimited

    package init() {}
  }

  /// In lower-case letters, digits and hyphens; people see the title.
  package var name = "own-board"
  package var title: String
  package var layout = Layout.columns
  /// How many may play at a table of it.
  package var seats = 4
  /// What is written where there is nothing.
  package var empty = ""
  /// Items can be tapped to be selected, and those selected are lifted together.
  package var selects = false
  package var formation = DragDropPreviewsFormation.default
  package var dropFormation = DragDropPreviewsFormation.default
  package var labels = Labels()
  package var collections: [Collection] = []
  package var items: [Item] = []
  /// Nothing in it: everybody may drag everything everywhere.
  package var moves: [Move] = []

  package init(title: String) {
    self.title = title
  }

  /// How large a description, and a table of it, may be.
  package enum Limits {
    package static let bytesMax = 65_536
    package static let collectionsMax = 24
    /// At the start, and as long as the table lives.
    package static let itemsMax = 500
    package static let movesMax = 48
    package static let seatsMax = 8
    package static let tagsMax = 8
    package static let fieldsMax = 8
    // In characters: Unicode scalars.
    package static let textMax = 200
    package static let detailMax = 400
    package static let titleMax = 80
    package static let labelMax = 120
    package static let symbolMax = 16
    package static let nameMax = 40
    /// Of all that is written on items, as long as the table lives: a newcomer is told all of it at once.
    package static let textBytesOfAllMax = 128 * 1024
    /// Of text that is dropped from outside.
    package static let textBytesMax = 4096
  }

  /// Layouts that a described board can have: those that show collections.
  package static let layouts: [Layout] = [.columns, .list, .row, .grid, .piles]
  /// The board's own name among its places, which no collection can have.
  package static let place: StaticString = "board"
}
