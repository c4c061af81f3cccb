public import DragDrop

/// What a player could do now. Promise: it says nothing that the view does not: a move that turns a
/// card up is marked, the card is not named.
public struct Choices: Hashable, Sendable {
  public struct Place: Hashable, Sendable {
    public let pile: PileID
    /// The move turns up a face-down card.
    public let reveals: Bool

    public init(pile: PileID, reveals: Bool) {
      self.pile = pile
      self.reveals = reveals
    }
  }

  public struct Drop: Hashable, Sendable {
    /// The card under the finger; all that lies on it comes along.
    public let handle: UInt16
    public let places: [Place]

    public init(handle: UInt16, places: [Place]) {
      self.handle = handle
      self.places = places
    }
  }

  public struct Send: Hashable, Sendable {
    public let handle: UInt16
    public let pile: PileID

    public init(handle: UInt16, pile: PileID) {
      self.handle = handle
      self.pile = pile
    }
  }

  /// Every card that can be lifted, in the order of piles, deepest first; some may go nowhere.
  public let drops: [Drop]
  public let canTapStock: Bool
  /// Cards that a double click sends to a foundation, in the order of piles.
  public let sends: [Send]
  public let canFinish: Bool

  public init(drops: [Drop], canTapStock: Bool, sends: [Send], canFinish: Bool) {
    self.drops = drops
    self.canTapStock = canTapStock
    self.sends = sends
    self.canFinish = canFinish
  }
}

extension BoardEngine where Model == Table {
  /// What a player could do now, their own drag apart. It is what the referee would allow, asked
  /// of the rules without a trial lift and drop for each card and pile: this is told after every
  /// move.
  public func choices(for player: UInt32) -> Choices {
    let held = sessions.filter { $0.player != player }.flatMap { $0.draggedItemIDs }
    return model.choices(without: held)
  }

  public func view() -> TableView {
    model.view()
  }
}

extension Table {
  func choices(without held: [UInt16]) -> Choices {
    var drops: [Choices.Drop] = []
    var sends: [Choices.Send] = []
    for (slot, pile) in piles.enumerated() where rules[slot].take != .none {
      for index in pile.upIndex..<pile.cards.count where whyNotLift(slot, index) == nil {
        let handle = pile.cards[index]
        if !held.isEmpty, pile.cards[index...].contains(where: { held.contains($0) }) { continue }
        let places = pileIDs.indices.filter { whyNotMove(slot, index, to: $0) == nil }
        let turnsUp = reveals(slot, index)
        drops.append(
          .init(handle: handle, places: places.map { .init(pile: pileIDs[$0], reveals: turnsUp) }))
        let home = places.first { rules[$0].role == .foundation }
        if let home, rules[slot].role != .foundation, index == pile.cards.count - 1 {
          sends.append(.init(handle: handle, pile: pileIDs[home]))
        }
      }
    }
    return Choices(
      drops: drops, canTapStock: whyNotTurnStock == nil, sends: sends,
      canFinish: held.isEmpty && canFinish)
  }
}
