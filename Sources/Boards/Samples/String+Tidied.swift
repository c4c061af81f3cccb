extension String {
  /// This text, made fit to be shown in a line: without control characters, without what would change how other text is
  /// read, without blanks at the ends, and cut to a length.
  func tidied(scalarsMax: Int) -> String {
    var kept = UnicodeScalarView()
    for scalar in unicodeScalars {
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
