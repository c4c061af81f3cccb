import Bytes

/// Puts the fragments of one message together (RFC 6455 §5.4) and checks text as it comes in (§8.1).
/// Invariant: bytes ≤ messageBytesMax and fragments ≤ fragmentsMax, refused before a byte over them
/// is stored.
struct MessageAssembler: Sendable {
  enum Message: Sendable, Equatable {
    case text([UInt8])
    case binary([UInt8])
  }

  /// A header may promise much: at most this is set aside before the bytes themselves come.
  private static let reservedBytesMax = 64 * 1024

  private let limits: WebSocketLimits
  private var bytes: [UInt8] = []
  private var fragments = 0
  /// The opcode of the message begun, or nil between messages.
  private var opcode: Opcode?
  private var validator = UTF8Validator()
  private var isLast = false

  init(limits: WebSocketLimits) { self.limits = limits }

  /// A data frame begins.
  mutating func begin(_ header: FrameHeader) throws(ProtocolFault) {
    assert(!header.opcode.isControl, "control frames may lie between fragments and are none")
    if header.opcode == .continuation {
      guard opcode != nil else { throw .broken("nothing to continue") }
    } else {
      guard opcode == nil else { throw .broken("the message before is not complete") }
      opcode = header.opcode
    }
    guard header.payloadBytes <= limits.messageBytesMax - bytes.count else {
      throw ProtocolFault(.messageTooBig, "a message has at most \(limits.messageBytesMax) bytes")
    }
    fragments += 1
    guard fragments <= limits.fragmentsMax else {
      throw ProtocolFault(.policyViolation, "a message has at most \(limits.fragmentsMax) fragments")
    }
    isLast = header.isFinal
    if fragments == 1 { bytes.reserveCapacity(min(header.payloadBytes, MessageAssembler.reservedBytesMax)) }
  }

  /// Payload of the frame begun. This is the one copy of each byte: from the receive buffer into
  /// the message.
  mutating func append(
    _ piece: UnsafeRawBufferPointer, mask: UInt32?, offset: Int
  ) throws(ProtocolFault) {
    let start = bytes.count
    bytes.append(contentsOf: piece)
    let isText = opcode == .text
    let isValid = bytes.withUnsafeMutableBytes { all in
      let fresh = UnsafeMutableRawBufferPointer(rebasing: all[start...])
      if let mask { Masking.apply(key: mask, offset: offset, to: fresh) }
      return !isText || validator.validate(UnsafeRawBufferPointer(fresh))
    }
    guard isValid else { throw ProtocolFault(.invalidPayload, "text is UTF-8") }
    assert(bytes.count <= limits.messageBytesMax, "the header was checked")
  }

  /// The frame begun is complete.
  /// - Returns: the message, if that was its last frame.
  mutating func end() throws(ProtocolFault) -> Message? {
    guard isLast else { return nil }
    let isText = opcode == .text
    guard !isText || validator.finish() else {
      throw ProtocolFault(.invalidPayload, "text ends inside a character")
    }
    let whole = bytes
    bytes = []
    fragments = 0
    opcode = nil
    validator = UTF8Validator()
    return isText ? .text(whole) : .binary(whole)
  }
}
