/// Frames as a client sends them, made before the clock runs: masked with one key that is never 0, so that the
/// server has to unmask each of them.
package enum ClientFrame {
  private static let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

  package static func text(_ payload: [UInt8]) -> [UInt8] { frame(0x81, payload) }

  package static func text(_ payload: String) -> [UInt8] { text(Array(payload.utf8)) }

  static func pong(_ payload: [UInt8]) -> [UInt8] { frame(0x8A, payload) }

  private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes = [first]
    switch payload.count {
    case ...125: bytes.append(0x80 | UInt8(payload.count))
    case ...0xFFFF: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(0x80 | 127)
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    }
    bytes += key
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ key[index & 3]) }
    return bytes
  }
}
