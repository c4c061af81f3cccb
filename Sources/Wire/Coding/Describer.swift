import JSON

/// Describes an object as JSON Schema (2020-12). What is coded in several ways is gone through once for each of them.
///
/// Promise: what is written fits its schema. A reader is stricter in what a schema cannot say: lengths in bytes, keys
/// that come twice, the number of keys and the depth.
struct Describer: Coder {
  typealias Failure = Never

  private var branches: Branches
  /// The words that decide which fields follow: what this way of coding the object is called.
  private var tags: [String] = []
  private var properties: [(key: String, schema: [UInt8])] = []
  private var required: [String] = []

  static func describe<Value>(to schema: inout JSONWriter, _ code: (inout Describer) -> Value) -> Value {
    Branches.describe(to: &schema) { branches in
      var describer = Describer(branches: branches)
      let value = code(&describer)
      branches = describer.branches
      return (describer.object, value)
    }
  }

  private init(branches: Branches) { self.branches = branches }

  mutating func field<F: FieldForm>(_ key: String, _ form: F, _: F.Value?) -> F.Value {
    required.append(key)
    return property(key) { form.describe(to: &$0) }
  }

  mutating func field<F: FieldForm>(_ key: String, _ form: F, _: F.Value?, or _: F.Value) -> F.Value {
    property(key) { form.describe(to: &$0) }
  }

  mutating func optional<F: FieldForm>(_ key: String, _ form: F, _: F.Value?) -> F.Value? {
    _ = property(key) { form.describe(to: &$0) }
    return nil
  }

  mutating func tag<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _: Word?, or usual: Word?, _: (String) -> String
  ) -> Word {
    let words = Array(Word.allCases)
    let word = words[branches.choose(of: words.count)]
    if word != usual {
      required.append(key)
      tags.append(word.rawValue)
    }
    _ = property(key) { Constant(text: word.rawValue).describe(to: &$0) }
    return word
  }

  mutating func has(_ key: String, _: Bool?) -> Bool {
    if branches.choose(of: 2) == 0 { return true }
    property(key) { json in
      json.beginObject()
      json.field("type", "null")
      json.endObject()
    }
    return false
  }

  func readAhead<F: FieldForm>(_: String, _: F) {}
  func check(_: Bool, _: @autoclosure () -> String) {}

  private mutating func property<Value>(_ key: String, _ describe: (inout JSONWriter) -> Value) -> Value {
    var schema = JSONWriter()
    let value = describe(&schema)
    properties.append((key, schema.bytes))
    return value
  }

  private var object: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    if !tags.isEmpty { json.field("title", tags.joined(separator: " ")) }
    json.field("type", "object")
    json.key("properties")
    json.beginObject()
    for property in properties {
      json.key(property.key)
      json.value(json: property.schema)
    }
    json.endObject()
    if !required.isEmpty { json.texts("required", required) }
    json.endObject()
    return json.bytes
  }
}

/// Describes a row as JSON Schema.
struct RowDescriber: RowCoder {
  typealias Failure = Never

  private var branches: Branches
  private var elements: [[UInt8]] = []

  static func describe<Value>(to schema: inout JSONWriter, _ code: (inout RowDescriber) -> Value) -> Value {
    Branches.describe(to: &schema) { branches in
      var describer = RowDescriber(branches: branches)
      let value = code(&describer)
      branches = describer.branches
      return (describer.row, value)
    }
  }

  private init(branches: Branches) { self.branches = branches }

  mutating func element<E: ElementForm>(_ form: E, _: E.Value?) -> E.Value {
    var schema = JSONWriter()
    let value = form.describe(to: &schema)
    elements.append(schema.bytes)
    return value
  }

  mutating func optional<E: ElementForm>(_ form: E, ifNext _: JSONKind?, _: E.Value?) -> E.Value? {
    branches.choose(of: 2) == 0 ? element(form, nil) : nil
  }

  private var row: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("type", "array")
    json.field("minItems", elements.count)
    json.field("maxItems", elements.count)
    if !elements.isEmpty {
      json.key("prefixItems")
      json.beginArray()
      for element in elements { json.value(json: element) }
      json.endArray()
    }
    json.endObject()
    return json.bytes
  }
}

/// Which way is taken at each fork, until all ways were taken.
struct Branches {
  private var taken: [(way: Int, of: Int)] = []
  private var depth = 0

  /// - Parameter describe: goes through a form once and says what it found, as JSON Schema.
  static func describe<Value>(
    to schema: inout JSONWriter, _ describe: (inout Branches) -> (schema: [UInt8], value: Value)
  ) -> Value {
    var branches = Branches()
    var (first, value) = describe(&branches)
    var schemas = [first]
    while branches.advance() {
      (first, value) = describe(&branches)
      schemas.append(first)
    }
    if schemas.count == 1 {
      schema.value(json: first)
    } else {
      schema.anyOf { json in for schema in schemas { json.value(json: schema) } }
    }
    return value
  }

  mutating func choose(of count: Int) -> Int {
    if depth == taken.count { taken.append((0, count)) }
    depth += 1
    return taken[depth - 1].way
  }

  /// To the next way; false where all were taken.
  private mutating func advance() -> Bool {
    depth = 0
    while let last = taken.popLast() {
      if last.way + 1 < last.of {
        taken.append((last.way + 1, last.of))
        return true
      }
    }
    return false
  }
}
