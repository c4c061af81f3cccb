/// The tags of a page of HTML: where each stands, and what it says.
struct PageReader {
  struct Tag {
    let name: String
    let range: Range<Int>
    let line: Int
    /// Where the value of each attribute stands, without its quotes.
    let attributes: [String: Range<Int>]
  }

  private let path: String
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1

  static func tags(of path: String, _ bytes: [UInt8]) throws(Unbundled) -> [Tag] {
    var reader = PageReader(path: path, bytes: bytes)
    var tags: [Tag] = []
    while reader.at < bytes.count {
      if reader.starts("<!--") {
        try reader.skip(to: "-->")
      } else if bytes[reader.at] == UInt8(ascii: "<"), reader.at + 1 < bytes.count,
        isLetter(bytes[reader.at + 1])
      {
        let tag = try reader.readTag()
        tags.append(tag)
        // What stands in these is no markup.
        if ["script", "style", "textarea", "title"].contains(tag.name) {
          try reader.skip(to: "</\(tag.name)")
        }
      } else {
        reader.step()
      }
    }
    return tags
  }

  private init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private func starts(_ word: String) -> Bool { bytes[at...].starts(with: word.utf8) }

  private mutating func step() {
    if bytes[at] == UInt8(ascii: "\n") { line += 1 }
    at += 1
  }

  private mutating func skip(to end: String) throws(Unbundled) {
    let unended = Unbundled(file: path, line: line, reason: "\"\(end)\" is missing")
    while !starts(end) {
      guard at < bytes.count else { throw unended }
      step()
    }
    for _ in end.utf8 { step() }
  }

  private mutating func readTag() throws(Unbundled) -> Tag {
    let (start, startLine) = (at, line)
    at += 1
    let name = word()
    var attributes: [String: Range<Int>] = [:]
    while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
      let attribute = word()
      if attribute.isEmpty {
        step()
      } else if at < bytes.count, bytes[at] == UInt8(ascii: "=") {
        at += 1
        attributes[attribute] = try value()
      } else {
        attributes[attribute] = at..<at
      }
    }
    guard at < bytes.count else { throw Unbundled(file: path, line: startLine, reason: "a tag has no end") }
    at += 1
    return Tag(name: name, range: start..<at, line: startLine, attributes: attributes)
  }

  private mutating func word() -> String {
    let start = at
    while at < bytes.count, Self.isLetter(bytes[at]) || bytes[at] == UInt8(ascii: "-") || isDigit(bytes[at]) {
      at += 1
    }
    return String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private mutating func value() throws(Unbundled) -> Range<Int> {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
      throw Unbundled(file: path, line: line, reason: "write values of attributes in quotes")
    }
    let (quote, quoteLine) = (bytes[at], line)
    at += 1
    let start = at
    while at < bytes.count, bytes[at] != quote { step() }
    guard at < bytes.count else {
      throw Unbundled(file: path, line: quoteLine, reason: "the value of an attribute has no end")
    }
    at += 1
    return start..<at - 1
  }
}
