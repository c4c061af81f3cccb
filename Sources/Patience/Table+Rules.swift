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
    let zone = rules[slot]
    if index < piles[slot].upIndex { return zone.take == .none ? .staysThere : .faceDown }
    // It lies open, but its face has not been told yet.
    if faces[Int(piles[slot].cards[index])] == nil { return .faceDown }
    let count = piles[slot].cards.count - index
    switch zone.take {
    case .none: return .staysThere
    case .top: if count > 1 { return .notTop }
    case .run: if !isRun(slot, from: index, by: zone.build) { return .notARun }
    case .runOfSuit:
      if !isRun(slot, from: index, by: zone.build, ofOneSuit: true) { return .notARun }
    case .face: break
    case .pile: if index > 0 { return .notTop }
    }
    return zone.takeLimit.allows(count) ? nil : .tooMany
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
    let zone = rules[to]
    guard rules[from].leads(to: zone) else { return .notAllowedThere }
    if !zone.putLimit.allows(count) { return .oneCardOnly }
    if !zone.capacity.allows(piles[to].cards.count + count) { return .full }
    guard let card = faces[Int(handle)] else { return .faceDown }
    return whyNotPut(card, on: to)
  }

  /// The first foundation that takes a card now.
  public func foundation(for handle: UInt16) -> PileID? {
    guard let (slot, index) = place(of: handle), index == piles[slot].cards.count - 1 else { return nil }
    guard whyNotLift(slot, index) == nil else { return nil }
    for to in pileIDs.indices where pileIDs[to].role == .foundation {
      if whyNotMove(slot, index, to: to) == nil { return pileIDs[to] }
    }
    return nil
  }

  /// Whether moving a card with all that lies on it turns up the one below.
  public func reveals(_ handle: UInt16) -> Bool {
    place(of: handle).map { reveals($0.slot, $0.index) } ?? false
  }

  // MARK: parts of these questions

  func reveals(_ slot: Int, _ index: Int) -> Bool {
    ruleset.automatic.turnUp && turnsUp(slot) && index > 0 && index == piles[slot].upIndex
  }

  func whyNotPut(_ card: Card, on slot: Int) -> Refusal? {
    guard let top = piles[slot].cards.last else { return rules[slot].objection(toStartingWith: card) }
    if piles[slot].upIndex == piles[slot].cards.count { return .faceDown }
    guard let build = rules[slot].build else { return .notAllowedThere }
    guard let face = faces[Int(top)] else { return .faceDown }
    return build.objection(to: card, on: face)
  }

  /// Where face-down cards turn up when they come to lie on top.
  func turnsUp(_ slot: Int) -> Bool {
    pileIDs[slot].role == .tableau || pileIDs[slot].role == .reserve
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
