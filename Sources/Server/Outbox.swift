import Rooms
import WebSocket

/// What one connection alone is to be told, in order, and the bytes that the kernel would not take yet.
/// Invariant: `bytesWaiting` counts both; a personal line is sent after the room's frames that were published
/// before it; while nothing waits it owns nothing.
struct Outbox {
  /// How far a gallery had come. Galleries come and go; events of one mean nothing in another.
  struct Place {
    let gallery: Gallery
    let event: Int
  }

  struct Entry {
    let bytes: [UInt8]
    /// Sent behind what the gallery had told when it came.
    let after: Place?
    let isPong: Bool
  }

  private final class Contents {
    var entries: [Entry] = []
    var unsent: [UInt8] = []
    var unsentStart = 0
    var entryBytes = 0
  }

  private var contents: Contents?

  var isEmpty: Bool { contents == nil }
  var bytesWaiting: Int {
    contents.map { $0.entryBytes + $0.unsent.count - $0.unsentStart } ?? 0
  }
  var hasUnsent: Bool { contents.map { $0.unsentStart < $0.unsent.count } ?? false }

  /// A line for this connection alone. Only plain frames can be that: no private word enters a stream that
  /// others' frames refer to.
  mutating func append(_ frame: PlainFrame, after place: Place? = nil) { add(frame.bytes, after: place) }

  /// What brings it up to a gallery's last event: into its stream, or else by itself, or plain.
  mutating func append(prime frame: SharedFrame, after place: Place) { add(frame.bytes, after: place) }

  mutating func append(prime frame: AloneFrame, after place: Place) { add(frame.bytes, after: place) }

  /// Bytes that are no frames of ours: HTTP, and what the protocol itself has to say.
  mutating func append(_ bytes: [UInt8]) { add(bytes, after: nil) }

  /// Of pongs that wait the newest is enough (RFC 6455 §5.5.3), so pings of who does not read pile nothing up.
  mutating func append(pong bytes: [UInt8]) {
    if let contents, let index = contents.entries.lastIndex(where: \.isPong) {
      contents.entryBytes -= contents.entries[index].bytes.count
      contents.entries.remove(at: index)
    }
    add(bytes, after: nil, isPong: true)
  }

  private mutating func add(_ bytes: [UInt8], after place: Place?, isPong: Bool = false) {
    guard !bytes.isEmpty else { return }
    let contents = self.contents ?? Contents()
    self.contents = contents
    contents.entries.append(Entry(bytes: bytes, after: place, isPong: isPong))
    contents.entryBytes += bytes.count
  }

  mutating func takeEntries() -> [Entry] {
    guard let contents else { return [] }
    let taken = contents.entries
    contents.entries = []
    contents.entryBytes = 0
    letGo()
    return taken
  }

  /// Keeps what a short write left over.
  mutating func keep(_ rest: UnsafeRawBufferPointer) {
    precondition(!hasUnsent, "what is older leaves first")
    let contents = self.contents ?? Contents()
    self.contents = contents
    contents.unsent = Array(rest)
    contents.unsentStart = 0
  }

  func withUnsent<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    guard let contents else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return contents.unsent.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[contents.unsentStart...]))
    }
  }

  mutating func sent(_ count: Int) {
    guard let contents else { return }
    contents.unsentStart += count
    precondition(contents.unsentStart <= contents.unsent.count, "no more is sent than was there")
    guard contents.unsentStart == contents.unsent.count else { return }
    contents.unsent = []
    contents.unsentStart = 0
    letGo()
  }

  private mutating func letGo() {
    if let contents, contents.entries.isEmpty, contents.unsent.isEmpty { self.contents = nil }
  }
}
