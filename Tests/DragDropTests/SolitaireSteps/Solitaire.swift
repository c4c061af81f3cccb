import DragDrop

/// The game of the article "Build Solitaire step by step": cards and a model in plain Swift, on DragDrop
/// alone. Marked parts of these files are what the documentation shows. Invariant: every card lies in
/// exactly one group.
enum SolitaireSteps {
  // snippet: card
  struct Card: Identifiable, Hashable, Sendable {
    enum Suit: CaseIterable, Sendable { case clubs, diamonds, hearts, spades }

    let id: UInt16  // says nothing about the face
    let rank: Int  // from 1, the ace, to 13, the king
    let suit: Suit
    var isRed: Bool { suit == .diamonds || suit == .hearts }
  }
  // end snippet

  // snippet: hand
  struct Hand: BoardModel {
    typealias Item = Card
    typealias CollectionID = ReorderableSingleCollectionIdentifier

    var cards: [Card]

    func census() -> [Card.ID] { cards.map { $0.id } }
    subscript(id id: Card.ID) -> Card? { cards.first { $0.id == id } }
  }
  // end snippet

  // snippet: model
  struct Solitaire: BoardModel {
    enum Group: Hashable, Sendable {
      case pile(Int)
      case foundation(Card.Suit)
      case remainder
    }
    typealias Item = Card
    typealias CollectionID = Group

    var cards: [Card]  // each at the index that is its identifier
    var groups: Arrangement<Card.ID, Group>
    var hidden: Set<Card.ID> = []
    var shownCount = 0  // of the remainder

    func census() -> [Card.ID] { groups.collections.flatMap { $0.items } }
    subscript(id id: Card.ID) -> Card? { cards.first { $0.id == id } }
  }
  // end snippet
}

extension SolitaireSteps.Solitaire {
  typealias Card = SolitaireSteps.Card
  typealias Difference = ReorderDifference<Card.ID, Group>

  // MARK: what lies where

  func faceDown(_ pile: Int) -> [Card.ID] { groups[.pile(pile)].filter { hidden.contains($0) } }

  func faceUp(_ pile: Int) -> [Card.ID] { groups[.pile(pile)].filter { !hidden.contains($0) } }

  /// The card with all that lie on it.
  // snippet: stack
  func stack(startingAt card: Card.ID) -> [Card.ID] {
    for pile in 0..<7 {
      let cards = faceUp(pile)
      guard let index = cards.firstIndex(of: card) else { continue }
      return Array(cards[index...])
    }
    return []
  }
  // end snippet

  /// The card of the remainder that can be played: one or none.
  var currentCard: [Card.ID] {
    shownCount > 0 ? [groups[.remainder][shownCount - 1]] : []
  }

  // MARK: what is done

  // snippet: move
  mutating func move(_ difference: Difference) -> Bool {
    let wasCurrent = difference.sources == currentCard
    guard (try? groups.apply(difference)) != nil else { return false }
    if wasCurrent { shownCount -= 1 }
    for pile in 0..<7 {  // what is uncovered is turned up
      if let top = groups[.pile(pile)].last { hidden.remove(top) }
    }
    return true
  }
  // end snippet

  mutating func insert(_ cards: [Card], at place: Difference.Destination) -> Bool {
    move(Difference(sources: cards.map { $0.id }, destination: place))
  }

  /// Shows the next card of the remainder, or begins again.
  mutating func showNextCard() {
    let count = groups[.remainder].count
    shownCount = shownCount == count ? 0 : shownCount + 1
  }

  // MARK: the rules

  // snippet: rules
  func allows(_ moved: [Card.ID], on group: Group) -> Bool {
    let cards = moved.compactMap { self[id: $0] }
    guard let lowest = cards.first else { return false }
    let top = groups[group].last.flatMap { self[id: $0] }
    switch group {
    case .pile:
      guard let top else { return lowest.rank == 13 }
      return lowest.rank == top.rank - 1 && lowest.isRed != top.isRed
    case .foundation(let suit):
      guard cards.count == 1, lowest.suit == suit else { return false }
      return lowest.rank == (top?.rank ?? 0) + 1
    case .remainder:
      return false
    }
  }
  // end snippet
}
