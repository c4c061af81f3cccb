import Cards

extension SplitMix64 {
  /// 0..<bound, near enough evenly; as in the random games of `Walks`, so that one seed is one game.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
  }
}
