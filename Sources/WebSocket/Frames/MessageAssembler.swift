import Bytes

/// Puts the fragments of one message together (RFC 6455 §5.4), inflates what is compressed (RFC 7692 §6.2) and checks
/// text as it comes in (§8.1).
/// Invariant: message.count ≤ messageBytesMax and fragments ≤ fragmentsMax, refused before a byte over them
/// is stored; an inflater is held only while a compressed message is incomplete, or for ever where its context is kept.
final class MessageAssembler {
  enum Kind {
    case text
    case binary
  }

  private let terms: Terms
  /// The message so far, or the whole one until the next begins.
  private(set) var message = ByteBuffer()
  private var fragments = 0
  /// The opcode of the message begun, or nil between messages.
  private var opcode: Opcode?
  private var isCompressed = false
  /// Payload of the message as it was sent, all frames together.
  private var receivedBytes = 0
  private var inflater: Inflater?
  /// A compressed message that is gathered, and inflated when it is whole: all inflaters are lent, to others who are in
  /// the middle of one. Nobody is refused for what they do.
  private var gathered = ByteBuffer()
  private var validator = UTF8Validator()
  private var isLast = false

  init(terms: Terms) { self.terms = terms }

  deinit {
    if let inflater { terms.inflaters?.giveBack(inflater) }
  }

  private var limits: WebSocketLimits { terms.limits }

  var isBetweenMessages: Bool { opcode == nil }
  /// It must not be let go of: what comes next refers to what was.
  var keepsContext: Bool { inflater != nil }

  /// A data frame begins.
  func begin(_ header: FrameHeader) throws(ProtocolFault) {
    assert(!header.opcode.isControl, "control frames may come between fragments, but are not fragments")
    if header.opcode == .continuation {
      guard opcode != nil else { throw .broken("there is no message to continue") }
    } else {
      guard opcode == nil else { throw .broken("the message before is not complete") }
      try beginMessage(header)
    }
    let bytesMax = isCompressed ? limits.compressedBytesMax : limits.messageBytesMax
    guard header.payloadBytes <= bytesMax - receivedBytes else { throw tooBig }
    receivedBytes += header.payloadBytes
    fragments += 1
    guard fragments <= limits.fragmentsMax else {
      throw ProtocolFault(.policyViolation, "the message has more than \(limits.fragmentsMax) fragments")
    }
    isLast = header.isFinal
  }

  private func beginMessage(_ header: FrameHeader) throws(ProtocolFault) {
    opcode = header.opcode
    isCompressed = header.isCompressed
    message.removeAll()
    fragments = 0
    receivedBytes = 0
    validator = UTF8Validator()
    guard isCompressed, inflater == nil else { return }
    inflater = terms.inflaters?.borrow()
    gathered.removeAll()
  }

  /// Payload of the frame begun; it is unmasked where it lies. This is the one copy of each byte: from the receive
  /// buffer into the message.
  func append(
    _ piece: UnsafeMutableRawBufferPointer, mask: UInt32?, offset: Int
  ) throws(ProtocolFault) {
    if let mask { Masking.apply(key: mask, offset: offset, to: piece) }
    guard isCompressed else {
      let start = message.count
      message.append(UnsafeRawBufferPointer(piece))
      return try check(from: start)
    }
    guard let inflater else { return gathered.append(UnsafeRawBufferPointer(piece)) }
    try inflate(UnsafeRawBufferPointer(piece), with: inflater)
    assert(message.count <= limits.messageBytesMax, "the header, or the inflater, was checked")
  }

  /// The frame begun is complete.
  /// - Returns: what `message` is, if that was its last frame.
  func end() throws(ProtocolFault) -> Kind? {
    guard isLast else { return nil }
    if isCompressed { try endInflating() }
    let isText = opcode == .text
    guard !isText || validator.finish() else {
      throw .cutText
    }
    opcode = nil
    return isText ? .text : .binary
  }

  private func inflate(
    _ piece: UnsafeRawBufferPointer, with inflater: Inflater
  ) throws(ProtocolFault) {
    let start = message.count
    try keepChecking(from: start) { () throws(InflateFault) in
      try inflater.inflate(piece, limit: limits.messageBytesMax, into: &message)
    }
  }

  private func endInflating() throws(ProtocolFault) {
    guard let inflater = inflater ?? terms.inflaters?.momentary() else {
      throw ProtocolFault(.tryAgainLater, "there is no memory to inflate a message")
    }
    if self.inflater == nil { try inflate(gathered.bytes, with: inflater) }
    let start = message.count
    try keepChecking(from: start) { () throws(InflateFault) in
      try inflater.endMessage(limit: limits.messageBytesMax, into: &message)
    }
    guard self.inflater != nil, !terms.peerKeepsContext else { return }
    terms.inflaters?.giveBack(inflater)
    self.inflater = nil
  }

  /// What came out before a fault is checked first, so that the fault does not depend on how the input was cut.
  private func keepChecking(
    from start: Int, _ inflate: () throws(InflateFault) -> Void
  ) throws(ProtocolFault) {
    do throws(InflateFault) {
      try inflate()
    } catch {
      try check(from: start)
      switch error {
      case .tooBig: throw tooBig
      case .broken: throw ProtocolFault(.invalidPayload, "the compressed message cannot be inflated")
      }
    }
    try check(from: start)
  }

  private func check(from start: Int) throws(ProtocolFault) {
    guard opcode == .text, message.count > start else { return }
    guard validator.validate(UnsafeRawBufferPointer(rebasing: message.bytes[start...])) else {
      throw .badText
    }
  }

  private var tooBig: ProtocolFault {
    ProtocolFault(.messageTooBig, "the message has more than \(limits.messageBytesMax) bytes")
  }
}
