package import Wire

/// Who is on a connection and what they asked to hear: what a room must know of somebody who joins. Made once for each
/// connection and never changed, so that connection, rooms and the book of visits hold the same one.
package final class Visitor: Sendable {
  package let guest: GuestID
  package let visit: VisitID
  package let name: String
  package let isBot: Bool
  /// Which of a person's devices this is; 0 for who has one only.
  package let device: UInt16
  /// nil for who plays for themselves.
  package let ownership: Ownership?
  package let wantsDests: Bool
  package let wantsDrag: Bool
  package let encoding: Encoding
  /// Where they come from, as connections are counted; nil where nobody counts.
  package let network: UInt32?

  package init(
    guest: GuestID, visit: VisitID, name: String, isBot: Bool, wantsDests: Bool, wantsDrag: Bool,
    encoding: Encoding = .plain, network: UInt32? = nil, device: UInt16 = 0, ownership: Ownership? = nil
  ) {
    self.guest = guest
    self.visit = visit
    self.name = name
    self.isBot = isBot
    self.wantsDests = wantsDests
    self.wantsDrag = wantsDrag
    self.encoding = encoding
    self.network = network
    self.device = device
    self.ownership = ownership
  }

  /// Whose limits hold for what they do.
  package var payer: GuestID { ownership?.owner ?? guest }

  package var person: Person { Person(id: guest.text, name: name, kind: isBot ? .bot : .guest) }
}

/// Whose program somebody is, and what it may do.
package final class Ownership: Sendable {
  package let owner: GuestID
  /// Otherwise it may only watch.
  package let mayPlay: Bool

  package init(owner: GuestID, mayPlay: Bool) {
    self.owner = owner
    self.mayPlay = mayPlay
  }
}

extension Visitor: Equatable {
  package static func == (a: Visitor, b: Visitor) -> Bool {
    a === b
      || a.guest == b.guest && a.visit == b.visit && a.name == b.name && a.isBot == b.isBot
        && a.wantsDests == b.wantsDests && a.wantsDrag == b.wantsDrag
        && a.encoding == b.encoding && a.network == b.network && a.device == b.device
        && a.payer == b.payer
  }
}
