package import Wire

/// What people write on items, made harmless. Promise: a text that is shown beside others cannot change how they are
/// read: no controls, no changes of direction, not longer than its limit.
package enum DescribedText {
  /// A character that has no place in a text: a control, a line's end, a change of direction, a noncharacter.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Line and paragraph separators; marks, embeddings, overrides and isolates of direction.
    case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Interlinear notes, and a byte order mark in the middle of a text.
    case 0xFFF9...0xFFFB, 0xFEFF: true
    // Noncharacters, the last two of each plane among them. `properties` is a search in a table for every letter.
    case 0xFDD0...0xFDEF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  /// Whether there is anything to see in it.
  package static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && !isHarmful($0)
    }
  }

  /// What text from outside says as an item: its first line, and the rest as the smaller one. `nil` if there is
  /// nothing to see in it.
  package static func content(of text: String) -> ItemContent? {
    let lines = text.split { $0.isNewline }.map { tidied($0) }.filter { isVisible($0) }
    guard let first = lines.first else { return nil }
    return ItemContent(
      text: cut(first, to: BoardDescription.Limits.textMax),
      detail: cut(lines.dropFirst().joined(separator: " "), to: BoardDescription.Limits.detailMax))
  }

  /// Without what is harmful, and with single spaces only between words.
  private static func tidied(_ line: Substring) -> String {
    var scalars = String.UnicodeScalarView()
    var owesSpace = false
    for scalar in line.unicodeScalars {
      if scalar.properties.isWhitespace {
        owesSpace = !scalars.isEmpty
      } else if !isHarmful(scalar) {
        if owesSpace { scalars.append(" ") }
        owesSpace = false
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// No longer than that, with a sign that something is missing.
  static func cut(_ text: String, to charactersMax: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > charactersMax else { return text }
    return String(scalars.prefix(charactersMax - 1)) + "…"
  }
}
