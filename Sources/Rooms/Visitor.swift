package import Wire

/// Who is on a connection and what they asked to hear: what a room must know of somebody who joins.
package struct Visitor: Sendable, Equatable {
  package let guest: GuestID
  package let visit: VisitID
  package let name: String
  package let isBot: Bool
  package let wantsDests: Bool
  package let wantsDrag: Bool

  package init(guest: GuestID, visit: VisitID, name: String, isBot: Bool, wantsDests: Bool, wantsDrag: Bool) {
    self.guest = guest
    self.visit = visit
    self.name = name
    self.isBot = isBot
    self.wantsDests = wantsDests
    self.wantsDrag = wantsDrag
  }

  package var person: Person { Person(id: guest.text, name: name, kind: isBot ? .bot : .guest) }
}
