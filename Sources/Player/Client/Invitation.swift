/// A table, and the key that lets one in, as somebody was sent them: `r7Qk2mXab`, `r7Qk2mXab#p=Ab3dE9xQ`, or a whole
/// link that ends so.
package struct Invitation: Sendable, Equatable {
  package let room: String
  /// nil: the table needs none.
  package let key: String?
  /// The server of a whole link, as an address; nil for a room's name or a path.
  package let server: String?

  package init(room: String, key: String? = nil) { (self.room, self.key, server) = (room, key, nil) }

  package init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    room = parts[0].split(separator: "/").last.map(String.init) ?? ""
    // One letter says what for: p, w or h.
    let words = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    // TLS ends before the server, so an address of https leads nowhere from here.
    server = words.count > 3 && words[0] == "http:" ? "ws://\(words[2])" : nil
    key = parts.count > 1 ? parts[1].split(separator: "=", maxSplits: 1).last.map(String.init) : nil
  }
}
