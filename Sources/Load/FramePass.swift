/// Passes over a server's frames where they lie, counting those that matter; nothing is copied.
///
///     ├ rest of a frame ┤├ frame ┤├ frame ┤├ beginning of one ┤
///                        ↑ looked at: 2 to 10 bytes of header, at most 8 of payload
struct FramePass {
  /// Which whole frames count.
  enum Counting: Equatable {
    /// Every data frame.
    case messages
    /// Text that begins with these eight bytes, and whatever is compressed.
    case beginning(UInt64)

    /// For example `{"t":"ev`.
    static func beginning(_ text: StaticString) -> Counting {
      precondition(text.utf8CodeUnitCount == 8, "eight bytes are compared at once")
      return .beginning(UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt64.self))
    }
  }

  var counted = 0
  /// Of the frames that count, with their headers.
  var bytes = 0
  var headerBytes = 0
  /// Where the next frame begins, or what is left of one that has to be seen whole.
  var position = 0
  /// Opcode and payload of a control frame; passing goes on when it was looked at.
  var control: (opcode: UInt8, payload: Range<Int>)?

  /// Goes on from `position` to the end, or to behind the next control frame.
  mutating func run(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ line: UnsafeMutablePointer<Line>, _ counting: Counting
  ) {
    control = nil
    let continued = min(line.pointee.rest, count &- position)
    if continued > 0 {
      position &+= continued
      line.pointee.rest &-= continued
      if line.pointee.rest == 0, line.pointee.counts { counted &+= 1 }
    }
    while begin(bytes + position, count &- position, line, counting) {}
  }

  /// False when there is nothing more to do: too few bytes, or a control frame.
  @inline(__always)
  private mutating func begin(
    _ bytes: UnsafePointer<UInt8>, _ left: Int, _ line: UnsafeMutablePointer<Line>, _ counting: Counting
  ) -> Bool {
    guard left >= 2 else { return false }
    let short = Int(bytes[1] & 0x7F)
    let header = short < 126 ? 2 : short == 126 ? 4 : 10
    guard left >= header else { return false }
    let payload = short < 126 ? short : Self.length(bytes + 2, header &- 2)
    if bytes[0] & 0x08 != 0 { return readControl(bytes[0] & 0x0F, header, payload, left) }
    if counting != .messages, left < header &+ min(8, payload) { return false }
    line.pointee.counts = Self.counts(bytes, header, payload, counting)
    if line.pointee.counts {
      self.bytes &+= header &+ payload
      headerBytes &+= header
    }
    let there = min(left, header &+ payload)
    position &+= there
    line.pointee.rest = header &+ payload &- there
    if line.pointee.rest == 0, line.pointee.counts { counted &+= 1 }
    return line.pointee.rest == 0
  }

  private mutating func readControl(_ opcode: UInt8, _ header: Int, _ payload: Int, _ left: Int) -> Bool {
    guard left >= header &+ payload else { return false }
    control = (opcode, (position &+ header)..<(position &+ header &+ payload))
    position &+= header &+ payload
    return false
  }

  @inline(__always)
  private static func counts(
    _ bytes: UnsafePointer<UInt8>, _ header: Int, _ payload: Int, _ counting: Counting
  ) -> Bool {
    // A message counts with its last frame.
    guard bytes[0] & 0x80 != 0 else { return false }
    guard case .beginning(let wanted) = counting else { return true }
    if bytes[0] & 0x40 != 0 { return true }
    return payload >= 8 && UnsafeRawPointer(bytes + header).loadUnaligned(as: UInt64.self) == wanted
  }

  private static func length(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var length = 0
    for index in 0..<count { length = length &<< 8 | Int(bytes[index]) }
    return length
  }
}
