import Bytes

/// Messages and control frames into frame bytes. A server's frame is the same for every receiver,
/// so it is encoded once and shared.
/// Invariant: lengths are written in their shortest form; every frame is final, for we never fragment.
package enum FrameEncoder {
  /// `serverFrame(text: Array("Hello".utf8)) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]`
  package static func serverFrame(text: [UInt8]) -> [UInt8] {
    assert(UTF8Validator.isValid(text), "a text message is UTF-8")
    return frame(.text, text)
  }

  package static func serverFrame(binary: [UInt8]) -> [UInt8] {
    frame(.binary, binary)
  }

  private static func frame(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(payload.count + 10)
    append(opcode, payload, mask: nil, to: &out)
    return out
  }

  /// - Parameter mask: the client's key, or nil for the server's plain frames.
  package static func append(
    _ opcode: Opcode, isFinal: Bool = true, _ payload: [UInt8], mask: UInt32?, to out: inout [UInt8]
  ) {
    precondition(!opcode.isControl || payload.count <= WebSocketLimits.controlBytesMax, "RFC 6455 §5.5")
    appendHeader(
      FrameHeader(isFinal: isFinal, opcode: opcode, mask: mask, payloadBytes: payload.count), to: &out)
    let start = out.count
    out.append(contentsOf: payload)
    if let mask {
      out.withUnsafeMutableBytes { Masking.apply(key: mask, to: .init(rebasing: $0[start...])) }
    }
  }

  package static func appendHeader(_ header: FrameHeader, to out: inout [UInt8]) {
    let masked: UInt8 = header.mask == nil ? 0 : 0x80
    out.append((header.isFinal ? 0x80 : 0) | header.opcode.rawValue)
    switch header.payloadBytes {
    case ...125:
      out.append(masked | UInt8(header.payloadBytes))
    case ...Int(UInt16.max):
      out.append(masked | 126)
      appendBigEndian(UInt64(header.payloadBytes), bytes: 2, to: &out)
    default:
      out.append(masked | 127)
      appendBigEndian(UInt64(header.payloadBytes), bytes: 8, to: &out)
    }
    if let mask = header.mask { appendBigEndian(UInt64(mask.byteSwapped), bytes: 4, to: &out) }
  }

  private static func appendBigEndian(_ value: UInt64, bytes: Int, to out: inout [UInt8]) {
    for i in (0..<bytes).reversed() { out.append(UInt8(truncatingIfNeeded: value >> UInt64(i * 8))) }
  }
}
