import Cards
package import DragDrop
import Wire

/// Boards of cards as bytes: what lies where. What every table of a kind has in common is not written.
extension PlayingCard: Storable {
  package init?(_ reader: inout ByteReader) {
    let (id, face, isFaceUp) = (reader.u8(), reader.u8(), reader.truth())
    guard let card = Card(rawValue: face) else { return nil }
    self.init(id: id, card: card, isFaceUp: isFaceUp)
  }

  package func write(into bytes: inout [UInt8]) {
    bytes += [id, card.rawValue]
    bytes.put(isFaceUp)
  }
}

extension FourAces: StoredModel {
  package init?(_ reader: inout ByteReader) {
    guard let cards = [PlayingCard](&reader), areUnique(cards.map { $0.id }) else { return nil }
    self.init()
    self.cards = cards
  }

  package func write(into bytes: inout [UInt8]) { cards.write(into: &bytes) }
}

extension FreePiles: StoredModel {
  package init?(_ reader: inout ByteReader) {
    self.init(pack: [])
    for pile in piles.indices {
      guard let cards = [PlayingCard](&reader) else { return nil }
      // No card lies face down on one that lies face up.
      guard cards.drop(while: { !$0.isFaceUp }).allSatisfy({ $0.isFaceUp }) else { return nil }
      piles[pile].cards = cards
    }
    guard areUnique(census()) else { return nil }
  }

  package func write(into bytes: inout [UInt8]) {
    for pile in piles { pile.cards.write(into: &bytes) }
  }
}

extension ColorCard: Storable {
  package init?(_ reader: inout ByteReader) {
    guard let id = String(&reader), let color = ItemContent.Color(&reader) else { return nil }
    self.init(id: id, color: color)
  }

  package func write(into bytes: inout [UInt8]) {
    id.write(into: &bytes)
    color.write(into: &bytes)
  }
}

extension CardList: StoredModel {
  package init?(_ reader: inout ByteReader) {
    guard let cards = [ColorCard](&reader), areUnique(cards.map { $0.id }) else { return nil }
    self.init(cards: cards)
  }

  package func write(into bytes: inout [UInt8]) { cards.write(into: &bytes) }
}

extension SectionedCards: StoredModel {
  package init?(_ reader: inout ByteReader) {
    self.init()
    for section in sections.indices {
      guard let cards = [ColorCard](&reader) else { return nil }
      sections[section].cards = cards
    }
    guard areUnique(census()) else { return nil }
  }

  package func write(into bytes: inout [UInt8]) {
    for section in sections { section.cards.write(into: &bytes) }
  }
}

extension CardGrid.Tile: Storable {
  package init?(_ reader: inout ByteReader) {
    if reader.truth() {
      guard let card = ColorCard(&reader) else { return nil }
      self = .card(card)
    } else {
      guard let formation = DragDropPreviewsFormation(rawValue: reader.u8()) else { return nil }
      self = .formation(formation)
    }
  }

  package func write(into bytes: inout [UInt8]) {
    switch self {
    case .card(let card):
      bytes.put(true)
      card.write(into: &bytes)
    case .formation(let formation):
      bytes.put(false)
      bytes.append(formation.rawValue)
    }
  }
}

extension CardGrid: StoredModel {
  package init?(_ reader: inout ByteReader) {
    guard let cards = [Tile](&reader), let droppedCards = [Tile](&reader), areUnique(cards.map { $0.id }),
      let selected = Selections<String>(&reader),
      let formation = DragDropPreviewsFormation(rawValue: reader.u8()), let status = String(&reader)
    else { return nil }
    self.init(cards: [])
    self.cards = cards
    self.droppedCards = droppedCards
    self.selected = selected
    self.formation = formation
    self.status = status
  }

  package func write(into bytes: inout [UInt8]) {
    cards.write(into: &bytes)
    droppedCards.write(into: &bytes)
    selected.write(into: &bytes)
    bytes.append(formation.rawValue)
    status.write(into: &bytes)
  }
}
