/// The version of a message's head. HTTP/1.x with x above 1 counts as 1.1 (RFC 9110 §2.5).
package enum HTTPVersion: Sendable, Equatable {
  case http10, http11
}

/// A request up to its empty line, checked and decoded.
/// Invariant: in HTTP/1.1 there is exactly one Host, and where a body ends is said in one way that all agree on.
package struct RequestHead: Sendable, Equatable {
  package let method: Method
  package let target: Target
  package let version: HTTPVersion
  package let headers: Headers
  package let body: Body

  /// What follows the head and belongs to this request (RFC 9112 §6.3).
  package enum Body: Sendable, Equatable {
    /// The head announces no body, so the request has none.
    case none
    /// So many bytes; 0 is a length too.
    case length(Int)
    /// Chunks, which `ChunkedBody` understands.
    case chunks
  }

  package init(
    method: Method, target: Target, version: HTTPVersion = .http11, headers: Headers, body: Body = .none
  ) {
    self.method = method
    self.target = target
    self.version = version
    self.headers = headers
    self.body = body
  }

  package var path: String { target.path }

  /// Whether anything may follow that is not the next request. Most callers want no body and refuse it.
  package var hasBody: Bool {
    switch body {
    case .none, .length(0): false
    case .length, .chunks: true
    }
  }

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
