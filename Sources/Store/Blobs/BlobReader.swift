/// A cursor over bytes; "not enough" is nil or false and moves nothing that matters.
struct BlobReader {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var left: Int { bytes.count - at }
  var isAtEnd: Bool { left == 0 }
  var isZeroToTheEnd: Bool { bytes[at...].allSatisfy { $0 == 0 } }

  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= left else { return false }
    at += count
    return true
  }

  mutating func skip(_ expected: [UInt8]) -> Bool {
    guard peek(expected, at: 0) else { return false }
    at += expected.count
    return true
  }

  func peek(_ expected: [UInt8], at offset: Int) -> Bool {
    left >= offset + expected.count && bytes[(at + offset)...].starts(with: expected)
  }

  /// A number of so many bytes, the last the most significant.
  func peekLittle(_ count: Int, at offset: Int) -> Int? {
    guard left >= offset + count else { return nil }
    return bytes[(at + offset)..<(at + offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func byte() -> UInt8? {
    guard left >= 1 else { return nil }
    defer { at += 1 }
    return bytes[at]
  }

  mutating func word() -> [UInt8]? {
    guard left >= 4 else { return nil }
    defer { at += 4 }
    return Array(bytes[at..<at + 4])
  }

  mutating func big16() -> Int? {
    guard let high = byte(), let low = byte() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  mutating func big32() -> Int? {
    word().map { $0.reduce(0) { $0 << 8 | Int($1) } }
  }

  mutating func little16() -> Int? {
    guard let low = byte(), let high = byte() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  mutating func little32() -> Int? {
    word().map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Whether these two bytes follow somewhere from here.
  func find(_ first: UInt8, _ second: UInt8) -> Bool {
    var place = at
    while place + 1 < bytes.count {
      if bytes[place] == first && bytes[place + 1] == second { return true }
      place += 1
    }
    return false
  }
}
