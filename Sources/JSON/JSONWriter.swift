import Bytes

/// Writes JSON (RFC 8259) straight into bytes, with commas placed by itself and no tree in between.
/// Invariant: what is written so far is the beginning of valid JSON lines; in an object a value
/// follows its key.
///
///     var json = JSONWriter()
///     json.beginObject()
///     json.field("seq", 7)
///     json.endObject()
///     json.newline()          // {"seq":7}⏎
package struct JSONWriter: Sendable {
  private var out = ByteWriter(capacity: 128)
  /// Does a comma go before the next key or value?
  private var owesComma = false
  /// Does a value have to come next, because its key was just written?
  private var owesValue = false
  /// Containers open now, and which of them are objects: bit n is the one at depth n.
  private var depth = 0
  private var objects: UInt64 = 0

  package init() {}

  package var bytes: [UInt8] { out.bytes }

  // MARK: Containers

  package mutating func beginObject() {
    open(UInt8(ascii: "{"), isObject: true)
  }

  package mutating func endObject() {
    assert(depth > 0 && isInObject && !owesValue, "no object to end here")
    close(UInt8(ascii: "}"))
  }

  package mutating func beginArray() {
    open(UInt8(ascii: "["), isObject: false)
  }

  package mutating func endArray() {
    assert(depth > 0 && !isInObject, "no array to end here")
    close(UInt8(ascii: "]"))
  }

  package mutating func key(_ name: StaticString) {
    beginKey()
    name.withUTF8Buffer { writeQuoted(UnsafeRawBufferPointer($0)) }
    endKey()
  }

  @_disfavoredOverload
  package mutating func key(_ name: String) {
    beginKey()
    writeQuoted(name)
    endKey()
  }

  /// A key that needs no escapes, such as all of a protocol's are.
  package mutating func plainKey(_ name: String) {
    assert(!name.utf8.contains(where: Self.isEscaped), "a key that needs escapes")
    assert(isInObject && !owesValue, "a key belongs into an object, and not after a key")
    var name = name
    name.withUTF8 { name in
      out.append(upTo: name.count + 4) { free in
        if owesComma { free.append(UInt8(ascii: ",")) }
        free.append(UInt8(ascii: "\""))
        for byte in name { free.append(byte) }
        free.append(UInt8(ascii: "\""))
        free.append(UInt8(ascii: ":"))
      }
    }
    owesComma = false
    owesValue = true
  }

  /// Ends a JSON line. Several lines make one message; inside a value no raw line end can occur.
  package mutating func newline() {
    assert(depth == 0 && owesComma, "a line holds one whole value")
    out.append(UInt8(ascii: "\n"))
    owesComma = false
  }

  // MARK: Values

  package mutating func value(_ number: Int) {
    beginValue()
    out.append(decimal: Int64(number))
  }

  package mutating func value(_ truth: Bool) {
    beginValue()
    if truth { out.append("true") } else { out.append("false") }
  }

  package mutating func value(_ text: StaticString) {
    beginValue()
    text.withUTF8Buffer { writeQuoted(UnsafeRawBufferPointer($0)) }
  }

  @_disfavoredOverload
  package mutating func value(_ text: String) {
    beginValue()
    writeQuoted(text)
  }

  /// A value that is JSON already.
  package mutating func value(json: [UInt8]) {
    beginValue()
    out.append(json)
  }

  package mutating func null() {
    beginValue()
    out.append("null")
  }

  // MARK: Inside

  private var isInObject: Bool { objects >> UInt64(depth) & 1 == 1 }

  private mutating func open(_ bracket: UInt8, isObject: Bool) {
    beginValue()
    out.append(bracket)
    depth += 1
    precondition(depth < 64, "nested deeper than any message of ours")
    objects = objects & ~(1 << UInt64(depth)) | (isObject ? 1 : 0) << UInt64(depth)
    owesComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    out.append(bracket)
    depth -= 1
    owesComma = true
  }

  private mutating func beginKey() {
    assert(isInObject && !owesValue, "a key belongs into an object, and not after a key")
    if owesComma { out.append(UInt8(ascii: ",")) }
  }

  private mutating func endKey() {
    out.append(UInt8(ascii: ":"))
    owesComma = false
    owesValue = true
  }

  private mutating func beginValue() {
    assert(!isInObject || owesValue, "in an object a key comes first")
    if owesComma {
      assert(depth > 0, "a line holds one value")
      out.append(UInt8(ascii: ","))
    }
    owesComma = true
    owesValue = false
  }

  private mutating func writeQuoted(_ text: String) {
    var text = text
    text.withUTF8 { writeQuoted(UnsafeRawBufferPointer($0)) }
  }

  /// Copies runs of plain bytes whole; only quote, backslash and controls are escaped (RFC 8259 §7).
  private mutating func writeQuoted(_ text: UnsafeRawBufferPointer) {
    // Almost no text needs an escape, so none is looked for before copying.
    var isPlain = true
    out.append(upTo: text.count + 2) { free in
      free.append(UInt8(ascii: "\""))
      for byte in text {
        guard !Self.isEscaped(byte) else {
          isPlain = false
          return free.removeAll()
        }
        free.append(byte)
      }
      free.append(UInt8(ascii: "\""))
    }
    guard !isPlain else { return }
    out.append(UInt8(ascii: "\""))
    var runStart = 0
    for i in 0..<text.count {
      let byte = text[i]
      guard Self.isEscaped(byte) else { continue }
      out.append(UnsafeRawBufferPointer(rebasing: text[runStart..<i]))
      writeEscape(byte)
      runStart = i + 1
    }
    out.append(UnsafeRawBufferPointer(rebasing: text[runStart...]))
    out.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): out.append("\\\"")
    case UInt8(ascii: "\\"): out.append("\\\\")
    case 0x08: out.append("\\b")
    case 0x09: out.append("\\t")
    case 0x0A: out.append("\\n")
    case 0x0C: out.append("\\f")
    case 0x0D: out.append("\\r")
    default:
      out.append("\\u00")
      out.append(hexDigit(byte >> 4))
      out.append(hexDigit(byte & 15))
    }
  }

  private func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
