/// Unread input of one connection: appended at the back as it arrives, consumed at the front as it
/// is understood.
/// Invariant: consumed ≤ received ≤ limit.
///
///     storage:  [ consumed | unread …………… ]
///               0          consumed        received
package struct ByteQueue: Sendable {
  /// The most bytes ever held at once, unread or not yet let go.
  package let limit: Int
  private var storage: [UInt8] = []
  private var consumed = 0

  package init(limit: Int) {
    precondition(limit > 0, "a queue must be able to hold a byte")
    self.limit = limit
  }

  /// Unread bytes.
  package var count: Int { storage.count - consumed }
  package var isEmpty: Bool { count == 0 }
  /// How many bytes more it can take in.
  package var room: Int { limit - count }

  /// Takes bytes in, all or none.
  /// - Returns: false when they would pass the limit; the queue is then as it was.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= room else { return false }
    if consumed > 0, storage.count + bytes.count > min(storage.capacity, limit) { compact() }
    storage.append(contentsOf: bytes)
    checkInvariants()
    return true
  }

  package mutating func append(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Shows the unread bytes; the pointer is good only inside the closure.
  package func withUnread<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[consumed...])) }
  }

  /// Lets go of bytes at the front. An emptied queue owns no storage: idle connections cost nothing.
  package mutating func consume(_ n: Int) {
    precondition(n >= 0 && n <= count, "only unread bytes can be consumed")
    consumed += n
    if consumed == storage.count {
      storage = []
      consumed = 0
    }
    checkInvariants()
  }

  /// [ consumed | unread ]  →  [ unread ]
  private mutating func compact() {
    storage.removeFirst(consumed)
    consumed = 0
  }

  private func checkInvariants() {
    assert(consumed >= 0 && consumed <= storage.count, "consumed ≤ received")
    assert(storage.count <= limit, "received ≤ limit")
  }
}
