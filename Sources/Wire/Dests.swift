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

  /// There is nothing to do.
  package static let none = Dests(
    room: "", version: 0, sources: [], taps: [], sends: [], canFinish: false, canUndo: false, canRedo: false)
}
