import Rooms
import Store
import Wire

/// A `put` on its way to its room, while texts that it names as blobs are read: rooms do no I/O.
struct Put: Sendable {
  let c: Int
  let room: RoomID
  private(set) var things: [[Offer]]
  private let landing: Landing
  private let tops: [Command.Top]
  /// Of the texts that were read for it.
  private(set) var textBytes = 0

  /// nil for other commands.
  init?(_ command: Command, c: Int, room: RoomID) {
    guard case .put(let things, let landing) = command.operation else { return nil }
    self.c = c
    self.room = room
    self.things = things
    self.landing = landing
    tops = command.tops
  }

  var command: Command { Command(.put(things, to: landing), if: tops) }

  struct Place: Sendable {
    let thing: Int
    let offer: Int
    let name: String
  }

  /// Offers that are named as blobs.
  var blobs: [Place] {
    things.enumerated().flatMap { thing, offers in
      offers.enumerated().compactMap { offer, way in
        if case .blob(let name) = way.body { Place(thing: thing, offer: offer, name: name) } else { nil }
      }
    }
  }

  /// What a blob is counts, not what a client calls it.
  mutating func name(_ type: BlobType, at place: Place) {
    things[place.thing][place.offer].type = type.name
  }

  mutating func fill(_ text: String, at place: Place) {
    things[place.thing][place.offer].body = .text(text)
    textBytes += text.utf8.count
  }
}
