/// What everybody sees of an item of a board.
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

  /// The colours that a client can paint an item in.
  package enum Color: String, Hashable, Sendable, CaseIterable {
    case blue, green, yellow, orange, pink, red, purple, teal, gray, white
  }

  /// What is written on it.
  package var text: String
  /// A second, smaller line.
  package var detail = ""
  /// A picture in a character or two, before the text.
  package var symbol = ""
  package var color: Color?
  /// A playing card, rank and suit such as "5H": it is drawn instead of all else.
  package var face = ""
  /// A picture that the server keeps, by its name among blobs.
  package var image = ""
  package var fields: [Field] = []
  /// What a screen reader calls it.
  package var label = ""

  /// Of all that is written on it, in UTF-8.
  var textBytes: Int {
    text.utf8.count + detail.utf8.count + symbol.utf8.count
      + fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  package init(
    text: String, detail: String = "", symbol: String = "", color: Color? = nil, face: String = "",
    image: String = "", fields: [Field] = []
  ) {
    self.text = text
    self.detail = detail
    self.symbol = symbol
    self.color = color
    self.face = face
    self.image = image
    self.fields = fields
  }
}
