import JSON

/// JSON text. Read as values and passed over, it is accepted both times or refused both times; where it lies in a
/// longer text makes no difference; what is accepted and written again reads the same, as does what was written; an
/// error lies in the text.
func checkJSON(_ input: UnsafeRawBufferPointer) throws(Broken) {
  let text = Array(input)
  let read = readTree(text, 0..<text.count)
  try hold(
    passOver(text) == read.mapValue { _ in true }, "what is read is passed over, and the other way round")
  // Digits and a quote around it: a reader that looks beyond its part takes them for more of the value.
  let around = Array("1\"".utf8) + text + Array("0\"".utf8)
  let part = readTree(around, 2..<(2 + text.count))
  switch (read, part) {
  case (.failure(let first), .failure(let second)):
    try hold(
      first.reason == second.reason && first.offset + 2 == second.offset, "a part is read as a whole is")
    try hold(first.offset >= 0 && first.offset <= text.count, "an error lies in the text")
    let position = JSONPosition(of: first.offset, in: text)
    try hold(position.line >= 1 && position.column >= 1, "places count from 1")
  case (.success(let first), .success(let second)):
    try hold(first == second, "a part is read as a whole is")
    try checkWriting(first)
  default: throw Broken("a part is accepted as a whole is")
  }
}

private func readTree(_ text: [UInt8], _ range: Range<Int>) -> Result<JSONTree, JSONError> {
  Result { () throws(JSONError) in
    var json = JSONReader(text, range: range)
    let tree = try JSONTree(from: &json)
    try json.finish()
    return tree
  }
}

private func passOver(_ text: [UInt8]) -> Result<Bool, JSONError> {
  Result { () throws(JSONError) in
    var json = JSONReader(text)
    try json.skipValue()
    try json.finish()
    return true
  }
}

private func checkWriting(_ tree: JSONTree) throws(Broken) {
  var json = JSONWriter()
  tree.write(to: &json)
  json.newline()
  let line = json.bytes
  try hold(line.last == 0x0A && !line.dropLast().contains(0x0A), "a value is one line")
  guard case .success(let again) = readTree(line, 0..<line.count) else {
    throw Broken("what is written can be read")
  }
  try hold(again == tree.written, "what is written reads the same")
}

extension Result {
  fileprivate func mapValue<Other>(_ change: (Success) -> Other) -> Result<Other, Failure> {
    switch self {
    case .success(let value): .success(change(value))
    case .failure(let error): .failure(error)
    }
  }
}
