/// The version of a message's head. HTTP/1.x with x above 1 counts as 1.1 (RFC 9110 §2.5).
package enum HTTPVersion: Sendable, Equatable {
  case http10, http11
}

/// A request up to its empty line, checked and decoded.
/// Invariant: in HTTP/1.1 there is exactly one Host, and a body has one length that all agree on.
package struct RequestHead: Sendable, Equatable {
  package let method: Method
  package let target: Target
  package let version: HTTPVersion
  package let headers: Headers
  /// Bytes that follow the head and belong to this request. Most callers want 0 and refuse or skip
  /// the rest.
  package let bodyLength: Int

  package init(
    method: Method, target: Target, version: HTTPVersion = .http11, headers: Headers, bodyLength: Int = 0
  ) {
    self.method = method
    self.target = target
    self.version = version
    self.headers = headers
    self.bodyLength = bodyLength
  }

  package var path: String { target.path }

  /// Was a length told at all? A request without one has no body (RFC 9112 §6.3).
  package var tellsLength: Bool { headers["content-length"] != nil }

  /// What a client wants to hear before it sends its body (RFC 9110 §10.1.1).
  package enum Expectation: Sendable, Equatable {
    case nothing
    /// `100 Continue`, or the final answer.
    case goAhead
    /// Something that nobody knows.
    case unknown
  }

  package var expectation: Expectation {
    let expected = headers.list("expect")
    // HTTP/1.0 knows no expectations: they are to be passed over.
    guard version == .http11, !expected.isEmpty else { return .nothing }
    return expected.allSatisfy { $0.lowercased() == "100-continue" } ? .goAhead : .unknown
  }

  /// Does the client ask to go on as a WebSocket? `Handshake.accept` judges whether it asked rightly.
  package var isUpgrade: Bool {
    headers.contains("upgrade", in: "connection") && headers.contains("websocket", in: "upgrade")
  }

  /// May the connection serve another request after this one (RFC 9112 §9.3)?
  package var keepAlive: Bool {
    if headers.contains("close", in: "connection") { return false }
    return version == .http11 || headers.contains("keep-alive", in: "connection")
  }
}
