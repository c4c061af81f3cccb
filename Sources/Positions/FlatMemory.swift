/// Owns the memory of flat tables. Invariant: what was kept stays where it is, unchanged, until this is gone.
final class FlatMemory {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// A copy of a list of plain values.
  func keep<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    // One more than there are: an empty list has an address too.
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: values.count + 1)
    for (index, value) in values.enumerated() { (copy + index).initialize(to: value) }
    blocks.append(UnsafeMutableRawPointer(copy))
    return UnsafePointer(copy)
  }
}
