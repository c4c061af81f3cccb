/// Where a server is: `ws://host:port/path`. Invariant: the path begins with a slash and is one word of
/// ASCII.
///
///     try ServerAddress("ws://127.0.0.1:8080")  // path "/ws"
///     try ServerAddress("ws://[::1]:9000/play/ws")
package struct ServerAddress: Equatable, Sendable {
  /// A name or a number; an IPv6 number without its brackets.
  package let host: String
  package let port: UInt16
  package let path: String

  package init(_ text: String) throws(PlayerFailure) {
    func refuse(_ why: String) -> PlayerFailure { .badAddress(text, why: why) }

    guard let colon = text.firstRange(of: "://") else { throw refuse("write it as ws://host:port") }
    switch text[..<colon.lowerBound].lowercased() {
    case "ws": break
    case "wss":
      throw refuse(
        "no TLS is spoken here; run this beside the server and name the server's own port with ws://")
    default: throw refuse("it must begin with ws://, as in ws://127.0.0.1:8080")
    }
    let rest = text[colon.upperBound...]
    guard rest.unicodeScalars.allSatisfy({ $0 > " " && $0 < "\u{7F}" && $0 != "#" && $0 != "@" }) else {
      throw refuse("spaces, #, @ and letters beyond ASCII have no place in it")
    }
    let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let target = rest[authorityEnd...]
    path = target.isEmpty || target == "/" ? "/ws" : target.hasPrefix("/") ? String(target) : "/ws" + target
    guard let (host, port) = Self.split(rest[..<authorityEnd]) else {
      throw refuse("after ws:// a host and a port are expected, as in 127.0.0.1:8080 or [::1]:8080")
    }
    self.host = host
    self.port = port
  }

  private static func split(_ authority: Substring) -> (host: String, port: UInt16)? {
    var host = authority
    var after: Substring = ""
    if authority.first == "[" {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<bracket]
      after = authority[authority.index(after: bracket)...]
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      after = authority[colon...]
    }
    guard !host.isEmpty else { return nil }
    if after.isEmpty { return (String(host), 80) }
    guard after.first == ":", let port = UInt16(after.dropFirst()), port > 0 else { return nil }
    return (String(host), port)
  }

  /// Host and port, as in the `Host` header and in sentences.
  package var place: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(name):\(port)"
  }

  /// The page of the same server: "http://127.0.0.1:8080/".
  package var page: String { "http://\(place)/" }
}
