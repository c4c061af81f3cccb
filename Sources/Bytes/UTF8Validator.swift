/// Checks UTF-8 that arrives in pieces and fails at the first byte that no valid text can have there.
/// Invariant: 0 ≤ bytes still owed ≤ 3, and the next of them lies in `lowest...highest`.
package struct UTF8Validator: Sendable {
  /// Continuation bytes that the character begun still owes.
  private var owed = 0
  /// Bounds of the next continuation byte. They are narrower than 80…BF after E0, ED, F0 and F4:
  /// that is what keeps out overlong forms, surrogates, and code points above 10FFFF (RFC 3629 §4).
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xBF
  private var failed = false

  package init() {}

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// - Returns: false from the first bad byte on, whatever comes after.
  /// - Complexity: O(n), eight bytes a step through ASCII.
  package mutating func validate(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if failed { return false }
    guard let base = bytes.baseAddress else { return true }
    let count = bytes.count
    var i = 0
    while i < count {
      if owed == 0 {
        while i &+ 8 <= count, base.loadUnaligned(fromByteOffset: i, as: UInt64.self) & Self.highBits == 0 {
          i &+= 8
        }
        // The last few, looked at together with some that were looked at already.
        if i &+ 8 > count, count >= 8,
          base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self) & Self.highBits == 0
        {
          return true
        }
        guard i < count else { break }
      }
      guard accept(base.load(fromByteOffset: i, as: UInt8.self)) else {
        failed = true
        return false
      }
      i &+= 1
    }
    return true
  }

  package mutating func validate(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { validate($0) }
  }

  /// Says whether the text may end here: nothing was bad and no character is incomplete.
  package func finish() -> Bool { !failed && owed == 0 }

  /// Is this one whole, valid text?
  package static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var validator = UTF8Validator()
    return validator.validate(bytes) && validator.finish()
  }

  package static func isValid(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { isValid($0) }
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    if owed > 0 {
      guard byte >= lowest && byte <= highest else { return false }
      owed -= 1
      (lowest, highest) = (0x80, 0xBF)
      return true
    }
    switch byte {
    case 0x00...0x7F: return true
    case 0xC2...0xDF: owed = 1
    case 0xE0: (owed, lowest) = (2, 0xA0)
    case 0xE1...0xEC, 0xEE, 0xEF: owed = 2
    case 0xED: (owed, highest) = (2, 0x9F)
    case 0xF0: (owed, lowest) = (3, 0x90)
    case 0xF1...0xF3: owed = 3
    case 0xF4: (owed, highest) = (3, 0x8F)
    default: return false
    }
    return true
  }
}
