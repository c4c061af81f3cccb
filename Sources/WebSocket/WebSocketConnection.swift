import Bytes

/// The whole life of a WebSocket after its handshake, for either end (RFC 6455): bytes in, events
/// and bytes out.
/// Invariant: after a close frame nothing more is put into the output; once closed nothing more is
/// understood.
///
///     open ── close() ──→ closing ── their close ──→ closed
///       ├──── their close (echoed) ─────────────────→ closed
///       └──── fault (told) ─────────────────────────→ closed
package struct WebSocketConnection: Sendable {
  package enum Phase: Sendable, Equatable {
    case open
    /// We said goodbye and wait for theirs; what else they still send is checked and dropped.
    case closing
    case closed(CloseCode)
  }

  package let role: Role
  package private(set) var phase: Phase = .open
  private var out = ByteWriter()

  private var decoder: FrameDecoder
  private var assembler: MessageAssembler
  private var maskingKeys: MaskingKeys
  /// The control frame being received: its opcode, and its payload so far (≤ 125 bytes).
  private var control: (opcode: Opcode, bytes: [UInt8])?

  /// - Parameter maskingSeed: for clients, from the system's random source; a server masks nothing.
  package init(role: Role, limits: WebSocketLimits, maskingSeed: UInt64 = 0) {
    self.role = role
    decoder = FrameDecoder(role: role)
    assembler = MessageAssembler(limits: limits)
    maskingKeys = MaskingKeys(seed: maskingSeed)
  }

  /// Bytes to send; the caller takes them.
  package var output: [UInt8] { out.bytes }

  package var isOpen: Bool { phase == .open }

  package var isClosed: Bool {
    if case .closed = phase { true } else { false }
  }

  /// Hands the output over and forgets it.
  package mutating func takeOutput() -> [UInt8] {
    let taken = out.bytes
    out = ByteWriter()
    return taken
  }

  // MARK: Hearing

  /// Takes whatever arrived, cut anywhere; events are appended in the order in which they happened.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer, into events: inout [WebSocketEvent]) {
    var position = 0
    do throws(ProtocolFault) {
      while !isClosed {
        switch try decoder.step(bytes, at: &position) {
        case .needMore: return
        case .header(let header): try begin(header)
        case .payload(let range, let offset, let mask, let endsFrame):
          try take(UnsafeRawBufferPointer(rebasing: bytes[range]), offset: offset, mask: mask)
          if endsFrame { try endFrame(into: &events) }
        }
      }
    } catch {
      fail(error, into: &events)
    }
  }

  package mutating func receive(_ bytes: [UInt8], into events: inout [WebSocketEvent]) {
    bytes.withUnsafeBytes { receive($0, into: &events) }
  }

  /// The transport ended. Without a goodbye that is 1006 (RFC 6455 §7.1.5).
  package mutating func receiveEnd(into events: inout [WebSocketEvent]) {
    guard !isClosed else { return }
    phase = .closed(.abnormal)
    events.append(.closed(.abnormal, reason: ""))
  }

  private mutating func begin(_ header: FrameHeader) throws(ProtocolFault) {
    if header.opcode.isControl {
      control = (header.opcode, [])
    } else {
      try assembler.begin(header)
    }
  }

  private mutating func take(
    _ piece: UnsafeRawBufferPointer, offset: Int, mask: UInt32?
  ) throws(ProtocolFault) {
    guard control != nil else { return try assembler.append(piece, mask: mask, offset: offset) }
    var fresh = Array(piece)
    if let mask { fresh.withUnsafeMutableBytes { Masking.apply(key: mask, offset: offset, to: $0) } }
    control?.bytes.append(contentsOf: fresh)
  }

  private mutating func endFrame(into events: inout [WebSocketEvent]) throws(ProtocolFault) {
    guard let (opcode, payload) = control else {
      let message = try assembler.end()
      guard let message, phase == .open else { return }
      switch message {
      case .text(let bytes): events.append(.text(bytes))
      case .binary(let bytes): events.append(.binary(bytes))
      }
      return
    }
    control = nil
    switch opcode {
    case .close: try hearClose(payload, into: &events)
    case .ping where phase == .open:
      write(.pong, payload)
      events.append(.ping(payload))
    case .pong where phase == .open: events.append(.pong(payload))
    default: break
    }
  }

  /// RFC 6455 §5.5.1: a goodbye is answered with the same code, unless ours went first.
  private mutating func hearClose(
    _ payload: [UInt8], into events: inout [WebSocketEvent]
  ) throws(ProtocolFault) {
    let close = try ClosePayload(parsing: payload)
    if phase == .open { write(.close, ClosePayload(code: close.code, reason: "").bytes) }
    phase = .closed(close.code)
    events.append(.closed(close.code, reason: close.reason))
  }

  private mutating func fail(_ fault: ProtocolFault, into events: inout [WebSocketEvent]) {
    if phase == .open { write(.close, ClosePayload(code: fault.code, reason: fault.reason).bytes) }
    phase = .closed(fault.code)
    events.append(.failed(fault.code))
  }

  // MARK: Telling

  /// - Parameter bytes: valid UTF-8. Once goodbye was said, nothing is sent.
  package mutating func sendText(_ bytes: [UInt8]) {
    assert(UTF8Validator.isValid(bytes), "a text message is UTF-8")
    if phase == .open { write(.text, bytes) }
  }

  package mutating func sendBinary(_ bytes: [UInt8]) {
    if phase == .open { write(.binary, bytes) }
  }

  /// - Parameter payload: at most 125 bytes, which the pong will repeat.
  package mutating func sendPing(_ payload: [UInt8] = []) {
    if phase == .open { write(.ping, payload) }
  }

  /// Says goodbye; a second goodbye is not said. The reason is cut to what a control frame holds.
  package mutating func close(_ code: CloseCode, reason: String = "") {
    precondition(code == .noStatus || code.mayBeSent(by: role), "close code \(code) is not ours to send")
    guard phase == .open else { return }
    write(.close, ClosePayload(code: code, reason: reason).bytes)
    phase = .closing
  }

  private mutating func write(_ opcode: Opcode, _ payload: [UInt8]) {
    let mask = role == .client ? maskingKeys.next() : nil
    FrameEncoder.append(opcode, payload, mask: mask, to: &out)
  }
}
