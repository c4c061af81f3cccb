import Cards

/// The rules of one pile, without anything that has to be counted when it is copied: the inner loop
/// of everything that asks what may be moved where.
struct PileRule: Hashable, Sendable {
  let pile: PileID
  /// Whose it is; `nil` if everybody's.
  let seat: UInt8?
  let build: Zone.Build?
  let put: Zone.Put
  let putLimit: Zone.Limit
  let take: Zone.Unit
  let takeLimit: Zone.Limit
  let empty: Zone.Empty
  let emptyFrom: Zone.Roles
  let from: Zone.Roles
  let to: Zone.Roles
  let capacity: Zone.Limit
  let isTransparent: Bool
  let base: Rank?
  /// It is the picture of a zone that cards cover, or one of a row whose piles reach each other.
  let isCovered: Bool
  let hasReach: Bool
  let fills: Bool

  /// - Parameter base: the rank that foundations begin with; `nil` while the card that tells it is not known.
  init(_ zone: Zone, index: UInt8, base: Rank?) {
    pile = PileID(zone.role, index)
    seat = zone.owner == .seat && zone.count > 0 ? index / zone.count : nil
    build = zone.build
    put = zone.put
    putLimit = zone.putLimit
    take = zone.take
    takeLimit = zone.takeLimit
    empty = zone.empty
    emptyFrom = zone.emptyFrom
    from = zone.from
    to = zone.to
    capacity = zone.capacity
    isTransparent = zone.isTransparent
    isCovered = !zone.places.isEmpty
    hasReach = !zone.reach.isEmpty
    fills = !zone.fill.isEmpty
    self.base = base
  }

  var role: Zone.Role { pile.role }

  /// Whether cards may go from here to there at all.
  func leads(to other: PileRule) -> Bool {
    to.contains(Zone.Roles(other.role)) && other.from.contains(Zone.Roles(role))
      && isShared(with: other)
  }

  /// Whether somebody plays at both: they are the same seat's, or one of them is everybody's.
  func isShared(with other: PileRule) -> Bool {
    seat == nil || other.seat == nil || seat == other.seat
  }

  /// Why `card` may not begin this pile; `nil` if it may.
  func objection(toStartingWith card: Card, from role: Zone.Role) -> Refusal? {
    if !emptyFrom.contains(Zone.Roles(role)) { return .notAllowedThere }
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
    if let closedBy, top.rank == closedBy { return .closed }
    if suit == .suitOrRank, card.suit == top.suit { return nil }
    let isRight =
      switch direction {
      case .up: follows(card.rank, top.rank)
      case .down: follows(top.rank, card.rank)
      case .both: follows(card.rank, top.rank) || follows(top.rank, card.rank)
      case .level: card.rank == top.rank
      }
    if !isRight { return .notNextRank }
    switch suit {
    case .any, .suitOrRank: return nil
    case .same: return card.suit == top.suit ? nil : .wrongSuit
    case .otherSuit: return card.suit != top.suit ? nil : .sameSuit
    case .alternateColour: return card.isRed != top.isRed ? nil : .sameColour
    case .sameColour: return card.isRed == top.isRed ? nil : .otherColour
    }
  }

  private func follows(_ next: Rank, _ rank: Rank) -> Bool {
    next.rawValue == rank.rawValue + 1 || wraps && rank == .king && next == .ace
  }
}
