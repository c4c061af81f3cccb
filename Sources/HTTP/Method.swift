/// The request methods this server knows; others are answered with 405 and `Allow`.
package enum Method: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
}

/// What may be done at an address. Invariant: something may.
package struct MethodsAllowed: Sendable, Equatable {
  private let methods: [Method]

  package init(_ first: Method, _ others: Method...) { methods = [first] + others }

  /// What can only be read.
  package static let reading = MethodsAllowed(.get, .head)
  /// All that is understood.
  static let known = MethodsAllowed(.get, .head, .post, .put, .patch, .delete)

  package func contains(_ method: Method) -> Bool { methods.contains(method) }

  /// "GET, HEAD": the value of `Allow` (RFC 9110 §10.2.1).
  package var list: String { methods.map(\.rawValue).joined(separator: ", ") }

  /// "The method must be GET or HEAD."
  package var sentence: String {
    let names = methods.map(\.rawValue)
    let most = names.dropLast().joined(separator: ", ")
    return "The method must be \(most)\(most.isEmpty ? "" : " or ")\(names[names.count - 1])."
  }

  package var header: Header { Header("Allow", list) }
}
