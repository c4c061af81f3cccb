/// One header line: field-name ":" OWS field-value OWS (RFC 9112 §5).
enum HeaderLine {
  enum Fault: String, Error {
    case folded = "A header must stand on one line."
    case noColon = "A header line must have a colon."
    case badName = "A header name must be a token, with nothing between it and its colon."
  }

  static func parse(_ line: UnsafeRawBufferPointer) throws(Fault) -> Header {
    // RFC 9112 §5.2: a line that begins with white space continues the one before; that is refused.
    if let first = line.first, first == 0x20 || first == 0x09 { throw .folded }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .noColon }
    // White space before the colon is no token byte: RFC 9112 §5.1 wants exactly that refused.
    guard colon > 0, line[..<colon].allSatisfy(isToken) else { throw .badName }
    var value = line[(colon + 1)...]
    while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
    return Header(text(line[..<colon]), text(value))
  }

  /// tchar of RFC 9110 §5.6.2.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Bytes above 7F mean nothing to us (obs-text): each becomes one character, so that none is lost.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }
}
