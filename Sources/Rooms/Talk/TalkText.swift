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
    let plain = text.foldedForLinks
    if ["://", "http:", "https:"].contains(where: plain.contains) { return true }
    return plain.split(separator: " ").contains { word in
      let ends = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      // What stands right before the first stroke is the name of a machine, if anything is.
      let names = ends[0].split(omittingEmptySubsequences: false, whereSeparator: isBetweenNames)
      return names.dropLast().contains { isMachine($0, isFollowed: false) }
        || names.last.map { isMachine($0, isFollowed: ends.count > 1) } ?? false
        || ends.dropFirst().contains { path in
          path.split(whereSeparator: isBetweenNames).contains { isMachine($0, isFollowed: false) }
        }
    }
  }

  private static func isBetweenNames(_ character: Character) -> Bool {
    !character.isLetter && !character.isNumber && character != "." && character != "-"
  }

  /// - Parameter isFollowed: a path stands behind it.
  private static func isMachine(_ name: Substring, isFollowed: Bool) -> Bool {
    let name = name.drop { $0 == "." }
    let end = name.lastIndex { $0 != "." }.map(name.index(after:)) ?? name.startIndex
    // Dots in a row are a pause, and no name.
    let labels = name[..<end].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, !labels.contains(where: \.isEmpty) else { return false }
    if labels[0] == "www" || last.hasPrefix("xn--") { return true }
    if labels.count == 4, labels.allSatisfy({ UInt8($0) != nil }) { return true }
    return isFollowed ? last.count > 1 && last.allSatisfy(\.isLetter) : domains.contains(String(last))
  }

  /// The ends of names that most links have. Those that are words ("wait.no", "for.me", "nice.win") and "gg" are
  /// missing: a point without a blank behind it is no link by itself.
  private static let domains: Set<String> = Set(
    """
    ai app au biz blog br ca casino cc ch club cn co com cz de dev dk eu fi finance fr gr icu info io ir jp kr kz \
    link ly mx net nl online org pl pt ro ru shop site store tech tr tv ua uk vip website xyz бел рф укр
    """.split(separator: " ").map(String.init))
}

extension String {
  /// In small letters, with what a browser takes for letters and dots as these: wide letters, those in circles, and the
  /// alphabets of mathematics.
  fileprivate var foldedForLinks: String {
    var folded = UnicodeScalarView()
    for scalar in lowercased().unicodeScalars {
      let value = scalar.value
      let plain: UInt32 =
        switch value {
        case 0x2024, 0x3002, 0xFE52, 0xFF61: 0x2E
        case 0xFF01...0xFF5E: value - 0xFF01 + 0x21
        case 0x24D0...0x24E9: value - 0x24D0 + 0x61
        case 0x1D400...0x1D6A3: (value - 0x1D400) % 26 + 0x61
        case 0x1F130...0x1F189 where (value - 0x1F130) % 32 < 26: (value - 0x1F130) % 32 + 0x61
        default: value
        }
      folded.append(Unicode.Scalar(plain) ?? scalar)
    }
    return String(folded)
  }
}
