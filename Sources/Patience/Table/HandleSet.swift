/// A set of item handles as bits. Invariant: it has as many words as its table's cards need.
struct HandleSet: Hashable, Sendable {
  private(set) var words: [UInt64]

  init(words: [UInt64]) { self.words = words }

  init(capacity: Int) {
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  func contains(_ handle: UInt16) -> Bool {
    words[Int(handle) / 64] >> (UInt64(handle) % 64) & 1 == 1
  }

  mutating func insert(_ handle: UInt16) {
    words[Int(handle) / 64] |= 1 << (UInt64(handle) % 64)
  }

  mutating func formUnion(_ other: HandleSet) {
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }
}
