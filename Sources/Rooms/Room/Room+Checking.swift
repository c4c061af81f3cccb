// What the laboratory asks of a room and of a log: the game itself, with the cards that nobody sees.

extension Room {
  /// A table at which these cards lie.
  package convenience init(
    id: RoomID, patience: PatienceGame, opening: RoomOpening, now: Int64, entropy: @escaping () -> [UInt8]
  ) {
    self.init(
      id: id, game: patience, seats: opening.table.seats, opener: opening.opener, now: now, entropy: entropy)
  }

  /// nil for a board.
  package var patienceGame: PatienceGame? { game as? PatienceGame }

  /// Of all items that everybody may see, in the order of their places.
  package var handlesShown: [Int] { shown.places.flatMap { $0.items.map(\.handle) } }
}

extension Reopening {
  /// nil for a board.
  package var patienceGame: PatienceGame? { game as? PatienceGame }
}
