package import HTTP

/// Which web pages may open a WebSocket here (RFC 6455 §10.2). A browser always says where its page
/// came from, and cookies or not, another site's page must not play on behalf of its visitor.
/// Programs say nothing and may enter.
package enum OriginPolicy: Sendable, Equatable {
  /// Pages of this host and port, and of the origins listed: `https://play.example` or
  /// `play.example:8443`.
  case sameOrigin(allowed: [String])
  case any

  /// Whether a request with these headers may come in; the HTTP API asks the same.
  package func admits(_ headers: Headers) -> Bool {
    guard case .sameOrigin(let allowed) = self else { return true }
    let origins = headers.values("origin")
    guard let text = origins.first else { return true }
    // "null" is an origin too: a sandboxed frame or a local file. It has no authority and so falls
    // through.
    guard origins.count == 1, let origin = Origin(text) else { return false }
    if let host = headers["host"], origin.authority == origin.normalised(host) { return true }
    return allowed.contains { entry in
      if let whole = Origin(entry) { return whole == origin }
      return origin.normalised(entry) == origin.authority
    }
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

  /// A `Host`, as it would stand in an origin of this scheme.
  func normalised(_ host: String) -> String {
    Origin.withoutDefaultPort(host.lowercased(), scheme: scheme)
  }

  private static func withoutDefaultPort(_ authority: String, scheme: String) -> String {
    let ending = scheme == "https" || scheme == "wss" ? ":443" : ":80"
    return authority.hasSuffix(ending) ? String(authority.dropLast(ending.count)) : authority
  }
}
