/// Lower-case hexadecimal digits, two for each byte.
package func hex(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// Eight hexadecimal digits.
package func hex(_ word: UInt32) -> String {
  hex((0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) })
}

/// What `hex` writes; nil for anything else.
package func bytes(ofHex text: String) -> [UInt8]? {
  let digits = Array(text.utf8)
  guard digits.count % 2 == 0 else { return nil }
  var bytes: [UInt8] = []
  for at in stride(from: 0, to: digits.count, by: 2) {
    guard let byte = UInt8(String(decoding: digits[at..<at + 2], as: UTF8.self), radix: 16),
      digits[at] != UInt8(ascii: "+")
    else { return nil }
    bytes.append(byte)
  }
  return bytes
}
