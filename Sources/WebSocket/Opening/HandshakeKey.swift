import Bytes
import Hashes

/// The 16 bytes with which a client makes sure that it speaks to a WebSocket server (RFC 6455 §4.1).
/// Invariant: exactly 16 bytes.
package struct HandshakeKey: Sendable, Equatable {
  private let bytes: [UInt8]

  /// - Parameter bytes: 16 bytes, new and random for each connection.
  package init(bytes: [UInt8]) {
    precondition(bytes.count == 16, "a key has 16 bytes")
    self.bytes = bytes
  }

  /// - Parameter text: the value of `Sec-WebSocket-Key`; nil unless it is base64 of 16 bytes.
  package init?(text: String) {
    guard text.utf8.count == 24, let bytes = Base64.decode(text), bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  package var text: String { Base64.encode(bytes) }

  /// What the server answers in `Sec-WebSocket-Accept` (RFC 6455 §4.2.2, 5.4).
  package var accept: String {
    Base64.encode(SHA1.digest(of: Array((text + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }
}
