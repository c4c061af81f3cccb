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

  package init(
    room: String, from: Int, to: Int, seat: Int, operation: String, moves: [ItemsMoved], up: [ItemTold],
    down: [Int], gone: [Int] = [], regions: [RegionChange] = [], selections: [SelectionTold]? = nil,
    hash: String, status: Status, reveal: Reveal? = nil
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

/// Where each item that may be lifted may be dropped, for one seat.
package struct Dests: Equatable, Sendable {
  /// Items that may go to the same places.
  package struct Source: Equatable, Sendable {
    package var items: [Int]
    package var destinations: [Destination]
    /// Items that take the drop themselves.
    package var onto: [Int]

    package init(items: [Int], destinations: [Destination], onto: [Int] = []) {
      self.items = items
      self.destinations = destinations
      self.onto = onto
    }

    package init(item: Int, destinations: [Destination]) {
      self.init(items: [item], destinations: destinations)
    }
  }

  package struct Destination: Equatable, Sendable {
    package var collection: String
    /// The move turns a hidden card up: its face can only come from the server.
    package var reveals: Bool

    package init(collection: String, reveals: Bool) {
      self.collection = collection
      self.reveals = reveals
    }
  }

  package struct Send: Equatable, Sendable {
    package var item: Int
    package var collection: String

    package init(item: Int, collection: String) {
      self.item = item
      self.collection = collection
    }
  }

  package var room: String
  package var version: Int
  package var sources: [Source]
  package var taps: [String]
  package var sends: [Send]
  package var canFinish: Bool
  /// Whether this seat has a move of its own to take back, or to play again.
  package var canUndo: Bool
  package var canRedo: Bool

  package init(
    room: String, version: Int, sources: [Source], taps: [String], sends: [Send], canFinish: Bool,
    canUndo: Bool, canRedo: Bool
  ) {
    self.room = room
    self.version = version
    self.sources = sources
    self.taps = taps
    self.sends = sends
    self.canFinish = canFinish
    self.canUndo = canUndo
    self.canRedo = canRedo
  }
}
