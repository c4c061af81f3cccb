import Bytes

/// Pulls values out of JSON text (RFC 8259) in the order in which they stand, without building a tree.
/// Invariant: start ≤ offset ≤ end, and depth ≤ depthMax ≤ 63, for depths are bits of a word.
///
///     var json = JSONReader(Array(#"{"seq":7}"#.utf8))
///     try json.beginObject()
///     while let key = try json.nextKey() {
///       if key == "seq" { seq = try json.readInt() } else { try json.skipValue() }
///     }
///     try json.finish()
///
/// A key that occurs twice is handed out twice: what that means is for the caller to say. After a
/// throw the text is not worth reading on.
package struct JSONReader: Sendable {
  let bytes: [UInt8]
  let end: Int
  /// Where reading stands, in bytes from the start of the array; after `peek` the first byte of the
  /// next value.
  package internal(set) var offset: Int
  /// Where the key stands that `nextKey` handed out last, its opening quote; for messages to people.
  package private(set) var keyOffset = 0

  /// Containers in containers.
  package static let depthMax = 16
  /// Containers open now; bit n of the two sets tells of the one at depth n.
  private var depth = 0
  private var objects: UInt64 = 0
  private var begun: UInt64 = 0
  /// Must a value come next? True at the start, after a key, and after `nextElement` said yes.
  private var awaitsValue = true

  /// - Parameter range: the part to read, for one line of several; the whole array otherwise.
  package init(_ bytes: [UInt8], range: Range<Int>? = nil) {
    let range = range ?? 0..<bytes.count
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range lies in the array")
    self.bytes = bytes
    self.offset = range.lowerBound
    self.end = range.upperBound
  }

  /// The kind of the value that stands next, which stays unread.
  package mutating func peek() throws(JSONError) -> JSONKind {
    guard awaitsValue else { throw JSONError(.unexpected, at: offset) }
    skipWhitespace()
    switch try byteHere() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw JSONError(.unexpected, at: offset)
    }
  }

  // MARK: Containers

  package mutating func beginObject() throws(JSONError) {
    try expect(.object)
    try open(isObject: true)
  }

  /// - Returns: the next key, or nil when the object ended; its end is then consumed.
  package mutating func nextKey() throws(JSONError) -> String? {
    guard try advance(in: .object) else { return nil }
    keyOffset = offset
    let key = try scanString(bytesMax: .max)
    try passColon()
    return key
  }

  package mutating func beginArray() throws(JSONError) {
    try expect(.array)
    try open(isObject: false)
  }

  /// - Returns: true when an element stands next, false when the array ended; its end is then consumed.
  package mutating func nextElement() throws(JSONError) -> Bool {
    guard try advance(in: .array) else { return false }
    awaitsValue = true
    return true
  }

  // MARK: Values

  /// A whole number without fraction or exponent that fits `Int`.
  package mutating func readInt() throws(JSONError) -> Int {
    try expect(.number)
    let number = try scanInt()
    awaitsValue = false
    return number
  }

  /// - Parameter bytesMax: the most UTF-8 bytes that the string may have once its escapes are resolved.
  package mutating func readString(bytesMax: Int) throws(JSONError) -> String {
    try expect(.string)
    let text = try scanString(bytesMax: bytesMax)
    awaitsValue = false
    return text
  }

  package mutating func readBool() throws(JSONError) -> Bool {
    try expect(.bool)
    let isTrue = bytes[offset] == UInt8(ascii: "t")
    try scanWord(isTrue ? "true" : "false")
    awaitsValue = false
    return isTrue
  }

  /// Consumes `null` if it stands here; anything else stays for another call.
  package mutating func readNull() throws(JSONError) -> Bool {
    guard try peek() == .null else { return false }
    try scanWord("null")
    awaitsValue = false
    return true
  }

  /// Passes over one value of any kind, checking it as strictly as if it were read.
  package mutating func skipValue() throws(JSONError) {
    let floor = depth
    repeat {
      switch try peek() {
      case .object: try beginObject()
      case .array: try beginArray()
      case .string: try skipString()
      case .number: try scanNumber()
      case .bool: _ = try readBool()
      case .null: _ = try readNull()
      }
      awaitsValue = false
      // Climb out of what ended until another value stands next.
      while depth > floor, !awaitsValue {
        if objects >> UInt64(depth) & 1 == 1 {
          if try advance(in: .object) {
            try skipString()
            try passColon()
          }
        } else if try advance(in: .array) {
          awaitsValue = true
        }
      }
    } while depth > floor
  }

  /// Makes sure that the value was read to its end and only white space follows.
  package mutating func finish() throws(JSONError) {
    guard depth == 0 && !awaitsValue else { throw JSONError(.ended, at: offset) }
    skipWhitespace()
    guard offset == end else { throw JSONError(.trailing, at: offset) }
  }

  // MARK: Structure

  private mutating func expect(_ kind: JSONKind) throws(JSONError) {
    guard try peek() == kind else { throw JSONError(.mismatched, at: offset) }
  }

  private mutating func open(isObject: Bool) throws(JSONError) {
    guard depth < Self.depthMax else { throw JSONError(.tooDeep, at: offset) }
    offset += 1
    depth += 1
    let bit: UInt64 = 1 << UInt64(depth)
    objects = isObject ? objects | bit : objects & ~bit
    begun &= ~bit
    awaitsValue = false
  }

  /// Steps to the next member of the innermost container, over its comma, or out of it.
  private mutating func advance(in kind: JSONKind) throws(JSONError) -> Bool {
    let isObject = objects >> UInt64(depth) & 1 == 1
    guard depth > 0, !awaitsValue, isObject == (kind == .object) else {
      throw JSONError(.mismatched, at: offset)
    }
    skipWhitespace()
    let bit: UInt64 = 1 << UInt64(depth)
    if try byteHere() == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      offset += 1
      depth -= 1
      return false
    }
    if begun & bit != 0 {
      guard try byteHere() == UInt8(ascii: ",") else { throw JSONError(.unexpected, at: offset) }
      offset += 1
      skipWhitespace()
      // A comma promises a member: "]" and "}" fail below or at the next read.
    }
    begun |= bit
    if isObject, try byteHere() != UInt8(ascii: "\"") { throw JSONError(.unexpected, at: offset) }
    return true
  }

  private mutating func passColon() throws(JSONError) {
    skipWhitespace()
    guard try byteHere() == UInt8(ascii: ":") else { throw JSONError(.unexpected, at: offset) }
    offset += 1
    awaitsValue = true
  }

  func byteHere() throws(JSONError) -> UInt8 {
    guard offset < end else { throw JSONError(.ended, at: offset) }
    return bytes[offset]
  }

  private mutating func skipWhitespace() {
    while offset < end {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  private mutating func scanWord(_ word: StaticString) throws(JSONError) {
    for i in 0..<word.utf8CodeUnitCount {
      guard try byteHere() == word.utf8Start[i] else { throw JSONError(.unexpected, at: offset) }
      offset += 1
    }
  }
}
