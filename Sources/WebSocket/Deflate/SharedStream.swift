/// A message compressed after what a `SharedStream` told before, RSV1 = 1: for those who are in sync with
/// that stream, each one of its frames in order.
package struct SharedFrame: Sendable, Equatable {
  package let bytes: [UInt8]

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }
}

/// One compressed stream for a whole audience: every receiver that has inflated the same last bytes
/// understands the same next message (RFC 7692 §7.2.2), however it came by them. There is no compressor
/// behind it, only those bytes.
/// Invariant: the history is the end of what every member in sync has inflated, and there are at most
/// `linesMax` line ends in it and at most `historyBytesMax` bytes, which is a receiver's whole window.
///
///     told compressed:  …├─ event ─┼─ event ─┼─ event ─┤
///     history:                     ╰──────── last 7 ───╯
///     a newcomer:        ├─ snapshot ─┼─ event ─┼─ event ─┤   one message, from nothing: `prime`
///
/// Of messages that are whole lines it remembers whole lines, and so a priming message is whole lines too.
/// What has no line end is remembered and forgotten as one.
package struct SharedStream: Sendable {
  /// What a client has to grant, and every browser does.
  package static let windowBits = DeflateNegotiation.windowBits
  package static let historyBytesMax = 1 << windowBits
  /// More would save a little of each event, and cost as much again of each newcomer.
  package static let linesMax = 7

  private var history: [UInt8] = []
  private var lines = 0

  package init() {}

  /// There is nothing to be in sync with: the next frame refers to nothing, and is for everybody.
  package var isEmpty: Bool { history.isEmpty }

  /// How much longer a priming message is than what its receiver lacks.
  package var historyBytes: Int { history.count }

  /// Remembers a line that nobody got in compressed form, because nobody is in sync: the next receiver to be primed
  /// gets it with the history. While somebody is in sync, a line goes through `frame` or does not enter at all.
  package mutating func append(_ line: [UInt8]) {
    remember(line)
  }

  /// The line for everybody in sync. It enters the history, so all of them have to receive it; a receiver that misses
  /// it is out of sync.
  package mutating func frame(
    _ line: [UInt8], isText: Bool = true, with deflater: Deflater
  ) -> SharedFrame {
    SharedStream.checkWindow(of: deflater)
    let frame = SharedFrame(bytes: deflater.frame(line, isText: isText, after: history))
    remember(line)
    return frame
  }

  /// What brings one who is not in sync, or is new, into the stream, whatever it has inflated before. The
  /// history is told with it, so it may hold lines that its receiver has already.
  ///
  /// - Parameter lines: what the receiver is to know first: a snapshot, or the lines that it missed, or
  ///   nothing.
  package func prime(_ lines: [UInt8], isText: Bool = true, with deflater: Deflater) -> SharedFrame {
    SharedStream.checkWindow(of: deflater)
    return SharedFrame(bytes: deflater.frame(lines + history, isText: isText, after: []))
  }

  /// Forgets what was told: the next frame refers to nothing. A receiver that gets it and all frames after it is in
  /// sync.
  package mutating func restart() {
    history.removeAll(keepingCapacity: true)
    lines = 0
  }

  static func checkWindow(of deflater: Deflater) {
    precondition(deflater.windowBits <= windowBits, "it may not refer beyond a receiver's window")
  }

  private static let newline = UInt8(ascii: "\n")

  private mutating func remember(_ message: [UInt8]) {
    var fresh = 0
    while message.count - fresh > SharedStream.historyBytesMax {
      fresh = SharedStream.afterLine(of: message, from: fresh) ?? message.count
    }
    // What is left of a message too long for the window is its end; all before it is out of the window.
    if fresh > 0 { restart() }
    history.append(contentsOf: message[fresh...])
    lines += message[fresh...].count { $0 == SharedStream.newline }

    var kept = 0
    while lines > SharedStream.linesMax || history.count - kept > SharedStream.historyBytesMax {
      guard let next = SharedStream.afterLine(of: history, from: kept) else {
        kept = history.count
        break
      }
      kept = next
      lines -= 1
    }
    if kept > 0 { history.removeFirst(kept) }
    checkInvariants()
  }

  /// Where the next line begins; nil when this one has no end.
  private static func afterLine(of bytes: [UInt8], from start: Int) -> Int? {
    bytes[start...].firstIndex(of: newline).map { $0 + 1 }
  }

  private func checkInvariants() {
    assert(history.count <= SharedStream.historyBytesMax && lines <= SharedStream.linesMax)
    assert(lines == history.count { $0 == SharedStream.newline }, "line ends are counted")
  }
}
