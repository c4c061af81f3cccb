import Rooms
import Wire

/// Names that people choose for the moment, and what is made of them before others read it.
enum PersonName {
  /// - Parameter name: as it was sent.
  static func printable(_ name: String, charactersMax: Int = WireLimits.nameCharactersMax) -> String {
    String(String(name.unicodeScalars.prefix(2 * charactersMax)).printable.prefix(charactersMax))
  }

  /// The name of a guest who has no handle. A handle's sign is not for the taking.
  static func chosen(_ name: String, by guest: GuestID) -> String {
    let plain = printable(name).unicodeScalars.filter { !signs.contains($0) }
    let shown = String(String.UnicodeScalarView(plain.drop(while: isOrnament)))
    return shown.isEmpty ? "Guest " + guest.text.suffix(4) : shown
  }

  /// What stands for nothing by itself.
  private static func isOrnament(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: scalar.properties.isWhitespace
    }
  }

  /// What looks like "@".
  private static let signs: Set<Unicode.Scalar> = ["@", "\u{24B6}", "\u{24D0}", "\u{FE6B}", "\u{FF20}"]
}
