/// One header field. The name is kept in lower case, the value as sent without the white space around it.
package struct Header: Sendable, Equatable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name.lowercased()
    self.value = value
  }
}

/// The fields of one head in the order in which they came; names match in any case (RFC 9110 §5.1).
package struct Headers: Sendable, Equatable {
  package private(set) var all: [Header]

  package init(_ all: [Header] = []) { self.all = all }

  package mutating func append(_ header: Header) {
    all.append(header)
  }

  /// The value of the first field of that name.
  package subscript(_ name: String) -> String? {
    let name = name.lowercased()
    return all.first { $0.name == name }?.value
  }

  /// The values of every field of that name, one for each line.
  package func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return all.filter { $0.name == name }.map(\.value)
  }

  /// The members of a comma-separated list that may span several lines (RFC 9110 §5.6.1), spelled
  /// as sent.
  package func list(_ name: String) -> [String] {
    values(name).flatMap { value in
      value.split(separator: ",").map { String(trimmed($0)) }.filter { !$0.isEmpty }
    }
  }

  /// Whether a list of case-insensitive tokens has this one: `Connection: keep-alive, Upgrade` has
  /// "upgrade".
  package func contains(_ token: String, in name: String) -> Bool {
    let token = token.lowercased()
    return list(name).contains { $0.lowercased() == token }
  }
}

/// Text without the spaces and tabs around it: the optional white space of RFC 9110 §5.6.3.
func trimmed(_ text: Substring) -> Substring {
  var rest = text
  while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
  while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
  return rest
}
