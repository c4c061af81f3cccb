package import Wire

/// What everybody may see of a game: all that snapshots and events are made of.
package protocol Projection {
  func regions(of game: Game) -> [RegionTold]
}

package struct WholeView: Projection {
  package init() {}
  package func regions(of game: Game) -> [RegionTold] { game.board.regions }
}

// What the laboratory asks of a room: the game itself, with the cards that nobody sees.

extension Room {
  /// What the log says of the view that everybody has.
  package var shownHash: UInt32 { shown.hash }
  /// The seat that somebody holds; nil for who has none.
  package func seat(of guest: GuestID) -> Int? { seats.seat(of: guest)?.index }

  /// A table at which this game lies, seen in this way.
  package convenience init(
    id: RoomID, game: Game, opening: RoomOpening, seen projection: any Projection, now: Int64,
    entropy: @escaping () -> [UInt8]
  ) {
    self.init(
      id: id, game: game, seats: opening.table.seats, opener: opening.opener,
      secret: [], projection: projection, now: now, entropy: entropy)
  }

  /// Of all items that everybody may see, in the order of their places.
  package var handlesShown: [Int] { shown.places.flatMap { $0.items.map(\.handle) } }
}
