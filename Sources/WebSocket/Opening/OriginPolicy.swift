package import HTTP

/// Which web pages may open a WebSocket here (RFC 6455 §10.2). A browser always says where its page
/// came from, and cookies or not, another site's page must not play on behalf of its visitor.
/// Programs say nothing and may enter.
package enum OriginPolicy: Sendable, Equatable {
  /// Pages of this host and port that came as this request did, over TLS or in plain, and of the origins listed, such
  /// as `https://play.example:8443`.
  case sameOrigin(isSecure: Bool, allowed: [String])
  case any

  /// Whether a text names an origin, as one that is listed has to.
  package static func isOrigin(_ text: String) -> Bool { Origin(text) != nil }

  /// Whether a request with these headers may come in; the HTTP API asks the same.
  package func admits(_ headers: Headers) -> Bool {
    guard case .sameOrigin(let isSecure, let allowed) = self else { return true }
    let origins = headers.values("origin")
    guard let text = origins.first else { return true }
    // "null" is an origin too: a sandboxed frame or a local file. It has no authority and so falls
    // through.
    guard origins.count == 1, let origin = Origin(text) else { return false }
    // A page in plain HTTP may be anybody's who sits on the way, also where the host's own come over TLS.
    if let host = headers["host"], Origin("\(isSecure ? "https" : "http")://\(host)") == origin {
      return true
    }
    return allowed.contains { Origin($0) == origin }
  }
}

/// scheme "://" host [":" port] in lower case, without the port that the scheme implies (RFC 6454 §6).
private struct Origin: Equatable {
  let scheme: String
  let authority: String

  init?(_ text: String) {
    let text = text.lowercased()
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    scheme = String(text[..<colon])
    let rest = text[colon...].dropFirst(3)
    guard !rest.isEmpty, !rest.utf8.contains(where: { "/?#@\\ ".utf8.contains($0) }) else { return nil }
    authority = Origin.withoutDefaultPort(String(rest), scheme: scheme)
  }

  private static func withoutDefaultPort(_ authority: String, scheme: String) -> String {
    let ending = scheme == "https" || scheme == "wss" ? ":443" : ":80"
    return authority.hasSuffix(ending) ? String(authority.dropLast(ending.count)) : authority
  }
}
