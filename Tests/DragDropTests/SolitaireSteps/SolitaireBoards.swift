import DragDrop

/// A board for each step of the article. Promise: each is the one before it and what the step adds.
extension SolitaireSteps {
  typealias Group = Solitaire.Group
  typealias Pile = Region<Solitaire>

  // MARK: reordering

  static func step1() -> Board<Hand> {
    // snippet: step-1
    Board {
      Region("hand") {
        ForEach { $0.cards }
          .reorderable()
      }
      .reorderContainer(for: Card.self) { hand, difference in
        hand.cards.apply(difference: difference)
      }
    }
    // end snippet
  }

  static func step2() -> Pile {
    // snippet: step-2
    Region("piles") {
      for pile in 0..<7 {
        ForEach { $0.groups[.pile(pile)] }
          .reorderable(collectionID: .pile(pile))
      }
    }
    .reorderContainer(for: Card.self, in: Group.self) { game, difference in
      game.move(difference)
    }
    // end snippet
  }

  static func step3() -> Pile {
    Region("piles") {
      // snippet: step-3
      for pile in 0..<7 {
        ForEach { $0.faceDown(pile) }
        ForEach { $0.faceUp(pile) }
          .reorderable(collectionID: .pile(pile))
      }
      // end snippet
    }
    .reorderContainer(for: Card.self, in: Group.self) { game, difference in
      game.move(difference)
    }
  }

  // MARK: several cards at once

  static func step4() -> Pile {
    step3()
      // snippet: step-4
      .dragContainer(for: Card.self) { game, card in
        game.stack(startingAt: card)
      }
    // end snippet
  }

  static func step5() -> Pile {
    step4()
      // snippet: step-5
      .dragPreviewsFormation(.stack)
    // end snippet
  }

  static func step6(_ piles: Pile = step5()) -> Board<Solitaire> {
    // snippet: step-6
    Board {
      piles
    }
    .dropPreviewsFormation(.stack)
    // end snippet
  }

  // MARK: configurations

  static func step7() -> Pile {
    // snippet: step-7
    Region("remainder") {
      ForEach { $0.currentCard }
    }
    .dragContainer(for: Card.self) { _, card in [card] }
    .dragConfiguration(DragConfiguration(allowMove: true))
    // end snippet
  }

  static func step8() -> Pile {
    step5()
      // snippet: step-8
      .dropDestination(for: Card.self) { game, cards, session in
        guard let place = session.reorderDestination(for: Card.self, in: Group.self)
        else { return false }
        return game.insert(cards, at: place)
      }
      .dropConfiguration { game, session in
        configuration(game, session)
      }
    // end snippet
  }

  // snippet: step-8-configuration
  static func configuration(
    _ game: Solitaire, _ session: Pile.Drop
  ) -> Pile.Configuration {
    guard let group = session.reorderDestination?.collectionID,
      session.suggestedOperations.contains(.move),
      game.allows(session.draggedItemIDs, on: group)
    else { return DropConfiguration(operation: .forbidden) }
    return DropConfiguration(
      operation: .move,
      destination: .init(position: .end, collectionID: group))
  }
  // end snippet

  // MARK: the finished game

  static func step9() -> Board<Solitaire> {
    // snippet: step-9
    Board {
      Region("piles") {
        for pile in 0..<7 {
          ForEach { $0.faceDown(pile) }
          ForEach { $0.faceUp(pile) }
            .reorderable(collectionID: .pile(pile))
        }
      }
      .reorderContainer(for: Card.self, in: Group.self) { game, difference in
        game.move(difference)
      }
      .dragContainer(for: Card.self) { game, card in
        game.stack(startingAt: card)
      }
      .dragPreviewsFormation(.stack)
      .dragConfiguration(DragConfiguration(allowMove: true))
      .dropDestination(for: Card.self) { game, cards, session in
        session.reorderDestination.map { game.insert(cards, at: $0) } ?? false
      }
      .dropConfiguration { configuration($0, $1) }

      Region("foundations") {
        for suit in Card.Suit.allCases {
          ForEach { $0.groups[.foundation(suit)].suffix(1) }
            .collection(.foundation(suit))
        }
      }
      .dragContainer(for: Card.self) { _, card in [card] }
      .dragConfiguration(DragConfiguration(allowMove: true))
      .dropDestination(for: Card.self) { game, cards, session in
        session.reorderDestination.map { game.insert(cards, at: $0) } ?? false
      }
      .dropConfiguration { configuration($0, $1) }

      Region("remainder") {
        ForEach { $0.currentCard }
      }
      .dragContainer(for: Card.self) { _, card in [card] }
      .dragConfiguration(DragConfiguration(allowMove: true))

      Region("deck")
        .button(
          label: { _ in "Next card" },
          isEnabled: { !$0.groups[.remainder].isEmpty },
          action: { game, _ in
            game.showNextCard()
            return true
          })
    }
    .dropPreviewsFormation(.stack)
    // end snippet
  }
}
