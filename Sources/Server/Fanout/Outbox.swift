import HTTP
import Rooms
import WebSocket

/// What one connection alone is to be told, in order, and the bytes that the kernel would not take yet.
/// Invariant: `bytesWaiting` counts both; a personal line is sent after the room's frames that were published
/// before it; while nothing waits it owns nothing, and pays for nothing.
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
    /// Its bytes would be there without it.
    let isShared: Bool
  }

  private final class Contents {
    var entries: [Entry] = []
    /// How much of the first has left; nil while it has not begun.
    var begun: Int?
    var bytesWaiting = 0
    /// Of memory that is here for this connection alone.
    var bytesOwned = 0
    var share: MemoryBudget.Share?
  }

  private var contents: Contents?

  var isEmpty: Bool { contents == nil }
  var bytesWaiting: Int { contents?.bytesWaiting ?? 0 }
  /// The rest of what has begun to leave comes before all else.
  var hasUnsent: Bool { contents?.begun != nil }

  // MARK: - In

  /// A line for this connection alone. Only plain frames can be that: no private word enters a stream that
  /// others' frames refer to.
  mutating func append(_ frame: PlainFrame, after place: Place? = nil) { add(frame.bytes, after: place) }

  /// What brings it up to a gallery's last event: into its stream, or else by itself, or plain.
  mutating func append(prime frame: SharedFrame, after place: Place) { add(frame.bytes, after: place) }

  mutating func append(_ frame: AloneFrame) { add(frame.bytes) }

  mutating func append(prime frame: AloneFrame, after place: Place) { add(frame.bytes, after: place) }

  /// Bytes that are no frames of ours: HTTP, and what the protocol itself has to say.
  mutating func append(_ bytes: [UInt8]) { add(bytes) }

  /// The body is not copied.
  mutating func append(_ response: Response) {
    add(response.encodedHead())
    if response.sendsBody { add(response.body, isShared: response.isBodyShared) }
  }

  /// Of pongs that wait the newest is enough (RFC 6455 §5.5.3), so pings of who does not read pile nothing up.
  mutating func append(pong bytes: [UInt8]) {
    if let contents, let index = contents.entries.lastIndex(where: \.isPong) {
      remove(index..<index + 1, of: contents)
    }
    add(bytes, isPong: true)
  }

  private mutating func add(
    _ bytes: [UInt8], after place: Place? = nil, isPong: Bool = false, isShared: Bool = false
  ) {
    guard !bytes.isEmpty else { return }
    let contents = self.contents ?? Contents()
    self.contents = contents
    contents.entries.append(Entry(bytes: bytes, after: place, isPong: isPong, isShared: isShared))
    contents.bytesWaiting += bytes.count
    if !isShared { contents.bytesOwned += bytes.count }
  }

  // MARK: - Out, entry by entry

  subscript(index: Int) -> Entry? {
    guard let contents, index < contents.entries.count else { return nil }
    return contents.entries[index]
  }

  mutating func removeFirst(_ count: Int) {
    guard let contents, count > 0 else { return }
    precondition(!hasUnsent, "what is older leaves first")
    remove(0..<count, of: contents)
  }

  /// All that has not begun to leave.
  mutating func takeEntries() -> [Entry] {
    guard let contents else { return [] }
    let range = (hasUnsent ? 1 : 0)..<contents.entries.count
    let taken = Array(contents.entries[range])
    remove(range, of: contents)
    return taken
  }

  private mutating func remove(_ range: Range<Int>, of contents: Contents) {
    for entry in contents.entries[range] {
      contents.bytesWaiting -= entry.bytes.count
      if !entry.isShared { contents.bytesOwned -= entry.bytes.count }
    }
    contents.entries.removeSubrange(range)
    if contents.entries.isEmpty { self.contents = nil }
  }

  // MARK: - Out, in slices

  /// The first is large: it leaves from where it lies.
  mutating func begin() {
    precondition(!hasUnsent && !isEmpty, "what is older leaves first")
    contents?.begun = 0
  }

  /// Keeps what a short write left over.
  mutating func keep(_ rest: UnsafeRawBufferPointer) {
    // What begins to leave behind it waits again.
    precondition((contents?.begun ?? 0) == 0, "what is older leaves first")
    guard !rest.isEmpty else { return }
    add(Array(rest))
    guard let contents, let entry = contents.entries.popLast() else { return }
    contents.entries.insert(entry, at: 0)
    contents.begun = 0
  }

  func withUnsent<R>(bytesMax: Int = .max, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    guard let contents, let begun = contents.begun, let first = contents.entries.first else {
      return body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    return first.bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[begun...].prefix(bytesMax)))
    }
  }

  mutating func sent(_ count: Int) {
    guard let contents, let begun = contents.begun, let first = contents.entries.first else { return }
    precondition(begun + count <= first.bytes.count, "no more is sent than was there")
    contents.bytesWaiting -= count
    contents.begun = begun + count
    guard begun + count == first.bytes.count else { return }
    contents.begun = nil
    contents.bytesWaiting += first.bytes.count
    remove(0..<1, of: contents)
  }

  // MARK: - What it costs

  /// Pays for what is here, as long as it is.
  ///
  /// - Returns: false when there is no more room for it.
  func pay(_ budget: MemoryBudget, for network: UInt32?) -> Bool {
    guard let contents else { return true }
    if contents.share == nil { contents.share = budget.share(for: contents.bytesOwned, of: network) }
    return contents.share?.hold(contents.bytesOwned) ?? false
  }

  func checkInvariants() {
    guard let contents else { return }
    precondition(!contents.entries.isEmpty, "while nothing waits it owns nothing")
    precondition((contents.begun ?? 0) < contents.entries[0].bytes.count, "what has left is gone")
    let bytes = contents.entries.reduce(0) { $0 + $1.bytes.count } - (contents.begun ?? 0)
    precondition(contents.bytesWaiting == bytes, "what waits is counted")
    let owned = contents.entries.reduce(0) { $0 + ($1.isShared ? 0 : $1.bytes.count) }
    precondition(contents.bytesOwned == owned, "what it alone holds is counted")
  }

  /// It was paid for, but its network has more now than it leaves to others.
  var isBeyondShare: Bool { contents?.share?.isBeyond ?? false }
}
