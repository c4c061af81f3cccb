import Cards
import Testing

@testable import Patience

/// A game by its id, with what is chosen about it.
func rules(_ id: String) throws -> Ruleset {
  try #require(Catalogue.ruleset(id: id), "no game is called \(id)")
}

/// A game as it is dealt.
func dealt(_ id: String, _ number: UInt64 = 1) throws -> Table {
  let ruleset = try rules(id)
  return Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset))
}

/// A game from a picture.
func table(_ picture: String, of id: String, options: TableOptions = TableOptions()) throws -> Table {
  try Table(picture: picture, ruleset: rules(id), options: options)
}

/// What cannot be done, and why: a card, the pile it is to go to, the reason.
typealias Refused = (card: String, pile: String, reason: Refusal)

extension Table {
  /// How many cards the piles of a role hold, face down and open: "2+1".
  func sizes(_ role: Zone.Role) -> [String] {
    slots(of: role).map { "\(piles[$0].down)+\(piles[$0].cards.count - piles[$0].upIndex)" }
  }

  func handles(_ role: Zone.Role) -> [[UInt16]] {
    slots(of: role).map { piles[$0].cards }
  }

  /// Where a card may go with all that lies on it, in the order of piles.
  func targets(_ card: String) throws -> String {
    let (slot, index) = try #require(place(of: try handle(card)))
    guard whyNotLift(slot, index) == nil else { return "" }
    return pileIDs.indices.filter { whyNotMove(slot, index, to: $0) == nil }.map { pileIDs[$0].text }
      .joined(separator: " ")
  }

  /// Expects each to be refused for its reason, with nothing changed.
  func refuses(_ cases: [Refused], sourceLocation: SourceLocation = #_sourceLocation) throws {
    for (card, name, reason) in cases {
      let (slot, index) = try #require(place(of: try handle(card)))
      let (stack, target) = (Array(piles[slot].cards[index...]), try pile(name))
      var copy = self
      #expect(throws: reason, "\(card) to \(name)", sourceLocation: sourceLocation) {
        try copy.move(stack, to: target)
      }
      #expect(copy == self, "\(card) to \(name)", sourceLocation: sourceLocation)
    }
  }

  /// Several piles as in a picture.
  func rows(_ names: String...) -> [String] {
    names.map { row($0) }
  }
}

/// "KS QS … 2S": so many cards of a suit, downwards.
func down(_ suit: Character, from first: UInt8 = 13, to last: UInt8 = 1) -> String {
  let letters = Array("A23456789TJQK")
  return (last...first).reversed().map { "\(letters[Int($0) - 1])\(suit)" }.joined(separator: " ")
}

/// Columns 0, 1… of one card each.
func columns(_ cards: String) -> String {
  cards.split(separator: " ").enumerated().map { "t\($0.offset): \($0.element)" }.joined(separator: "\n")
}
