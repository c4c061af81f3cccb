package import Bytes

/// Messages and control frames into frame bytes. A server's frame is the same for every receiver,
/// so it is encoded once and shared.
/// Invariant: lengths are written in their shortest form; every frame is final, for we never fragment.
package enum FrameEncoder {
  /// `serverFrame(text: Array("Hello".utf8)) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]`
  package static func serverFrame(text: [UInt8]) -> [UInt8] {
    assert(UTF8Validator.isValid(text), "a text message is UTF-8")
    var out = ByteWriter(capacity: text.count + FrameHeader.bytesMax)
    append(.text, text, mask: nil, to: &out)
    return out.bytes
  }

  /// An uncompressed frame of either end.
  ///
  /// - Parameter mask: the client's key; nil for a server, which masks nothing.
  static func append(_ opcode: Opcode, _ payload: [UInt8], mask: UInt32?, to out: inout ByteWriter) {
    precondition(!opcode.isControl || payload.count <= WebSocketLimits.controlBytesMax, "RFC 6455 §5.5")
    out.append(0x80 | opcode.rawValue)
    appendLength(payload.count, isMasked: mask != nil, to: &out)
    guard let mask else { return out.append(payload) }
    out.append(bigEndian: mask.byteSwapped)
    var masked = payload
    masked.withUnsafeMutableBytes { Masking.apply(key: mask, to: $0) }
    out.append(masked)
  }

  private static func appendLength(_ count: Int, isMasked: Bool, to out: inout ByteWriter) {
    let bit: UInt8 = isMasked ? 0x80 : 0
    switch count {
    case ...125:
      out.append(bit | UInt8(count))
    case ...Int(UInt16.max):
      out.append(bit | 126)
      out.append(bigEndian: UInt16(count))
    default:
      out.append(bit | 127)
      out.append(bigEndian: UInt64(count))
    }
  }

  /// A server's data frame, written where it will be sent from.
  package static func append(
    isText: Bool, _ payload: UnsafeRawBufferPointer, isCompressed: Bool = false, to out: inout ByteBuffer
  ) {
    let opcode: Opcode = isText ? .text : .binary
    let first = 0x80 | (isCompressed ? FrameHeader.compressedBit : 0) | opcode.rawValue
    let count = payload.count
    let room = out.room(for: count + FrameHeader.bytesMax)
    guard let base = room.baseAddress else { return }
    let headerBytes: Int
    base.storeBytes(of: first, as: UInt8.self)
    if count <= 125 {
      base.storeBytes(of: UInt8(truncatingIfNeeded: count), toByteOffset: 1, as: UInt8.self)
      headerBytes = 2
    } else if count <= Int(UInt16.max) {
      base.storeBytes(of: 126, toByteOffset: 1, as: UInt8.self)
      base.storeBytes(of: UInt16(truncatingIfNeeded: count).bigEndian, toByteOffset: 2, as: UInt16.self)
      headerBytes = 4
    } else {
      base.storeBytes(of: 127, toByteOffset: 1, as: UInt8.self)
      base.storeBytes(of: UInt64(count).bigEndian, toByteOffset: 2, as: UInt64.self)
      headerBytes = 10
    }
    if let start = payload.baseAddress { (base + headerBytes).copyMemory(from: start, byteCount: count) }
    out.wrote(headerBytes + count)
  }
}
