/// A key and its value in one line; the same as `key` followed by `value`.
extension JSONWriter {
  package mutating func field(_ name: StaticString, _ number: Int) {
    key(name)
    value(number)
  }

  package mutating func field(_ name: StaticString, _ truth: Bool) {
    key(name)
    value(truth)
  }

  package mutating func field(_ name: StaticString, _ text: StaticString) {
    key(name)
    value(text)
  }

  @_disfavoredOverload
  package mutating func field(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }
}
