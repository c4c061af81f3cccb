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
    /// The best one first.
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
  public func choices(for player: PlayerID) -> Choices {
    let held = sessions.filter { $0.player != player }.flatMap { $0.draggedItemIDs }
    return model.choices(without: held, for: player)
  }

  public func view() -> TableView {
    model.view()
  }
}

extension Table {
  func choices(without held: [UInt16], for player: PlayerID = 0) -> Choices {
    var drops: [Choices.Drop] = []
    var sends: [Choices.Send] = []
    for (slot, pile) in piles.enumerated() where rules[slot].take != .none && isOpen(slot, to: player) {
      for index in pile.upIndex..<pile.cards.count where whyNotLift(slot, index) == nil {
        let handle = pile.cards[index]
        if !held.isEmpty, pile.cards[index...].contains(where: { held.contains($0) }) { continue }
        let places = pileIDs.indices.filter {
          whyNotMove(slot, index, to: $0) == nil && isOpen($0, to: player) && !isHeld($0, held, from: slot)
        }
        drops.append(.init(handle: handle, places: bestFirst(places, from: slot, index)))
        let home = places.first { rules[$0].role == .foundation }
        if let home, rules[slot].role != .foundation {
          sends.append(.init(handle: handle, pile: pileIDs[home]))
        }
      }
    }
    return Choices(
      drops: drops, canTapStock: whyNotTurnStock(stockIndex(of: player)) == nil, sends: sends,
      canFinish: held.isEmpty && whyNotFinish(player: player) == nil)
  }

  /// Whether a player may play from and to a pile: it is everybody's, or their own.
  func isOpen(_ slot: Int, to player: PlayerID) -> Bool {
    rules[slot].seat.map { UInt32($0) == player.rawValue } ?? true
  }

  func isForeign(_ pile: PileID, to player: PlayerID) -> Bool {
    slot(of: pile).map { !isOpen($0, to: player) } ?? false
  }

  func isForeign(_ handle: UInt16, to player: PlayerID) -> Bool {
    place(of: handle).map { !isOpen($0.slot, to: player) } ?? false
  }

  /// Whether the card that a pair would take along is in another's hand.
  private func isHeld(_ slot: Int, _ held: [UInt16], from: Int) -> Bool {
    !held.isEmpty && pairs(from: from, to: slot) && piles[slot].cards.last.map { held.contains($0) } ?? false
  }
}
