import JSON

/// A JSON value as a tree, in the order of the text and with keys that come twice.
indirect enum JSONTree: Equatable {
  case null
  case truth(Bool)
  case number(Int)
  /// A number with a fraction or too large, which nothing of ours writes.
  case otherNumber
  case text(String)
  case array([JSONTree])
  case object([Member])

  struct Member: Equatable {
    let key: String
    let value: JSONTree
  }

  init(from json: inout JSONReader) throws(JSONError) {
    switch try json.peek() {
    case .null: self = try json.readNull() ? .null : .truth(false)
    case .bool: self = .truth(try json.readBool())
    case .number:
      var attempt = json
      if let number = try? attempt.readInt() {
        json = attempt
        self = .number(number)
      } else {
        try json.skipValue()
        self = .otherNumber
      }
    case .string: self = .text(try json.readString(bytesMax: .max))
    case .array:
      var elements: [JSONTree] = []
      try json.beginArray()
      while try json.nextElement() { elements.append(try JSONTree(from: &json)) }
      self = .array(elements)
    case .object:
      var members: [Member] = []
      try json.beginObject()
      while let key = try json.nextKey() {
        members.append(Member(key: key, value: try JSONTree(from: &json)))
      }
      self = .object(members)
    }
  }

  /// What cannot be written becomes null.
  func write(to json: inout JSONWriter) {
    switch self {
    case .null, .otherNumber: json.null()
    case .truth(let truth): json.value(truth)
    case .number(let number): json.value(number)
    case .text(let text): json.value(text)
    case .array(let elements):
      json.beginArray()
      for element in elements { element.write(to: &json) }
      json.endArray()
    case .object(let members):
      json.beginObject()
      for member in members {
        json.key(member.key)
        member.value.write(to: &json)
      }
      json.endObject()
    }
  }

  /// As it is read again.
  var written: JSONTree {
    switch self {
    case .otherNumber: .null
    case .array(let elements): .array(elements.map(\.written))
    case .object(let members): .object(members.map { Member(key: $0.key, value: $0.value.written) })
    default: self
    }
  }
}
