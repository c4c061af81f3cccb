import Bytes
import HTTP
import Hashes

/// What opens the operator's page. Only its digest is kept, and it is never shown.
package struct OperatorToken: Sendable, Equatable, CustomStringConvertible {
  /// A token is long enough that nobody finds it by trying.
  package static let charactersMin = 32

  /// What came of a request that might have it.
  enum Try {
    case none, wrong, right
    /// It is not even looked at: there were too many wrong ones.
    case tooMany
  }

  private let digest: [UInt8]

  /// nil for what is too short, or could not stand in a header.
  package init?(_ text: String) {
    guard text.utf8.count >= Self.charactersMin, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    digest = Self.digest(text)
  }

  package var description: String { "…" }

  /// Takes the same time whatever is tried: what is compared is not what was sent, and all of it is.
  func opens(to tried: String) -> Bool {
    zip(digest, Self.digest(tried)).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }

  /// The secret of a request: `Authorization: Bearer …`, or the password of `Basic …`, which browsers ask for.
  static func tried(in headers: Headers) -> String? {
    let fields = headers.values("authorization")
    guard fields.count == 1 else { return nil }
    let words = fields[0].split(separator: " ")
    guard words.count == 2 else { return nil }
    switch words[0].lowercased() {
    case "bearer": return String(words[1])
    case "basic":
      guard let bytes = Base64.decode(String(words[1])), let text = String(validating: bytes, as: UTF8.self),
        let colon = text.firstIndex(of: ":")
      else { return nil }
      return String(text[text.index(after: colon)...])
    default: return nil
    }
  }

  private static func digest(_ text: String) -> [UInt8] { SHA256.digest(of: Array(text.utf8)) }
}
