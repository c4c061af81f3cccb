import Cards

/// The rules of one pile, without anything that has to be counted when it is copied: the inner loop
/// of everything that asks what may be moved where.
struct PileRule: Hashable, Sendable {
  let pile: PileID
  let build: Zone.Build?
  let putLimit: Zone.Limit
  let take: Zone.Unit
  let takeLimit: Zone.Limit
  let empty: Zone.Empty
  let from: Zone.Roles
  let to: Zone.Roles
  let capacity: Zone.Limit
  let base: Rank

  init(_ zone: Zone, index: UInt8, base: Rank) {
    pile = PileID(zone.role, index)
    build = zone.build
    putLimit = zone.putLimit
    take = zone.take
    takeLimit = zone.takeLimit
    empty = zone.empty
    from = zone.from
    to = zone.to
    capacity = zone.capacity
    self.base = base
  }

  var role: Zone.Role { pile.role }

  /// Whether cards may go from here to there at all.
  func leads(to other: PileRule) -> Bool {
    to.contains(Zone.Roles(other.role)) && other.from.contains(Zone.Roles(role))
  }

  /// Why `card` may not begin this pile; `nil` if it may.
  func objection(toStartingWith card: Card) -> Refusal? {
    switch empty {
    case .any: break
    case .king: if card.rank != .king { return .needsKing }
    case .ace: if card.rank != .ace { return .needsAce }
    case .base: if card.rank != base { return .needsBase }
    case .none: return .notAllowedThere
    }
    if build?.start == .bySuit, card.suit.rawValue != pile.index % 4 { return .wrongSuit }
    return nil
  }
}

extension Zone.Build {
  /// Why `card` may not lie on `top`; `nil` if it may.
  func objection(to card: Card, on top: Card) -> Refusal? {
    let up = follows(card.rank, top.rank)
    let down = follows(top.rank, card.rank)
    switch direction {
    case .up: if !up { return .notNextRank }
    case .down: if !down { return .notNextRank }
    case .both: if !up && !down { return .notNextRank }
    }
    switch suit {
    case .any: return nil
    case .same: return card.suit == top.suit ? nil : .wrongSuit
    case .alternateColour: return card.isRed != top.isRed ? nil : .sameColour
    case .sameColour: return card.isRed == top.isRed ? nil : .otherColour
    }
  }

  private func follows(_ next: Rank, _ rank: Rank) -> Bool {
    next.rawValue == rank.rawValue + 1 || wraps && rank == .king && next == .ace
  }
}
