import Bytes
import Hashes
package import Wire

/// A deal that nobody can compute: 256 random bits whose commitment is shown before and which are shown
/// after.
///
/// The commitment is SHA-256 of the seed's bytes followed by the salt's. The cards come from the keystream
/// below, so anyone with the seed can check the deal as well. Its key is the seed, or, for a race, SHA-256 of the seed
/// followed by the text that the race was bound to at its start: so nobody could choose the cards who did not know what
/// others would bring to it. See "A sealed deal" in docs/PROTOCOL.md.
package struct SealedDeal: Sendable, Equatable {
  package static let seedBytes = 32
  package static let saltBytes = 16

  private let seed: [UInt8]
  private let salt: [UInt8]
  package let commit: String
  /// What the cards of a race are bound to; nil for a table's own deal.
  package let start: String?
  /// What proves that it can be won, where that was promised.
  package let line: [StepTold]?

  /// - Parameters:
  ///   - random: seed and salt, one after the other, from the system's random source.
  ///   - start: of a race.
  package init(random: [UInt8], start: String? = nil, line: [StepTold]? = nil) {
    self.line = line
    precondition(random.count == Self.seedBytes + Self.saltBytes, "a sealed deal needs 48 random bytes")
    seed = Array(random.prefix(Self.seedBytes))
    salt = Array(random.suffix(Self.saltBytes))
    commit = hex(SHA256.digest(of: seed + salt))
    self.start = start
  }

  /// nil for what no deal was made of.
  package init?(_ reveal: Reveal) {
    guard let seed = bytes(ofHex: reveal.seed), let salt = bytes(ofHex: reveal.salt),
      seed.count == Self.seedBytes, salt.count == Self.saltBytes
    else { return nil }
    self.init(random: seed + salt, start: reveal.start, line: reveal.line)
  }

  /// What it was made of.
  package var random: [UInt8] { seed + salt }

  package var reveal: Reveal { Reveal(seed: hex(seed), salt: hex(salt), start: start, line: line) }

  package var generator: Keystream {
    Keystream(seed: start.map { SHA256.digest(of: seed + Array($0.utf8)) } ?? seed)
  }

  /// SHA-256 of seed and block number (8 bytes, little-endian), as four 64-bit words per block, little-endian
  /// each. Its output tells nothing about what follows, however many cards are already face up.
  package struct Keystream: RandomNumberGenerator, Sendable {
    private let seed: [UInt8]
    private var block: UInt64 = 0
    private var words: [UInt64] = []

    init(seed: [UInt8]) { self.seed = seed }

    package mutating func next() -> UInt64 {
      if words.isEmpty {
        var input = seed
        for shift in 0..<8 { input.append(UInt8(truncatingIfNeeded: block >> (8 * UInt64(shift)))) }
        block += 1
        let digest = SHA256.digest(of: input)
        // Taken from the end of the list, so the first word of the digest stands last.
        for start in stride(from: 24, through: 0, by: -8) {
          words.append(digest[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
      }
      return words.removeLast()
    }
  }
}
