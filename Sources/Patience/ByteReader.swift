/// Reads numbers from bytes that anybody may have made. Promise: it never traps; after the first
/// thing that is not there it gives zeros, and `isSpent` stays false.
struct ByteReader {
  private let bytes: [UInt8]
  private var at = 0
  private var isBroken = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Everything was there, and nothing is left.
  var isSpent: Bool { !isBroken && at == bytes.count }

  mutating func u8() -> UInt8 {
    guard at < bytes.count else {
      isBroken = true
      return 0
    }
    at += 1
    return bytes[at - 1]
  }

  mutating func u16() -> UInt16 {
    let low = UInt16(u8())
    return low | UInt16(u8()) << 8
  }

  mutating func u32() -> UInt32 {
    let low = UInt32(u16())
    return low | UInt32(u16()) << 16
  }

  mutating func i16() -> Int16 { Int16(bitPattern: u16()) }
  mutating func i32() -> Int32 { Int32(bitPattern: u32()) }

  /// Nothing but 0 and 1.
  mutating func truth() -> Bool {
    let value = u8()
    if value > 1 { isBroken = true }
    return value == 1
  }

  /// A length in one byte, and so many bytes.
  mutating func list() -> [UInt8] {
    let count = Int(u8())
    guard count <= bytes.count - at else {
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

  package mutating func put(_ value: Int16) { put(UInt16(bitPattern: value)) }
  package mutating func put(_ value: Int32) { put(UInt32(bitPattern: value)) }

  /// - Precondition: at most 255 bytes.
  package mutating func put(list: [UInt8]) {
    precondition(list.count <= 255, "a list of a ruleset is longer than its length can say")
    append(UInt8(list.count))
    self += list
  }
}
