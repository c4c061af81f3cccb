/// Appends bytes, text and big-endian integers to one growing buffer.
/// Invariant: bytes already written never change.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 0) {
    if capacity > 0 { bytes.reserveCapacity(capacity) }
  }

  package var count: Int { bytes.count }

  package mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  package mutating func append(_ more: [UInt8]) {
    bytes.append(contentsOf: more)
  }

  package mutating func append(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  /// Literals land here rather than at `String`: their bytes already lie in the program.
  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  @_disfavoredOverload
  package mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends what `write` writes, at most so many bytes, with one look at whether there is room.
  @inline(__always)
  package mutating func append(upTo count: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    bytes.append(addingCapacity: count, initializingWith: write)
  }

  package mutating func append(bigEndian value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  package mutating func append(bigEndian value: UInt32) {
    append(bigEndian: UInt16(truncatingIfNeeded: value >> 16))
    append(bigEndian: UInt16(truncatingIfNeeded: value))
  }

  package mutating func append(bigEndian value: UInt64) {
    append(bigEndian: UInt32(truncatingIfNeeded: value >> 32))
    append(bigEndian: UInt32(truncatingIfNeeded: value))
  }

  /// `append(decimal: -7)` writes `-7`.
  package mutating func append(decimal value: Int64) {
    // Twenty digits hold any magnitude; they are found from the right.
    var digits: InlineArray<20, UInt8> = InlineArray(repeating: 0)
    var first = 20
    var rest = value.magnitude
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    append(upTo: 21 - first) { free in
      if value < 0 { free.append(UInt8(ascii: "-")) }
      for i in first..<20 { free.append(digits[i]) }
    }
  }
}
