/// The base64 of RFC 4648 §4, padded. Promise: it reads what it writes and nothing else.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for i in 0..<3 { bits = bits << 8 | (i < group.count ? UInt32(group[start + i]) : 0) }
      for i in 0..<4 {
        let isPadding = i > group.count
        text.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> UInt32(18 - 6 * i) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: nil unless the text is what `encode` gives for some bytes, padding included.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    for (i, digit) in digits.dropLast(padding).enumerated() {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      // Digit i completes a byte unless it is the first of its four.
      let spare = 6 - 2 * UInt32(i % 4)
      if i % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> spare)) }
    }
    return encode(bytes) == text ? bytes : nil
  }
}
