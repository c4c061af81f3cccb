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
  private let memory: SearchMemory

  /// What stays when memory is given back.
  private static let kept = 64 << 20

  var left: Int { limit - used }

  /// - Parameter bytes: where the system refuses them, the arena has none.
  init(bytes: Int) {
    memory = SearchMemory(bytes: max(bytes, 0))
    size = memory.size
    limit = size
  }

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
      start: (memory.base + used).bindMemory(to: type, capacity: count), count: count)
  }

  /// All that was handed out is free again.
  mutating func takeBack() { used = 0 }

  /// The system gets back what lies behind the first 64 MB.
  func giveBack() {
    if size > Self.kept { memory.giveBack(from: Self.kept) }
  }
}
