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

  package mutating func integers(_ name: StaticString, _ values: [Int]) {
    key(name)
    integers(values)
  }

  package mutating func integers(_ values: [Int]) {
    beginArray()
    for integer in values { value(integer) }
    endArray()
  }

  package mutating func texts(_ name: StaticString, _ values: [String]) {
    key(name)
    beginArray()
    for text in values { value(text) }
    endArray()
  }
}
