package import Boards
import DragDrop
import JSON

extension BoardDescription {
  /// The description as JSON in one line, without what goes without saying. Promise: read again it is equal, and it
  /// is not longer than what it was read from.
  package var bytes: [UInt8] {
    var json = JSONWriter()
    let usual = BoardDescription(title: "")
    json.beginObject()
    if name != usual.name { json.field("name", name) }
    json.field("title", title)
    if layout != usual.layout { json.field("layout", layout.rawValue) }
    if seats != usual.seats { json.field("seats", seats) }
    if !empty.isEmpty { json.field("empty", empty) }
    if selects { json.field("select", true) }
    if formation != usual.formation { json.field("formation", formation.wireName) }
    if dropFormation != usual.dropFormation { json.field("dropFormation", dropFormation.wireName) }
    if labels != usual.labels { write(labels, besides: usual.labels, to: &json) }
    json.key("collections")
    json.beginArray()
    for collection in collections { collection.write(to: &json) }
    json.endArray()
    if !items.isEmpty {
      json.key("items")
      json.beginArray()
      for item in items { item.write(to: &json) }
      json.endArray()
    }
    if !moves.isEmpty {
      json.key("moves")
      json.write(moves) { json, move in move.write(to: &json) }
    }
    json.endObject()
    return json.bytes
  }

  private func write(_ labels: Labels, besides usual: Labels, to json: inout JSONWriter) {
    json.key("labels")
    json.beginObject()
    if labels.item != usual.item { json.field("item", labels.item.text) }
    if labels.collection != usual.collection { json.field("collection", labels.collection.text) }
    if labels.limited != usual.limited { json.field("limited", labels.limited.text) }
    json.endObject()
  }
}

extension BoardDescription.Collection {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("id", id)
    json.field("title", title)
    if let capacity { json.field("capacity", capacity) }
    if !isOrdered { json.field("ordered", false) }
    if drop != .move { json.field("drop", drop.rawValue) }
    if acceptsText { json.field("accepts", "text") }
    json.endObject()
  }
}

extension BoardDescription.Item {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("in", place)
    json.field("text", content.text)
    if !content.detail.isEmpty { json.field("detail", content.detail) }
    if !content.symbol.isEmpty { json.field("symbol", content.symbol) }
    if !content.color.isEmpty { json.field("color", content.color) }
    if !tags.isEmpty {
      json.key("tags")
      json.write(tags) { json, tag in json.value(tag) }
    }
    if !content.fields.isEmpty {
      json.key("fields")
      json.beginObject()
      for field in content.fields { json.field(field.name, field.value) }
      json.endObject()
    }
    json.endObject()
  }
}

extension BoardDescription.Move {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    if !from.isEmpty {
      json.key("from")
      json.write(from) { json, id in json.value(id) }
    }
    if !to.isEmpty {
      json.key("to")
      json.write(to) { json, id in json.value(id) }
    }
    if !tags.isEmpty {
      json.key("tags")
      json.write(tags) { json, tag in json.value(tag) }
    }
    if !who.isEmpty {
      json.key("who")
      json.write(who) { json, seat in json.value(seat) }
    }
    json.endObject()
  }
}

extension JSONWriter {
  /// A list, or the one thing in it.
  mutating func write<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    if elements.count == 1 { return write(&self, elements[0]) }
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  fileprivate mutating func field(_ name: String, _ text: String) {
    key(name)
    value(text)
  }
}
