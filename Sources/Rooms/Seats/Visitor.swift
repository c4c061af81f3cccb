package import Wire

/// Who is on a connection and what they asked to hear: what a room must know of somebody who joins. Made once for each
/// connection and never changed, so that connection, rooms and the book of visits hold the same one.
package final class Visitor: Sendable {
  package let guest: GuestID
  package let visit: VisitID
  package let name: String
  package let isBot: Bool
  package let wantsDests: Bool
  package let wantsDrag: Bool
  package let encoding: Encoding
  /// Where they come from, as connections are counted; nil where nobody counts.
  package let network: UInt32?

  package init(
    guest: GuestID, visit: VisitID, name: String, isBot: Bool, wantsDests: Bool, wantsDrag: Bool,
    encoding: Encoding = .plain, network: UInt32? = nil
  ) {
    self.guest = guest
    self.visit = visit
    self.name = name
    self.isBot = isBot
    self.wantsDests = wantsDests
    self.wantsDrag = wantsDrag
    self.encoding = encoding
    self.network = network
  }

  package var person: Person { Person(id: guest.text, name: name, kind: isBot ? .bot : .guest) }
}

extension Visitor: Equatable {
  package static func == (a: Visitor, b: Visitor) -> Bool {
    a === b
      || a.guest == b.guest && a.visit == b.visit && a.name == b.name && a.isBot == b.isBot
        && a.wantsDests == b.wantsDests && a.wantsDrag == b.wantsDrag
        && a.encoding == b.encoding && a.network == b.network
  }
}
