import Bytes

/// The inside of a close frame: nothing, or a code and a reason (RFC 6455 §5.5.1).
///
///     ├─ code, 2 bytes ─┼─ reason, UTF-8, 0…123 bytes ─┤
struct ClosePayload: Sendable, Equatable {
  let code: CloseCode
  let reason: String

  init(code: CloseCode, reason: String) {
    self.code = code
    self.reason = reason
  }

  init(parsing bytes: [UInt8]) throws(ProtocolFault) {
    guard !bytes.isEmpty else {
      self.init(code: .noStatus, reason: "")
      return
    }
    guard bytes.count >= 2 else { throw .broken("a close code must have two bytes") }
    let code = CloseCode(UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
    guard code.isValidOnWire else { throw .broken("close code \(code) must not be sent") }
    guard let reason = String(validating: bytes[2...], as: UTF8.self) else {
      throw ProtocolFault(.invalidPayload, "the close reason is not valid UTF-8")
    }
    self.init(code: code, reason: reason)
  }

  /// A reason that is too long is cut between two characters.
  var bytes: [UInt8] {
    guard code != .noStatus else { return [] }
    var out = ByteWriter()
    out.append(bigEndian: code.rawValue)
    for scalar in reason.unicodeScalars {
      let utf8 = UTF8.width(scalar)
      guard out.count + utf8 <= WebSocketLimits.controlBytesMax else { break }
      out.append(String(scalar))
    }
    return out.bytes
  }
}
