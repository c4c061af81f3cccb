import Bytes

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
    text = hex(digest)
    precondition(text.utf8.count == 64, "SHA-256 has 32 bytes")
  }

  package var description: String { text }

  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
