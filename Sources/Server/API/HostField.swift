import HTTP
import Reactor

/// What `Host` names: the server, as the client calls it.
struct HostField {
  /// Without a port, and an IPv6 address without its brackets; in lower case.
  private let name: Substring

  /// - Parameter text: a name or an address, and perhaps a port; nil for what is neither.
  init?(_ text: String) {
    let text = text.lowercased()
    let port: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      port = text[text.index(after: end)...]
      guard name.contains(":") else { return nil }
    } else {
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      name = text[..<colon]
      port = text[colon...]
    }
    guard !name.isEmpty, port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isWholeNumber)
    else {
      return nil
    }
  }

  /// Whether it is a name or an address that every machine calls itself by. The owner of another name can have it lead
  /// here, and a browser then lets their pages read what is answered to it.
  var isLoopback: Bool { name == "localhost" || IPAddress(name)?.isLoopback ?? false }
}
