/// SQLite's running checksum of its log (file format, section 4.2): two sums over pairs of 32-bit words, each of which
/// goes into both. It is linear, so what one flipped bit does to it can be told without trying.
struct LogChecksum: Equatable, Sendable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  /// Over more bytes; a multiple of eight.
  ///
  /// - Parameter isBigEndian: as the log's magic number says.
  mutating func add(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) {
    var (a, b) = (first, second)
    var offset = 0
    if isBigEndian {
      while offset < bytes.count {
        a &+= UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) &+ b
        b &+= UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)) &+ a
        offset += 8
      }
    } else {
      while offset < bytes.count {
        a &+= UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) &+ b
        b &+= UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)) &+ a
        offset += 8
      }
    }
    (first, second) = (a, b)
  }

  func adding(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) -> LogChecksum {
    var sum = self
    sum.add(bytes, isBigEndian: isBigEndian)
    return sum
  }

  /// Whether they differ in one bit alone.
  func isOneBit(from other: LogChecksum) -> Bool {
    (first ^ other.first).nonzeroBitCount + (second ^ other.second).nonzeroBitCount == 1
  }
}

/// One bit of some bytes.
struct Bit: Equatable, Sendable {
  /// Of its byte.
  let offset: Int
  let mask: UInt8
}

extension LogChecksum {
  /// The bits of some pieces, any one of which has to be another so that they lead from one sum to another. In the
  /// lower 23 of a word it is one bit alone. That there is one by chance is as likely as one to 2⁴⁸.
  ///
  /// - Parameter pieces: each a multiple of eight bytes; a bit's offset counts through all of them.
  /// - Returns: none where more than one bit is wrong, or none is.
  static func flipped(
    in pieces: [UnsafeRawBufferPointer], from seed: LogChecksum, to end: LogChecksum, isBigEndian: Bool
  ) -> [Bit] {
    var sum = seed
    for piece in pieces { sum.add(piece, isBigEndian: isBigEndian) }
    let lacking = (end.first &- sum.first, end.second &- sum.second)
    guard lacking != (0, 0) else { return [] }
    var bits: [Bit] = []
    // What one more in an even or an odd word makes of both sums at the end.
    var (even, odd): ((UInt32, UInt32), (UInt32, UInt32)) = ((1, 1), (0, 1))
    var before = pieces.reduce(0) { $0 + $1.count }
    for piece in pieces.reversed() {
      before -= piece.count
      for offset in stride(from: piece.count - 8, through: 0, by: -8) {
        for (place, weight) in [(offset, even), (offset + 4, odd)] {
          let stored = piece.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          let word = isBigEndian ? UInt32(bigEndian: stored) : UInt32(littleEndian: stored)
          for bit in 0..<32 {
            let change = (word ^ 1 << bit) &- word
            guard change &* weight.0 == lacking.0, change &* weight.1 == lacking.1 else { continue }
            let byte = isBigEndian ? 3 - bit / 8 : bit / 8
            bits.append(Bit(offset: before + place + byte, mask: 1 << (bit % 8)))
          }
        }
        even.0 &+= even.1
        even.1 &+= even.0
        odd.0 &+= odd.1
        odd.1 &+= odd.0
      }
    }
    return bits
  }
}
