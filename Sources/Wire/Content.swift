/// What is written on an item of a board, for everybody who may see it.
package struct ItemContent: Hashable, Sendable {
  /// A named value: a column where items are shown as a table, a row where one is shown alone.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var text: String
  /// A second, smaller line.
  package var detail: String
  /// A picture in a character or two, before the text.
  package var symbol: String
  /// A word; empty for none.
  package var color: String
  /// A playing card, rank and suit such as "5H": it is drawn instead of all else.
  package var face: String
  /// The address of a picture.
  package var image: String
  package var fields: [Field]
  /// What a screen reader calls it.
  package var label: String

  package init(
    text: String, detail: String = "", symbol: String = "", color: String = "", face: String = "",
    image: String = "", fields: [Field] = [], label: String = ""
  ) {
    self.text = text
    self.detail = detail
    self.symbol = symbol
    self.color = color
    self.face = face
    self.image = image
    self.fields = fields
    self.label = label
  }

  /// What the view hash counts of it.
  package var hashed: String { [text, detail, symbol, color, face, image].joined(separator: "|") }
}

/// Where a picture is fetched that the server keeps, by its name among blobs.
package func blobAddress(_ name: String) -> String { "/api/blobs/\(name)" }

/// What may change of a region while its items stay: nil stays as it was.
package struct RegionChange: Equatable, Sendable {
  package var name: String
  package var title: String?
  package var label: String?
  package var formation: String?
  package var button: ButtonTold?
  package var editing: [Int]?

  package init(
    name: String, title: String? = nil, label: String? = nil, formation: String? = nil,
    button: ButtonTold? = nil, editing: [Int]? = nil
  ) {
    self.name = name
    self.title = title
    self.label = label
    self.formation = formation
    self.button = button
    self.editing = editing
  }
}

package struct ButtonTold: Equatable, Sendable {
  package var label: String
  package var isEnabled: Bool

  package init(label: String, isEnabled: Bool) {
    self.label = label
    self.isEnabled = isEnabled
  }
}

/// What somebody has selected.
package struct SelectionTold: Equatable, Sendable {
  package var seat: Int
  package var items: [Int]

  package init(seat: Int, items: [Int]) {
    self.seat = seat
    self.items = items
  }
}

/// An item as data that leaves the board.
package struct ItemData: Equatable, Sendable {
  package struct Way: Equatable, Sendable {
    package enum Body: Equatable, Sendable {
      case text(String)
      /// An address on this server.
      case url(String)
    }

    /// A MIME type.
    package var type: String
    package var fileName: String?
    package var body: Body

    package init(type: String, fileName: String? = nil, body: Body) {
      self.type = type
      self.fileName = fileName
      self.body = body
    }
  }

  package var handle: Int
  package var ways: [Way]

  package init(handle: Int, ways: [Way]) {
    self.handle = handle
    self.ways = ways
  }
}
