import DragDrop

/// Games written as pictures: "(9♣ J♥) 7♠" is a pile with two cards face down under the seven of spades.
extension SolitaireSteps {
  static let suits: [(Character, Card.Suit)] = [
    ("♣", .clubs), ("♦", .diamonds), ("♥", .hearts), ("♠", .spades),
  ]
  static let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]

  static func name(_ card: Card) -> String {
    ranks[card.rank - 1] + suits.filter { $0.1 == card.suit }.map { String($0.0) }.joined()
  }

  static func card(_ name: Substring, id: Int) -> Card {
    let rank = ranks.firstIndex { $0 == name.dropLast() }!
    let suit = suits.first { $0.0 == name.last }!.1
    return Card(id: UInt16(id), rank: rank + 1, suit: suit)
  }

  static func hand(_ picture: String) -> Hand {
    Hand(cards: picture.split(separator: " ").enumerated().map { card($0.element, id: $0.offset) })
  }
}

extension SolitaireSteps.Hand {
  var picture: String { cards.map(SolitaireSteps.name).joined(separator: " ") }

  func card(_ name: String) -> UInt16 { cards.first { SolitaireSteps.name($0) == name }!.id }
}

extension SolitaireSteps.Solitaire {
  /// - Parameter shownCount: so many cards of the remainder have been turned up.
  init(_ piles: [String], clubs: String = "", remainder: String = "", shownCount: Int = 0) {
    var cards: [Card] = []
    var hidden: Set<Card.ID> = []
    func laid(_ picture: String) -> [Card.ID] {
      var isHidden = false
      return picture.split(separator: " ").map { word in
        if word.hasPrefix("(") { isHidden = true }
        let card = SolitaireSteps.card(word.filter { $0 != "(" && $0 != ")" }[...], id: cards.count)
        cards.append(card)
        if isHidden { hidden.insert(card.id) }
        if word.hasSuffix(")") { isHidden = false }
        return card.id
      }
    }
    var groups: [Arrangement<Card.ID, Group>.Collection] = []
    for pile in 0..<7 {
      groups.append(.init(id: .pile(pile), items: pile < piles.count ? laid(piles[pile]) : []))
    }
    for suit in Card.Suit.allCases {
      groups.append(.init(id: .foundation(suit), items: suit == .clubs ? laid(clubs) : []))
    }
    groups.append(.init(id: .remainder, items: laid(remainder)))
    self.init(
      cards: cards, groups: Arrangement(groups), hidden: hidden, shownCount: shownCount)
  }

  func picture(_ group: Group) -> String {
    groups[group].compactMap { self[id: $0] }.map(SolitaireSteps.name).joined(separator: " ")
  }

  func card(_ name: String) -> Card.ID { cards.first { SolitaireSteps.name($0) == name }!.id }
}

/// What a player does: lifts a card by its name, and drops what travels with it onto a group.
extension BoardEngine<SolitaireSteps.Solitaire> {
  mutating func play(
    _ name: String, onto group: Model.Group, of region: RegionID = 0
  ) throws -> DropOutcome {
    let drag = try beginDrag(model.card(name), player: 1)
    let place = Destination(position: .end, collectionID: group)
    return try drop(drag.id, player: 1, at: Pointer(over: region, place))
  }
}
