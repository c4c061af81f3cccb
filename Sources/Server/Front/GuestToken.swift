import Bytes
import HTTP
import Hashes
import Rooms

/// The secret that somebody's browser or program keeps: "g1." and at least 17 more characters; "b1." for a program that
/// belongs to somebody.
enum GuestToken {
  private static let program = "b1."
  private static let guest = "g1."

  static func isToken(_ text: String) -> Bool {
    (text.hasPrefix(guest) || isProgram(text)) && text.utf8.count >= 20
  }

  static func isProgram(_ text: String) -> Bool { text.hasPrefix(program) }

  static func guest(random: [UInt8]) -> String { guest + hex(random) }
  static func program(random: [UInt8]) -> String { program + hex(random) }

  /// The guest whom a token names by itself. Derived, so tokens need not be stored and hold over restarts.
  static func guest(of token: String) -> GuestID {
    // Long enough that nobody finds another token for the id that everybody sees: a seat belongs to the id.
    GuestID(digest: SHA256.digest(of: Array(token.utf8)))
  }

  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1); nil when it is missing, twice there or no token.
  static func bearer(in headers: Headers) -> String? {
    let fields = headers.values("authorization")
    guard fields.count == 1 else { return nil }
    let words = fields[0].split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer",
      words[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    let token = String(words[1])
    return isToken(token) ? token : nil
  }
}
