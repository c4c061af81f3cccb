/// Reads the fields that were gathered from one object.
struct Reader: Coder {
  typealias Failure = BadMessage

  let fields: Fields

  func field<F: FieldForm>(_ key: String, _ form: F, _: F.Value?) throws(BadMessage) -> F.Value {
    try form.read(key, in: fields)
  }

  func field<F: FieldForm>(
    _ key: String, _ form: F, _: F.Value?, or usual: F.Value
  ) throws(BadMessage) -> F.Value {
    fields.has(key) ? try form.read(key, in: fields) : usual
  }

  func optional<F: FieldForm>(_ key: String, _ form: F, _: F.Value?) throws(BadMessage) -> F.Value? {
    fields.has(key) ? try form.read(key, in: fields) : nil
  }

  func tag<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _: Word?, or usual: Word?, _ unknown: (String) -> String
  ) throws(BadMessage) -> Word {
    if let usual, !fields.has(key) { return usual }
    let text = try Text().read(key, in: fields)
    guard let word = Word(rawValue: text) else { throw BadMessage(unknown(text)) }
    return word
  }

  func has(_ key: String, _: Bool?) -> Bool { fields.has(key) }

  func readAhead<F: FieldForm>(_ key: String, _ form: F) throws(BadMessage) {
    _ = try form.read(key, in: fields)
  }

  func check(_ holds: Bool, _ mistake: @autoclosure () -> String) throws(BadMessage) {
    if !holds { throw BadMessage(mistake()) }
  }
}
