import Bytes

/// The whole life of a WebSocket after its handshake, for either end (RFC 6455): bytes in, events
/// and bytes out.
/// Invariant: after a close frame nothing more is put into the output; once closed nothing more is
/// understood; between messages it owns no memory but its own few words.
///
///     open ── close() ──→ closing ── their close ──→ closed
///       ├──── their close (echoed) ─────────────────→ closed
///       └──── fault (told) ─────────────────────────→ closed
package struct WebSocketConnection {
  package enum Phase: Sendable, Equatable {
    case open
    /// We said goodbye and wait for theirs; what else they still send is checked and dropped.
    case closing
    case closed(CloseCode)
  }

  package private(set) var phase: Phase = .open
  private let terms: Terms
  private var out = ByteWriter()
  /// nil while the input ends where a message ends.
  private var unfinished: Unfinished?

  package init(terms: Terms) { self.terms = terms }

  /// Without compression.
  package init(role: Role, limits: WebSocketLimits, maskingSeed: UInt64 = 0) {
    self.init(terms: Terms(role: role, limits: limits, maskingSeed: maskingSeed))
  }

  package var role: Role { terms.role }

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

  /// The next thing that the input says. Call it until it needs more, or the connection is closed; pointers
  /// into the input and into what was put together hold until the next call.
  ///
  /// - Parameters:
  ///   - bytes: whatever arrived, cut anywhere; it is unmasked where it lies.
  ///   - position: where to go on, at first 0; moved past what the step took.
  package mutating func next(_ bytes: UnsafeMutableRawBufferPointer, at position: inout Int) -> Step {
    if let unfinished, unfinished.isDone { self.unfinished = nil }
    while !isClosed {
      if unfinished == nil {
        if let step = wholeMessage(bytes, at: &position) { return step }
        if position == bytes.count { return .needMore }
      }
      let unfinished = self.unfinished ?? Unfinished(terms: terms)
      self.unfinished = unfinished
      do throws(ProtocolFault) {
        switch try unfinished.next(bytes, at: &position) {
        case .needMore: return .needMore
        case .message(let kind):
          guard phase == .open else { continue }
          let message = unfinished.assembler.message.bytes
          return kind == .text ? .text(message) : .binary(message)
        case .control(let opcode):
          if let step = try hear(opcode, unfinished.controlBytes.bytes) { return step }
        }
      } catch {
        return fail(error)
      }
    }
    return .needMore
  }

  /// The usual case, without a copy: a message in one frame that lies whole in the input. Anything else, whatever
  /// is wrong with a frame included, is left to the careful way.
  private mutating func wholeMessage(
    _ bytes: UnsafeMutableRawBufferPointer, at position: inout Int
  ) -> Step? {
    let available = bytes.count &- position
    guard phase == .open, available >= 2, let start = bytes.baseAddress.map({ $0 + position }) else {
      return nil
    }
    let first = start.load(as: UInt8.self)
    let isText = first == 0x81
    guard isText || first == 0x82 else { return nil }
    let second = start.load(fromByteOffset: 1, as: UInt8.self)
    let isMasked = second & 0x80 != 0
    guard isMasked == (role == .server) else { return nil }
    var headerBytes = isMasked ? 6 : 2
    var count = Int(second & 0x7F)
    if count == 126 {
      headerBytes &+= 2
      guard available >= headerBytes else { return nil }
      count = Int(UInt16(bigEndian: start.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
      guard count > 125 else { return nil }
    }
    // Longer ones (127) come in pieces anyway. The limit is checked before the sum, which so cannot overflow.
    guard count != 127, count <= terms.limits.messageBytesMax, available >= headerBytes &+ count else {
      return nil
    }
    let payload = UnsafeMutableRawBufferPointer(start: start + headerBytes, count: count)
    if isMasked {
      let key = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: headerBytes &- 4, as: UInt32.self))
      Masking.apply(key: key, to: payload)
    }
    position &+= headerBytes &+ count
    let message = UnsafeRawBufferPointer(payload)
    guard isText else { return .binary(message) }
    var validator = UTF8Validator()
    guard validator.validate(message) else { return fail(.badText) }
    return validator.finish() ? .text(message) : fail(.cutText)
  }

  /// Takes whatever arrived, cut anywhere; events are appended in the order in which they happened.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer, into events: inout [WebSocketEvent]) {
    receive(Array(bytes), into: &events)
  }

  package mutating func receive(_ bytes: [UInt8], into events: inout [WebSocketEvent]) {
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      var position = 0
      while !isClosed {
        switch next(bytes, at: &position) {
        case .needMore: return
        case .text(let message): events.append(.text(Array(message)))
        case .binary(let message): events.append(.binary(Array(message)))
        case .ping(let payload): events.append(.ping(Array(payload)))
        case .pong(let payload): events.append(.pong(Array(payload)))
        case .closed(let code, let reason): events.append(.closed(code, reason: reason))
        case .failed(let code): events.append(.failed(code))
        }
      }
    }
  }

  /// The transport ended. Without a goodbye that is 1006 (RFC 6455 §7.1.5).
  package mutating func receiveEnd(into events: inout [WebSocketEvent]) {
    guard !isClosed else { return }
    phase = .closed(.abnormal)
    events.append(.closed(.abnormal, reason: ""))
  }

  private mutating func hear(
    _ opcode: Opcode, _ payload: UnsafeRawBufferPointer
  ) throws(ProtocolFault) -> Step? {
    switch opcode {
    case .close: return try hearClose(Array(payload))
    case .ping where phase == .open:
      write(.pong, Array(payload))
      return .ping(payload)
    case .pong where phase == .open: return .pong(payload)
    default: return nil
    }
  }

  /// RFC 6455 §5.5.1: a goodbye is answered with the same code, unless ours went first.
  private mutating func hearClose(_ payload: [UInt8]) throws(ProtocolFault) -> Step {
    let close = try ClosePayload(parsing: payload)
    if phase == .open { write(.close, ClosePayload(code: close.code, reason: "").bytes) }
    phase = .closed(close.code)
    unfinished = nil
    return .closed(close.code, reason: close.reason)
  }

  private mutating func fail(_ fault: ProtocolFault) -> Step {
    if phase == .open { write(.close, ClosePayload(code: fault.code, reason: fault.reason).bytes) }
    phase = .closed(fault.code)
    unfinished = nil
    return .failed(fault.code)
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
    FrameEncoder.append(opcode, payload, mask: terms.nextMask(), to: &out)
  }
}
