import Boards
import JSON

/// How complaints name what is written, and what is meant.
extension DescriptionCoder {
  /// The mend for a word that is not among those that are known.
  static func mend(_ written: String, among words: [String], elsewise: String) -> String {
    Spelling.nearest(to: written, among: words).map { "Did you mean \"\($0)\"?" } ?? elsewise
  }

  static func listed(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// What somebody wrote, short and harmless enough for a message.
  static func quotable(_ text: String) -> String {
    let nameMax = BoardDescription.Limits.nameMax
    var short = ""
    var left = nameMax
    for scalar in text.unicodeScalars where !DescribedText.isHarmful(scalar) {
      guard left > 0 else { break }
      short.unicodeScalars.append(scalar)
      left -= 1
    }
    return text.unicodeScalars.dropFirst(nameMax).isEmpty ? short : short + "…"
  }

  static func quoted(_ text: String) -> String { "\"\(quotable(text))\"" }

  static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  static func name(of kind: JSONKind) -> String {
    switch kind {
    case .object: "an object, between { and }"
    case .array: "a list, between [ and ]"
    case .string: "a text, in quotes"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
