import JSON

/// A writer of JSON writes fields into the object that is open.
extension JSONWriter: Coder {
  typealias Failure = Never

  /// One object as a line that ends in a newline: the form of every message and every record.
  static func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    write(&json)
    json.endObject()
    json.newline()
    return json.bytes
  }

  @inline(__always)
  mutating func field<F: FieldForm>(_ key: String, _ form: F, _ given: F.Value?) -> F.Value {
    guard let given else { preconditionFailure("a writer is given what it writes") }
    plainKey(key)
    form.write(given, to: &self)
    return given
  }

  @inline(__always)
  mutating func field<F: FieldForm>(_ key: String, _ form: F, _ given: F.Value?, or _: F.Value) -> F.Value {
    field(key, form, given)
  }

  @inline(__always)
  mutating func optional<F: FieldForm>(_ key: String, _ form: F, _ given: F.Value?) -> F.Value? {
    guard let given else { return nil }
    return field(key, form, given)
  }

  mutating func tag<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _ given: Word?, or usual: Word?, _: (String) -> String
  ) -> Word {
    guard let given else { preconditionFailure("a writer is given what it writes") }
    guard given != usual else { return given }
    plainKey(key)
    value(given.rawValue)
    return given
  }

  func has(_: String, _ given: Bool?) -> Bool { given ?? false }
  func readAhead<F: FieldForm>(_: String, _: F) {}
  func check(_: Bool, _: @autoclosure () -> String) {}
}
