import Bytes

/// What a connection holds while a header, a frame or a message is incomplete; between messages it holds none of this.
/// The careful way: bytes may come cut anywhere, frames of one message may have others between them.
final class Unfinished {
  enum Outcome {
    case needMore
    case message(MessageAssembler.Kind)
    case control(Opcode)
  }

  private var decoder: FrameDecoder
  let assembler: MessageAssembler
  /// The control frame that is being received, or the last one: its opcode, and its payload (≤ 125 bytes).
  private var control: Opcode?
  private(set) var controlBytes = ByteBuffer()

  init(terms: Terms) {
    decoder = FrameDecoder(role: terms.role, inflates: terms.inflaters != nil)
    assembler = MessageAssembler(terms: terms)
  }

  /// There is nothing to remember.
  var isDone: Bool {
    decoder.isBetweenFrames && control == nil && assembler.isBetweenMessages && !assembler.keepsContext
  }

  /// Goes on through the input until something is complete, or the input is at its end.
  func next(
    _ bytes: UnsafeMutableRawBufferPointer, at position: inout Int
  ) throws(ProtocolFault) -> Outcome {
    while true {
      switch try decoder.step(UnsafeRawBufferPointer(bytes), at: &position) {
      case .needMore: return .needMore
      case .header(let header):
        guard header.opcode.isControl else {
          try assembler.begin(header)
          continue
        }
        control = header.opcode
        controlBytes.removeAll()
      case .payload(let range, let offset, let mask, let endsFrame):
        let piece = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
        guard let control else {
          try assembler.append(piece, mask: mask, offset: offset)
          if endsFrame, let kind = try assembler.end() { return .message(kind) }
          continue
        }
        if let mask { Masking.apply(key: mask, offset: offset, to: piece) }
        controlBytes.append(UnsafeRawBufferPointer(piece))
        guard endsFrame else { continue }
        self.control = nil
        return .control(control)
      }
    }
  }
}
