package import Cards
import Wire

/// A playing card on a board without rules. Promise: its identifier says nothing of its face.
package struct PlayingCard: Identifiable, Hashable, Sendable {
  package internal(set) var id: UInt8
  package internal(set) var card: Card
  package var isFaceUp: Bool

  package init(id: UInt8, card: Card, isFaceUp: Bool = true) {
    self.id = id
    self.card = card
    self.isFaceUp = isFaceUp
  }

  /// What is written on it, or nothing while it lies face down.
  var content: ItemContent? {
    isFaceUp ? ItemContent(text: name, face: card.text) : nil
  }

  /// Such as "5 of hearts".
  private var name: String {
    let rank =
      switch card.rank {
      case .ace: "ace"
      case .jack: "jack"
      case .queen: "queen"
      case .king: "king"
      default: "\(card.rank.rawValue)"
      }
    return "\(rank) of \(card.suit)"
  }
}
