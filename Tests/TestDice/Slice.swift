import Foundation

/// One eighth of the work that `make test` leaves out, done by this run. `BAIZE_SLICE` is its number, 0 to 7; without
/// it the run does no slice. Eight runs with eight numbers do all of the work.
package enum Slice {
  package static let count = 8

  private static let current = ProcessInfo.processInfo.environment["BAIZE_SLICE"].flatMap { Int($0) }
    .map { $0 % count }

  /// Whether what has this name belongs to this run's slice. A name keeps its slice, whatever else is added.
  package static func has(_ name: String) -> Bool { number(of: name) == current }

  /// The checksum of zlib and of `slices.py`, so that both know the same slices.
  package static func number(of name: String) -> Int {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in name.utf8 {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~sum % UInt32(count))
  }
}
