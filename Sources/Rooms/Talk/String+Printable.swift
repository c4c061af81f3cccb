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
      // A picture is asked for behind a sign that there is one of.
      if scalar == "\u{FE0F}", let last = text.last, !last.isASCII, last.properties.isEmoji {
        text.append(scalar)
        continue
      }
      // Letters and marks that show nothing make a text look like another, or an empty one like one.
      if properties.isDefaultIgnorableCodePoint || Self.blanks.contains(scalar) { continue }
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        continue
      case .nonspacingMark, .enclosingMark: marks += 1
      default: marks = 0
      }
      // A letter may carry marks, but not a tower of them.
      if marks <= Self.marksInARowMax { text.append(scalar) }
    }
    if text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Signs that are drawn as nothing, and count as something.
  private static let blanks: Set<Unicode.Scalar> = ["\u{2800}"]

  /// More than any writing has on one letter.
  private static let marksInARowMax = 4
}
