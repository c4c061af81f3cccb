import Foundation

/// The object of words that a module of the browser's program exports, or adds to another's, as JSON. It is a literal:
/// names may stand without quotes, texts in several parts, comments anywhere, and a comma behind the last entry.
struct WordsModule {
  private var rest: ArraySlice<UInt8>
  private var json: [UInt8] = []
  private var depth = 0
  /// A comma that stands only if something follows it.
  private var hasComma = false
  /// The next text goes on with the last one.
  private var isJoined = false

  /// - Returns: nil for what exports no object.
  static func json(_ module: [UInt8]) -> [UInt8]? {
    let text = String(decoding: module, as: UTF8.self)
    let beginnings = ["export const ", "Object.assign("]
    guard let exported = beginnings.lazy.compactMap({ text.range(of: $0)?.upperBound }).first,
      let start = text[exported...].utf8.firstIndex(of: UInt8(ascii: "{"))
    else { return nil }
    var reader = WordsModule(rest: Array(text[start...].utf8)[...])
    return reader.read() ? reader.json : nil
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// - Returns: false where the object does not end, or holds what is no words.
  private mutating func read() -> Bool {
    while let sign = rest.first {
      // Behind a plus there is another text.
      if isJoined, [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: ":")].contains(sign) { return false }
      switch sign {
      case UInt8(ascii: "\""): readText()
      case UInt8(ascii: "/"): if !skipComment() { return false }
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): rest.removeFirst()
      case UInt8(ascii: "+"):
        guard json.last == UInt8(ascii: "\"") else { return false }
        isJoined = true
        rest.removeFirst()
      case UInt8(ascii: ","):
        hasComma = true
        rest.removeFirst()
      case UInt8(ascii: "{"):
        depth += 1
        put(sign)
        rest.removeFirst()
      case UInt8(ascii: "}"):
        (depth, hasComma) = (depth - 1, false)
        put(sign)
        if depth == 0 { return true }
        rest.removeFirst()
      case UInt8(ascii: ":"):
        put(sign)
        rest.removeFirst()
      default: if !readName() { return false }
      }
    }
    return false
  }

  private mutating func put(_ sign: UInt8) {
    if hasComma { json.append(UInt8(ascii: ",")) }
    hasComma = false
    json.append(sign)
  }

  private mutating func readText() {
    if isJoined { json.removeLast() } else { put(UInt8(ascii: "\"")) }
    isJoined = false
    rest.removeFirst()
    while let sign = rest.popFirst() {
      json.append(sign)
      if sign == UInt8(ascii: "\"") { return }
      if sign == UInt8(ascii: "\\"), let next = rest.popFirst() { json.append(next) }
    }
  }

  private mutating func readName() -> Bool {
    let name = rest.prefix { sign in
      switch sign {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      default: false
      }
    }
    rest = rest.dropFirst(name.count)
    put(UInt8(ascii: "\""))
    json += name + [UInt8(ascii: "\"")]
    return !name.isEmpty
  }

  /// - Returns: false for a slash that begins none.
  private mutating func skipComment() -> Bool {
    let (line, block) = (Array("//".utf8), Array("/*".utf8))
    if rest.starts(with: line) {
      rest = rest.drop { $0 != UInt8(ascii: "\n") }
      return true
    }
    guard rest.starts(with: block) else { return false }
    rest = rest.dropFirst(2)
    while !rest.isEmpty, !rest.starts(with: Array("*/".utf8)) { rest.removeFirst() }
    rest = rest.dropFirst(2)
    return true
  }
}
