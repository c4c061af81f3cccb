/// The entity tags that a client holds already (RFC 9110 §13.1.2).
package struct IfNoneMatch: Sendable {
  private let tags: [String]

  package init(_ headers: Headers) {
    tags = headers.list("if-none-match")
  }

  /// Compares weakly: whether either tag is marked weak makes no difference (RFC 9110 §8.8.3.2).
  /// Our own tags hold no comma, so cutting the list at commas can only break tags that are not
  /// ours.
  package func matches(_ etag: String) -> Bool {
    tags.contains { $0 == "*" || $0 == etag || $0 == "W/" + etag }
  }
}
