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

  // MARK: - Required, with a sentence when they are missing

  func text(_ key: String, bytesMax: Int = WireLimits.identifierBytesMax) throws(BadMessage) -> String {
    guard case .text(let text) = self[key] else { throw BadMessage("\"\(key)\" must be a string") }
    guard text.utf8.count <= bytesMax else { throw BadMessage("\"\(key)\" is longer than \(bytesMax) bytes") }
    return text
  }

  func integer(_ key: String, in range: ClosedRange<Int>) throws(BadMessage) -> Int {
    guard case .number(let number) = self[key] else { throw BadMessage("\"\(key)\" must be a whole number") }
    guard range.contains(number) else {
      throw BadMessage("\"\(key)\" must be \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func truth(_ key: String) throws(BadMessage) -> Bool {
    guard case .truth(let truth) = self[key] else { throw BadMessage("\"\(key)\" must be true or false") }
    return truth
  }

  func object(_ key: String) throws(BadMessage) -> Fields {
    guard case .nested(let range) = self[key], line[range.lowerBound] == UInt8(ascii: "{") else {
      throw BadMessage("\"\(key)\" must be an object")
    }
    return try Fields(line, range: range)
  }

  /// Walks an array; `each` reads exactly one element, or answers nil for one that is not as it must be.
  func array<Element>(
    _ key: String, countMax: Int, _ each: (inout JSONReader) throws(JSONError) -> Element?
  ) throws(BadMessage) -> [Element] {
    guard case .nested(let range) = self[key] else { throw BadMessage("\"\(key)\" must be an array") }
    var reader = JSONReader(line, range: range)
    var elements: [Element] = []
    do throws(JSONError) {
      try reader.beginArray()
      while try reader.nextElement() {
        guard elements.count < countMax, let element = try each(&reader) else {
          throw JSONError(.unexpected, at: reader.offset)
        }
        elements.append(element)
      }
    } catch {
      throw BadMessage("\"\(key)\" is not as it must be (at most \(countMax) elements): \(error)")
    }
    return elements
  }

  /// The number of an open deal: a whole number that every JSON reader keeps, or a larger one as text.
  func dealNumber(_ key: String) throws(BadMessage) -> UInt64 {
    if case .text(let text) = self[key], let number = UInt64(text), String(number) == text { return number }
    if case .number(let number) = self[key], 0...WireLimits.dealNumberMax ~= number { return UInt64(number) }
    throw BadMessage(
      "\"\(key)\" must be 0 to \(WireLimits.dealNumberMax), or a larger number up to \(UInt64.max) as a string"
    )
  }

  /// `auto`, or what `safe` said before there was more than yes and no.
  func autoMoves(default fallback: AutoMoves?) throws(BadMessage) -> AutoMoves {
    if has("auto") {
      if has("safe") { _ = try truth("safe") }
      guard let auto = AutoMoves(rawValue: try text("auto")) else {
        throw BadMessage("\"auto\" must be \"off\", \"safe\" or \"all\"")
      }
      return auto
    }
    if let fallback, !has("safe") { return fallback }
    return try truth("safe") ? .safe : .off
  }

  // MARK: - Optional

  func optionalText(
    _ key: String, bytesMax: Int = WireLimits.identifierBytesMax
  ) throws(BadMessage) -> String? {
    has(key) ? try text(key, bytesMax: bytesMax) : nil
  }

  func optionalInteger(_ key: String, in range: ClosedRange<Int>) throws(BadMessage) -> Int? {
    has(key) ? try integer(key, in: range) : nil
  }

  func text(
    _ key: String, default fallback: String, bytesMax: Int = WireLimits.identifierBytesMax
  )
    throws(BadMessage) -> String
  {
    has(key) ? try text(key, bytesMax: bytesMax) : fallback
  }

  func integer(_ key: String, in range: ClosedRange<Int>, default fallback: Int) throws(BadMessage) -> Int {
    has(key) ? try integer(key, in: range) : fallback
  }

  func truth(_ key: String, default fallback: Bool) throws(BadMessage) -> Bool {
    has(key) ? try truth(key) : fallback
  }
}
