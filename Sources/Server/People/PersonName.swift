import Rooms
import Wire

/// Names that people choose for the moment, and what is made of them before others read it.
enum PersonName {
  /// - Parameter name: as it was sent.
  static func printable(_ name: String, charactersMax: Int = WireLimits.nameCharactersMax) -> String {
    String(name.unicodeScalars.prefix(2 * charactersMax)).printable
  }

  /// The name of a guest who has no handle. A handle's sign is not for the taking.
  static func chosen(_ name: String, by guest: GuestID) -> String {
    let shown = String(printable(name).drop { signs.contains($0) || $0.isWhitespace })
    return shown.isEmpty ? "Guest " + guest.text.suffix(4) : shown
  }

  /// All that looks like "@".
  private static let signs: Set<Character> = ["@", "\u{FE6B}", "\u{FF20}"]
}
