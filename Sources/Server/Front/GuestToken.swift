import HTTP

/// The secret that a guest's browser keeps: "g1." and at least 17 more characters.
enum GuestToken {
  static func isToken(_ text: String) -> Bool {
    text.hasPrefix("g1.") && text.utf8.count >= 20
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
