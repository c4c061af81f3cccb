import Cards

/// What may be moved where: pure questions, answered from the ruleset.
extension Table {
  /// A card with all that lies on it, if it can be lifted; else nothing.
  public func stack(from handle: UInt16) -> [UInt16] {
    guard whyNotLift(handle) == nil, let (slot, index) = place(of: handle) else { return [] }
    return Array(piles[slot].cards[index...])
  }

  /// Why a card cannot be lifted; `nil` if it can.
  public func whyNotLift(_ handle: UInt16) -> Refusal? {
    if status == .won { return .gameOver }
    guard let (slot, index) = place(of: handle) else { return .nothingThere }
    return whyNotLift(slot, index)
  }

  func whyNotLift(_ slot: Int, _ index: Int) -> Refusal? {
    if status == .won { return .gameOver }
    let rule = rules[slot]
    if index < piles[slot].upIndex { return rule.take == .none ? .staysThere : .faceDown }
    // It lies open, but its face has not been told yet.
    if faces[Int(piles[slot].cards[index])] == nil { return .faceDown }
    if rule.isCovered, isCovered(slot) { return .covered }
    let count = piles[slot].cards.count - index
    switch rule.take {
    case .none: return .staysThere
    case .top: if count > 1 { return .notTop }
    case .run: if !isRun(slot, from: index, by: rule.build) { return .notARun }
    case .runOfSuit:
      if !isRun(slot, from: index, by: rule.build, ofOneSuit: true) { return .notARun }
    case .face: break
    case .pile: if index > 0 { return .notTop }
    case .pileOrTop: if index > 0 && count > 1 { return .notTop }
    case .pileOrFreeing:
      if index == 0 || count == 1 { break }
      if !isRun(slot, from: index, by: rule.build) || !isFreed(slot, index - 1) { return .notARun }
    }
    if rule.takeLimit == .supermove { return count > supermoveMax(from: slot, to: nil) ? .tooMany : nil }
    return rule.takeLimit.allows(count) ? nil : .tooMany
  }

  /// Why these cards cannot be moved to that pile; `nil` if they can. They must be a card and all
  /// that lies on it.
  public func whyNotMove(_ handles: [UInt16], to target: PileID) -> Refusal? {
    guard let first = handles.first, let (from, index) = place(of: first) else { return .nothingThere }
    if let refusal = whyNotLift(from, index) { return refusal }
    guard piles[from].cards[index...].elementsEqual(handles) else { return .notTop }
    guard let to = slot(of: target) else { return .noSuchPile }
    return whyNotMove(from, index, to: to)
  }

  /// The same for a card that can be lifted.
  func whyNotMove(_ from: Int, _ index: Int, to: Int) -> Refusal? {
    whyNotPut(piles[from].cards[index], count: piles[from].cards.count - index, from: from, on: to)
  }

  /// Why `count` cards of one pile, beginning with this one, cannot be put on another. They need not
  /// lie on top yet.
  func whyNotPut(_ handle: UInt16, count: Int, from: Int, on to: Int) -> Refusal? {
    if to == from { return .samePile }
    // In a row piles go by their tops, which stay on top.
    let judged = rules[to].hasReach ? piles[from].cards.last ?? handle : handle
    guard let card = faces[Int(judged)] else { return .faceDown }
    if let match = ruleset.match, let pairing = whyNotPair(card, match, from: from, on: to) {
      return pairing.reason
    }
    let rule = rules[to]
    guard rules[from].leads(to: rule) else { return .notAllowedThere }
    if rule.put == .completeRun { return whyNotPutRun(from: from, count: count, on: to) }
    if !rule.putLimit.allows(count) { return .oneCardOnly }
    if !rule.capacity.allows(piles[to].cards.count + count) { return .full }
    if rule.hasReach, rules[from].role == rule.role, !isInReach(from, to) { return .outOfReach }
    if let refusal = whyNotPut(card, on: to, from: rules[from].role) { return refusal }
    if count > 1, rules[from].takeLimit == .supermove, count > supermoveMax(from: from, to: to) {
      return .tooMany
    }
    return nil
  }

  /// The first foundation that takes a card now, with all that lies on it.
  public func foundation(for handle: UInt16) -> PileID? {
    guard let (slot, index) = place(of: handle), whyNotLift(slot, index) == nil else { return nil }
    return foundation(forCardsFrom: index, of: slot).map { pileIDs[$0] }
  }

  func foundation(forCardsFrom index: Int, of slot: Int) -> Int? {
    slots(of: .foundation).first { whyNotMove(slot, index, to: $0) == nil }
  }

  /// Whether moving a card with all that lies on it turns one up, wherever it goes.
  public func reveals(_ handle: UInt16) -> Bool {
    place(of: handle).map { reveals($0.slot, $0.index) } ?? false
  }

  // MARK: parts of these questions

  func reveals(_ slot: Int, _ index: Int) -> Bool {
    guard ruleset.automatic.turnUp else { return false }
    if index > 0 { return turnsUp(slot) && bares(slot, index) }
    return rules[slot].isCovered && uncovers(slot) || rules[slot].fills && fillReveals(slot)
  }

