import Bytes

/// Numbers and strings: the two tokens of JSON that have an inside.
extension JSONReader {
  // MARK: Numbers (RFC 8259 §6)

  /// [ "-" ] int, with neither fraction nor exponent.
  mutating func scanInt() throws(JSONError) -> Int {
    let start = offset
    try scanNumber()
    let token = bytes[start..<offset]
    let isNegative = token.first == UInt8(ascii: "-")
    var magnitude: UInt = 0
    for byte in isNegative ? token.dropFirst() : token {
      guard isDigit(byte) else { throw JSONError(.notInteger, at: start) }
      let (times, passed) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carried) = times.addingReportingOverflow(UInt(byte - UInt8(ascii: "0")))
      guard !passed && !carried else { throw JSONError(.numberTooLarge, at: start) }
      magnitude = sum
    }
    guard magnitude <= (isNegative ? Int.min.magnitude : Int.max.magnitude) else {
      throw JSONError(.numberTooLarge, at: start)
    }
    return isNegative ? Int(truncatingIfNeeded: 0 &- magnitude) : Int(magnitude)
  }

  /// [ "-" ] int [ "." digits ] [ ("e" | "E") [ sign ] digits ]; "0" takes no digit after it.
  mutating func scanNumber() throws(JSONError) {
    if try byteHere() == UInt8(ascii: "-") { offset += 1 }
    if try byteHere() == UInt8(ascii: "0") {
      offset += 1
      if offset < end, isDigit(bytes[offset]) { throw JSONError(.badNumber, at: offset) }
    } else {
      try scanDigits()
    }
    if offset < end, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try scanDigits()
    }
    if offset < end, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      let sign = try byteHere()
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
      try scanDigits()
    }
  }

  private mutating func scanDigits() throws(JSONError) {
    guard isDigit(try byteHere()) else { throw JSONError(.badNumber, at: offset) }
    while offset < end, isDigit(bytes[offset]) { offset += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  // MARK: Strings (RFC 8259 §7)

  /// Reads from the opening to past the closing quote. Without escapes the bytes become the string
  /// as they lie.
  mutating func scanString(bytesMax: Int) throws(JSONError) -> String {
    let quote = offset
    offset += 1
    let start = offset
    try passPlainRun()
    if bytes[offset] == UInt8(ascii: "\"") {
      let text = try text(of: bytes[start..<offset], at: start, bytesMax: bytesMax, quote: quote)
      offset += 1
      return text
    }
    var decoded = Array(bytes[start..<offset])
    while bytes[offset] == UInt8(ascii: "\\") {
      offset += 1
      decoded.append(contentsOf: String(try scanEscape()).utf8)
      guard decoded.count <= bytesMax else { throw JSONError(.stringTooLong, at: quote) }
      let runStart = offset
      try passPlainRun()
      decoded.append(contentsOf: bytes[runStart..<offset])
    }
    let text = try text(of: decoded[...], at: start, bytesMax: bytesMax, quote: quote)
    offset += 1
    return text
  }

  /// Checks a string and drops it.
  mutating func skipString() throws(JSONError) {
    offset += 1
    let start = offset
    try passPlainRun()
    while bytes[offset] == UInt8(ascii: "\\") {
      offset += 1
      _ = try scanEscape()
      try passPlainRun()
    }
    let isValid = bytes.withUnsafeBytes { UTF8Validator.isValid(.init(rebasing: $0[start..<offset])) }
    guard isValid else { throw JSONError(.badUTF8, at: start) }
    offset += 1
  }

  /// Moves to the next quote or backslash.
  private mutating func passPlainRun() throws(JSONError) {
    while true {
      let byte = try byteHere()
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: offset) }
      offset += 1
    }
  }

  private func text(
    of utf8: ArraySlice<UInt8>, at start: Int, bytesMax: Int, quote: Int
  ) throws(JSONError) -> String {
    guard utf8.count <= bytesMax else { throw JSONError(.stringTooLong, at: quote) }
    guard let text = String(validating: utf8, as: UTF8.self) else { throw JSONError(.badUTF8, at: start) }
    return text
  }

  /// One escape, from behind its backslash; two of them when they are a surrogate pair.
  private mutating func scanEscape() throws(JSONError) -> Unicode.Scalar {
    let byte = try byteHere()
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scanUnicodeEscape()
    default: throw JSONError(.badEscape, at: offset - 1)
    }
  }

  /// XXXX, or XXXX\uXXXX for a code point above FFFF.
  private mutating func scanUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let start = offset
    let high = try scanHex()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, try passByte("\\"), try passByte("u") else {
      throw JSONError(.loneSurrogate, at: start)
    }
    let low = try scanHex()
    guard low >= 0xDC00, low <= 0xDFFF,
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw JSONError(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func passByte(_ wanted: Unicode.Scalar) throws(JSONError) -> Bool {
    guard try byteHere() == UInt8(ascii: wanted) else { return false }
    offset += 1
    return true
  }

  private mutating func scanHex() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = try byteHere()
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw JSONError(.badEscape, at: offset)
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}
