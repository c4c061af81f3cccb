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
    guard let (slot, index) = place(of: handle), let zone = zone(at: slot) else { return .nothingThere }
    let pile = piles[slot]
    if index < pile.upIndex { return zone.take == .none ? .staysThere : .faceDown }
    let count = pile.cards.count - index
    switch zone.take {
    case .none: return .staysThere
    case .top: if count > 1 { return .notTop }
    case .run: if !isRun(pile.cards[index...], by: zone.build) { return .notARun }
    case .runOfSuit: if !isRun(pile.cards[index...], by: zone.build, ofOneSuit: true) { return .notARun }
    case .face: break
    case .pile: if index > 0 { return .notTop }
    }
    return zone.takeLimit.allows(count) ? nil : .tooMany
  }

  /// Why these cards cannot be moved to that pile; `nil` if they can. They must be a card and all that lies on it.
  public func whyNotMove(_ handles: [UInt16], to target: PileID) -> Refusal? {
    guard let first = handles.first, let (slot, index) = place(of: first) else { return .nothingThere }
    if let refusal = whyNotLift(first) { return refusal }
    guard piles[slot].cards[index...].elementsEqual(handles) else { return .notTop }
    guard let to = ruleset.slot(of: target), let source = zone(at: slot), let zone = zone(at: to) else {
      return .noSuchPile
    }
    if to == slot { return .samePile }
    guard source.to.contains(Zone.Roles(zone.role)), zone.from.contains(Zone.Roles(source.role)) else {
      return .notAllowedThere
    }
    if !zone.putLimit.allows(handles.count) { return .oneCardOnly }
    if !zone.capacity.allows(piles[to].cards.count + handles.count) { return .full }
    return whyNotPut(faces[Int(first)], on: to, of: zone)
  }

  /// The first foundation that takes a card now.
  public func foundation(for handle: UInt16) -> PileID? {
    pileIDs.first { $0.role == .foundation && whyNotMove([handle], to: $0) == nil }
  }

  /// Whether moving a card with all that lies on it turns up the one below.
  public func reveals(_ handle: UInt16) -> Bool {
    guard ruleset.automatic.turnUp, let (slot, index) = place(of: handle), turnsUp(slot) else { return false }
    return index > 0 && index == piles[slot].upIndex
  }

  // MARK: parts of these questions

  func whyNotPut(_ card: Card, on slot: Int, of zone: Zone) -> Refusal? {
    guard let top = piles[slot].cards.last else {
      return zone.objection(toStarting: pileIDs[slot].index, with: card, base: ruleset.base)
    }
    if piles[slot].upIndex == piles[slot].cards.count { return .faceDown }
    guard let build = zone.build else { return .notAllowedThere }
    return build.objection(to: card, on: faces[Int(top)])
  }

  /// Where face-down cards turn up when they come to lie on top.
  func turnsUp(_ slot: Int) -> Bool {
    pileIDs[slot].role == .tableau || pileIDs[slot].role == .reserve
  }

  private func isRun(_ handles: ArraySlice<UInt16>, by build: Zone.Build?, ofOneSuit: Bool = false) -> Bool {
    for (below, above) in zip(handles, handles.dropFirst()) {
      let (lower, upper) = (faces[Int(below)], faces[Int(above)])
      guard let build, build.objection(to: upper, on: lower) == nil else { return false }
      if ofOneSuit && lower.suit != upper.suit { return false }
    }
    return true
  }
}
