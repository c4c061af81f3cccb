#if !os(Linux)
  /// One of the two ways of building, which is asked for each time. A browser loads a search before it runs: a second
  /// one would be an eighth of the bytes, and is no quicker there.
  enum BuildEither: CellsBuild {
    /// A module has one thread, and one search at a time.
    nonisolated(unsafe) static var isSameSuit = false

    @inline(__always)
    static func parents(of card: Int) -> (first: Int, mask: UInt64) {
      isSameSuit ? BuildSameSuit.parents(of: card) : BuildAlternate.parents(of: card)
    }

    @inline(__always)
    static func lies(_ card: Int, on other: Int) -> Bool {
      isSameSuit ? BuildSameSuit.lies(card, on: other) : BuildAlternate.lies(card, on: other)
    }

    @inline(__always)
    static func isSafe(rank: Int, suit: Int, _ home: UnsafePointer<UInt8>) -> Bool {
      isSameSuit || BuildAlternate.isSafe(rank: rank, suit: suit, home)
    }
  }
#endif
