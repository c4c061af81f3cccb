/// Writes the words of a script anew, without comments and with no more between them than has to be. Lines end where
/// they ended, since the end of a line can end a statement.
struct ScriptWriter {
  private(set) var bytes: [UInt8] = []
  /// Nothing has been written since `begin`.
  private var isAtStart = true

  mutating func begin() { isAtStart = true }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// - Parameter instead: what is written in the word's place.
  mutating func append(_ token: ScriptToken, of source: [UInt8], instead: [UInt8]? = nil) {
    let first = source[token.range.lowerBound]
    if !isAtStart {
      switch token.follows {
      // In a script that is no module `<!--` would begin a comment.
      case _ where first == UInt8(ascii: "!") && bytes.last == UInt8(ascii: "<"):
        bytes.append(UInt8(ascii: " "))
      case .nothing: break
      case .line where Self.goesOn.contains(bytes.last ?? 0): break
      case .line: bytes.append(UInt8(ascii: "\n"))
      case .space where Self.needsSpace(bytes.last ?? 0, first): bytes.append(UInt8(ascii: " "))
      case .space: break
      }
    }
    bytes.append(contentsOf: instead ?? Array(source[token.range]))
    isAtStart = false
  }

  /// The same, where the word may be the path of a file: `"/img/cards.svg"` becomes its name by content.
  mutating func append(_ token: ScriptToken, of source: [UInt8], names: inout ContentNames) {
    guard token.kind == .string else { return append(token, of: source) }
    let content = source[token.range.lowerBound + 1..<token.range.upperBound - 1]
    let name = names.name(of: String(decoding: content, as: UTF8.self))
    append(token, of: source, instead: name.map { Array("\"\($0)\"".utf8) })
  }

  /// Beside these marks a space says nothing. Signs and slashes are not among them: two of them would be another.
  private static let apart = Set("{}()[];,:=<>?&|".utf8)

  /// Behind these marks no statement ends with its line.
  private static let goesOn = Set("{([,;".utf8)

  private static func needsSpace(_ before: UInt8, _ after: UInt8) -> Bool {
    !apart.contains(before) && !apart.contains(after)
  }
}
