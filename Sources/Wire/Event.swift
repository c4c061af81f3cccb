/// What an accepted command changed, as an audience may see it: leads from version `from` to version `to`.
package struct Event: Equatable, Sendable {
  package var room: String
  package var from: Int
  package var to: Int
  package var seat: Int
  package var operation: String
  package var moves: [ItemsMoved]
  package var up: [ItemTold]
  package var down: [Int]
  /// Items that are no longer on the board.
  package var gone: [Int]
  package var regions: [RegionChange]
  /// All selections; nil where none has changed.
  package var selections: [SelectionTold]?
  package var hash: String
  package var status: Status
  package var reveal: Reveal?
  /// What changed of a race; nil at a table.
  package var race: RaceTold?

  package init(
    room: String, from: Int, to: Int, seat: Int, operation: String, moves: [ItemsMoved], up: [ItemTold],
    down: [Int], gone: [Int] = [], regions: [RegionChange] = [], selections: [SelectionTold]? = nil,
    hash: String, status: Status, reveal: Reveal? = nil, race: RaceTold? = nil
  ) {
    self.room = room
    self.from = from
    self.to = to
    self.seat = seat
    self.operation = operation
    self.moves = moves
    self.up = up
    self.down = down
    self.gone = gone
    self.regions = regions
    self.selections = selections
    self.hash = hash
    self.status = status
    self.reveal = reveal
    self.race = race
  }
}

/// Items taken from wherever they are and put, in this order, into a collection: before an item or at the
/// end.
package struct ItemsMoved: Equatable, Sendable {
  package var items: [Int]
  package var collection: String
  package var before: Int?

  package init(items: [Int], collection: String, before: Int? = nil) {
    self.items = items
    self.collection = collection
    self.before = before
  }
}
