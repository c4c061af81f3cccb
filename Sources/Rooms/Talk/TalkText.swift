import Wire

/// A text that may be said at a table: in one line, neither empty nor too long, and without a link.
struct TalkText: Equatable {
  /// Why a text may not be said, in words for people.
  enum Fault: String, Error {
    case length = "a text has 1 to 140 characters"
    case link = "links are not allowed in chat"
  }

  let text: String

  init(_ given: String) throws(Fault) {
    let text = given.printable
    guard !text.isEmpty, text.count <= WireLimits.sayCharactersMax,
      text.utf8.count <= WireLimits.sayBytesMax
    else { throw .length }
    guard !Self.hasLink(text) else { throw .link }
    self.text = text
  }

  /// Whether something in it looks like the address of a page: what a person could tap, or copy into a browser.
  static func hasLink(_ text: String) -> Bool {
    // Browsers take these for dots as well.
    let plain = String(text.lowercased().map { "．。｡".contains($0) ? "." : $0 })
    if plain.contains("://") { return true }
    return plain.split(separator: " ").contains { word in
      let parts = word.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "-" })
      // Only what stands before the first stroke is the name of a machine.
      return parts.first.map { isMachine($0, isFollowed: word.contains("/")) } ?? false
        || parts.dropFirst().contains { isMachine($0, isFollowed: false) }
    }
  }

  /// - Parameter isFollowed: a path stands behind it.
  private static func isMachine(_ name: Substring, isFollowed: Bool) -> Bool {
    let labels = name.split(separator: ".")
    guard labels.count > 1, let last = labels.last, name.first != "." else { return false }
    if labels[0] == "www" || last.hasPrefix("xn--") { return true }
    if labels.count == 4, labels.allSatisfy({ UInt8($0) != nil }) { return true }
    return isFollowed ? last.count > 1 && last.allSatisfy(\.isLetter) : domains.contains(String(last))
  }

  /// The ends of names that most links have. Those that are words ("ok.it", "go.to") and "gg" are missing: a point
  /// without a blank behind it is no link by itself.
  private static let domains: Set<String> = Set(
    """
    ai app au bet biz blog br ca casino cc ch click club cn co com cz de dev dk es eu fi finance fr gr icu info io \
    ir jp kr kz link live ly me mx net nl online org pl pt ro ru se shop site store tech top tr tv ua uk us vip \
    website win xyz бел рф укр
    """.split(separator: " ").map(String.init))
}