  /// The same for a certain destination, where a complete run may go off and lay a card bare.
  func reveals(_ slot: Int, _ index: Int, to: Int) -> Bool {
    if reveals(slot, index) { return true }
    guard ruleset.automatic.runs, ruleset.automatic.turnUp, rules[to].role == .tableau else { return false }
    let count = piles[slot].cards.count - index
    let below = piles[to].cards.count + count - Rank.all.count
    guard below > 0, below == piles[to].upIndex, !rules[to].isTransparent else { return false }
    var after = self
    after.put(after.takeTop(count, from: slot), on: to)
    return after.completeRun(endsIn: to)
  }

  /// Whether the card under this one is the topmost face-down one.
  private func bares(_ slot: Int, _ index: Int) -> Bool {
    index == piles[slot].upIndex && !rules[slot].isTransparent
  }

  /// Whether a face-down card lies bare once this pile is empty.
  private func uncovers(_ slot: Int) -> Bool {
    slots(of: rules[slot].role).contains { below in
      piles[below].down > 0 && !rules[below].isTransparent && setup.coverers[below].contains(UInt8(slot))
        && setup.coverers[below].allSatisfy { Int($0) == slot || piles[Int($0)].cards.isEmpty }
    }
  }

  /// Whether the card that fills this pile, once it is empty, lays another bare.
  private func fillReveals(_ slot: Int) -> Bool {
    guard let source = fillSource(for: slot) else { return false }
    return turnsUp(source) && piles[source].cards.count > 1 && bares(source, piles[source].cards.count - 1)
  }

  /// The pile whose top fills an empty one by itself.
  func fillSource(for slot: Int) -> Int? {
    guard let zone = ruleset.zone(rules[slot].role) else { return nil }
    for role in zone.fill {
      for source in slots(of: role) where openTop(of: source) != nil {
        if rules[source].isShared(with: rules[slot]) { return source }
      }
    }
    return nil
  }

  func whyNotPut(_ card: Card, on slot: Int, from role: Zone.Role) -> Refusal? {
    guard let top = piles[slot].cards.last else {
      return rules[slot].objection(toStartingWith: card, from: role)
    }
    if piles[slot].upIndex == piles[slot].cards.count { return .faceDown }
    guard let build = rules[slot].build else { return .notAllowedThere }
    guard let face = faces[Int(top)] else { return .faceDown }
    return build.objection(to: card, on: face)
  }

  /// Where face-down cards turn up when they come to lie on top.
  func turnsUp(_ slot: Int) -> Bool {
    switch pileIDs[slot].role {
    case .tableau, .reserve: !rules[slot].isCovered || !isCovered(slot)
    case .stock: ruleset.stock?.showsTop == true
    case .waste, .foundation, .cell: false
    }
  }

  /// Whether cards of other piles lie on this one.
  @inline(never) func isCovered(_ slot: Int) -> Bool {
    setup.coverers[slot].contains { !piles[Int($0)].cards.isEmpty }
  }

  /// How many cards can be moved at once: as many as one by one through cells and empty columns.
  func supermoveMax(from: Int, to: Int?) -> Int {
    let cells = slots(of: .cell).count { piles[$0].cards.isEmpty && rules[$0].leads(to: rules[from]) }
    guard rules[from].empty == .any, rules[from].emptyFrom.contains(Zone.Roles(rules[from].role)) else {
      return cells + 1
    }
    let columns = slots(of: rules[from].role).count {
      $0 != to && $0 != from && piles[$0].cards.isEmpty && rules[$0].isShared(with: rules[from])
    }
    return (cells + 1) << min(columns, 8)
  }

  /// How many piles to the left, and whether that is a reach that the row allows.
  private func isInReach(_ from: Int, _ to: Int) -> Bool {
    guard to < from, let zone = ruleset.zone(rules[from].role) else { return false }
    let steps = (to..<from).count { !piles[$0].cards.isEmpty }
    return !piles[to].cards.isEmpty && zone.reach.contains { Int($0) == steps }
  }

  private func isFreed(_ slot: Int, _ index: Int) -> Bool {
    guard index >= piles[slot].upIndex else { return false }
    return slots(of: .foundation).contains {
      whyNotPut(piles[slot].cards[index], count: 1, from: slot, on: $0) == nil
    }
  }

  private func whyNotPutRun(from: Int, count: Int, on to: Int) -> Refusal? {
    if !piles[to].cards.isEmpty { return .full }
    return count == Rank.all.count && completeRun(endsIn: from) ? nil : .needsCompleteRun
  }

  /// Whether the last thirteen cards of a pile are a suit from king to ace.
  @inline(never) func completeRun(endsIn slot: Int) -> Bool {
    let pile = piles[slot]
    guard pile.cards.count - pile.upIndex >= Rank.all.count else { return false }
    var wanted = Rank.ace.rawValue
    var suit: Card.Suit?
    for handle in pile.cards.suffix(Rank.all.count).reversed() {
      guard let face = faces[Int(handle)], face.rank.rawValue == wanted, suit == nil || suit == face.suit
      else {
        return false
      }
      suit = face.suit
      wanted += 1
    }
    return true
  }

  private func isRun(
    _ slot: Int, from first: Int, by build: Zone.Build?, ofOneSuit: Bool = false
  ) -> Bool {
    for index in first..<piles[slot].cards.count - 1 {
      guard let lower = faces[Int(piles[slot].cards[index])],
        let upper = faces[Int(piles[slot].cards[index + 1])]
      else { return false }
      guard let build, build.objection(to: upper, on: lower) == nil else { return false }
      if ofOneSuit && lower.suit != upper.suit { return false }
    }
    return true
  }
}
