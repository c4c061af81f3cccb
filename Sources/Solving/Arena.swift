import Glibc

/// Memory for one search at a time, handed out from its beginning. What no search touches costs nothing, so a large
/// arena is as cheap as the searches that it serves. Invariant: used ≤ limit ≤ size.
struct Arena: ~Copyable {
  /// Bytes.
  let size: Int
  /// Bytes that are handed out at most.
  var limit: Int {
    didSet { limit = min(max(limit, 0), size) }
  }

  private(set) var used = 0
  /// Begins on a large page: a search jumps through its memory, and few pages are found sooner than many.
  private let base: UnsafeMutableRawPointer
  private let mapped: UnsafeMutableRawPointer
  private let mappedSize: Int

  private static let largePage = 2 << 20
  /// What stays when memory is given back.
  private static let kept = 64 << 20

  var left: Int { limit - used }

  /// - Parameter bytes: where the system refuses them, the arena has none.
  init(bytes: Int) {
    mappedSize = max(bytes, 0) + Self.largePage
    mapped = mmap(
      nil, mappedSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard mapped != MAP_FAILED else {
      (size, limit) = (0, 0)
      base = mapped
      return
    }
    size = max(bytes, 0)
    limit = size
    base = mapped.alignedUp(toMultipleOf: Self.largePage)
    // Where there are no large pages all goes on as before.
    _ = madvise(base, size, MADV_HUGEPAGE)
  }

  deinit { if mapped != MAP_FAILED { munmap(mapped, mappedSize) } }

  /// Room for so many plain values, with anything in it.
  ///
  /// - Returns: nil where there is not so much left.
  mutating func take<Value: BitwiseCopyable>(
    _ count: Int, of type: Value.Type
  ) -> UnsafeMutableBufferPointer<Value>? {
    let (stride, hasOverflown) = count.multipliedReportingOverflow(by: MemoryLayout<Value>.stride)
    guard !hasOverflown, stride <= left - 63 else { return nil }
    defer { used += (stride + 63) & ~63 }
    return UnsafeMutableBufferPointer(
      start: (base + used).bindMemory(to: type, capacity: count), count: count)
  }

  /// All that was handed out is free again.
  mutating func takeBack() { used = 0 }

  /// The system gets back what lies behind the first 64 MB.
  func giveBack() {
    if size > Self.kept { _ = madvise(base + Self.kept, size - Self.kept, MADV_DONTNEED) }
  }
}
