/// Names a blob by its content: the SHA-256 of its bytes in 64 lower-case hexadecimal digits. Anyone who has the
/// bytes can compute the name, and the bytes under a name never change.
package struct BlobID: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// nil for what is not the name of any blob; upper case is not, so that each has one address only.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 64, text.utf8.allSatisfy(Self.isDigit) else { return nil }
    self.text = String(text)
  }

  init(digest: some Sequence<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    precondition(text.count == 64, "SHA-256 has 32 bytes")
    self.text = String(decoding: text, as: UTF8.self)
  }

  package var description: String { text }

  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
