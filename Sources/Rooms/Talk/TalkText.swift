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
    if plain.contains("://") || ["http:", "https:"].contains(where: { isFollowed($0, in: plain) }) {
      return true
    }
    return plain.split(separator: " ").contains { word in
      let parts = word.split { "/\\?#".contains($0) }
      return parts.indices.contains { hasMachine(parts[$0], isFollowed: $0 < parts.count - 1) }
    }
  }

  /// Whether an address may begin right behind a scheme.
  private static func isFollowed(_ scheme: String, in text: String) -> Bool {
    text.split(separator: scheme, omittingEmptySubsequences: false).dropFirst().contains { rest in
      rest.first.map { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "\\" } ?? false
    }
  }

  /// - Parameter isFollowed: a path stands behind it, so its last name may be a machine's, with a port or without.
  private static func hasMachine(_ part: Substring, isFollowed: Bool) -> Bool {
    var names = part.split(omittingEmptySubsequences: false) {
      !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "-"
    }
    if names.count > 1, names[names.count - 1].allSatisfy(\.isNumber) { names.removeLast() }
    return names.indices.contains { isMachine(names[$0], isFollowed: isFollowed && $0 == names.count - 1) }
  }

  private static func isMachine(_ name: Substring, isFollowed: Bool) -> Bool {
    let name = name.drop { $0 == "." }
    let end = name.lastIndex { $0 != "." }.map(name.index(after:)) ?? name.startIndex
    // Dots in a row are a pause, and no name.
    let labels = name[..<end].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, !labels.contains(where: \.isEmpty) else { return false }
    if labels[0] == "www" || last.hasPrefix("xn--") { return true }
    if labels.count == 4, labels.allSatisfy({ UInt8($0) != nil }) { return true }
    if labels.contains(where: \.hasDisguise) || domains.contains(String(last)) { return true }
    // Two letters are a country.
    return isFollowed
      && (last.count == 2 && last.allSatisfy { $0.isASCII && $0.isLetter }
        || domainsOfPaths.contains(String(last)))
  }

  /// The ends of names that most links have. Of ends that are words of a language as well, those are here that stand in
  /// more links than sentences: "de", and not "no" ("wait.no") or "me" ("for.me").
  private static let domains: Set<String> = Set(
    """
    ai app au biz blog br ca casino cc ch club cn co com cz de dev dk eu fi finance fr gr icu info io ir jp kr kz \
    link ly mx net nl online org pl pt ro ru shop site store tech tr tv ua uk vip website xyz бел рф укр
    """.split(separator: " ").map(String.init))

  /// Further ones, of names that a path follows. Ends of countries are not listed.
  private static let domainsOfPaths: Set<String> = Set(
    """
    bet chat click cloud dating edu fun game games gov group life live lol mobi museum name news one page party poker \
    porn pro sex social space team today top wiki win work world xxx zone
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

extension Substring {
  /// Whether something in it is a letter or a digit in another shape, which browsers read as the plain one: as in
  /// "ℂom". The letters of Korean and Japanese have such shapes too, and are used for their own sake.
  fileprivate var hasDisguise: Bool {
    unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return (properties.isAlphabetic || properties.generalCategory == .decimalNumber)
        && properties.changesWhenNFKCCaseFolded && !properties.changesWhenCaseFolded
        && !(0x3130...0xFFFF).contains(scalar.value)
    }
  }
}
