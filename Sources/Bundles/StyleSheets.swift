/// Style sheets one behind the other, without comments and indents. Pictures are named by what is in them.
struct StyleSheets {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ path: String, _ sheet: [UInt8], names: inout ContentNames) throws(Unbundled) {
    var reader = SheetReader(path: path, bytes: sheet)
    try reader.copy(to: &bytes, names: &names)
    if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
  }
}

private struct SheetReader {
  let path: String
  let bytes: [UInt8]
  private var at = 0
  private var line = 1

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  private func wrong(_ reason: String) -> Unbundled { Unbundled(file: path, line: line, reason: reason) }

  private func starts(_ word: String) -> Bool { bytes[at...].starts(with: word.utf8) }

  mutating func copy(to out: inout [UInt8], names: inout ContentNames) throws(Unbundled) {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "/") where starts("/*"): try skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): out += try text()
      case UInt8(ascii: "\n"), 0x20, 0x09, 0x0D: copyBlanks(to: &out)
      case UInt8(ascii: "@") where starts("@import"):
        throw wrong("\"@import\" cannot be read; name the sheet in the page")
      case UInt8(ascii: "@") where starts("@charset"):
        throw wrong("\"@charset\" cannot stand within a sheet; all of them are UTF-8")
      case UInt8(ascii: "u") where starts("url("): out += try address(names: &names)
      default:
        out.append(bytes[at])
        at += 1
      }
    }
  }

  private mutating func skipComment() throws(Unbundled) {
    let unended = wrong("a comment has no end")
    at += 2
    while !starts("*/") {
      guard at < bytes.count else { throw unended }
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
    at += 2
  }

  /// A line's end for any that has one, and else a space.
  private mutating func copyBlanks(to out: inout [UInt8]) {
    var hasLine = false
    while at < bytes.count, [0x20, 0x09, 0x0D, 0x0A].contains(bytes[at]) {
      if bytes[at] == UInt8(ascii: "\n") {
        line += 1
        hasLine = true
      }
      at += 1
    }
    if let last = out.last, last != UInt8(ascii: "\n"), last != 0x20 {
      out.append(hasLine ? UInt8(ascii: "\n") : 0x20)
    }
  }

  private mutating func text() throws(Unbundled) -> [UInt8] {
    let (start, quote) = (at, bytes[at])
    at += 1
    while at < bytes.count, bytes[at] != quote {
      guard bytes[at] != UInt8(ascii: "\n") else { break }
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard at < bytes.count, bytes[at] == quote else { throw wrong("a text has no end in its line") }
    at += 1
    return Array(bytes[start..<at])
  }

  /// `url("/img/back.svg")` under the name of what is in it. What begins with `data:` or `#` stays.
  private mutating func address(names: inout ContentNames) throws(Unbundled) -> [UInt8] {
    at += 4
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
      throw wrong("write the address in url() in quotes")
    }
    let quoted = try text()
    let address = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    guard starts(")") else { throw wrong("write nothing but the address in url()") }
    at += 1
    if address.hasPrefix("data:") || address.hasPrefix("#") {
      return Array("url(".utf8) + quoted + [UInt8(ascii: ")")]
    }
    guard let file = Module.resolve(address, from: path) ?? Module.resolve("./" + address, from: path),
      let name = names.name(of: file)
    else { throw wrong("there is no \(address)") }
    return Array("url(\"\(name)\")".utf8)
  }
}
