import Cards

/// A table of what a player sees, for guessing what the server will say. Promise: the faces of cards
/// that lie face down are not in it, so no answer rests on one.
extension Table {
  /// `nil` unless a game of this ruleset can look like that: every card in one pile, what lies face
  /// down the deepest, no face more often than the packs have it, won only if it is.
  public init?(ruleset: Ruleset, sight: Sight) {
    let ids = ruleset.pileIDs(seats: sight.seats)
    let cardCount = ruleset.cardCount(seats: sight.seats)
    let showsTop = ruleset.stock.map { $0.showsTop } ?? false
    var faces = [Card?](repeating: nil, count: cardCount)
    var isPlaced = [Bool](repeating: false, count: cardCount)
    var piles: [Pile] = []
    guard sight.view.piles.count == ids.count, sight.passes.allSatisfy({ $0 > 0 }) else { return nil }
    for (view, id) in zip(sight.view.piles, ids) {
      guard view.id == id, let zone = ruleset.zone(id.role) else { return nil }
      var pile = Pile()
      for (index, card) in view.cards.enumerated() {
        guard Int(card.handle) < faces.count, !isPlaced[Int(card.handle)] else { return nil }
        isPlaced[Int(card.handle)] = true
        if card.isDown, card.face != nil, !zone.isTransparent { return nil }
        if !card.isDown {
          // The stock shows its top card at most.
          if id.role == .stock && (!showsTop || index < view.cards.count - 1) { return nil }
        } else if Int(pile.down) == pile.cards.count {
          pile.down += 1
        } else {
          return nil
        }
        faces[Int(card.handle)] = card.face
        pile.cards.append(card.handle)
      }
      piles.append(pile)
    }
    guard isPlaced.allSatisfy({ $0 }), Self.missing(from: faces, ruleset, sight.seats) != nil
    else { return nil }
    self.init(ruleset: ruleset, options: sight.options, seats: sight.seats, faces: faces, piles: piles)
    guard (sight.view.status == .won) == isWon, sight.passes.count == passes.count,
      sight.view.score >= ruleset.scoring.floor ?? .min
    else { return nil }
    points = sight.view.score &- standing
    moves = sight.view.moves
    passes = sight.passes
    streak = sight.streak
    // The server knows of cards that were seen earlier, so its word counts.
    status = sight.view.status
    clock = Clock(
      now: sight.view.elapsed, startedAt: moves == 0 && sight.view.elapsed == 0 ? nil : 0,
      stoppedAt: isWon ? sight.view.elapsed : nil)
  }

  /// No card of it is unknown to its players: nothing that is computed from it tells them anything of a card.
  public var hidesNothing: Bool {
    piles.indices.allSatisfy { slot in piles[slot].cards.indices.allSatisfy { isShown(slot, $0) } }
  }

  /// What a player sees of this table.
  public var sight: Sight {
    Sight(view: view(), seats: seats, passes: passes, streak: streak, options: options)
  }

  /// What a player could do now, while others drag these cards.
  public func choices(whileOthersHold held: [UInt16]) -> Choices {
    choices(without: held)
  }

  // MARK: what is not known

  /// Cards that lie open or would be turned up now, but have no face here: the server is about to
  /// tell it. None on a table that knows all faces.
  public var awaited: [UInt16] {
    if knowsAllFaces { return [] }
    var handles: [UInt16] = []
    for (slot, pile) in piles.enumerated() {
      if pile.upIndex == pile.cards.count, ruleset.automatic.turnUp, turnsUp(slot) {
        handles += pile.cards.suffix(1).filter { faces[Int($0)] == nil }
      } else {
        handles += pile.cards[pile.upIndex...].filter { faces[Int($0)] == nil }
      }
    }
    return handles
  }

  var isAwaiting: Bool { !knowsAllFaces && !awaited.isEmpty }

  /// The faces that no card has here: which cards are hidden is known, though not which is which.
  var missingFaces: [Card] {
    knowsAllFaces ? [] : Self.missing(from: faces, ruleset, seats) ?? []
  }

  /// `nil` if there are more of a face than the packs have.
  private static func missing(from faces: [Card?], _ ruleset: Ruleset, _ seats: UInt8) -> [Card]? {
    var left = [Int](repeating: 0, count: 64)
    let deck = ruleset.allCards(seats: seats)
    for card in deck { left[Int(card.rawValue)] += 1 }
    for case let card? in faces {
      left[Int(card.rawValue)] -= 1
      if left[Int(card.rawValue)] < 0 { return nil }
    }
    return inOrder(deck, left)
  }

  /// So many of each face, by its raw value, in the order of the pack.
  private static func inOrder(_ deck: [Card], _ counts: [Int]) -> [Card] {
    var left = counts
    return deck.filter { card in
      left[Int(card.rawValue)] -= 1
      return left[Int(card.rawValue)] >= 0
    }
  }

  /// With the missing faces given to the hidden cards in any order: for questions whose answer is the
  /// same in each.
  func withMissingFaces() -> Table { knowsAllFaces ? self : with(faces, missing: missingFaces) }

  /// The same of a table that knows all faces, for the cards of the stock that do not lie open: what a player who sees
  /// the table would make of it.
  func withHiddenStockReordered() -> Table {
    var known = faces
    var counts = [Int](repeating: 0, count: 64)
    for slot in slots(of: .stock) {
      for (index, handle) in piles[slot].cards.enumerated() where !isShown(slot, index) {
        if let card = faces[Int(handle)] { counts[Int(card.rawValue)] += 1 }
        known[Int(handle)] = nil
      }
    }
    return with(known, missing: Self.inOrder(ruleset.allCards(seats: seats), counts))
  }

  private func with(_ known: [Card?], missing: [Card]) -> Table {
    var left = missing
    return with(faces: known.map { $0 ?? left.popLast() })
  }
}
