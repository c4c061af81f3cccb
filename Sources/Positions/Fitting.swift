import Cards
import Patience

extension Zone.Build {
  /// Which cards may lie on this one.
  func takers(on top: Card) -> CardSet {
    if let closedBy, top.rank == closedBy { return .none }
    return CardSet { card in
      if suit == .suitOrRank, card.suit == top.suit { return true }
      return isNeighbour(card, of: top) && isOfRightSuit(card, on: top)
    }
  }

  private func isNeighbour(_ card: Card, of top: Card) -> Bool {
    let isNext = follows(card.rank, top.rank)
    let isPrevious = follows(top.rank, card.rank)
    return switch direction {
    case .up: isNext
    case .down: isPrevious
    case .both: isNext || isPrevious
    case .level: card.rank == top.rank
    }
  }

  private func isOfRightSuit(_ card: Card, on top: Card) -> Bool {
    switch suit {
    case .any, .suitOrRank: true
    case .same: card.suit == top.suit
    case .otherSuit: card.suit != top.suit
    case .alternateColour: card.isRed != top.isRed
    case .sameColour: card.isRed == top.isRed
    }
  }

  private func follows(_ next: Rank, _ rank: Rank) -> Bool {
    rank == .king ? wraps && next == .ace : next.rawValue == rank.rawValue + 1
  }
}

extension Zone {
  /// Which cards may begin its pile of this number, wherever they come from; the base rank apart.
  func starters(of index: Int) -> CardSet {
    let ranks: CardSet =
      switch empty {
      case .any, .base: .all
      case .king: .ofRank(Rank.king.rawValue)
      case .ace: .ofRank(Rank.ace.rawValue)
      case .none: .none
      }
    return build?.start == .bySuit ? ranks & .ofSuit(UInt8(index % 4)) : ranks
  }

  /// Whether cards of another zone may come here at all.
  func takes(from other: Zone) -> Bool {
    other.to.contains(Roles(role)) && from.contains(Roles(other.role))
  }
}

extension Zone.Limit {
  /// As a number; where the table has to be looked at, as many as there are cards.
  func number(of cards: Int) -> Int32 {
    if case .count(let count) = self { Int32(count) } else { Int32(cards) }
  }
}
