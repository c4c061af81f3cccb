/// Cuts a script into its words (ECMA-262 §12), without understanding what they say.
/// Promise: where it cannot tell a division from a regular expression it refuses, so that nothing is read wrongly.
struct ScriptReader {
  private enum Open {
    case brace
    /// `${` in a template.
    case expression
    /// Of `if (…)` and the like, behind which a statement begins.
    case head
    case parenthesis
    case bracket
  }

  private let file: String
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var follows = ScriptToken.Gap.nothing
  private var open: [Open] = []
  /// The bracket that was closed last was that of a head.
  private var hasEndedHead = false
  private var tokens: [ScriptToken] = []

  private init(_ file: String, _ bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  static func tokens(of file: String, _ bytes: [UInt8]) throws(Unbundled) -> [ScriptToken] {
    var reader = ScriptReader(file, bytes)
    while try reader.skipBlanks() { try reader.readToken() }
    guard reader.open.isEmpty else { throw reader.wrong("a bracket is not closed") }
    return reader.tokens
  }

  private func wrong(_ reason: String) -> Unbundled { Unbundled(file: file, line: line, reason: reason) }

  private func peek(_ distance: Int = 0) -> UInt8 {
    at + distance < bytes.count ? bytes[at + distance] : 0
  }

  // MARK: - Blanks

  /// - Returns: false at the end.
  private mutating func skipBlanks() throws(Unbundled) -> Bool {
    follows = .nothing
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\n") {
        line += 1
        follows = .line
        at += 1
      } else if byte == 0x20 || byte == 0x09 || byte == 0x0D {
        if follows == .nothing { follows = .space }
        at += 1
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        try skipComment()
      } else {
        return true
      }
    }
    return false
  }

  private mutating func skipComment() throws(Unbundled) {
    let unended = wrong("a comment has no end")
    if follows == .nothing { follows = .space }
    at += 2
    while !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
      guard at < bytes.count else { throw unended }
      if bytes[at] == UInt8(ascii: "\n") {
        line += 1
        follows = .line
      }
      at += 1
    }
    at += 2
  }

  // MARK: - Words

  private mutating func readToken() throws(Unbundled) {
    let (start, startLine) = (at, line)
    let depthBefore = open.count
    let byte = bytes[at]
    let kind: ScriptToken.Kind
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      kind = .string
      try readString(byte)
    case UInt8(ascii: "`"):
      kind = .template
      at += 1
      try readTemplate()
    case UInt8(ascii: "}") where open.last == .expression:
      kind = .template
      open.removeLast()
      at += 1
      try readTemplate()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      kind = .number
      readNumber()
    case UInt8(ascii: ".") where isDigit(peek(1)):
      kind = .number
      readNumber()
    case UInt8(ascii: "/") where try mayBeRegex():
      kind = .regex
      try readRegex()
    case _ where Self.isOfName(byte) || byte == UInt8(ascii: "#"):
      kind = .name
      at += 1
      while at < bytes.count, Self.isOfName(bytes[at]) { at += 1 }
    default:
      kind = .mark
      at += 1
      try note(byte)
    }
    tokens.append(
      ScriptToken(
        kind: kind, range: start..<at, line: startLine, depth: min(depthBefore, open.count), follows: follows)
    )
  }

  /// Keeps count of brackets.
  private mutating func note(_ mark: UInt8) throws(Unbundled) {
    hasEndedHead = false
    switch mark {
    case UInt8(ascii: "{"): open.append(.brace)
    case UInt8(ascii: "["): open.append(.bracket)
    case UInt8(ascii: "("): open.append(isHead ? .head : .parenthesis)
    case UInt8(ascii: "}"): try close { $0 == .brace }
    case UInt8(ascii: "]"): try close { $0 == .bracket }
    case UInt8(ascii: ")"):
      hasEndedHead = open.last == .head
      try close { $0 == .parenthesis || $0 == .head }
    default: break
    }
  }

  private mutating func close(_ fits: (Open) -> Bool) throws(Unbundled) {
    guard let last = open.popLast(), fits(last) else { throw wrong("a bracket closes nothing") }
  }

  /// A bracket that opens here is that of `if`, `while`, `for` or `with`.
  private var isHead: Bool {
    guard let last = tokens.last, last.kind == .name, !isProperty(tokens.count - 1) else { return false }
    return ["if", "while", "for", "with"].contains(text(last))
  }

  private func text(_ token: ScriptToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

  private func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    index >= 0 && tokens[index].kind == .mark && bytes[tokens[index].range.lowerBound] == UInt8(ascii: mark)
  }

  /// The name stands behind a single dot.
  private func isProperty(_ index: Int) -> Bool { isMark(index - 1, ".") && !isMark(index - 2, ".") }

  /// Behind these words an expression begins.
  private static let beforeExpressions: Set = [
    "await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof",
    "void",
    "yield",
  ]

  /// Whether a slash begins a regular expression here, and does not divide.
  private func mayBeRegex() throws(Unbundled) -> Bool {
    guard let last = tokens.last else { return true }
    let index = tokens.count - 1
    switch last.kind {
    case .number, .string, .regex: return false
    case .template: return bytes[last.range.upperBound - 1] == UInt8(ascii: "{")
    case .name: return Self.beforeExpressions.contains(text(last)) && !isProperty(index)
    case .mark: break
    }
    switch bytes[last.range.lowerBound] {
    case UInt8(ascii: "]"): return false
    case UInt8(ascii: ")"): return hasEndedHead
    case UInt8(ascii: "}"):
      throw wrong("a slash behind a brace may divide or not; put brackets around what it belongs to")
    case UInt8(ascii: "+") where last.follows == .nothing && isMark(index - 1, "+"),
      UInt8(ascii: "-") where last.follows == .nothing && isMark(index - 1, "-"):
      throw wrong("a slash behind \"++\" or \"--\" may divide or not; put brackets around what it belongs to")
    default: return true
    }
  }

  private mutating func readString(_ quote: UInt8) throws(Unbundled) {
    at += 1
    while peek() != quote {
      guard at < bytes.count, bytes[at] != UInt8(ascii: "\n") else {
        throw wrong("a text has no end in its line")
      }
      if bytes[at] == UInt8(ascii: "\\") {
        if peek(1) == UInt8(ascii: "\n") { line += 1 }
        at += 1
      }
      at += 1
    }
    at += 1
  }

  /// Up to the end of the template, or into its next expression.
  private mutating func readTemplate() throws(Unbundled) {
    let unended = wrong("a template has no end")
    while true {
      guard at < bytes.count else { throw unended }
      switch bytes[at] {
      case UInt8(ascii: "`"):
        at += 1
        return
      case UInt8(ascii: "$") where peek(1) == UInt8(ascii: "{"):
        at += 2
        return open.append(.expression)
      case UInt8(ascii: "\\"):
        if peek(1) == UInt8(ascii: "\n") { line += 1 }
        at += 2
      case UInt8(ascii: "\n"):
        line += 1
        at += 1
      default: at += 1
      }
    }
  }

  private mutating func readNumber() {
    let isHexadecimal = peek(1) | 0x20 == UInt8(ascii: "x")
    while at < bytes.count {
      let byte = bytes[at]
      if byte | 0x20 == UInt8(ascii: "e"), !isHexadecimal,
        peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+")
      {
        at += 2
      } else if Self.isOfName(byte) || byte == UInt8(ascii: ".") {
        at += 1
      } else {
        return
      }
    }
  }

  private mutating func readRegex() throws(Unbundled) {
    at += 1
    var isInClass = false
    while isInClass || peek() != UInt8(ascii: "/") {
      guard at < bytes.count, bytes[at] != UInt8(ascii: "\n") else {
        throw wrong("a regular expression has no end in its line")
      }
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      default: break
      }
      at += 1
    }
    at += 1
    while at < bytes.count, Self.isOfName(bytes[at]) { at += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
