/// Reads numbers from bytes that anybody may have made. Promise: it never traps; after the first
/// thing that is not there it gives zeros, and `isSpent` stays false.
package struct ByteReader {
  private let bytes: [UInt8]
  /// How many bytes were read.
  package private(set) var at = 0
  private var isBroken = false

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Everything was there, and nothing is left.
  package var isSpent: Bool { !isBroken && at == bytes.count }

  package mutating func u8() -> UInt8 {
    guard !isBroken, at < bytes.count else {
      isBroken = true
      return 0
    }
    at += 1
    return bytes[at - 1]
  }

  package mutating func u16() -> UInt16 {
    let low = UInt16(u8())
    return low | UInt16(u8()) << 8
  }

  package mutating func u32() -> UInt32 {
    let low = UInt32(u16())
    return low | UInt32(u16()) << 16
  }

  package mutating func u64() -> UInt64 {
    let low = UInt64(u32())
    return low | UInt64(u32()) << 32
  }

  package mutating func i32() -> Int32 { Int32(bitPattern: u32()) }

  /// Nothing but 0 and 1.
  package mutating func truth() -> Bool {
    let value = u8()
    if value > 1 { isBroken = true }
    return value == 1
  }

  /// A number from 0 as `put(short:)` writes it.
  package mutating func short() -> Int {
    var (number, shift) = (0, 0)
    while shift < 63 {
      let byte = u8()
      number |= Int(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return number }
      shift += 7
    }
    isBroken = true
    return 0
  }

  /// All that was not read yet.
  package mutating func rest() -> [UInt8] { read(bytes.count - at) }

  package mutating func read(_ count: Int) -> [UInt8] {
    guard !isBroken, count >= 0, count <= bytes.count - at else {
      isBroken = true
      return []
    }
    at += count
    return Array(bytes[at - count..<at])
  }
}

extension [UInt8] {
  package mutating func put(_ value: UInt16) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  package mutating func put(_ value: UInt32) {
    put(UInt16(truncatingIfNeeded: value))
    put(UInt16(truncatingIfNeeded: value >> 16))
  }

  package mutating func put(_ value: UInt64) {
    put(UInt32(truncatingIfNeeded: value))
    put(UInt32(truncatingIfNeeded: value >> 32))
  }

  package mutating func put(_ value: Bool) { append(value ? 1 : 0) }

  /// A number from 0 in as few bytes as it needs, seven bits in each.
  package mutating func put(short number: Int) {
    precondition(number >= 0, "a number from 0")
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
