import DragDrop

/// Text from outside, made fit to be shown in a line.
enum Words {
  /// Without control characters, without what would change how other text is read, and without blanks at the ends,
  /// cut to a length.
  static func tidy(_ text: String, scalarsMax: Int) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard kept.count < scalarsMax else { break }
      let isBlank = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      if !isBlank {
        guard !DescribedText.isHarmful(scalar) else { continue }
        kept.append(scalar)
      } else if let last = kept.last, last != " " {
        kept.append(" ")
      }
    }
    if kept.last == " " { kept.removeLast() }
    return String(kept)
  }
}

extension DropConfiguration {
  /// Copies of as many items as there is room for.
  static func copies(in session: DropSession<ItemID, CollectionID>, room: Int) -> Self {
    guard room > 0 else { return .forbidden(.full) }
    return DropConfiguration(
      operation: session.suggestedOperations.first(of: .copy),
      acceptedItemCount: UInt16(min(room, Int(UInt16.max))))
  }
}
