import Rooms

/// What one connection alone is to be told, in order, and the bytes that the kernel would not take yet.
/// Invariant: `bytesWaiting` counts both; a personal line is sent after the room's frames that were published
/// before it.
struct Outbox {
  /// How far a room's gallery was written. Galleries come and go; offsets of one mean nothing in another.
  struct Place {
    let room: RoomID
    let gallery: Int
    let mark: Int
  }

  struct Entry {
    let frame: [UInt8]
    /// The room that the line belongs to and how far its gallery was written when the line came.
    let after: Place?
  }

  private var entries: [Entry] = []
  private var unsent: [UInt8] = []
  private var unsentStart = 0
  private var entryBytes = 0

  var bytesWaiting: Int { entryBytes + unsent.count - unsentStart }
  var hasUnsent: Bool { unsentStart < unsent.count }

  mutating func append(_ frame: [UInt8], after: Place? = nil) {
    guard !frame.isEmpty else { return }
    entries.append(Entry(frame: frame, after: after))
    entryBytes += frame.count
  }

  mutating func takeEntries() -> [Entry] {
    defer {
      entries.removeAll(keepingCapacity: true)
      entryBytes = 0
    }
    return entries
  }

  /// Keeps what a short write left over.
  mutating func keep(_ rest: ArraySlice<UInt8>) {
    precondition(!hasUnsent, "what is older leaves first")
    unsent = Array(rest)
    unsentStart = 0
  }

  func withUnsent<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    unsent.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[unsentStart...])) }
  }

  mutating func sent(_ count: Int) {
    unsentStart += count
    precondition(unsentStart <= unsent.count, "no more is sent than was there")
    if unsentStart == unsent.count {
      unsent = []
      unsentStart = 0
    }
  }
}
