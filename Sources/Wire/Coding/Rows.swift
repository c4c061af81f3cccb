import JSON

/// An array that stands for one thing, such as `["r7Qk2mXab","9f3c1b02",412]`.
protocol Row: ElementForm {
  /// - Parameter given: what is to be written; nil for a reader and a describer.
  func coded<C: RowCoder>(_ given: Value?, by c: inout C) throws(C.Failure) -> Value
}

/// Goes through the elements of a row, as a `Coder` goes through the fields of an object.
protocol RowCoder {
  associatedtype Failure: Error

  mutating func element<E: ElementForm>(_ form: E, _ given: E.Value?) throws(Failure) -> E.Value
  /// An element behind all that have to be there.
  ///
  /// - Parameter kind: where another of another kind may stand there instead.
  mutating func optional<E: ElementForm>(
    _ form: E, ifNext kind: JSONKind?, _ given: E.Value?
  ) throws(Failure) -> E.Value?
}

extension RowCoder {
  mutating func optional<E: ElementForm>(_ form: E, _ given: E.Value?) throws(Failure) -> E.Value? {
    try optional(form, ifNext: nil, given)
  }
}

extension Row {
  func read(from reader: inout JSONReader) throws(JSONError) -> Value {
    try reader.beginArray()
    var row = RowReader(json: reader)
    let value = try coded(nil, by: &row)
    guard try !row.isMore() else { throw row.json.unexpected }
    reader = row.json
    return value
  }

  func write(_ value: Value, to json: inout JSONWriter) {
    json.beginArray()
    _ = coded(value, by: &json)
    json.endArray()
  }

  func describe(to schema: inout JSONWriter) -> Value {
    RowDescriber.describe(to: &schema) { coded(nil, by: &$0) }
  }
}

/// A row as the value of a field.
struct RowField<R: Row>: FieldForm {
  /// More than any row has.
  private static var countMax: Int { 16 }

  let row: R

  init(_ row: R) { self.row = row }

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> R.Value {
    try fields.array(key, countMax: Self.countMax) { reader throws(JSONError) in try row.read(from: &reader) }
  }

  func write(_ value: R.Value, to json: inout JSONWriter) { row.write(value, to: &json) }
  func describe(to schema: inout JSONWriter) -> R.Value { row.describe(to: &schema) }
}

struct RowReader: RowCoder {
  typealias Failure = JSONError

  fileprivate(set) var json: JSONReader
  /// Whether an element stands next; nil where nobody has looked.
  private var more: Bool?

  init(json: JSONReader) { self.json = json }

  mutating func isMore() throws(JSONError) -> Bool {
    if let more { return more }
    let isMore = try json.nextElement()
    more = isMore
    return isMore
  }

  mutating func element<E: ElementForm>(_ form: E, _: E.Value?) throws(JSONError) -> E.Value {
    guard try isMore() else { throw json.unexpected }
    more = nil
    return try form.read(from: &json)
  }

  mutating func optional<E: ElementForm>(
    _ form: E, ifNext kind: JSONKind?, _: E.Value?
  ) throws(JSONError) -> E.Value? {
    guard try isMore() else { return nil }
    if let kind, try json.peek() != kind { return nil }
    return try element(form, nil)
  }
}

extension JSONWriter: RowCoder {
  mutating func element<E: ElementForm>(_ form: E, _ given: E.Value?) -> E.Value {
    guard let given else { preconditionFailure("a writer is given what it writes") }
    form.write(given, to: &self)
    return given
  }

  mutating func optional<E: ElementForm>(_ form: E, ifNext _: JSONKind?, _ given: E.Value?) -> E.Value? {
    guard let given else { return nil }
    form.write(given, to: &self)
    return given
  }
}
