/// Cuts a growing input into the lines of one head and stops at the first line that is wrong or too long.
/// Invariant: lineStart ≤ scanned ≤ headBytesMax, so a head costs time linear in its
/// bytes however it was cut up, and the result does not depend on the cuts.
///
///     GET / HTTP/1.1␍␊Host: a␍␊␍␊body…
///     ╰── line ──────╯╰─ line ╯╰╯ empty: the head ends
struct HeadScanner: Sendable {
  enum Step: Equatable {
    case needMore
    /// A whole line, as a range without its CR LF.
    case line(Range<Int>)
    case refused(Fault)
  }

  enum Fault: Equatable {
    case lineTooLong, headTooLong, bareLineBreak, badByte
  }

  let limits: HTTPLimits
  private(set) var lineStart = 0
  private var scanned = 0

  init(limits: HTTPLimits) { self.limits = limits }

  /// - Parameter input: everything since the head began, a prefix of which the last call may have
  /// seen already.
  mutating func next(_ input: UnsafeRawBufferPointer) -> Step {
    let lineEndMax = lineStart + limits.lineBytesMax
    let wall = min(lineEndMax, limits.headBytesMax)
    while scanned < input.count {
      guard scanned < wall else {
        return .refused(lineEndMax <= limits.headBytesMax ? .lineTooLong : .headTooLong)
      }
      let byte = input[scanned]
      scanned += 1
      if byte == 0x0A { return endLine(input) }
      // A line that fills its room without ending is refused at once, not when its end is seen.
      if scanned == wall {
        return .refused(lineEndMax <= limits.headBytesMax ? .lineTooLong : .headTooLong)
      }
    }
    return .needMore
  }

  /// A line ends with CR LF and holds neither of them, nor NUL or any other control but tab (RFC
  /// 9112 §2.2).
  private mutating func endLine(_ input: UnsafeRawBufferPointer) -> Step {
    let end = scanned - 2
    guard end >= lineStart, input[end] == 0x0D else { return .refused(.bareLineBreak) }
    let line = lineStart..<end
    for i in line where (input[i] < 0x20 && input[i] != 0x09) || input[i] == 0x7F {
      return .refused(input[i] == 0x0D ? .bareLineBreak : .badByte)
    }
    lineStart = scanned
    return .line(line)
  }
}
