import Bytes
import WebSocket

/// The frames of one encoding that somebody in a gallery may still lack, one behind the other, so that any number of
/// them leaves in one send. Events are numbered from the gallery's beginning.
/// Invariant: it holds the events `first ..< next` without a gap; `ends` rise to `bytes.count`.
struct FrameLog: ~Copyable {
  private(set) var first = 0
  private var ends: [Int] = []
  private var bytes = ByteBuffer()

  /// The number of the event after its last.
  var next: Int { first + ends.count }
  var isEmpty: Bool { ends.isEmpty }
  var byteCount: Int { bytes.count }

  /// Writes the frame of an event.
  mutating func append(event: Int, _ write: (inout ByteBuffer) -> Void) {
    // Nobody was told in this encoding for a while: what is left of before is of no use.
    if next != event { removeAll(next: event) }
    write(&bytes)
    ends.append(bytes.count)
  }

  /// Lets go of what is oldest once all together is larger than `bytesMax`, in lumps and never of the newest.
  ///
  /// - Parameter event: it stays, with all that follow it.
  mutating func trim(bytesMax: Int, before event: Int) {
    guard bytes.count > bytesMax else { return }
    let wanted = bytes.count - bytesMax / 2
    let droppable = ends.prefix(max(0, event - first)).prefix(ends.count - 1)
    guard let cut = droppable.firstIndex(where: { $0 >= wanted }) ?? droppable.indices.last else { return }
    let dropped = ends[cut]
    bytes.removeFirst(dropped)
    ends.removeFirst(cut + 1)
    for index in ends.indices { ends[index] -= dropped }
    first += cut + 1
  }

  mutating func removeAll(next event: Int) {
    first = event
    ends.removeAll(keepingCapacity: ends.capacity <= 64)
    // Enough for sixteen events: a table with as many in each turn allocates nothing.
    bytes.removeAll(keeping: 8192)
  }

  /// All frames from an event on, up to `end` and to about so many bytes; whole frames, and at least one. nil when the
  /// event is gone.
  func frames(from event: Int, to end: Int, bytesMax: Int) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    guard event >= first else { return nil }
    var last = min(end, next)
    guard event < last else { return (UnsafeRawBufferPointer(start: nil, count: 0), event) }
    let start = event == first ? 0 : ends[event - first - 1]
    if ends[last - first - 1] - start > bytesMax {
      last = event + 1
      while last < min(end, next), ends[last - first] - start <= bytesMax { last += 1 }
    }
    let stop = ends[last - first - 1]
    return (UnsafeRawBufferPointer(rebasing: bytes.bytes[start..<stop]), last)
  }

  /// Where a reader stands of whose frames from `event` on the kernel took so many bytes: the next event to send,
  /// and the rest of the frame that was cut.
  func after(_ count: Int, from event: Int) -> (next: Int, rest: UnsafeRawBufferPointer) {
    let start = event == first ? 0 : ends[event - first - 1]
    let reached = start + count
    let index = ends[(event - first)...].firstIndex { $0 > reached } ?? ends.count
    let frameStart = index == 0 ? 0 : ends[index - 1]
    if frameStart == reached { return (first + index, UnsafeRawBufferPointer(start: nil, count: 0)) }
    return (first + index + 1, UnsafeRawBufferPointer(rebasing: bytes.bytes[reached..<ends[index]]))
  }

  func checkInvariants() {
    precondition(zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 }, "each frame has bytes")
    precondition(ends.last ?? 0 == bytes.count, "all bytes are frames")
  }
}
