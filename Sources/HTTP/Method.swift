/// The request methods this server knows; others are answered with 405 and `Allow`.
package enum Method: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"

  /// What `Allow` says where nothing narrower is known.
  package static let allowed = "GET, HEAD, POST, PUT"
}
