import JSON
import Rooms

/// What somebody is told of themselves.
struct PersonTold: Sendable {
  struct Device: Sendable {
    let number: Int
    let name: String
    let madeAt: Int64
    let isThis: Bool
  }

  struct Bot: Sendable {
    let name: String
    let scopes: Scopes
    let madeAt: Int64
  }

  let guest: GuestID
  let handle: Handle?
  let devices: [Device]
  let bots: [Bot]

  init(_ identity: Identity, _ book: PeopleBook) {
    guest = identity.guest
    handle = book.persons[identity.guest]?.handle
    devices = People.devices(of: identity.guest, in: book).map {
      Device(number: $0.number, name: $0.name, madeAt: $0.madeAt, isThis: $0.guest == identity.key)
    }
    bots = book.keys(of: identity.guest).compactMap { _, key in
      key.scopes.map { Bot(name: key.name, scopes: $0, madeAt: key.madeAt) }
    }
  }

  func write(into json: inout JSONWriter) {
    json.beginObject()
    json.field("id", guest.text)
    if let handle { json.field("handle", handle.text) }
    json.key("devices")
    json.beginArray()
    for device in devices {
      json.beginObject()
      json.field("n", device.number)
      if !device.name.isEmpty { json.field("name", device.name) }
      if device.madeAt > 0 { json.field("made", Int(device.madeAt)) }
      if device.isThis { json.field("this", true) }
      json.endObject()
    }
    json.endArray()
    json.key("bots")
    json.beginArray()
    for bot in bots {
      json.beginObject()
      json.field("name", bot.name)
      json.texts("scopes", bot.scopes.names)
      json.field("made", Int(bot.madeAt))
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}
