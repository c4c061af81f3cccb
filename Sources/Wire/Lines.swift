import JSON

/// One object as a line that ends in a newline: the form of every message and every record.
func jsonLine(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
  var json = JSONWriter()
  json.beginObject()
  write(&json)
  json.endObject()
  json.newline()
  return json.bytes
}

// MARK: - Small things, written and read

extension JSONWriter {
  /// A text that is left out where there is none.
  mutating func optional(_ name: StaticString, _ text: String) {
    if !text.isEmpty { field(name, text) }
  }

  /// The number of an open deal, as text where not every reader of JSON would keep it.
  mutating func field(dealNumber number: UInt64) {
    if number <= UInt64(WireLimits.dealNumberMax) {
      field("n", Int(number))
    } else {
      field("n", String(number))
    }
  }

  mutating func pair(_ name: StaticString, _ first: Int, _ second: Int) {
    integers(name, [first, second])
  }

  /// `[text, number]`
  mutating func value(_ text: String, _ number: Int) {
    beginArray()
    value(text)
    value(number)
    endArray()
  }
}

extension JSONReader {
  mutating func readIdentifier() throws(JSONError) -> String {
    try readString(bytesMax: WireLimits.identifierBytesMax)
  }

  /// An array of exactly two; nil when it is shorter or longer.
  mutating func readPair<First, Second>(
    _ first: (inout JSONReader) throws(JSONError) -> First,
    _ second: (inout JSONReader) throws(JSONError) -> Second
  ) throws(JSONError) -> (First, Second)? {
    try beginArray()
    guard try nextElement() else { return nil }
    let one = try first(&self)
    guard try nextElement() else { return nil }
    let other = try second(&self)
    return try nextElement() ? nil : (one, other)
  }

  /// `[text, number]`
  mutating func readNamedNumber() throws(JSONError) -> (String, Int)? {
    try readPair(Self.identifier, Self.integer)
  }

  /// `[number, text]`
  mutating func readNumberedName() throws(JSONError) -> (Int, String)? {
    try readPair(Self.integer, Self.identifier)
  }

  private static func identifier(_ reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readIdentifier()
  }

  private static func integer(_ reader: inout JSONReader) throws(JSONError) -> Int {
    try reader.readInt()
  }
}

extension AutoMoves {
  /// `safe` is what is understood by all; `auto` says more where there is more.
  func write(into json: inout JSONWriter) {
    json.field("safe", self != .off)
    if self == .all { json.field("auto", rawValue) }
  }
}
