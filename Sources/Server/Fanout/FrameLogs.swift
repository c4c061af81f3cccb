import Rooms
import WebSocket

/// A log of frames for each encoding that somebody in a gallery is told in.
///
/// Invariant: the counts are those of the gallery's members.
struct FrameLogs: ~Copyable {
  private var plain = FrameLog()
  private var alone = FrameLog()
  private var shared = FrameLog()
  // How many members are told in each.
  private var plainCount = 0
  private var aloneCount = 0
  private var sharedCount = 0

  /// What is kept for those who lack it.
  var byteCount: Int { plain.byteCount + alone.byteCount + shared.byteCount }

  func count(_ encoding: Encoding) -> Int {
    switch encoding {
    case .plain: plainCount
    case .alone: aloneCount
    case .shared: sharedCount
    }
  }

  mutating func count(_ encoding: Encoding, _ change: Int) {
    switch encoding {
    case .plain: plainCount += change
    case .alone: aloneCount += change
    case .shared: sharedCount += change
    }
  }

  /// Writes an event once in each encoding that somebody is told in.
  ///
  /// - Parameters:
  ///   - frame: the event in the audience's stream.
  ///   - deflater: for those who are told each message by itself.
  @inline(__always)
  mutating func append(
    event: Int, _ text: UnsafeRawBufferPointer, isText: Bool, shared frame: SharedFrame?, deflater: Deflater?
  ) {
    if plainCount > 0 {
      plain.append(event: event) { FrameEncoder.append(isText: isText, text, to: &$0) }
    }
    if aloneCount > 0 {
      alone.append(event: event) { log in
        guard let deflater else { return FrameEncoder.append(isText: isText, text, to: &log) }
        AloneFrame.append(text, isText: isText, with: deflater, to: &log)
      }
    }
    if sharedCount > 0, let frame {
      shared.append(event: event) { $0.append(frame.bytes) }
    }
  }

  /// Whether one of them is larger than that.
  func exceed(_ bytesMax: Int) -> Bool { max(plain.byteCount, alone.byteCount, shared.byteCount) > bytesMax }

  /// Lets go of what is oldest.
  ///
  /// - Parameter event: it stays, with all that follow it.
  mutating func trim(bytesMax: Int, before event: Int) {
    plain.trim(bytesMax: bytesMax, before: event)
    alone.trim(bytesMax: bytesMax, before: event)
    shared.trim(bytesMax: bytesMax, before: event)
  }

  mutating func removeAll(next event: Int) {
    plain.removeAll(next: event)
    alone.removeAll(next: event)
    shared.removeAll(next: event)
  }

  /// As in `FrameLog`, of one encoding.
  func frames(
    _ encoding: Encoding, from event: Int, to end: Int, bytesMax: Int
  ) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    switch encoding {
    case .plain: plain.frames(from: event, to: end, bytesMax: bytesMax)
    case .alone: alone.frames(from: event, to: end, bytesMax: bytesMax)
    case .shared: shared.frames(from: event, to: end, bytesMax: bytesMax)
    }
  }

  /// As in `FrameLog`, of one encoding.
  func after(
    _ count: Int, _ encoding: Encoding, from event: Int
  ) -> (next: Int, rest: UnsafeRawBufferPointer) {
    switch encoding {
    case .plain: plain.after(count, from: event)
    case .alone: alone.after(count, from: event)
    case .shared: shared.after(count, from: event)
    }
  }

  /// The number of the event after the last one in an encoding.
  func next(_ encoding: Encoding) -> Int {
    switch encoding {
    case .plain: plain.next
    case .alone: alone.next
    case .shared: shared.next
    }
  }

  func checkInvariants() {
    plain.checkInvariants()
    alone.checkInvariants()
    shared.checkInvariants()
  }
}
