import Bytes
import JSON

/// How one value stands in a line. Reading, writing and describing it stand side by side.
protocol Form<Value>: Sendable {
  associatedtype Value

  func write(_ value: Value, to json: inout JSONWriter)
  /// Writes its JSON Schema as one object.
  ///
  /// - Returns: some value of this form.
  func describe(to schema: inout JSONWriter) -> Value
}

/// A form of fields, which are gathered before they are read.
protocol FieldForm<Value>: Form {
  func read(_ key: String, in fields: Fields) throws(BadMessage) -> Value
}

/// A form of an array's elements, which are read as they come.
protocol ElementForm<Value>: Form {
  func read(from reader: inout JSONReader) throws(JSONError) -> Value
}

struct Text: FieldForm, ElementForm {
  let bytesMax: Int

  init(upTo bytesMax: Int = WireLimits.identifierBytesMax) { self.bytesMax = bytesMax }

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> String {
    guard case .text(let text) = fields[key] else { throw BadMessage("\"\(key)\" must be a string") }
    guard text.utf8.count <= bytesMax else { throw BadMessage("\"\(key)\" is longer than \(bytesMax) bytes") }
    return text
  }

  func read(from reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readString(bytesMax: bytesMax)
  }

  func write(_ text: String, to json: inout JSONWriter) { json.value(text) }

  func describe(to schema: inout JSONWriter) -> String {
    schema.beginObject()
    schema.field("type", "string")
    // Of characters, of which each takes a byte or more.
    schema.field("maxLength", bytesMax)
    schema.endObject()
    return ""
  }
}

struct Whole: FieldForm, ElementForm {
  let range: ClosedRange<Int>

  init(_ range: ClosedRange<Int> = Int.min...Int.max) { self.range = range }

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> Int {
    guard case .number(let number) = fields[key] else {
      throw BadMessage("\"\(key)\" must be a whole number")
    }
    guard range.contains(number) else {
      throw BadMessage("\"\(key)\" must be \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func read(from reader: inout JSONReader) throws(JSONError) -> Int {
    let number = try reader.readInt()
    guard range.contains(number) else { throw reader.unexpected }
    return number
  }

  func write(_ number: Int, to json: inout JSONWriter) { json.value(number) }

  func describe(to schema: inout JSONWriter) -> Int {
    schema.beginObject()
    schema.field("type", "integer")
    if range.lowerBound != .min { schema.field("minimum", range.lowerBound) }
    if range.upperBound != .max { schema.field("maximum", range.upperBound) }
    schema.endObject()
    return range.lowerBound
  }
}

struct Truth: FieldForm {
  func read(_ key: String, in fields: Fields) throws(BadMessage) -> Bool {
    guard case .truth(let truth) = fields[key] else { throw BadMessage("\"\(key)\" must be true or false") }
    return truth
  }

  func write(_ truth: Bool, to json: inout JSONWriter) { json.value(truth) }

  func describe(to schema: inout JSONWriter) -> Bool {
    schema.beginObject()
    schema.field("type", "boolean")
    schema.endObject()
    return false
  }
}

/// One of a few words, on which no other field depends.
struct Choice<Word: RawRepresentable<String> & CaseIterable>: FieldForm {
  /// What is said of another word.
  let unknown: @Sendable (String) -> String

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> Word {
    let text = try Text().read(key, in: fields)
    guard let word = Word(rawValue: text) else { throw BadMessage(unknown(text)) }
    return word
  }

  func write(_ word: Word, to json: inout JSONWriter) { json.value(word.rawValue) }

  func describe(to schema: inout JSONWriter) -> Word {
    schema.beginObject()
    schema.key("enum")
    schema.beginArray()
    for word in Word.allCases { schema.value(word.rawValue) }
    schema.endArray()
    schema.endObject()
    guard let word = Word.allCases.first else { preconditionFailure("a choice has words") }
    return word
  }
}

/// Always the same text.
struct Constant: FieldForm, ElementForm {
  let text: String
  /// What is said of another text, in a field.
  var mistake = ""

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> String {
    guard try Text().read(key, in: fields) == text else { throw BadMessage(mistake) }
    return text
  }

  func read(from reader: inout JSONReader) throws(JSONError) -> String {
    guard try reader.readString(bytesMax: text.utf8.count) == text else { throw reader.unexpected }
    return text
  }

  func write(_: String, to json: inout JSONWriter) { json.value(text) }

  func describe(to schema: inout JSONWriter) -> String {
    schema.beginObject()
    schema.field("const", text)
    schema.endObject()
    return text
  }
}

/// The number of an open deal: a whole number that every JSON reader keeps, or a larger one as text.
struct DealNumber: FieldForm {
  func read(_ key: String, in fields: Fields) throws(BadMessage) -> UInt64 {
    if case .text(let text) = fields[key], let number = UInt64(text), String(number) == text { return number }
    if case .number(let number) = fields[key], 0...WireLimits.dealNumberMax ~= number {
      return UInt64(number)
    }
    throw BadMessage(
      "\"\(key)\" must be 0 to \(WireLimits.dealNumberMax), or a larger number up to \(UInt64.max) as a string"
    )
  }

  func write(_ number: UInt64, to json: inout JSONWriter) {
    if number <= UInt64(WireLimits.dealNumberMax) {
      json.value(Int(number))
    } else {
      json.value(String(number))
    }
  }

  func describe(to schema: inout JSONWriter) -> UInt64 {
    schema.anyOf { json in
      _ = Whole(0...WireLimits.dealNumberMax).describe(to: &json)
      json.beginObject()
      json.field("type", "string")
      json.field("pattern", "^(0|[1-9][0-9]{0,19})$")
      json.endObject()
    }
    return 0
  }
}

/// Bytes as Base64.
struct Base64Bytes: FieldForm {
  let charactersMax: Int
  let mistake: String

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> [UInt8] {
    guard let bytes = Base64.decode(try Text(upTo: charactersMax).read(key, in: fields)) else {
      throw BadMessage(mistake)
    }
    return bytes
  }

  func write(_ bytes: [UInt8], to json: inout JSONWriter) { json.value(Base64.encode(bytes)) }

  func describe(to schema: inout JSONWriter) -> [UInt8] {
    _ = Text(upTo: charactersMax).describe(to: &schema)
    return []
  }
}

extension JSONReader {
  /// For what is not as it must be, where reading stands.
  var unexpected: JSONError { JSONError(.unexpected, at: offset) }
}

extension JSONWriter {
  /// One of several schemas.
  mutating func anyOf(_ schemas: (inout JSONWriter) -> Void) {
    beginObject()
    key("anyOf")
    beginArray()
    schemas(&self)
    endArray()
    endObject()
  }
}
