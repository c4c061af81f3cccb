import Cards

/// A table of what a player sees, for guessing what the server will say. Promise: the faces of cards
/// that lie face down are not in it, so no answer rests on one.
extension Table {
  /// `nil` unless a game of this ruleset can look like that: every card in one pile, what lies face
  /// down the deepest, no face more often than the packs have it, won only if it is.
  public init?(ruleset: Ruleset, sight: Sight) {
    var faces = [Card?](repeating: nil, count: ruleset.cardCount)
    var isPlaced = [Bool](repeating: false, count: ruleset.cardCount)
    var piles: [Pile] = []
    guard sight.view.piles.count == ruleset.pileIDs.count, sight.pass > 0 else { return nil }
    for (view, id) in zip(sight.view.piles, ruleset.pileIDs) {
      guard view.id == id else { return nil }
      var pile = Pile()
      for card in view.cards {
        guard Int(card.handle) < faces.count, !isPlaced[Int(card.handle)] else { return nil }
        isPlaced[Int(card.handle)] = true
        if card.face != nil {
          if id.role == .stock { return nil }
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
    guard isPlaced.allSatisfy({ $0 }), Self.missing(from: faces, packs: ruleset.packs) != nil
    else { return nil }
    self.init(ruleset: ruleset, options: sight.options, faces: faces, piles: piles)
    guard (sight.view.status == .won) == isWon else { return nil }
    score = sight.view.score
    moves = sight.view.moves
    pass = sight.pass
    // The server knows of cards that were seen earlier, so its word counts.
    status = sight.view.status
    clock = Clock(
      now: sight.view.elapsed, startedAt: moves == 0 && sight.view.elapsed == 0 ? nil : 0,
      stoppedAt: isWon ? sight.view.elapsed : nil)
  }

  /// What a player sees of this table.
  public var sight: Sight {
    Sight(view: view(), pass: pass, options: options)
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
        handles += pile.cards.suffix(1)
      } else {
        handles += pile.cards[pile.upIndex...].filter { faces[Int($0)] == nil }
      }
    }
    return handles
  }

  var isAwaiting: Bool { !knowsAllFaces && !awaited.isEmpty }

  /// The faces that no card has here: which cards are hidden is known, though not which is which.
  var missingFaces: [Card] {
    knowsAllFaces ? [] : Self.missing(from: faces, packs: ruleset.packs) ?? []
  }

  /// `nil` if there are more of a face than the packs have.
  private static func missing(from faces: [Card?], packs: UInt8) -> [Card]? {
    var left = [Int](repeating: 0, count: 64)
    let deck = Deck(packs: packs).cards
    for card in deck { left[Int(card.rawValue)] += 1 }
    for case let card? in faces {
      left[Int(card.rawValue)] -= 1
      if left[Int(card.rawValue)] < 0 { return nil }
    }
    return deck.filter { card in
      left[Int(card.rawValue)] -= 1
      return left[Int(card.rawValue)] >= 0
    }
  }

  /// With the missing faces given to the hidden cards in any order: for questions whose answer is the
  /// same in each.
  func withMissingFaces() -> Table {
    if knowsAllFaces { return self }
    var left = missingFaces
    return with(faces: faces.map { $0 ?? left.popLast() })
  }
}
