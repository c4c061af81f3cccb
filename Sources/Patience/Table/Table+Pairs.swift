import Cards

/// Cards that are taken off two by two.
extension Table {
  enum Pairing: Hashable {
    /// They go together, or the card goes alone.
    case paired
    case refused(Refusal)

    var reason: Refusal? {
      if case .refused(let refusal) = self { refusal } else { nil }
    }
  }

  /// What the rule of pairs says of a card from one pile on another; `nil` if it says nothing of these piles.
  func whyNotPair(_ card: Card, _ match: Ruleset.Match, from: Int, on to: Int) -> Pairing? {
    guard match.among.contains(Zone.Roles(rules[from].role)) else { return nil }
    if rules[to].role == .foundation {
      return card.rank.rawValue == match.sum ? .paired : .refused(.noPair)
    }
    guard match.among.contains(Zone.Roles(rules[to].role)) else { return nil }
    guard let partner = piles[to].cards.last else { return .refused(.nothingThere) }
    guard piles[to].upIndex < piles[to].cards.count, let face = faces[Int(partner)] else {
      return .refused(.faceDown)
    }
    if rules[to].isCovered, isCovered(to), !(match.takesCovered && isCoveredOnly(to, by: from)) {
      return .refused(.covered)
    }
    return card.rank.rawValue + face.rank.rawValue == match.sum ? .paired : .refused(.noPair)
  }

  /// The card that a card put there takes along.
  func partner(of handle: UInt16, on pile: PileID) -> UInt16? {
    guard let from = place(of: handle)?.slot, let to = slot(of: pile), pairs(from: from, to: to) else {
      return nil
    }
    return piles[to].cards.last
  }

  private func isCoveredOnly(_ slot: Int, by other: Int) -> Bool {
    setup.coverers[slot].allSatisfy { Int($0) == other || piles[Int($0)].cards.isEmpty }
  }

  /// Whether a card put there takes that pile's top along to the foundation.
  func pairs(from: Int, to: Int) -> Bool {
    guard let match = ruleset.match else { return false }
    return rules[to].role != .foundation && match.among.contains(Zone.Roles(rules[from].role))
      && match.among.contains(Zone.Roles(rules[to].role))
  }
}
