import JSON

/// Why a text is no JSON, for its author.
enum SyntaxComplaint {
  static func words(for error: JSONError, in text: [UInt8]) -> (message: String, mend: String) {
    switch error.reason {
    case .ended: ("The text ends too early.", "Close what is still open: a quote, a ] or a }.")
    case .unexpected: unexpected(at: error.offset, in: text)
    case .mismatched: ("Another kind of value belongs here.", "Look at this place and just before it.")
    case .controlCharacter:
      (
        "A text goes on over the end of the line, or contains a tab.",
        "End it with a quote, or write \\n or \\t."
      )
    case .badEscape: ("There is no such escape.", "Write \\\\ for a backslash.")
    case .loneSurrogate: ("This is half of a character.", "Write the character itself instead of \\u….")
    case .badUTF8: ("This is not UTF-8.", "Save the file as UTF-8.")
    case .badNumber: ("This is no number.", "Write it without a leading 0.")
    case .notInteger: ("This is no whole number.", "Write it without a fraction.")
    case .numberTooLarge: ("This number is too large.", "Write a smaller one.")
    case .stringTooLong: ("This text is too long.", "Shorten it.")
    case .tooDeep: ("This is nested too deeply.", "No description needs more than a few levels of [ and {.")
    case .trailing: ("Something follows the description.", "Take out what stands behind the last }.")
    }
  }

  private static func unexpected(at offset: Int, in text: [UInt8]) -> (message: String, mend: String) {
    let here = text.indices.contains(offset) ? text[offset] : 0
    let last = text[..<min(offset, text.count)].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch (here, last) {
    case (UInt8(ascii: "]"), UInt8(ascii: ",")), (UInt8(ascii: "}"), UInt8(ascii: ",")):
      return (
        "Something is missing behind the comma.", "Take out the comma before this, or add what is missing."
      )
    case (UInt8(ascii: "'"), _), (0xE2, _):
      return ("Only straight double quotes are quotes here.", "Write \" in their place.")
    case (UInt8(ascii: "/"), _), (UInt8(ascii: "#"), _):
      return ("JSON has no comments.", "Take it out.")
    case (UInt8(ascii: "\""), _), (UInt8(ascii: "{"), _), (UInt8(ascii: "["), _):
      return (
        "Something is missing in front of this.", "Add a comma before it, or a colon behind a field's name."
      )
    default:
      return (
        "This character does not belong here.",
        "Names and texts stand in double quotes; look for a missing comma, colon, quote or bracket."
      )
    }
  }
}
