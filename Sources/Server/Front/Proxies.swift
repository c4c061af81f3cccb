import HTTP
import Reactor
import WebSocket

/// Whom we believe when they say for whom they ask.
/// Promise: nobody else can name an address by a header, and what a believed proxy was told by others is not believed.
package struct Proxies: Sendable {
  private var trustsUnix = false
  private var ranges: [AddressRange] = []

  /// How far we look back along a chain of proxies that are all trusted.
  static let hopsMax = 16

  /// Nobody.
  package init() {}

  /// Addresses, ranges of them, and "unix": all peers of our Unix socket; nil when one of them is none of
  /// these.
  package init?(trusting texts: [String]) {
    for text in texts {
      if text == "unix" {
        trustsUnix = true
      } else if let range = AddressRange(text) {
        ranges.append(range)
      } else {
        return nil
      }
    }
  }

  func trusts(_ peer: Peer) -> Bool {
    switch peer {
    case .unix: trustsUnix
    case .host(let address): ranges.contains { $0.contains(address) }
    }
  }

  /// Who asks: the peer itself, or the one that a trusted peer names. Each proxy adds at the right whom it was asked
  /// by, so
  /// the right-most who is no proxy of ours is the last that one of ours has seen; what stands left of it anybody may
  /// have written.
  ///
  /// - Returns: the peer where the list is malformed or longer than we look.
  func client(of peer: Peer, _ headers: Headers) -> Peer {
    guard trusts(peer) else { return peer }
    var farthest = peer
    var hops = 0
    for value in headers.values("x-forwarded-for").reversed() {
      for hop in value.split(separator: ",", omittingEmptySubsequences: false).reversed() {
        hops += 1
        guard hops <= Self.hopsMax, let address = Self.address(of: hop) else { return peer }
        farthest = .host(address)
        guard trusts(farthest) else { return farthest }
      }
    }
    return farthest
  }

  /// Which pages may ask as a request does.
  ///
  /// - Parameter proxy: through whom it came; nil for a connection of the peer's own.
  func originPolicy(of head: RequestHead, via proxy: Peer?, allowed: [String]) -> OriginPolicy {
    let isSecure = proxy.map { self.isSecure($0, head.headers) } ?? false
    return .sameOrigin(isSecure: isSecure, allowed: allowed)
  }

  /// Did the visitor come over TLS, as a trusted peer says?
  func isSecure(_ peer: Peer, _ headers: Headers) -> Bool {
    guard trusts(peer) else { return false }
    let schemes = headers.values("x-forwarded-proto")
    return schemes.count == 1 && schemes[0].lowercased() == "https"
  }

  /// "192.0.2.1", "192.0.2.1:5000", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:5000"; the port means nothing here.
  static func address(of hop: Substring) -> IPAddress? {
    var text = hop
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    guard text.utf8.count <= 64 else { return nil }
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let inside = text[text.index(after: text.startIndex)..<end]
      let behind = text[text.index(after: end)...]
      guard inside.contains(":"), behind.isEmpty || isPort(behind) else { return nil }
      return IPAddress(inside)
    }
    if let address = IPAddress(text) { return address }
    guard let colon = text.firstIndex(of: ":"), isPort(text[colon...]), !text[..<colon].isEmpty else {
      return nil
    }
    return IPAddress(text[..<colon])
  }

  private static func isPort(_ text: Substring) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.utf8.first == UInt8(ascii: ":") && (1...5).contains(digits.count)
      && digits.allSatisfy { (0x30...0x39).contains($0) } && UInt16(text.dropFirst()) != nil
  }
}
