/// The 2 to 14 bytes before a frame's payload (RFC 6455 §5.2).
/// Invariant: 0 ≤ payloadBytes, and the length was written in the shortest of the three forms.
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     ├─┼─┬─┬─┼───────┼─┼─────────────┼───────────────────────────────┤
///     │F│R│R│R│opcode │M│ length, 126 │ length if 126: 2 bytes        │
///     │I│S│S│S│       │A│ or 127      │           127: 8 bytes        │
///     │N│V│V│V│       │S│             │                               │
///     │ │1│2│3│       │K│             │ then 4 bytes of key if masked │
///     ├─┴─┴─┴─┴───────┴─┴─────────────┴───────────────────────────────┤
struct FrameHeader: Sendable, Equatable {
  /// RSV1 (RFC 7692 §6): the message that begins here is compressed.
  static let compressedBit: UInt8 = 0x40

  let isFinal: Bool
  let isCompressed: Bool
  let opcode: Opcode
  /// The masking key as `Masking` takes it, or nil where nothing is masked.
  let mask: UInt32?
  let payloadBytes: Int

  init(isFinal: Bool, isCompressed: Bool = false, opcode: Opcode, mask: UInt32?, payloadBytes: Int) {
    precondition(payloadBytes >= 0, "a length is not negative")
    self.isFinal = isFinal
    self.isCompressed = isCompressed
    self.opcode = opcode
    self.mask = mask
    self.payloadBytes = payloadBytes
  }

  static let bytesMax = 14

  /// How long a header is that begins with these two bytes.
  static func length(_ first: UInt8, _ second: UInt8) -> Int {
    let lengthBytes = second & 0x7F == 127 ? 8 : second & 0x7F == 126 ? 2 : 0
    return 2 + lengthBytes + (second & 0x80 != 0 ? 4 : 0)
  }

  /// Checks what the first two bytes say, before the rest of the header is there.
  ///
  /// - Parameter inflates: compression was agreed on, so that RSV1 has a meaning.
  static func check(
    _ first: UInt8, _ second: UInt8, receivedBy role: Role, inflates: Bool = false
  ) throws(ProtocolFault) -> Opcode {
    guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .broken("the opcode is unknown") }
    // RFC 7692 §6.1: only the first frame of a message says that it is compressed.
    let meant = inflates && (opcode == .text || opcode == .binary) ? compressedBit : 0
    guard first & 0x70 & ~meant == 0 else { throw .broken("reserved bits are set") }
    // RFC 6455 §5.1: clients mask every frame, servers none.
    guard (second & 0x80 != 0) == (role == .server) else {
      throw .broken(
        role == .server ? "frames from a client must be masked" : "frames from a server must not be masked")
    }
    if opcode.isControl {
      // RFC 6455 §5.5.
      guard first & 0x80 != 0 else { throw .broken("control frames must not be fragmented") }
      guard second & 0x7F <= 125 else { throw .broken("control frames must have at most 125 bytes") }
    }
    return opcode
  }

  /// - Parameter bytes: exactly one header, as `length` measures it.
  static func parse(_ bytes: UnsafeRawBufferPointer, opcode: Opcode) throws(ProtocolFault) -> FrameHeader {
    precondition(bytes.count >= 2 && bytes.count == length(bytes[0], bytes[1]), "one whole header")
    var payloadBytes = UInt64(bytes[1] & 0x7F)
    if payloadBytes == 126 {
      payloadBytes = UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
      guard payloadBytes > 125 else { throw .broken("the length must be in its shortest form") }
    } else if payloadBytes == 127 {
      payloadBytes = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
      guard payloadBytes > UInt64(UInt16.max) else {
        throw .broken("the length must be in its shortest form")
      }
      guard payloadBytes >> 63 == 0 else { throw .broken("the length has its highest bit set") }
    }
    let mask: UInt32? =
      bytes[1] & 0x80 == 0
      ? nil : UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self))
    return FrameHeader(
      isFinal: bytes[0] & 0x80 != 0, isCompressed: bytes[0] & compressedBit != 0, opcode: opcode, mask: mask,
      payloadBytes: Int(payloadBytes))
  }
}
