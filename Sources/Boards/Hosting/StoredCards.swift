import Cards
package import DragDrop
import Wire

/// Boards of cards as bytes: what lies where. What every table of a kind has in common is not written.
extension PlayingCard: Storable {
  package static var blank: PlayingCard { PlayingCard(id: 0, card: Card(.ace, .spades)) }

  package mutating func code(by c: inout ByteCoder) {
    c.fixed(&id)
    let face = Card(rawValue: c.byte(card.rawValue))
    c.require(face != nil)
    card = face ?? card
    c.truth(&isFaceUp)
  }
}

extension FourAces: StoredModel {
  package mutating func code(by c: inout ByteCoder) { c.code(&cards, unique: \.id) }
}

extension FreePiles: StoredModel {
  package mutating func code(by c: inout ByteCoder) {
    for pile in piles.indices {
      c.code(&piles[pile].cards)
      // No card lies face down on one that lies face up.
      c.require(piles[pile].cards.drop { !$0.isFaceUp }.allSatisfy { $0.isFaceUp })
    }
    c.require(areUnique(census()))
  }
}

extension ColorCard: Storable {
  package static var blank: ColorCard { ColorCard(.blank) }

  package mutating func code(by c: inout ByteCoder) {
    c.code(&id)
    c.code(&color)
  }
}

extension CardList: StoredModel {
  package mutating func code(by c: inout ByteCoder) { c.code(&cards, unique: \.id) }
}

extension SectionedCards: StoredModel {
  package mutating func code(by c: inout ByteCoder) {
    for section in sections.indices { c.code(&sections[section].cards) }
    c.require(areUnique(census()))
  }
}

extension CardGrid.Tile: Storable {
  package static var blank: Self { .formation(.default) }

  package mutating func code(by c: inout ByteCoder) {
    var (card, formation): (ColorCard?, DragDropPreviewsFormation) =
      switch self {
      case .card(let card): (card, .default)
      case .formation(let formation): (nil, formation)
      }
    c.optional(&card, .blank) { $1.code(&$0) }
    if card == nil { c.word(&formation) }
    self = card.map { .card($0) } ?? .formation(formation)
  }
}

extension CardGrid: StoredModel {
  package mutating func code(by c: inout ByteCoder) {
    c.code(&cards, unique: \.id)
    c.code(&droppedCards)
    c.code(&selected)
    c.word(&formation)
    c.code(&status)
  }
}
