import Cards

/// Chance that a seed repeats. Each client, room and pair of rooms has its own dice, so the order in which they come
/// does not change what befalls them.
struct Dice: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// Other dice of the same seed.
  init(seed: UInt64, of name: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.init(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ hash)
  }

  mutating func next() -> UInt64 { generator.next() }

  mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Whether something happens that happens so often in a thousand times.
  mutating func happens(_ perMille: Int) -> Bool { perMille > 0 && roll(0...999) < perMille }
}
