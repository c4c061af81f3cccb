/// FNV-1a over numbers of fixed width: the same on every machine, whatever the width of its `Int`.
package struct Digest {
  package private(set) var value: UInt32 = 0x811C_9DC5

  package init() {}

  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt32(byte)) &* 0x0100_0193
  }

  package mutating func add(_ number: UInt16) {
    add(UInt8(truncatingIfNeeded: number))
    add(UInt8(truncatingIfNeeded: number >> 8))
  }

  package mutating func add(_ number: UInt32) {
    add(UInt16(truncatingIfNeeded: number))
    add(UInt16(truncatingIfNeeded: number >> 16))
  }

  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { add(byte) }
  }
}
