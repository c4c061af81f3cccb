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
      result += !hidesNext ? masked(word) : word.hasPrefix("g1.") ? "g1." + mask : mask
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

  /// A word without what is secret in it: paths and assignments ("tok=g1.…") are one word each.
  private static func masked(_ word: String) -> String {
    let bytes = Array(word.utf8)
    guard let start = bytes.indices.first(where: { isToken(bytes, at: $0) }) else {
      return withoutVisits(bytes[...])
    }
    // Whatever belongs to a token is in its word, so the rest of that goes with it.
    return withoutVisits(bytes[..<start]) + "g1." + mask
  }

  /// Behind a letter, only what is as long as a token may be one: "arg1.value" is not.
  private static func isToken(_ bytes: [UInt8], at start: Int) -> Bool {
    guard bytes[start...].starts(with: "g1.".utf8) else { return false }
    return start == 0 || !isLetterOrDigit(bytes[start - 1]) || bytes.count - start >= shortestMax
  }

  /// Visits' ids are 32 hexadecimal digits, perhaps right behind a letter that could be one more. Other things have
  /// other lengths or a mark before them ("g_" a guest's id, 64 digits a blob's).
  private static func withoutVisits(_ bytes: ArraySlice<UInt8>) -> String {
    var result = ""
    var rest = bytes
    while let start = rest.firstIndex(where: isHexDigit) {
      let end = rest[start...].firstIndex { !isHexDigit($0) } ?? rest.endIndex
      let isVisit = (32..<64).contains(end - start) && !(end - start == 32 && isMarked(bytes, at: start))
      result += String(decoding: rest[..<start], as: UTF8.self)
      result += isVisit ? mask : String(decoding: rest[start..<end], as: UTF8.self)
      rest = rest[end...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }

  private static func isMarked(_ bytes: ArraySlice<UInt8>, at start: Int) -> Bool {
    let head = bytes[..<start]
    guard head.suffix(2).elementsEqual("g_".utf8) else { return false }
    return head.dropLast(2).last.map { !isLetterOrDigit($0) } ?? true
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "._~+/=-".contains(character)
  }
}
