import JSON

/// Why a line was not understood, in words that say what to mend.
package struct BadMessage: Error, Equatable, Sendable {
  /// The message's `c`, if it could be read, so that its sender learns which message is meant.
  package var c: Int?
  package let why: String

  package init(c: Int? = nil, _ why: String) {
    self.c = c
    self.why = why
  }
}

/// The fields of one JSON object, gathered before the kind is known, since keys come in any order.
/// Values that are no message's business (unknown fields) are skipped.
struct Fields {
  enum Value {
    case text(String)
    case number(Int)
    /// A number that no message has use for: with a fraction, or too large.
    case otherNumber
    case truth(Bool)
    case null
    /// An object or array; its bytes lie at this range of the line.
    case nested(Range<Int>)
  }

  let line: [UInt8]
  private(set) var values: [(key: String, value: Value)] = []

  /// - Throws: `BadMessage` for what is not one JSON object, or has a key twice.
  init(_ line: [UInt8], range: Range<Int>? = nil) throws(BadMessage) {
    self.line = line
    var reader = JSONReader(line, range: range)
    do throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard values.count < WireLimits.fieldsMax else { throw JSONError(.unexpected, at: reader.offset) }
        values.append((key, try Self.value(from: &reader)))
      }
      try reader.finish()
    } catch {
      throw BadMessage("the line is not a JSON object of at most \(WireLimits.fieldsMax) keys: \(error)")
    }
    // Two readers could disagree on which of the two counts, so neither does.
    for (index, field) in values.enumerated() where values[..<index].contains(where: { $0.key == field.key })
    {
      throw BadMessage("the key \"\(field.key)\" comes twice")
    }
  }

  private static func value(from reader: inout JSONReader) throws(JSONError) -> Value {
    switch try reader.peek() {
    case .string: return .text(try reader.readString(bytesMax: WireLimits.serverMessageBytesMax))
    case .number:
      var attempt = reader
      do throws(JSONError) {
        let number = try attempt.readInt()
        reader = attempt
        return .number(number)
      } catch {
        try reader.skipValue()
        return .otherNumber
      }
    case .bool: return .truth(try reader.readBool())
    case .null:
      _ = try reader.readNull()
      return .null
    case .object, .array:
      let start = reader.offset
      try reader.skipValue()
      return .nested(start..<reader.offset)
    }
  }

  subscript(key: String) -> Value? {
    for field in values where field.key == key { return field.value }
    return nil
  }

  func has(_ key: String) -> Bool {
    switch self[key] {
    case nil, .null: false
    default: true
    }
  }

  func object(_ key: String) throws(BadMessage) -> Fields {
    guard case .nested(let range) = self[key], line[range.lowerBound] == UInt8(ascii: "{") else {
      throw BadMessage("\"\(key)\" must be an object")
    }
    return try Fields(line, range: range)
  }

  /// Reads an array, and says which field it is where it is not as it must be.
  func array<Value>(
    _ key: String, countMax: Int, _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(BadMessage) -> Value {
    guard case .nested(let range) = self[key] else { throw BadMessage("\"\(key)\" must be an array") }
    var reader = JSONReader(line, range: range)
    do throws(JSONError) {
      return try read(&reader)
    } catch {
      throw BadMessage("\"\(key)\" is not as it must be (at most \(countMax) elements): \(error)")
    }
  }
}
