package import Wire

/// What the author of a board writes on an item.
extension ItemContent {
  /// The colours that a client can paint an item in.
  package enum Color: String, Hashable, Sendable, CaseIterable {
    case blue, green, yellow, orange, pink, red, purple, teal, gray, white
  }

  package init(text: String, detail: String = "", symbol: String = "", color: Color?) {
    self.init(text: text, detail: detail, symbol: symbol, color: color?.rawValue ?? "")
  }

  /// Of all that is written on it, in UTF-8.
  var textBytes: Int {
    text.utf8.count + detail.utf8.count + symbol.utf8.count
      + fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
