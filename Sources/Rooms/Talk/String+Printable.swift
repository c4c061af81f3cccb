extension String {
  /// This text in one line, without invisible marks and changes of direction, which would play tricks on those who read
  /// it, and without blanks at its ends.
  ///
  ///     "two \n\n words\u{202E}".printable   // "two words"
  package var printable: String {
    var text = UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      let properties = scalar.properties
      if properties.isWhitespace {
        if let last = text.last, last != " " { text.append(" ") }
        continue
      }
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        continue
      case .nonspacingMark, .enclosingMark: marks += 1
      // Letters that show nothing make an empty text look like one.
      case _ where properties.isDefaultIgnorableCodePoint: continue
      default: marks = 0
      }
      // A letter may carry marks, but not a tower of them.
      if marks <= Self.marksInARowMax { text.append(scalar) }
    }
    if text.last == " " { text.removeLast() }
    return String(text)
  }

  /// More than any writing has on one letter.
  private static let marksInARowMax = 4
}
