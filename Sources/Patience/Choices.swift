public import DragDrop

/// What a player could do now. Promise: it says nothing that the view does not: a move that turns a card up is marked,
/// the card is not named.
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

  /// In the order of piles, deepest card first.
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
  /// What a player could do now, their own drag apart.
  public func choices(for player: UInt32) -> Choices {
    var drops: [Choices.Drop] = []
    var sends: [Choices.Send] = []
    for (handle, places) in possibilities(for: player) {
      let reveals = model.reveals(handle)
      let piles = places.map { Choices.Place(pile: $0.destination.collectionID, reveals: reveals) }
      drops.append(.init(handle: handle, places: piles))
      if model.whyNotSend(handle) == nil, let target = model.foundation(for: handle) {
        sends.append(.init(handle: handle, pile: target))
      }
    }
    let othersDrag = sessions.contains { $0.player != player }
    return Choices(
      drops: drops, canTapStock: model.whyNotTurnStock == nil, sends: sends,
      canFinish: !othersDrag && model.canFinish)
  }

  public func view() -> TableView {
    model.view()
  }
}
