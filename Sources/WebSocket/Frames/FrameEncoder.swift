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
    withUnsafeTemporaryAllocation(byteCount: FrameHeader.bytesMax, alignment: 8) { header in
      guard let base = header.baseAddress else { return }
      let count = write(finalBit | opcode.rawValue, length: payload.count, isMasked: mask != nil, to: base)
      out.append(UnsafeRawBufferPointer(rebasing: header[..<count]))
    }
    guard let mask else { return out.append(payload) }
    out.append(bigEndian: mask.byteSwapped)
    var masked = payload
    masked.withUnsafeMutableBytes { Masking.apply(key: mask, to: $0) }
    out.append(masked)
  }

  /// A server's data frame, written where it will be sent from.
  package static func append(
    isText: Bool, _ payload: UnsafeRawBufferPointer, isCompressed: Bool = false, to out: inout ByteBuffer
  ) {
    let opcode: Opcode = isText ? .text : .binary
    let first = finalBit | (isCompressed ? FrameHeader.compressedBit : 0) | opcode.rawValue
    let count = payload.count
    let room = out.room(for: count + FrameHeader.bytesMax)
    guard let base = room.baseAddress else { return }
    let headerBytes = write(first, length: count, isMasked: false, to: base)
    if let start = payload.baseAddress { (base + headerBytes).copyMemory(from: start, byteCount: count) }
    out.wrote(headerBytes + count)
  }

  private static let finalBit: UInt8 = 0x80

  /// - Returns: how many bytes a header takes before the key.
  @inline(__always)
  private static func write(
    _ first: UInt8, length: Int, isMasked: Bool, to base: UnsafeMutableRawPointer
  ) -> Int {
    let bit: UInt8 = isMasked ? 0x80 : 0
    base.storeBytes(of: first, as: UInt8.self)
    if length <= 125 {
      base.storeBytes(of: bit | UInt8(truncatingIfNeeded: length), toByteOffset: 1, as: UInt8.self)
      return 2
    } else if length <= Int(UInt16.max) {
      base.storeBytes(of: bit | 126, toByteOffset: 1, as: UInt8.self)
      base.storeBytes(of: UInt16(truncatingIfNeeded: length).bigEndian, toByteOffset: 2, as: UInt16.self)
      return 4
    } else {
      base.storeBytes(of: bit | 127, toByteOffset: 1, as: UInt8.self)
      base.storeBytes(of: UInt64(length).bigEndian, toByteOffset: 2, as: UInt64.self)
      return 10
    }
  }
}
