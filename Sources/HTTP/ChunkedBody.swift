/// A body in chunks (RFC 9112 §7.1), understood as its bytes arrive. Extensions and trailers mean nothing here: they
/// are checked for their shape, counted, and dropped.
/// Invariant: the outcome depends on the bytes alone, not on how they were cut up; dataBytes ≤ bytesMax, and nothing
/// is remembered of what was read but where we are in it.
///
///     5;a=b␍␊hello␍␊0␍␊X: y␍␊␍␊GET …
///     ╰────╯ data ╰╯╰─╯╰────╯╰╯ the body ends
///      size          0 trailer
package struct ChunkedBody: Sendable {
  package enum Step: Sendable, Equatable {
    /// All bytes were looked at, and the body goes on.
    case needMore
    /// The next part of the body, as a range of the bytes given.
    case data(Range<Int>)
    /// The body is whole; what follows is not of it.
    case ended
    /// The connection is to be answered with the fault's status and closed: where the body ends is not known.
    case refused(Fault)
  }

  package enum Fault: Error, Sendable, Equatable {
    case malformed
    case tooLarge
    case tooManyExtras

    package var status: Status {
      switch self {
      case .malformed: .badRequest
      case .tooLarge: .contentTooLarge
      case .tooManyExtras: .headerTooLarge
      }
    }

    package var reason: String {
      switch self {
      case .malformed: "The body must consist of chunks, as its Transfer-Encoding says."
      case .tooLarge: "The body must be shorter."
      case .tooManyExtras: "Chunk extensions and trailers must be shorter."
      }
    }
  }

  private enum State: Equatable {
    case size(Int, digits: Int)
    /// White space behind the size, which only an extension may follow.
    case space(Int)
    case extra(Int)
    case sizeEnd(Int)
    case data(missing: Int)
    case dataReturn, dataEnd
    /// The last chunk was seen: a trailer or the empty line.
    case lineStart
    case trailerName, trailerValue, trailerEnd
    case bodyEnd
    case ended
    case refused(Fault)
  }

  private static let sizeDigitsMax = 16

  private let bytesMax: Int
  private let extrasBytesMax: Int
  private var state = State.size(0, digits: 0)
  private var extrasBytes = 0
  /// Bytes of the body so far, without what is around them.
  package private(set) var dataBytes = 0

  /// - Parameter bytesMax: what all chunks together may hold; a chunk that would pass it is refused by its size, before
  ///   its first byte.
  package init(bytesMax: Int, limits: HTTPLimits = HTTPLimits()) {
    // One digit more than a size that fits never overflows.
    precondition(bytesMax >= 0 && bytesMax < Int.max >> 5, "no body is that long")
    self.bytesMax = bytesMax
    extrasBytesMax = limits.chunkExtrasBytesMax
  }

  /// Goes on at `place`, which it moves behind all that it has looked at. Call it again until it says something else
  /// than `data`.
  package mutating func next(_ bytes: UnsafeRawBufferPointer, at place: inout Int) -> Step {
    while true {
      switch state {
      case .ended: return .ended
      case .refused(let fault): return .refused(fault)
      case .data(let missing):
        guard place < bytes.count else { return .needMore }
        let part = place..<min(bytes.count, place + missing)
        place = part.upperBound
        dataBytes += part.count
        assert(dataBytes <= bytesMax, "dataBytes ≤ bytesMax")
        state = part.count == missing ? .dataReturn : .data(missing: missing - part.count)
        return .data(part)
      default:
        guard place < bytes.count else { return .needMore }
        do throws(Fault) {
          state = try after(bytes[place])
          place += 1
        } catch {
          state = .refused(error)
        }
      }
    }
  }

  /// What one byte of all that is not data leads to.
  private mutating func after(_ byte: UInt8) throws(Fault) -> State {
    switch state {
    case .size(let size, let digits):
      guard let digit = hexDigit(byte) else {
        guard digits > 0 else { throw .malformed }
        return try behindSize(byte, size)
      }
      guard digits < Self.sizeDigitsMax else { throw .malformed }
      let larger = size << 4 | Int(digit)
      guard larger <= bytesMax - dataBytes else { throw .tooLarge }
      return .size(larger, digits: digits + 1)
    case .space(let size): return try behindSize(byte, size, isLineEnd: false)
    case .extra(let size): return byte == 0x0D ? .sizeEnd(size) : try skip(byte, in: .extra(size))
    case .sizeEnd(let size):
      try expect(0x0A, byte)
      return size > 0 ? .data(missing: size) : .lineStart
    case .dataReturn:
      try expect(0x0D, byte)
      return .dataEnd
    case .dataEnd:
      try expect(0x0A, byte)
      return .size(0, digits: 0)
    case .lineStart:
      if byte == 0x0D { return .bodyEnd }
      guard HeaderLine.isToken(byte) else { throw .malformed }
      return try skip(byte, in: .trailerName)
    case .trailerName:
      if byte == UInt8(ascii: ":") { return try skip(byte, in: .trailerValue) }
      guard HeaderLine.isToken(byte) else { throw .malformed }
      return try skip(byte, in: .trailerName)
    case .trailerValue: return byte == 0x0D ? .trailerEnd : try skip(byte, in: .trailerValue)
    case .trailerEnd:
      try expect(0x0A, byte)
      return .lineStart
    case .bodyEnd:
      try expect(0x0A, byte)
      return .ended
    case .data, .ended, .refused: preconditionFailure("no byte of these is looked at alone")
    }
  }

  private mutating func behindSize(
    _ byte: UInt8, _ size: Int, isLineEnd: Bool = true
  ) throws(Fault) -> State {
    switch byte {
    case 0x0D where isLineEnd: return .sizeEnd(size)
    case 0x20, 0x09: return try skip(byte, in: .space(size))
    case UInt8(ascii: ";"): return try skip(byte, in: .extra(size))
    default: throw .malformed
    }
  }

  /// Counts a byte that is dropped. Line breaks stand only at line ends, other controls but tab nowhere: what
  /// somebody else might take for the end of a line is not passed over.
  private mutating func skip(_ byte: UInt8, in state: State) throws(Fault) -> State {
    guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else { throw .malformed }
    guard extrasBytes < extrasBytesMax else { throw .tooManyExtras }
    extrasBytes += 1
    return state
  }

  private func expect(_ wanted: UInt8, _ byte: UInt8) throws(Fault) {
    guard byte == wanted else { throw .malformed }
  }
}
