import JSON

/// Elements of one form.
struct List<Element: ElementForm>: FieldForm, ElementForm {
  let element: Element
  let counts: ClosedRange<Int>

  init(of element: Element, _ counts: ClosedRange<Int> = 0...4096) {
    self.element = element
    self.counts = counts
  }

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> [Element.Value] {
    try fields.array(key, countMax: counts.upperBound) { reader throws(JSONError) in
      try read(from: &reader)
    }
  }

  func read(from reader: inout JSONReader) throws(JSONError) -> [Element.Value] {
    var values: [Element.Value] = []
    try reader.beginArray()
    while try reader.nextElement() {
      guard values.count < counts.upperBound else { throw reader.unexpected }
      values.append(try element.read(from: &reader))
    }
    guard values.count >= counts.lowerBound else { throw reader.unexpected }
    return values
  }

  func write(_ values: [Element.Value], to json: inout JSONWriter) {
    json.beginArray()
    for value in values { element.write(value, to: &json) }
    json.endArray()
  }

  func describe(to schema: inout JSONWriter) -> [Element.Value] {
    schema.beginObject()
    schema.field("type", "array")
    if counts.lowerBound > 0 { schema.field("minItems", counts.lowerBound) }
    if counts.upperBound < .max { schema.field("maxItems", counts.upperBound) }
    schema.key("items")
    _ = element.describe(to: &schema)
    schema.endObject()
    return []
  }
}

/// Two numbers that belong together.
struct WholePair: FieldForm {
  private let list = List(of: Whole())

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> (Int, Int) {
    let both = try list.read(key, in: fields)
    guard both.count == 2 else { throw BadMessage("\"\(key)\" must be two numbers") }
    return (both[0], both[1])
  }

  func write(_ pair: (Int, Int), to json: inout JSONWriter) { json.integers([pair.0, pair.1]) }

  func describe(to schema: inout JSONWriter) -> (Int, Int) {
    _ = List(of: Whole(), 2...2).describe(to: &schema)
    return (0, 0)
  }
}

/// An object in an object.
struct Object<Value: Coded>: FieldForm {
  func read(_ key: String, in fields: Fields) throws(BadMessage) -> Value {
    var reader = Reader(fields: try fields.object(key))
    return try Value.coded(nil, by: &reader)
  }

  @inline(__always)
  func write(_ value: Value, to json: inout JSONWriter) {
    json.beginObject()
    _ = Value.coded(value, by: &json)
    json.endObject()
  }

  func describe(to schema: inout JSONWriter) -> Value {
    Describer.describe(to: &schema) { Value.coded(nil, by: &$0) }
  }
}

/// Several of them.
struct Objects<Value: Coded>: FieldForm {
  private static var countMax: Int { 4096 }

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> [Value] {
    // All of the array is looked through before the first object is read.
    let places = try fields.array(key, countMax: Self.countMax) { reader throws(JSONError) in
      try reader.readObjectPlaces(countMax: Self.countMax)
    }
    return try fields.objects(at: places)
  }

  @inline(__always)
  func write(_ values: [Value], to json: inout JSONWriter) {
    json.beginArray()
    // A value that is optional already is not copied once more.
    var rest = values.makeIterator()
    var next = rest.next()
    while next != nil {
      json.beginObject()
      _ = Value.coded(next, by: &json)
      json.endObject()
      next = rest.next()
    }
    json.endArray()
  }

  func describe(to schema: inout JSONWriter) -> [Value] {
    schema.beginObject()
    schema.field("type", "array")
    schema.field("maxItems", Self.countMax)
    schema.key("items")
    _ = Object<Value>().describe(to: &schema)
    schema.endObject()
    return []
  }
}

extension JSONReader {
  /// Where each object of an array lies.
  mutating func readObjectPlaces(countMax: Int) throws(JSONError) -> [Range<Int>] {
    var places: [Range<Int>] = []
    try beginArray()
    while try nextElement() {
      guard places.count < countMax, try peek() == .object else { throw unexpected }
      let start = offset
      try skipValue()
      places.append(start..<offset)
    }
    return places
  }
}

extension Fields {
  func objects<Value: Coded>(at places: [Range<Int>]) throws(BadMessage) -> [Value] {
    var values: [Value] = []
    for place in places {
      var reader = Reader(fields: try Fields(line, range: place))
      values.append(try Value.coded(nil, by: &reader))
    }
    return values
  }
}
