/// Spreads one number over many: seeds other generators. Passes through all 2^64 states.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The generator of open deals, xoshiro256**: a deal number deals the same cards for ever. Not for
/// secrets: anyone who knows the number knows the cards.
public struct DealGenerator: RandomNumberGenerator, Sendable {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64

  public init(dealNumber: UInt64) {
    var seeds = SplitMix64(seed: dealNumber)
    s0 = seeds.next()
    s1 = seeds.next()
    s2 = seeds.next()
    s3 = seeds.next()
  }

  init(state: (UInt64, UInt64, UInt64, UInt64)) {
    (s0, s1, s2, s3) = state
  }

  public mutating func next() -> UInt64 {
    let output = rotated(s1 &* 5, by: 7) &* 9
    let carried = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= carried
    s3 = rotated(s3, by: 45)
    return output
  }

  private func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}
