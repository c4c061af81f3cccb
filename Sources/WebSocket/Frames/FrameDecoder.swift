/// Cuts input into frame headers and pieces of payload, without holding payload back: the caller can
/// refuse a frame from its header, before a byte of it is stored.
/// Invariant: partial.count < 14, and 0 ≤ remaining ≤ payload bytes of the frame begun.
struct FrameDecoder: Sendable {
  enum Step {
    case needMore
    case header(FrameHeader)
    /// Bytes of the current frame's payload, still masked; `offset` of its payload came before.
    case payload(Range<Int>, offset: Int, mask: UInt32?, endsFrame: Bool)
  }

  private let role: Role
  private let inflates: Bool
  /// The beginning of a header whose end has not come yet.
  private var partial: [UInt8] = []
  private var current: FrameHeader?
  private var remaining = 0

  /// - Parameter inflates: compression was agreed on.
  init(role: Role, inflates: Bool = false) {
    self.role = role
    self.inflates = inflates
  }

  /// Nothing of a frame has come yet.
  var isBetweenFrames: Bool { partial.isEmpty && current == nil }

  /// - Parameter position: where in the input to go on; moved past what the step took.
  mutating func step(_ input: UnsafeRawBufferPointer, at position: inout Int) throws(ProtocolFault) -> Step {
    guard let header = current else { return try readHeader(input, at: &position) }
    let taken = min(remaining, input.count - position)
    // An empty payload is handed out too: it is what ends its frame.
    guard taken > 0 || remaining == 0 else { return .needMore }
    let range = position..<(position + taken)
    let offset = header.payloadBytes - remaining
    position += taken
    remaining -= taken
    if remaining == 0 { current = nil }
    return .payload(range, offset: offset, mask: header.mask, endsFrame: remaining == 0)
  }

  private mutating func readHeader(
    _ input: UnsafeRawBufferPointer, at position: inout Int
  ) throws(ProtocolFault) -> Step {
    let available = input.count - position
    if partial.isEmpty, available >= 2 {
      let opcode = try FrameHeader.check(
        input[position], input[position + 1], receivedBy: role, inflates: inflates)
      let length = FrameHeader.length(input[position], input[position + 1])
      if available >= length {
        let bytes = UnsafeRawBufferPointer(rebasing: input[position..<(position + length)])
        position += length
        return try begin(FrameHeader.parse(bytes, opcode: opcode))
      }
    }
    return try readPartialHeader(input, at: &position)
  }

  /// The rare case of a header that was cut: its bytes are gathered one by one.
  private mutating func readPartialHeader(
    _ input: UnsafeRawBufferPointer, at position: inout Int
  ) throws(ProtocolFault) -> Step {
    while position < input.count {
      partial.append(input[position])
      position += 1
      guard partial.count >= 2 else { continue }
      let opcode = try FrameHeader.check(partial[0], partial[1], receivedBy: role, inflates: inflates)
      guard partial.count == FrameHeader.length(partial[0], partial[1]) else { continue }
      let bytes = partial
      partial = []
      return try begin(parse(bytes, opcode: opcode))
    }
    assert(partial.count < FrameHeader.bytesMax, "a whole header does not stay partial")
    return .needMore
  }

  private func parse(_ bytes: [UInt8], opcode: Opcode) throws(ProtocolFault) -> FrameHeader {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ProtocolFault) in
      try FrameHeader.parse(UnsafeRawBufferPointer(bytes), opcode: opcode)
    }
  }

  private mutating func begin(_ header: FrameHeader) -> Step {
    current = header
    remaining = header.payloadBytes
    return .header(header)
  }
}
