import Reactor

/// Where a server listens.
package enum ListenPlace: Sendable, Equatable, CustomStringConvertible {
  case tcp(host: String, port: UInt16)
  case unix(path: String)

  /// "unix:/run/baize/socket", "127.0.0.1:8080", "[::1]:8080" or "name:8080"; nil for anything else.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = text.dropFirst("unix:".count)
      guard !path.isEmpty else { return nil }
      self = .unix(path: String(path))
      return
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    var host = text[..<colon]
    if host.first == "[", host.last == "]", host.contains(":") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") || host.contains("[") || host.contains("]") {
      return nil
    }
    guard !host.isEmpty, !host.contains("/"), !host.contains(" ") else { return nil }
    self = .tcp(host: String(host), port: port)
  }

  /// Where a socket listens already.
  init(_ place: Listener.Place) {
    switch place {
    case .host(let address, let port): self = .tcp(host: address.description, port: port)
    case .unix(let path): self = .unix(path: path)
    }
  }

  /// As it would be written for `init`, which is also how it is told to people.
  package var description: String {
    switch self {
    case .unix(let path): "unix:" + path
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }

  /// Is this, where a socket really listens, what was wished for? A name of a host may be that of any address.
  package func answers(_ wish: ListenPlace) -> Bool {
    switch (self, wish) {
    case (.unix(let path), .unix(let wished)): path == wished
    case (.tcp(let host, let port), .tcp(let wishedHost, let wishedPort)):
      (wishedPort == 0 || port == wishedPort)
        && (IPAddress(wishedHost).map { $0.description == host } ?? true)
    case (.unix, .tcp), (.tcp, .unix): false
    }
  }
}

extension Configuration {
  /// Where it is to listen.
  package var place: ListenPlace { place(port: port) }

  /// The same with the port that was found free.
  package func place(port: UInt16) -> ListenPlace {
    unixPath.map { .unix(path: $0) } ?? .tcp(host: host, port: port)
  }
}
