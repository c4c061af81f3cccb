/// Takes secrets out of what is logged. Nobody logs one on purpose; this is for texts that hold more than their author
/// thought of. Promise: no guest's token and no visit's id leaves it, whatever stands around them.
///
///     redacted("hello g1.0123456789abcdef")         // hello g1.…
///     redacted("Authorization: Bearer abc.def")     // Authorization: Bearer …
enum Redaction {
  /// What stands under these names is never shown.
  static let secretKeys: Set<String> = [
    "authorization", "cookie", "password", "secret", "sid", "tok", "token", "visit",
  ]

  static let mask = "…"

  static func redacted(_ text: String) -> String {
    // Most lines hold no word that is long enough, or begins like a secret.
    guard mayHoldSecret(text) else { return text }
    var result = ""
    var word = ""
    var hidesNext = false
    func end(_ word: inout String) {
      guard !word.isEmpty else { return }
      if hidesNext || isSecret(word) {
        result += word.hasPrefix("g1.") ? "g1." + mask : mask
      } else {
        result += word
      }
      hidesNext = ["bearer", "basic"].contains(word.lowercased())
      word = ""
    }
    for character in text {
      if isPartOfWord(character) {
        word.append(character)
      } else {
        end(&word)
        // Only spaces may stand between a scheme and its secret.
        if character != " " { hidesNext = false }
        result.append(character)
      }
    }
    end(&word)
    return result
  }

  private static func mayHoldSecret(_ text: String) -> Bool {
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: " ") ? 0 : run + 1
      if run >= shortestMax { return true }
    }
    let lower = text.lowercased()
    return lower.contains("g1.") || lower.contains("bearer ") || lower.contains("basic ")
  }

  /// A visit's id has 32 digits, and a guest's token at least 20 characters.
  private static let shortestMax = 20

  /// A guest's token, or the 32 hexadecimal digits of a visit's id; other things have other lengths or a mark before
  /// them ("g_" a guest's id, 64 digits a blob's).
  private static func isSecret(_ word: String) -> Bool {
    word.hasPrefix("g1.") || word.utf8.count == 32 && word.allSatisfy(\.isHexDigit)
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "._~+/=-".contains(character)
  }
}
