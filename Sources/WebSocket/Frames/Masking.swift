/// The exclusive-or of RFC 6455 §5.3, in place. Applied twice it changes nothing.
package enum Masking {
  /// - Parameters:
  ///   - key: the four key bytes with the first in the lowest eight bits.
  ///   - offset: how much of the payload was masked before, where it comes in pieces.
  /// - Complexity: O(n), eight bytes a step.
  package static func apply(key: UInt32, offset: Int = 0, to bytes: UnsafeMutableRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    let turn = UInt32(truncatingIfNeeded: offset & 3) * 8
    let turned = turn == 0 ? key : key >> turn | key << (32 - turn)
    let wide = (UInt64(turned) << 32 | UInt64(turned)).littleEndian
    let count = bytes.count
    var i = 0
    while i &+ 8 <= count {
      let at = base + i
      at.storeBytes(of: at.loadUnaligned(as: UInt64.self) ^ wide, as: UInt64.self)
      i &+= 8
    }
    if i &+ 4 <= count {
      let at = base + i
      at.storeBytes(
        of: at.loadUnaligned(as: UInt32.self) ^ UInt32(truncatingIfNeeded: wide), as: UInt32.self)
      i &+= 4
    }
    while i < count {
      let byte = UInt8(truncatingIfNeeded: turned >> (UInt32(truncatingIfNeeded: i & 3) * 8))
      (base + i).storeBytes(of: (base + i).load(as: UInt8.self) ^ byte, as: UInt8.self)
      i &+= 1
    }
  }
}

/// The keys that a client masks with: a SplitMix64 sequence from a seed that nobody outside knows.
/// They keep what a program chose to send from looking like HTTP to a middlebox (RFC 6455 §10.3);
/// secrecy is not their work.
struct MaskingKeys: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt32 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: (z ^ z >> 31) >> 32)
  }
}
