import Rooms
import Wire

/// Names that people choose for the moment, and what is made of them before others read it.
enum PersonName {
  /// A name without line breaks, invisible marks and changes of direction, which would play tricks on those who
  /// read it.
  static func printable(_ name: String, charactersMax: Int = WireLimits.nameCharactersMax) -> String {
    var text = String.UnicodeScalarView()
    // A letter may carry marks, but not a tower of them.
    for scalar in name.unicodeScalars.prefix(2 * charactersMax) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        continue
      default: if scalar != " " || !(text.isEmpty || text.last == " ") { text.append(scalar) }
      }
    }
    if text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The name of a guest who has no handle. A handle's sign is not for the taking.
  static func chosen(_ name: String, by guest: GuestID) -> String {
    let shown = printable(String(printable(name).drop { signs.contains($0) || $0.isWhitespace }))
    return shown.isEmpty ? "Guest " + guest.text.suffix(4) : shown
  }

  /// All that looks like "@".
  private static let signs: Set<Character> = ["@", "\u{FE6B}", "\u{FF20}"]
}
