public import DragDrop

/// A ruleset becomes a board: regions in the order of zones, each a few runs of cards. Promise: the
/// board only asks the table, so there is one set of rules.
extension Board where Model == Table {
  public init(_ ruleset: Ruleset) {
    self.init {
      for zone in ruleset.zones {
        switch zone.role {
        case .stock: Self.stock(ruleset)
        case .tableau: Self.tableau(zone)
        case .waste: Self.tops("waste", zone)
        case .foundation: Self.tops("foundations", zone)
        case .cell: Self.tops("cells", zone)
        case .reserve: Self.tops("reserve", zone)
        }
      }
    }
    self = dropPreviewsFormation(.stack)
  }

  /// Face-down cards that cannot be lifted, and a button that turns them.
  private static func stock(_ ruleset: Ruleset) -> Region<Table> {
    Region("stock") { ForEach { $0.cards(in: .stock) } }
      .button(
        label: { $0.cards(in: .stock).isEmpty ? "Turn the waste over" : "Draw" },
        isEnabled: { $0.whyNotTurnStock == nil },
        action: { table, _ in (try? table.turnStock()) != nil })
  }

  /// Columns: an inert run of face-down cards and a reorderable one of open cards each.
  private static func tableau(_ zone: Zone) -> Region<Table> {
    let columns: Region<Table> = Region("tableau") {
      for index in 0..<zone.count {
        let pile = PileID(zone.role, index)
        ForEach { $0.faceDownCards(in: pile) }
        ForEach { $0.openCards(in: pile) }.reorderable(collectionID: pile)
      }
    }
    return Self.withDestination(columns)
      .reorderContainer { table, difference in
        (try? table.move(difference.sources, to: difference.destination.collectionID)) != nil
      }
      .dragContainer(payloadOfOne: { table, card in table.stack(from: card) })
      .dragConfiguration(DragConfiguration(allowMove: true))
      .dragPreviewsFormation(.stack)
  }

  /// Piles of which only the top card takes part.
  private static func tops(_ name: StaticString, _ zone: Zone) -> Region<Table> {
    let region: Region<Table> = Region(name) {
      for index in 0..<zone.count {
        let pile = PileID(zone.role, index)
        ForEach { Array($0.openCards(in: pile).suffix(1)) }.collection(pile)
      }
    }
    return (zone.from.isEmpty ? region : Self.withDestination(region))
      .dragContainer(payloadOfOne: { table, card in table.stack(from: card) })
      .dragConfiguration(DragConfiguration(allowMove: true))
      .dragPreviewsFormation(.stack)
  }

  private static func withDestination(_ region: Region<Table>) -> Region<Table> {
    region
      .dropDestination { table, cards, session in
        guard let destination = session.reorderDestination else { return false }
        return (try? table.move(cards.map { $0.id }, to: destination.collectionID)) != nil
      }
      .dropConfiguration { table, session in
        guard let place = session.reorderDestination else {
          return .forbidden(reason: Refusal.noSuchPile.rawValue)
        }
        guard session.suggestedOperations.contains(.move) else {
          return .forbidden(reason: Refusal.notAllowedThere.rawValue)
        }
        if let refusal = table.whyNotMove(session.draggedItemIDs, to: place.collectionID) {
          return .forbidden(reason: refusal.rawValue)
        }
        // Wherever in the pile the pointer is, cards land on its top.
        return DropConfiguration(
          operation: .move, destination: .init(position: .end, collectionID: place.collectionID))
      }
  }
}

extension Table {
  func faceDownCards(in pile: PileID) -> [UInt16] {
    slot(of: pile).map { Array(piles[$0].cards[..<piles[$0].upIndex]) } ?? []
  }

  func openCards(in pile: PileID) -> [UInt16] {
    slot(of: pile).map { Array(piles[$0].cards[piles[$0].upIndex...]) } ?? []
  }
}
