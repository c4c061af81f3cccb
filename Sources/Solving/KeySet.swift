/// The keys of the positions that a search has met. It is never more than half full and doubles, by turns in one of two
/// pieces of memory. Invariant: 2 · count ≤ the number of slots; a slot with 0 is free.
struct KeySet<Key: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>: ~Copyable {
  enum Inserted { case new, known, full }

  private var slots: UnsafeMutableBufferPointer<Key>
  private var spare: UnsafeMutableBufferPointer<Key>
  private var slotCount: Int
  private(set) var count = 0
  private var countMax: Int
  /// The sum and the exclusive or of all keys. A second search of the same position has the same two.
  private(set) var sum: Key = 0
  private(set) var parity: Key = 0

  private static var slotsFewest: Int { 1 << 12 }
  private static var slotSize: Int { MemoryLayout<Key>.stride }

  /// - Parameter expected: so many keys need not make it grow.
  /// - Returns: nil where the arena has no room for the smallest one.
  init?(in arena: inout Arena, bytesMax: Int, expected: Int = 0) {
    var most = Self.slotsFewest
    // The smaller piece of memory has half of it.
    while most * 3 * Self.slotSize <= bytesMax { most *= 2 }
    guard let slots = arena.take(most, of: Key.self), let spare = arena.take(most / 2, of: Key.self)
    else {
      return nil
    }
    self.slots = slots
    self.spare = spare
    slotCount = Self.slotsFewest
    while slotCount < most / 2, Self.countMax(slotCount) < expected { slotCount *= 2 }
    countMax = Self.countMax(slotCount)
    // Which of the two begins is such that the last size fits.
    if (most.trailingZeroBitCount - slotCount.trailingZeroBitCount) % 2 == 1 {
      swap(&self.slots, &self.spare)
    }
    clear()
  }

  /// Of the memory that was touched, at most.
  var byteCount: Int { slotCount * Self.slotSize * 3 / 2 }

  private static func countMax(_ slotCount: Int) -> Int { slotCount / 2 }

  private func clear() { slots.baseAddress?.update(repeating: 0, count: slotCount) }

  /// Where a key is looked for first. Keys may be codes with all their variety in a few bits: the upper half of a
  /// product has some of each.
  @inline(__always)
  private func slot(of key: Key) -> Int {
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
      & (slotCount &- 1)
  }

  /// Asks for the memory where a key would be, so that inserting it soon does not wait.
  @inline(__always)
  func prefetch(_ key: Key) { SearchMemory.prefetch(slots.baseAddress.unsafelyUnwrapped + slot(of: key)) }

  @inline(__always)
  mutating func insert(_ key: Key) -> Inserted {
    let key = key == 0 ? 1 : key
    var place = slot(of: key)
    while slots[place] != 0 {
      if slots[place] == key { return .known }
      place = (place &+ 1) & (slotCount &- 1)
    }
    if count == countMax {
      guard grow() else { return .full }
      place = freeSlot(for: key)
    }
    slots[place] = key
    count &+= 1
    sum &+= key
    parity ^= key
    return .new
  }

  @inline(__always)
  private func freeSlot(for key: Key) -> Int {
    var place = slot(of: key)
    while slots[place] != 0 { place = (place &+ 1) & (slotCount &- 1) }
    return place
  }

  @inline(never)
  private mutating func grow() -> Bool {
    guard slotCount * 2 <= spare.count else { return false }
    let before = slotCount
    swap(&slots, &spare)
    slotCount *= 2
    countMax = Self.countMax(slotCount)
    clear()
    for index in 0..<before where spare[index] != 0 { slots[freeSlot(for: spare[index])] = spare[index] }
    return true
  }
}
