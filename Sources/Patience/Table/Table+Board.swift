public import DragDrop

/// A ruleset becomes a board: a region for each zone, in order, and in it a run or two for each pile.
/// Promise: the board only asks the table, so there is one set of rules.
extension Board where Model == Table {
  public init(_ ruleset: Ruleset, seats: UInt8 = 1) {
    self.init {
      for zone in ruleset.zones {
        let piles = zone.piles(seats: seats)
        switch zone.role {
        case .stock where zone.take != .none:
          // Its shown top can be dragged too.
          Region("stock") {
            for pile in piles {
              ForEach { $0.faceDownCards(in: pile) }
              ForEach { $0.openTop(of: pile) }.collection(pile)
            }
          }
          .turningStock()
          .movingCards(ofZone: zone)
        case .stock:
          Region("stock") { for pile in piles { ForEach { $0.cards(in: pile) } } }.turningStock()
        case .tableau:
          Region("tableau") {
            for pile in piles {
              ForEach { $0.faceDownCards(in: pile) }
              ForEach { $0.openCards(in: pile) }.reorderable(collectionID: pile)
            }
          }
          .reorderContainer(for: Table.Item.self, in: PileID.self) { table, difference in
            table.take(difference.sources, to: difference.destination)
          }
          .movingCards(ofZone: zone)
        case .waste, .foundation, .cell, .reserve:
          Region(zone.role.regionName) {
            for pile in piles {
              ForEach { zone.take.isOneCard ? $0.openTop(of: pile) : $0.openCards(in: pile) }.collection(pile)
            }
          }
          .movingCards(ofZone: zone)
        }
      }
    }
    self = dropPreviewsFormation(.stack)
  }
}

extension Region where Model == Table {
  /// A press turns the stock of the player who presses.
  fileprivate func turningStock() -> Self {
    button(
      label: { $0.stockLabel }, isEnabled: { $0.canTurnAnyStock },
      action: { table, player in (try? table.turnStock(table.stockIndex(of: player))) != nil })
  }

  /// How cards leave and reach any pile: by moves that the rules allow, with all that lies on them.
  fileprivate func movingCards(ofZone zone: Zone) -> Self {
    dragContainer(for: Table.Item.self) { table, card in table.stack(from: card) }
      .dragPreviewsFormation(.stack)
      .dragConfiguration(DragConfiguration(allowMove: true))
      .dropDestination(for: Table.Item.self, isEnabled: { $0.takesCards(zone) }) {
        table, cards, session in
        session.reorderDestination.map { table.take(cards.map { $0.id }, to: $0) } ?? false
      }
      .dropConfiguration { table, session in table.configuration(for: session) }
  }
}

extension Table {
  typealias Destination = ReorderDifference<UInt16, PileID>.Destination

  /// The destination's last word on a drop: the rules allow a move, or say why not.
  func configuration(for session: DropSession<UInt16, PileID>) -> DropConfiguration<UInt16, PileID> {
    guard let place = session.reorderDestination else {
      return .forbidden(reason: Refusal.noSuchPile.rawValue)
    }
    guard session.suggestedOperations.contains(.move) else {
      return .forbidden(reason: Refusal.notAllowedThere.rawValue)
    }
    if let refusal = whyNotMove(session.draggedItemIDs, to: place.collectionID) {
      return .forbidden(reason: refusal.rawValue)
    }
    // Wherever in the pile the pointer is, cards land on its top.
    return DropConfiguration(
      operation: .move, destination: Destination(position: .end, collectionID: place.collectionID))
  }

  mutating func take(_ cards: [UInt16], to place: Destination) -> Bool {
    (try? move(cards, to: place.collectionID)) != nil
  }

  // MARK: what the runs list

  func faceDownCards(in pile: PileID) -> [UInt16] {
    slot(of: pile).map { Array(piles[$0].cards[..<piles[$0].upIndex]) } ?? []
  }

  func openCards(in pile: PileID) -> [UInt16] {
    slot(of: pile).map { Array(piles[$0].cards[piles[$0].upIndex...]) } ?? []
  }

  func openTop(of pile: PileID) -> [UInt16] {
    slot(of: pile).flatMap { openTop(of: $0) }.map { [$0] } ?? []
  }

  /// Whether cards can be dropped on piles of a role at all.
  public func takesCards(in role: Zone.Role) -> Bool {
    ruleset.zone(role).map { takesCards($0) } ?? false
  }

  func takesCards(_ zone: Zone) -> Bool {
    zone.from != .none || ruleset.match.map { $0.among.contains(Zone.Roles(zone.role)) } ?? false
  }

  var canTurnAnyStock: Bool {
    slots(of: .stock).indices.contains { whyNotTurnStock($0 - slots(of: .stock).lowerBound) == nil }
  }

  /// Which stock a player turns: their own, where each seat has one.
  func stockIndex(of player: PlayerID) -> Int {
    ruleset.hasPackPerSeat ? Int(player.rawValue) : 0
  }

  var stockLabel: Text {
    cards(in: .stock).isEmpty ? "Turn the waste over" : "Draw"
  }
}
