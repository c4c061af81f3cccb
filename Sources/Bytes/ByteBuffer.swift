/// Growing memory of its owner's own, for bytes that are made and read many times over: once warm, nothing is
/// allocated, and an empty one that was never used owns nothing.
/// Invariant: 0 ≤ count ≤ capacity; pointers handed out hold until the next call that changes it.
package struct ByteBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer?
  package private(set) var capacity = 0
  package private(set) var count = 0

  package init(capacity: Int = 0) {
    if capacity > 0 { grow(to: capacity) }
  }

  deinit { base?.deallocate() }

  package var isEmpty: Bool { count == 0 }

  /// All bytes.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// All bytes, to be changed in place.
  package var mutableBytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  /// Room for at least so many bytes more; say with `wrote` how many were put there.
  package mutating func room(for wanted: Int) -> UnsafeMutableRawBufferPointer {
    if capacity - count < wanted { grow(to: count + wanted) }
    return UnsafeMutableRawBufferPointer(start: base.map { $0 + count }, count: capacity - count)
  }

  package mutating func wrote(_ written: Int) {
    precondition(written >= 0 && written <= capacity - count, "no more is written than there is room for")
    count += written
  }

  package mutating func append(_ more: UnsafeRawBufferPointer) {
    guard let start = more.baseAddress, more.count > 0 else { return }
    room(for: more.count).baseAddress?.copyMemory(from: start, byteCount: more.count)
    count += more.count
  }

  package mutating func append(_ more: [UInt8]) { more.withUnsafeBytes { append($0) } }

  /// Forgets so many bytes at the front; the others move there.
  package mutating func removeFirst(_ n: Int) {
    precondition(n >= 0 && n <= count, "only what is there can be removed")
    count -= n
    // The regions may overlap: `copyMemory` allows that.
    if n > 0, let base { base.copyMemory(from: base + n, byteCount: count) }
  }

  /// Forgets the bytes; memory beyond `keeping` goes back, so that one large message costs nothing for ever.
  package mutating func removeAll(keeping: Int = 64 * 1024) {
    count = 0
    guard capacity > keeping else { return }
    base?.deallocate()
    base = nil
    capacity = 0
  }

  private mutating func grow(to wanted: Int) {
    let larger = max(wanted, capacity * 2, 64)
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    if let base {
      fresh.copyMemory(from: base, byteCount: count)
      base.deallocate()
    }
    base = fresh
    capacity = larger
  }
}
